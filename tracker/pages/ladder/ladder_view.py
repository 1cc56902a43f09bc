"""Ladders, runs and seasons in words: what the pages and screens of ladders show. No query, no command here.

Called by `ladders` (public pages), `runs` and `seasons`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.ladders import Ladder
from games.registry import LADDERS
from tracker.messages import language
from tracker.models import LadderEntry, RunRow, SeasonRow
from tracker.models.ladders import ANNULLED, CONFIRMED, CONTESTED, LOGGED, RUNNING, ScoredRun
from tracker.selectors.ladders import LadderKey, Placed

ALL_TIME = "all"
"""How an address names the ladders that belong to no season."""


class Badge(NamedTuple):
    """A rank: its key (for the mark), its name, what it takes."""

    key: str
    title: str
    about: str


class FigureView(NamedTuple):
    """One place of a score: its column and its value."""

    title: str
    short: str
    about: str
    value: Any


class State(NamedTuple):
    """How far a run may be believed: kind of chip, and words."""

    kind: str
    text: str


class RunView(NamedTuple):
    """A run, or a place on a ladder, as a row of a page."""

    row: Any
    badge: Badge
    figures: list[FigureView]
    state: State
    character: str
    board: str
    url: str
    place: int | None = None
    shared: bool = False
    ladder: str = ""
    ladder_url: str = ""


def book(system: str) -> Ladder:
    """The ladder of a system in words. Raises KeyError."""
    return LADDERS[system]


def badge(system: str, rank: str) -> Badge:
    """A rank in words; an unknown one shows its key."""
    found = book(system).ranks.get(rank)
    return (
        Badge(rank, found.title.to(language()), found.about.to(language()))
        if found
        else Badge(rank, rank, "")
    )


def columns(system: str) -> list[FigureView]:
    """The heads of the score's columns, in the order that decides."""
    return figures(system, {})


def figures(system: str, values: Mapping[str, Any]) -> list[FigureView]:
    """Every figure of a score with its words."""
    reader = language()
    return [
        FigureView(one.title.to(reader), one.short.to(reader), one.about.to(reader), values.get(name, ""))
        for name, one in book(system).figures.items()
    ]


def board_name(system: str, board: str) -> str:
    found = book(system).boards.get(board)
    return found.title.to(language()) if found else board


def character_name(system: str, character: str) -> str:
    """The character's name; any character, where none is named."""
    if not character:
        return _("any character")
    found = book(system).characters.get(character)
    return found.to(language()) if found else character


def run_state(row: RunRow | LadderEntry) -> State:
    """The chip of a run: who answers for it."""
    if row.status == CONFIRMED:
        return State("good", _("confirmed by staff") if row.by_staff else _("confirmed by the player"))
    words = {
        RUNNING: ("live", _("being played")),
        LOGGED: ("warn", _("not confirmed yet")),
        CONTESTED: ("bad", _("disputed: does not count")),
        ANNULLED: ("done", _("annulled: does not count")),
    }
    return State(*words[row.status])


def run_view(row: ScoredRun, stream: UUID, **more: Any) -> RunView:
    """A run or an entry as a row."""
    scored: Any = row
    character = getattr(row, "played_as", row.character)
    return RunView(
        row=row,
        badge=badge(row.system, row.rank),
        figures=figures(row.system, row.figures),
        state=run_state(scored),
        character=character_name(row.system, character) if character else "",
        board=board_name(row.system, row.board),
        url=reverse("pages:run", args=[stream]),
        **more,
    )


def placed_view(one: Placed, seasons: Mapping[UUID | None, str] | None = None) -> RunView:
    """A place on a ladder, with the name and address of its ladder where the seasons are told."""
    entry = one.entry
    key = LadderKey(entry.system, entry.board, entry.season_id, entry.character)
    more = {"ladder": ladder_name(key, seasons or {}), "ladder_url": ladder_url(key)}
    return run_view(entry, entry.run_id, place=one.place, shared=one.shared, **more)


def ladder_name(key: LadderKey, seasons: Mapping[UUID | None, str]) -> str:
    """Season, board, character."""
    parts = [season_name(key.season, seasons), board_name(key.system, key.board)]
    return " · ".join([*parts, character_name(key.system, key.character)])


def season_name(season: UUID | None, seasons: Mapping[UUID | None, str]) -> str:
    return seasons.get(season, "?") if season else _("All time")


def running(seasons: Iterable[SeasonRow]) -> SeasonRow | None:
    """The latest season that has begun and not ended."""
    now = timezone.now()
    begun = (one for one in seasons if one.starts <= now and not one.closed)
    return next((one for one in begun if one.ends is None or now < one.ends), None)


def season_names(rows: Iterable[SeasonRow]) -> dict[UUID | None, str]:
    """Season -> its name."""
    return {row.pk: row.name for row in rows}


def ladder_url(key: LadderKey, page: str = "ladder") -> str:
    query = f"?season={key.season or ALL_TIME}"
    character = f"&character={key.character}" if key.character else ""
    return reverse(f"pages:{page}", args=[key.system, key.board]) + query + character
