"""A player's life from the logs: confirmed matches from the first on, what was new about each, and the warbands.

Private campaigns and their matches are left out for everybody; the club reads them on the campaign's own pages.
"""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.registry import SYSTEMS
from tracker import selectors
from tracker.messages import language
from tracker.pages.player import played
from tracker.pages.ratings import page_of
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
    return render(request, "player_story.html", context)


def milestones(
    matches: Iterable[tuple[UUID, str, dict[str, list[str]], str | None]], person: frozenset[str]
) -> dict[UUID, list[str]]:
    """Match -> what was new about it, the oldest match first."""
    found: dict[UUID, list[str]] = {}
    games: set[str] = set()
    foes: dict[str, int] = {}
    won = running = best = 0
    for number, (match, system, sides, winner) in enumerate(matches, start=1):
        own = next((side for side, seats in sides.items() if person.intersection(seats)), None)
        said = []
        if system not in games:
            games.add(system)
            name = SYSTEMS[system].tables.name.to(language())
            said.append(_("The first match of %(game)s") % {"game": name})
        if number in ROUND:
            said.append(_("Match number %(number)d") % {"number": number})
        if winner == own and own is not None:
            won, running = won + 1, running + 1
            if won == 1:
                said.append(_("The first win"))
            elif won in ROUND:
                said.append(_("Win number %(number)d") % {"number": won})
            if running > best and running >= STREAK:
                said.append(_("%(number)d wins in a row, more than ever before") % {"number": running})
            best = max(best, running)
        else:
            running = 0
        for foe in {one for side, seats in sides.items() if side != own for one in seats}:
            foes[foe] = foes.get(foe, 0) + 1
            if foes[foe] == 10:
                said.append(_("The tenth meeting of the two"))
        if said:
            found[match] = said
    return found
