"""How guards of a simulated match move: by cards, on hearing, through the passage."""

from __future__ import annotations

from typing import Any

from games.ninja.full import events as f
from games.ninja.full.apart import guards_inside, inside_of, known_at, passages
from games.ninja.full.passage import exits
from games.ninja.full.piles import on_table
from games.ninja.full.table import first_due, full_of, map_of
from games.ninja.maps import UNKNOWN_EXIT, graph
from games.ninja.played.seats import (
    Match,
    guards,
)
from games.ninja.state import NinjaState


def any_move(table: Match, group: tuple[str, ...], cause: Any, left: int, least: int = 0) -> f.GuardsMoved:
    state = table.state
    at = full_of(state).figures[group[0]].zone
    moved = any(full_of(state).figures[one].moved for one in group) and first_due(state).cause != "awaken"
    steps = 0 if moved else table.rng.randint(least, 2)
    path: list[str] = []
    for _ in range(steps):
        if path and _stops(state, path[-1]):
            break
        path.append(_stepped(table, path[-1] if path else at, len(group)))
    ends = map_of(state).guard_path.get(path[-1] if path else at, ())
    facing = table.rng.choice(ends) if len(group) > 1 and ends else None
    name = f"q{state.turn}-{len(table.logged)}" if left > 1 else None
    return f.GuardsMoved(guards=group, path=tuple(path), cause=cause, facing=facing, patrol=name)


def _stops(state: NinjaState, zone: str) -> bool:
    """Where a way ends: in a canal, in the passage or on its unknown side, where a figure stands."""
    met = any(shown.visible == zone for shown in full_of(state).shown.values())
    return met or zone in map_of(state).canals or zone in (*passages(state), UNKNOWN_EXIT)


def _stepped(table: Match, at: str, number: int) -> str:
    """A zone next door; into the passage where there is room, and out of it by any way."""
    if at in passages(table.state):
        return table.rng.choice(exits(table.state, at))
    room = on_table(table.state) - len(guards_inside(table.state))
    known = known_at(table.state, at)
    if known and room >= number and not table.state.options.no_passage_discovery:
        return inside_of(known[0])
    return table.rng.choice(sorted(graph(map_of(table.state)).open[at]))


def one_step(table: Match) -> None:
    """NIN-PASS-15: one step more after the way out of the passage."""
    group = full_of(table.state).may_step
    zone = table.rng.choice(
        sorted(graph(map_of(table.state)).open[full_of(table.state).figures[group[0]].zone])
    )
    ends = map_of(table.state).guard_path.get(zone, ())
    facing = table.rng.choice(ends) if len(group) > 1 and ends else None
    guards(table, f.GuardsMoved(guards=group, path=(zone,), cause="card", facing=facing))
