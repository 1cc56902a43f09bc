"""The match row: status, score lines with the event that made each of them, and the VP chart.

What changes in the score lines after an event was made by that event (`Source.steps`): so every figure opens down to
its event, whatever the system.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import JSONField

from games.ruleset import LineKey
from tracker.models import MatchRow, Player
from tracker.projections.source import Source, Step, day_of, overtaken_each, place_of, put_each
from tracker.systems import uuids


def line_sources(steps: Iterable[Step]) -> dict[LineKey, int]:
    """Key of a score line -> seq of the event that last made or changed it."""
    return {line.key: step.seq for step in steps for line in step.changed}


def save(source: Source) -> None:
    """Writes the row of a match; one whose table was not opened, or whose opening was taken back, has no sides, and
    no row."""
    save_each([source])


def save_each(sources: Sequence[Source]) -> None:
    """The same for several matches, in as few statements. Sources in the order of their streams."""
    opened = [(one, sides) for one in sources if (sides := _sides(one))]
    late = overtaken_each(MatchRow, sources) if sources else set()
    closed = {one.stream.id for one in sources} - {one.stream.id for one, _ in opened} - late
    if closed:
        MatchRow.objects.filter(stream_id__in=closed).delete()
    if not opened:
        return
    rows = [(one, _row(one, sides)) for one, sides in opened if one.stream.id not in late]
    put_each(MatchRow, rows)
    _seat({one.stream.id: seated(sides) for one, sides in opened if one.stream.id not in late})


def _sides(source: Source) -> dict[str, tuple[str, ...]]:
    """Who sits where; empty while nobody sits anywhere."""
    sides = source.rules.sides(source.state)
    return sides if any(sides.values()) else {}


def _seat(wanted: dict[UUID, set[UUID]]) -> None:
    """Links matches to those of their players who are known here."""
    links = MatchRow.players.through.objects
    named = {(match, player) for match, players in wanted.items() for player in players}
    stored = links.filter(matchrow_id__in=wanted).values_list("id", "matchrow_id", "player_id")
    there = {(match, player): id_ for id_, match, player in stored}
    if there.keys() == named:
        return
    known = set(Player.objects.filter(id__in={player for _, player in named}).values_list("id", flat=True))
    right = {(match, player) for match, player in named if player in known}
    if gone := [there[link] for link in there.keys() - right]:
        links.filter(id__in=gone).delete()
    new = [links.model(matchrow_id=match, player_id=player) for match, player in sorted(right - there.keys())]
    # The same link by another process meanwhile is no fault; any other conflict is one, and is raised.
    links.bulk_create(
        new, update_conflicts=True, unique_fields=["matchrow", "player"], update_fields=["player"]
    )


def seated(sides: dict[str, tuple[str, ...]]) -> set[UUID]:
    """Everybody who sits at the table and has a player's id."""
    return set(uuids(player for players in sides.values() for player in players))


def expected(source: Source) -> MatchRow | None:
    """The row as `save` writes it, its players aside, without touching what is stored."""
    sides = _sides(source)
    if not sides:
        return None
    row = MatchRow(stream_id=source.stream.id, version=source.version, **_row(source, sides))
    for field in MatchRow._meta.concrete_fields:
        if isinstance(field, JSONField):
            setattr(row, field.attname, json.loads(json.dumps(getattr(row, field.attname))))
    return row


def _row(source: Source, sides: dict[str, tuple[str, ...]]) -> dict[str, Any]:
    outcome = source.rules.outcome(source.state)
    made_by = line_sources(source.steps)
    place, day = place_of(source), day_of(source)
    return {
        "tournament_id": place.tournament if place else None,
        "campaign_id": day.campaign if day else None,
        "system": source.stream.system,
        "round": place.round if place else None,
        "table": place.table if place else None,
        "status": outcome.status,
        "winner": outcome.winner,
        "turn": outcome.turn,
        "contested": getattr(source.state, "contested", None) is not None,
        "sides": {side: list(players) for side, players in sides.items()},
        "vp": outcome.vp,
        "lines": [msgspec.to_builtins(line) | {"seq": made_by.get(line.key)} for line in outcome.lines],
        "chart": chart(source.steps),
    }


def chart(steps: Iterable[Step]) -> list[dict[str, Any]]:
    """VP of each side after each turn: [{"turn", "vp", "seq"}], the last point of a turn standing for the turn."""
    points: dict[int, dict[str, Any]] = {}
    for step in steps:
        points[step.outcome.turn] = {"turn": step.outcome.turn, "vp": step.outcome.vp, "seq": step.seq}
    return [points[turn] for turn in sorted(points)]
