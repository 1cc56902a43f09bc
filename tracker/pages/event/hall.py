"""The screen of the hall, in parts that fit it: who is here before the first round, pairings, tables as they end, teams
and their matches, standings, the podium.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.ruleset import Viewer
from tracker import selectors
from tracker.models import Player, TournamentRow
from tracker.pages.core.kept import kept
from tracker.pages.event import figures, public
from tracker.pages.event.events import event_context
from tracker.pages.event.slips import address
from tracker.pages.event.team_views import shown_teams


class Line(NamedTuple):
    """One line of a list: what stands large before it, a name, the club after it, what stands small below it.
    `ranged`: several tables stand before it, “4–6”."""

    head: Any
    name: str
    club: str = ""
    below: str = ""
    ranged: bool = False


@kept()
def hall(request: HttpRequest, event: UUID) -> HttpResponse:
    """What the hall needs to see now."""
    context = event_context(request, event, "pairings")
    context |= public.round_tables(request, event, context["event"])
    row, number = context["event"], context["round"]
    over = row.status in ("closed", public.FINISHED)
    ranked = list(selectors.standings(event)) if over else []
    teams = shown_teams(event, Viewer("public")) if row.options.get("teams") else {}
    context |= {
        "seats": context["seats"] if row.status in ("published", "started") else [],
        "live": context["tables"] if row.status == "started" else [],
        "team_matches": _matches(teams, number) if not over else [],
        "ranked": _teams(teams) if teams and over else [_place(one) for one in ranked],
        "over": over,
        "podium": public.podium(row, ranked),
    }
    if not number:
        context |= _waiting(row, teams) | public.said_here(event)
        context["address"] = address(request) + reverse("pages:event", args=[event])
    return render(request, "event/hall.html", context)


def _place(row: Any) -> Line:
    return Line(row.rank, row.player.name, row.player.club, figures.brief(row))


def _teams(teams: dict[str, Any]) -> list[Line]:
    """The teams in the order of their standings, with the two figures that decide first."""
    return [
        Line(
            place["team"].rank,
            place["team"].name,
            below=" · ".join(f"{one['short']} {one['value']}" for one in place["figures"][:2]),
        )
        for place in teams["places"]
    ]


def _matches(teams: dict[str, Any], number: int) -> list[Line]:
    """Who meets whom among the teams of a round and at which tables: the score so far, or what captains are doing."""
    matches = (
        one for found in teams.get("team_rounds", ()) if found["round"] == number for one in found["matches"]
    )
    return [
        Line(
            one["tables"], " – ".join(one["teams"]), below=_so_far(one), ranged=not one["tables"].isdecimal()
        )
        for one in matches
    ]


def _so_far(match: dict[str, Any]) -> str:
    if got := match["points"] or match["match_points"]:
        points = " : ".join(map(str, got))
        return f"{points} · {_('disputed')}" if match["dispute"] else points
    return _("The captains are pairing the boards") if match["step"] else ""


def _waiting(row: TournamentRow, teams: dict[str, Any]) -> dict[str, Any]:
    """Before the first round: `here` and `awaited`, or who is registered where nobody checks in."""
    if teams:
        return {
            "entered": [
                Line("", place["team"].name, below=", ".join(place["members"])) for place in teams["places"]
            ]
        }
    entrants = selectors.current_state(row.pk).state.entrants
    placed = {player for player, entrant in entrants.items() if not entrant.waiting}
    people = sorted(
        (one for one in selectors.entrants(row.pk) if not one.dropped and str(one.player_id) in placed),
        key=lambda one: one.player.name.casefold(),
    )
    if not row.options.get("check_in"):
        return {"entered": [Line("", one.player.name, below=one.player.club) for one in people]}
    return arrivals((one.player, one.checked_in) for one in people)


def arrivals(people: Iterable[tuple[Player, bool]]) -> dict[str, Any]:
    """`here` and `awaited` of (player, whether checked in), in the order given, and how many are `expected`."""
    lines: dict[bool, list[Line]] = {True: [], False: []}
    for player, is_here in people:
        lines[is_here].append(Line("✓" if is_here else "–", player.name, below=player.club))
    return {"here": lines[True], "awaited": lines[False], "expected": len(lines[True]) + len(lines[False])}
