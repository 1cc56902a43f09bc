"""One event of a season as one sentence, for its log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tracker import moments
from tracker.pages.match_forms.frame import shared_sentence
from tracker.pages.match_forms.names import Names

Data = Mapping[str, Any]


def sentence(type_: str, data: Data, names: Names) -> str:
    """The event in words. A type without a sentence of its own shows its name."""
    say = SENTENCES.get(type_)
    if say is not None:
        return say(data)
    return shared_sentence(type_, data, names, lambda side, language: side) or type_.replace("_", " ")


def _when(text: str | None) -> str:
    """A moment on the hall's clock."""
    if not text:
        return ""
    found = moments.read(text)
    return date_format(timezone.localtime(found), "SHORT_DATETIME_FORMAT") if found else text


def _span(data: Data) -> str:
    told = {"name": data["name"], "starts": _when(data["starts"]), "ends": _when(data.get("ends"))}
    if data.get("ends"):
        return _("%(name)s: runs started from %(starts)s to %(ends)s.") % told
    return _("%(name)s: runs started from %(starts)s on.") % told


def _closed(data: Data) -> str:
    return _("Closed on %(closed)s: runs begun later do not count.") % {"closed": _when(data["closed"])}


def _reopened(data: Data) -> str:
    return _("Open again.") + f" {data['reason']}"


def _league(data: Data) -> str:
    return _("The formula of the season is set.")


def _counts(data: Data) -> str:
    return _("A tournament counts in the season.")


def _left_out(data: Data) -> str:
    return _("A tournament counts no more: %(reason)s") % {"reason": data["reason"]}


SENTENCES: dict[str, Callable[[Data], str]] = {
    "season_created": _span,
    "season_changed": _span,
    "season_closed": _closed,
    "season_reopened": _reopened,
    "league_set": _league,
    "tournament_counted": _counts,
    "tournament_left_out": _left_out,
}
