"""A player's page, for everyone: the events, and every match with what came of it. Linked wherever a name stands."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.ruleset import DRAW
from tracker import identity, selectors
from tracker.commands import tables_of
from tracker.messages import language
from tracker.models import MatchRow
from tracker.pages.event.tables import score_of
from tracker.pages.ladder.ratings import view as rating_view
from tracker.pages.match_forms import pages_of
from tracker.selectors import ladders
from tracker.selectors.careers import Career, career_of
from tracker.selectors.persons import players_of_person
from tracker.selectors.ratings import ratings_of
from tracker.selectors.taken_part import days_of, entries_of, played_by

EVENTS = 100
MATCHES = 50
FOES = 12


class Played(NamedTuple):
    """A match as the player's page lists it, the player's own points first. `outcome`: won, lost, draw or empty."""

    match: UUID
    opened: datetime
    where: str
    where_url: str
    side: str
    friends: str
    foes: str
    points: str
    outcome: str
    status: str
    contested: bool


def player(request: HttpRequest, player: UUID) -> HttpResponse:
    """Events with the place reached, then the matches, `MATCHES` at a time."""
    who = selectors.players_named([player]).first()
    if who is None:
        raise Http404
    page = request.GET.get("page", "1")
    start = MATCHES * (max(1, int(page)) - 1) if page.isdecimal() and len(page) < 6 else 0
    players = players_of_person(player)
    rows = list(played_by(players)[start : start + MATCHES + 1])
    entries: list[Any] = list(entries_of(players)[:EVENTS])
    for entry in entries:
        row = selectors.without_draft(entry.tournament.tournament_row)
        entry.list_shown = bool(entry.list_revision and row.options.get("lists_public"))
    person = frozenset(map(str, players))
    career, shown = career_of(person), rows[:MATCHES]
    foes = sorted(career.foes.items(), key=lambda one: -one[1].all)[:FOES]
    names = selectors.player_names({*_seated(shown), *(foe for foe, _tally in foes)})
    context = {
        **(_record(career) if career.total.all else {}),
        "foes": [(foe, names[foe], tally) for foe, tally in foes if foe in names],
        "own": str(player) in identity.of_request(request).players,
        "player": who,
        "entries": entries,
        "days": list(days_of(players)[:EVENTS]),
        "matches": [_played(row, person, names) for row in shown],
        "next": start // MATCHES + 2 if len(rows) > MATCHES else None,
        "standings": [rating_view(one) for one in ratings_of(players)],
        "ranked": ladders.runs_of(players).exists(),
    }
    return render(request, "player/player.html", context)


def _record(career: Career) -> dict[str, Any]:
    """What all confirmed matches came to."""
    lang = language()
    return {
        "career": career,
        "streak": _streak(career),
        "by_side": [
            (tables_of(system).name.to(lang), pages_of(system).side_name(side, lang), tally)
            for (system, side), tally in sorted(career.sides.items())
        ],
    }


def _streak(career: Career) -> str:
    assert career.streak is not None
    said = {
        "won": ngettext("%(count)d win", "%(count)d wins in a row", career.streak.length),
        "drawn": ngettext("%(count)d draw", "%(count)d draws in a row", career.streak.length),
        "lost": ngettext("%(count)d loss", "%(count)d losses in a row", career.streak.length),
    }
    return said[career.streak.outcome] % {"count": career.streak.length}


def played(rows: list[MatchRow], person: frozenset[str]) -> list[Played]:
    """The matches in words; one query for all names."""
    names = selectors.player_names(_seated(rows))
    return [_played(row, person, names) for row in rows]


def _seated(rows: list[MatchRow]) -> set[str]:
    return {one for row in rows for seats in row.sides.values() for one in seats}


def _played(row: MatchRow, person: frozenset[str], names: Mapping[str, str]) -> Played:
    own = next(side for side, seats in row.sides.items() if person.intersection(seats))
    others = [side for side in row.sides if side != own]
    where, url = _where(row)
    over = row.status != "open"
    return Played(
        match=row.pk,
        opened=row.stream.opened_at,
        where=where,
        where_url=url,
        side=pages_of(row.system).side_name(own, language()),
        friends=_named([one for one in row.sides[own] if one not in person], names),
        foes=_named([one for side in others for one in row.sides[side]], names),
        points=score_of(row, (own, *others)) if over else "",
        outcome=_outcome(row, own) if over else "",
        status=row.status,
        contested=row.contested,
    )


def _named(players: list[str], names: Mapping[str, str]) -> str:
    return ", ".join(names.get(one, "?") for one in players)


def _where(row: MatchRow) -> tuple[str, str]:
    """The event with its page; of a match outside events the name of the game."""
    if row.tournament is not None:
        told = {"event": row.tournament.tournament_row.name, "round": row.round}
        url = reverse("pages:pairings", args=[row.tournament_id])
        return _("%(event)s, round %(round)s") % told, f"{url}?round={row.round}"
    day: Any = row.campaign
    if day is not None:
        return day.campaign_row.name, reverse("pages:day", args=[row.campaign_id])
    return tables_of(row.system).name.to(language()), ""


def _outcome(row: MatchRow, own: str) -> str:
    if row.winner is None:
        return ""
    return "draw" if row.winner == DRAW else "won" if row.winner == own else "lost"
