"""The match row: status, score lines with the event that made each of them, and the VP chart.

The log is folded step by step; whatever changes in the score lines after an event was made by that event. So every
figure opens down to its event, whatever the system.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from games.replay import standing
from games.ruleset import Outcome, ScoreLine
from tracker.models import MatchRow, Player
from tracker.projections.source import Source, day_of, overtaken, place_of, put
from tracker.systems import uuids


class Step(NamedTuple):
    """The score after one event that changed it."""

    seq: int
    outcome: Outcome
    changed: tuple[ScoreLine, ...]


def steps(source: Source) -> Iterator[Step]:
    """Every event that changed the score, with the lines that it made or changed."""
    state, before = source.rules.initial(source.setup), Outcome(status="open", vp={})
    for entry in standing(source.entries):
        state = source.rules.evolve(state, entry.event)
        outcome = source.rules.outcome(state)
        if outcome.lines != before.lines or outcome.vp != before.vp or outcome.turn != before.turn:
            old = set(before.lines)
            yield Step(entry.seq, outcome, tuple(line for line in outcome.lines if line not in old))
        before = outcome


def line_sources(all_steps: list[Step]) -> dict[tuple[Any, ...], int]:
    """Score line key (side, player, source, turn) -> seq of the event that last made or changed it."""
    return {_key(line): step.seq for step in all_steps for line in step.changed}


def _key(line: ScoreLine) -> tuple[Any, ...]:
    return (line.side, line.player, line.source, line.turn)


def save(source: Source) -> None:
    """Writes the row of a match; one whose table was never opened has no sides yet, and no row."""
    sides = source.rules.sides(source.state)
    if not sides or overtaken(MatchRow, source):
        return
    row = put(MatchRow, source, _row(source, sides))
    row.players.set(
        Player.objects.filter(id__in=uuids(player for players in sides.values() for player in players))
    )


def _row(source: Source, sides: dict[str, tuple[str, ...]]) -> dict[str, Any]:
    outcome = source.rules.outcome(source.state)
    all_steps = list(steps(source))
    made_by = line_sources(all_steps)
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
        "lines": [msgspec.to_builtins(line) | {"seq": made_by.get(_key(line))} for line in outcome.lines],
        "chart": chart(all_steps),
    }


def chart(all_steps: list[Step]) -> list[dict[str, Any]]:
    """VP of each side after each turn: [{"turn", "vp", "seq"}], the last point of a turn standing for the turn."""
    points: dict[int, dict[str, Any]] = {}
    for step in all_steps:
        points[step.outcome.turn] = {"turn": step.outcome.turn, "vp": step.outcome.vp, "seq": step.seq}
    return [points[turn] for turn in sorted(points)]
