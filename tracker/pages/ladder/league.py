"""Leagues: the table of a season over its tournaments for everybody, and its formula and divisions for its staff."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tracker import commands, identity, roles, selectors
from tracker.commands import BadInput
from tracker.pages.core.answers import Refusal, attempt, with_refusal
from tracker.pages.ladder.seasons import season_context
from tracker.pages.organiser.console import staff_of
from tracker.rulesets.season.events import Division, LeagueSet
from tracker.rulesets.season.league import Place, Table, proposed
from tracker.selectors import ladders
from tracker.selectors.leagues import League
from tracker.standings.structs import shown
from tracker.systems import SEASON, uuids

POINTS = "25, 18, 15, 12, 10, 8, 6, 4, 2, 1"
SEAT = "division:"
"""What the field of a player's division begins with, before the player."""
MOST_TOURNAMENTS, MOST_SEASONS = 200, 100


def leagues(request: HttpRequest) -> HttpResponse:
    """Every season of every game, the latest first, each with the way to its table."""
    return render(request, "ladder/leagues.html", {"rows": list(ladders.seasons()[:MOST_SEASONS])})


def league(request: HttpRequest, event: UUID) -> HttpResponse:
    """Every division with what each tournament brought, what was dropped, and who goes up and down."""
    found = _found(event)
    context = {
        "event_id": event,
        "name": found.state.name,
        "system": found.system,
        "closed": found.state.closed,
        "tournaments": found.tournaments,
        "formula": formula_view(found.state.league),
        "tables": [_table(found, one) for one in found.tables],
        "is_staff": roles.is_staff_at(identity.of_request(request), event),
    }
    return render(request, "ladder/league.html", context)


def _found(season: UUID) -> League:
    found = selectors.league(season)
    if found is None:
        raise Http404
    return found


def number(value: Fraction) -> str:
    return shown(value.numerator, value.denominator)


def formula_view(formula: LeagueSet | None) -> list[str]:
    """The published formula, sentence by sentence."""
    if formula is None:
        return []
    if formula.by == "score":
        said = [
            _("A tournament brings the first figure of its standings; “Play-off and groups” is passed over.")
        ]
    else:
        points = ", ".join(map(str, formula.points))
        said = [_("Places bring points: %(points)s; those after them nothing.") % {"points": points}]
    if formula.attended:
        said.append(_("Taking part brings %(points)s more.") % {"points": formula.attended})
    if formula.best:
        many = ngettext(
            "Of a player's results the best %(count)s counts.",
            "Of a player's results the best %(count)s count.",
            formula.best,
        )
        said.append(many % {"count": formula.best})
    said.append(_("Equal totals are parted by the best single result, then by the next best."))
    return said


def _table(found: League, table: Table) -> dict[str, Any]:
    divisions = _divisions(found.state.league)
    division = next((one for one in divisions if one.name == table.name), Division(name="-"))
    return {
        "name": table.name or (_("Without a division") if divisions else ""),
        "up": division.up,
        "down": division.down,
        "rows": [_row(found, one) for one in table.places],
    }


def _divisions(formula: LeagueSet | None) -> tuple[Division, ...]:
    return formula.divisions if formula else ()


def _row(found: League, row: Place) -> dict[str, Any]:
    parts = {one.tournament: one for one in row.parts}
    moves = {"up": _("goes up"), "down": _("goes down")}
    return {
        "place": f"{row.place}=" if row.shared else str(row.place),
        "player": row.player,
        "name": found.names.get(row.player, "?"),
        "total": number(row.total),
        "move": moves.get(row.move, ""),
        "chip": "good" if row.move == "up" else "warn",
        "cells": [
            {
                "tournament": one,
                "part": parts.get(one.id),
                "value": number(parts[one.id].value) if one.id in parts else "",
            }
            for one in found.tournaments
        ],
    }


@staff_of(SEASON)
def desk(request: HttpRequest, event: UUID) -> HttpResponse:
    """The formula, the tournaments that count, the divisions, and the season after this one."""
    if request.method != "POST":
        return _desk(request, event)
    do, who = request.POST.get("do", ""), identity.of_request(request)
    if do not in ACTIONS:
        raise Http404
    answered = attempt(lambda: ACTIONS[do](who, event, request.POST))
    if answered.refusal is not None:
        return _desk(request, event, answered.refusal)
    if do == "follow":
        messages.success(request, _("The next season is open, with everybody in their division."))
        return redirect("pages:league-desk", event=answered.value)
    messages.success(request, _("Done. The table of the league follows."))
    return redirect("pages:league-desk", event=event)


