"""What a pasted round was read as: its rows, the tables to draw, and the words for what is wrong with a line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from tracker.commands.round_results import Told
from tracker.pages.event.tables import awards
from tracker.rulesets.tournament.desk_events import Worth


class Row(NamedTuple):
    """A table as it was read: both names as they are known here, or as they were written with what is wrong; what its
    game came to, and in `without` what a round without a game is worth."""

    number: int
    first: str
    second: str
    wrong: str = ""
    result: str = ""
    without: str = ""


class Found(NamedTuple):
    """The rows in the order of tables, the tables to draw, who has the bye, and whether anything is wrong.

    `results`: table -> what it came to; `byes`: who asked for a round off, and whoever is here and in no line;
    `missing`: the names of these. `boards`: matches of teams are told with a score, and not by their boards.
    """

    rows: list[Row]
    pairings: list[dict[str, list[str]]]
    bye: str | None
    wrong: bool
    results: dict[int, Told]
    byes: dict[str, Worth]
    missing: list[str]
    boards: bool = False

    @property
    def untold(self) -> bool:
        """Whether a game has a result without victory points."""
        return any(told.vp is None and not told.award for told in self.results.values())


def tidy(name: str) -> str:
    """A name as it is compared."""
    return " ".join(name.split()).casefold()


def called(names: Mapping[str, str]) -> dict[str, list[str]]:
    """Tidy name -> the ids that have it."""
    found: dict[str, list[str]] = {}
    for id_, name in names.items():
        found.setdefault(tidy(name), []).append(id_)
    return found


def result_words(told: Told | None, names: list[str]) -> str:
    """`7 : 4, Anna wins`: what the game came to, in words."""
    if told is None:
        return ""
    if told.award:
        return awards()[told.award] + (f": {names[1 - told.winner]}" if told.winner is not None else "")
    won = _("%(name)s wins") % {"name": names[told.winner]} if told.winner is not None else _("draw")
    score = "" if told.vp is None else f"{told.vp[0]} : {told.vp[1]}"
    points = {"one": told.tp[0], "other": told.tp[1]} if told.tp else {}
    shown = _("tournament points %(one)d : %(other)d") % points if points else ""
    return ", ".join(part for part in (score, won, shown) if part)


def wrong_with(name: str, found: list[str], seen: set[str], here: set[str]) -> list[str]:
    """What is wrong with a name that means `found`; at most one thing."""
    words: dict[str, Any] = {"name": name or "?"}
    if not found:
        return [_("nobody here is called %(name)s") % words]
    if len(found) > 1:
        return [_("%(name)s is the name of several here") % words]
    if found[0] in seen:
        return [_("%(name)s stands there twice") % words]
    return [] if found[0] in here else [_("%(name)s is not checked in, or has left") % words]
