"""Formats of stages in words. Read by forms, the log and the pages of an event."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tracker.formats.structs import Stage

FORMATS: dict[str, Promise | str] = {
    "swiss": _("Swiss"),
    "round_robin": _("round robin"),
    "single_elimination": _("single elimination"),
    "double_elimination": _("double elimination"),
}


SEEDINGS: dict[str, Promise | str] = {
    "rating": _("by rating"),
    "registered": _("by registration"),
    "lot": _("by lot"),
    "ranking": _("by the standings"),
}
"""In which order seeds are given."""

ORDERS: dict[str, Promise | str] = {
    "lot": _("by lot"),
    "fold": _("fold: the first against the last"),
    "slide": _("slide: the upper half against the lower half"),
    "adjacent": _("adjacent: the first against the second"),
}
"""Who meets whom among those of equal points."""


def seeds_of(stage: Stage) -> list[str]:
    """What seeds do in a Swiss stage, in words; nothing where the lot alone decides."""
    if not stage.seeded:
        return []
    found = [str(_("seeds %(seeding)s") % {"seeding": SEEDINGS[stage.seeding]})]
    if stage.order != "lot":
        found.append(str(ORDERS[stage.order]))
    if stage.acceleration != "none":
        found.append(str(_("accelerated by the Baku method")))
    return found


def stage_name(stage: Stage) -> str:
    """The format, in the words that an organiser announces it by."""
    if stage.groups > 1:
        return str(_("groups"))
    return ", ".join([str(FORMATS[stage.format]), *seeds_of(stage)])
