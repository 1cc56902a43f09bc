"""Whole events with facts of a table that are made up. Called through the game's descriptor."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from games.examples import imagined
from games.ruleset import Event, NextEvent
from games.simulated import filled
from games.super_fantasy_brawl import simulate_turns
from games.super_fantasy_brawl.finish import points
from games.super_fantasy_brawl.simulate_setup import event_of, own_pool
from games.super_fantasy_brawl.simulate_table import SimulatedTable
from games.super_fantasy_brawl.state import SfbState, mode_of
from games.system import Dice


def examples(state: SfbState, told: NextEvent, dice: Dice) -> Iterable[Event]:
    """What a simulated table would tell of the offer."""
    return imagined(state, told, dice, lambda rng, seed: _table(state, rng, seed), _event)


def _table(state: SfbState, rng: Any, seed: str) -> SimulatedTable:
    table = SimulatedTable(rng, seed)
    table.state = state
    return table


def _event(table: SimulatedTable, told: NextEvent) -> Event | None:
    if told.type == "pool_registered":
        return filled(table, told, own_pool(table, told))
    if told.type in MADE:
        return MADE[told.type](table, told)
    return event_of(table, told)


def _turn(table: SimulatedTable, told: NextEvent) -> Event:
    """A turn in which champions may fall; one that brings nobody a point where that cannot be."""
    turn = simulate_turns.turn(simulate_turns.Reports(table), told.choices["player"][0])
    return turn if table.may(turn) else filled(table, told, {"vp_after": points(table.state)})


def _result(table: SimulatedTable, told: NextEvent) -> Event:
    """One side has all the points that win, for challenges."""
    winner, target = table.rng.choice(tuple(table.state.sides)), mode_of(table.state).target
    vp = {side: target if side == winner else 0 for side in table.state.sides}
    none = dict.fromkeys(vp, 0)
    reason = {"winner": winner, "rounds": 5, "reason": "vp_target"}
    return filled(table, told, {**reason, "vp": vp, "challenge_vp": vp, "knockout_vp": none})


MADE: dict[str, Callable[[SimulatedTable, NextEvent], Event]] = {
    "turn_recorded": _turn,
    "match_result_recorded": _result,
}
