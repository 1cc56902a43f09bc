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


def stage_name(stage: Stage) -> str:
    """The format, in the words that an organiser announces it by."""
    if stage.groups > 1:
        return str(_("groups"))
    return str(FORMATS[stage.format])
