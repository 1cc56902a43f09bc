"""Leagues: the table of a season over its tournaments, by its published formula. Queries do not grow with them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Max
from msgspec.structs import replace

from tracker import appended, warm
from tracker.models import SamePerson, StandingRow, TournamentRow
from tracker.rulesets.season.league import Finish, Table, tables
from tracker.rulesets.season.state import SeasonState
from tracker.selectors.people import player_names
from tracker.selectors.tournaments import unplayed
from tracker.standings.given import STAGE
from tracker.systems import SEASON, uuids

FINISHED = "finished"


class Counted(NamedTuple):
    """A tournament of the league; `over`: its results count."""

    id: str
    name: str
    weight: int
    over: bool


class League(NamedTuple):
    """The season with its formula, its tournaments, its tables and the names in them."""

    stream: UUID
    version: int
    system: str
    state: SeasonState
    tournaments: list[Counted]
    tables: tuple[Table, ...]
    names: dict[str, str]


def league(season: UUID) -> League | None:
    """The league of a season; None for anything else."""
    try:
        now = warm.current(season)
    except warm.UnknownStream:
        return None
    if now.kind != SEASON or not now.state.name:
        return None
    state = of_persons(now.state)
    rows = _tournaments(state.counted)
    counted = [
        Counted(key, one.name, state.counted[key], one.status == FINISHED)
        for key, one in ((str(one.pk), one) for one in rows)
        if one.system == now.system and key in state.counted
    ]
    found = tables(state, _finishes([one.id for one in counted if one.over]))
    names = player_names(place.player for table in found for place in table.places)
    return League(season, now.head.version, now.system, state, counted, found, names)


def of_persons(state: SeasonState) -> SeasonState:
    """The season with everybody in the divisions as the person who they are by now, in the highest of several."""
    if state.league is None or not state.league.divisions:
        return state
    persons = {str(one): str(person) for one, person in SamePerson.persons().items()}
    seated = set[str]()
    divisions = []
    for division in state.league.divisions:
        people = dict.fromkeys(persons.get(player, player) for player in division.players)
        players = tuple(one for one in people if one not in seated)
        seated.update(players)
        divisions.append(replace(division, players=players))
    return replace(state, league=replace(state.league, divisions=tuple(divisions)))


def finishes_of(state: SeasonState) -> dict[str, list[Finish]]:
    """How the tournaments of a season that are over have ended."""
    rows = _tournaments(state.counted)
    return _finishes([str(one.pk) for one in rows if one.status == FINISHED and one.system == state.system])


def _tournaments(ids: Iterable[str]) -> list[TournamentRow]:
    """In the order in which they were opened, whenever they were taken in."""
    found = uuids(ids)
    appended.bring_up_own()
    rows = TournamentRow.objects.filter(pk__in=found).order_by("stream__opened_at", "pk")
    return list(rows) if found else []


def _finishes(tournaments: list[str]) -> dict[str, list[Finish]]:
    """Of each tournament its last standings, without those who were entered and never played; who is one person by now
    has one line, the better one.
    """
    if not tournaments:
        return {}
    rows = StandingRow.objects.filter(tournament__in=uuids(tournaments))
    last = dict(rows.order_by().values_list("tournament").annotate(last=Max("round")))
    found: dict[str, dict[str, Finish]] = {}
    persons = SamePerson.persons()
    absent, passed = unplayed(uuids(tournaments)), dict[UUID, list[int]]()
    for row in rows.order_by("tournament", "rank", "player_id"):
        if row.round != last[row.tournament_id]:
            continue
        if (row.tournament_id, row.player_id) in absent:
            passed.setdefault(row.tournament_id, []).append(row.rank)
            continue
        place = row.rank - sum(rank < row.rank for rank in passed.get(row.tournament_id, ()))
        first = _first(row.figures)
        player = str(persons.get(row.player_id, row.player_id))
        score = Fraction(first["top"], first["bottom"] or 1)
        ended = found.setdefault(str(row.tournament_id), {})
        ended.setdefault(player, Finish(player, place, score))
    return {tournament: list(ended.values()) for tournament, ended in found.items()}


def _first(figures: list[dict[str, Any]]) -> dict[str, Any]:
    """The figure that a tournament brings by its score: how many a play-off leaves behind only where nothing else is
    counted, since all who missed it leave nobody behind."""
    counted = [figure for figure in figures if figure["id"] != STAGE]
    return next(iter((*counted, *figures)), {"top": 0, "bottom": 1})