def _desk(request: HttpRequest, event: UUID, refusal: Refusal | None = None) -> HttpResponse:
    found, sent = _found(event), request.POST
    formula = found.state.league or LeagueSet()
    proposed_seats = proposed(formula.divisions, found.tables)
    seats = {player: one.name for one in formula.divisions for player in one.players} | proposed_seats
    if sent.get("do") == "set":
        seats = {name.removeprefix(SEAT): str(to) for name, to in sent.items() if name.startswith(SEAT)}
    rows = selectors.tournaments().filter(system=found.system).exclude(pk__in=uuids(found.state.counted))
    divisions = "\n".join(f"{one.name}; {one.up}; {one.down}" for one in formula.divisions)
    often = Counter(name.casefold() for name in found.names.values())
    context = season_context(event, "league") | {
        "key": uuid4().hex,
        "doubled": [name for name in dict.fromkeys(found.names.values()) if often[name.casefold()] > 1],
        "by": sent.get("by", formula.by),
        "points": sent.get("points", ", ".join(map(str, formula.points)) or POINTS),
        "attended": sent.get("attended", str(formula.attended)),
        "best": sent.get("best", str(formula.best)),
        "divisions": sent.get("divisions", divisions),
        "names": [one.name for one in formula.divisions],
        "proposed": bool(proposed_seats),
        "counted": found.tournaments,
        "others": list(rows[:MOST_TOURNAMENTS]) if not found.state.closed else [],
        "players": sorted((name, id_, seats.get(id_, "")) for id_, name in found.names.items()),
    }
    return with_refusal(request, "ladder/league_desk.html", context, refusal)


def _number(text: str, field: str) -> int:
    if not text.strip().isdecimal() or len(text.strip()) > 4:
        raise BadInput(field, _("a whole number"))
    return int(text)


def _set(who: identity.Identity, event: UUID, sent: QueryDict) -> Any:
    """The formula as it was typed; every player in the division that was picked."""
    seats: dict[str, list[str]] = {}
    for name, value in sent.items():
        if name.startswith(SEAT) and value:
            seats.setdefault(str(value), []).append(name.removeprefix(SEAT))
    points = [one for one in sent.get("points", "").replace(";", ",").split(",") if one.strip()]
    told = {
        "by": "score" if sent.get("by") == "score" else "places",
        "points": [_number(one, "points") for one in points],
        "attended": _number(sent.get("attended", "") or "0", "attended"),
        "best": _number(sent.get("best", "") or "0", "best"),
        "divisions": list(_typed(sent.get("divisions", "").splitlines(), seats)),
    }
    return commands.shape_league(who, event, told)


def _typed(lines: Iterable[str], seats: Mapping[str, list[str]]) -> Iterable[dict[str, Any]]:
    """`name; up; down`, one line each, the highest first."""
    for line in filter(None, map(str.strip, lines)):
        name, up, down, *_rest = [*(part.strip() for part in line.split(";")), "0", "0"]
        yield {
            "name": name,
            "up": _number(up or "0", "divisions"),
            "down": _number(down or "0", "divisions"),
            "players": seats.get(name, []),
        }


def _chosen(sent: QueryDict) -> UUID:
    found = next(iter(uuids([sent.get("tournament", "")])), None)
    if found is None:
        raise BadInput("tournament", _("must be given"))
    return found


def _count(who: identity.Identity, event: UUID, sent: QueryDict) -> Any:
    weight = _number(sent.get("weight", "1"), "weight")
    return commands.count_tournament(who, event, _chosen(sent), weight=weight)


def _leave_out(who: identity.Identity, event: UUID, sent: QueryDict) -> Any:
    return commands.leave_out(who, event, _chosen(sent), reason=sent.get("reason", ""))


def _follow(who: identity.Identity, event: UUID, sent: QueryDict) -> UUID:
    key = sent.get("key", "")
    return commands.follow_season(
        who, event, name=sent.get("name", ""), starts=timezone.now(), key=f"{key}:follow" if key else None
    )


ACTIONS: Mapping[str, Callable[[identity.Identity, UUID, QueryDict], Any]] = {
    "set": _set,
    "count": _count,
    "leave-out": _leave_out,
    "follow": _follow,
}
