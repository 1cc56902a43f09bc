"""A player's life from the logs: confirmed matches from the first on, what was new about each, and the warbands.

Private campaigns and their matches are left out for everybody; the club reads them on the campaign's own pages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.registry import SYSTEMS
from tracker import selectors
from tracker.messages import language
from tracker.pages.ladder.ratings import page_of
from tracker.pages.player.player import played
from tracker.selectors.persons import players_of_person
from tracker.selectors.taken_part import confirmed_of, warbands_of

PAGE = 50
ROUND = (10, 25, 50, 100, 200, 300, 400, 500, 1000)
"""Matches and wins that are worth a word."""
STREAK = 5


def player_story(request: HttpRequest, player: UUID) -> HttpResponse:
    """From the first match on, `PAGE` at a time."""
    who = selectors.players_named([player]).first()
    if who is None:
        raise Http404
    players = players_of_person(player)
    person, start = frozenset(map(str, players)), PAGE * (page_of(request) - 1)
    rows = list(confirmed_of(players)[start : start + PAGE + 1])
    shown = rows[:PAGE]
    told = milestones(confirmed_of(players).values_list("pk", "system", "sides", "winner"), person)
    context = {
        "player": who,
        "matches": [
            (one, row.winner is not None, told.get(row.pk, []))
            for row, one in zip(shown, played(shown, person), strict=True)
        ],
        "warbands": warbands_of(players),
        "next": page_of(request) + 1 if len(rows) > PAGE else None,
        "first": page_of(request) == 1,
    }
    return render(request, "player/player_story.html", context)


def milestones(
    matches: Iterable[tuple[UUID, str, dict[str, list[str]], str | None]], person: frozenset[str]
) -> dict[UUID, list[str]]:
    """Match -> what was new about it, the oldest match first."""
    career = _Career()
    told = {}
    for match, system, sides, winner in matches:
        own = next((side for side, seats in sides.items() if person.intersection(seats)), None)
        foes = {one for side, seats in sides.items() if side != own for one in seats}
        told[match] = list(career.next(system, own is not None and winner == own, foes))
    return {match: said for match, said in told.items() if said}


class _Career:
    """What somebody has played so far: `next` takes one match more and says what is new about it."""

    def __init__(self) -> None:
        self.played = self.won = self.running = self.best = 0
        self.games: set[str] = set()
        self.foes: Counter[str] = Counter()

    def next(self, system: str, won: bool, foes: set[str]) -> Iterator[str]:
        self.played += 1
        if system not in self.games:
            self.games.add(system)
            name = SYSTEMS[system].tables.name.to(language())
            yield _("The first match of %(game)s") % {"game": name}
        if self.played in ROUND:
            yield _("Match number %(number)d") % {"number": self.played}
        if won:
            yield from self._win()
        else:
            self.running = 0
        self.foes.update(foes)
        for _foe in (foe for foe in foes if self.foes[foe] == 10):
            yield _("The tenth meeting of the two")

    def _win(self) -> Iterator[str]:
        self.won, self.running = self.won + 1, self.running + 1
        if self.won == 1:
            yield _("The first win")
        elif self.won in ROUND:
            yield _("Win number %(number)d") % {"number": self.won}
        if self.running > self.best and self.running >= STREAK:
            yield _("%(number)d wins in a row, more than ever before") % {"number": self.running}
        self.best = max(self.best, self.running)
