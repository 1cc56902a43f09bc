"""Whole events with facts of a table that are made up. Called through the game's descriptor."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from games.bushido import simulate_full, simulate_turns
from games.bushido.events import MatchResultRecorded
from games.bushido.rules import Bushido
from games.bushido.simulate import bring_warbands
from games.bushido.simulate_turns import SimulatedTable
from games.bushido.state import BusState, facts_of
from games.examples import imagined
from games.ruleset import Event, NextEvent
from games.simulated import filled
from games.system import Dice


def examples(state: BusState, told: NextEvent, dice: Dice) -> Iterable[Event]:
    """What a simulated table would tell of the offer."""
    return imagined(state, told, dice, lambda rng, seed: SimulatedTable(Bushido(), state, rng, seed), _event)


def _event(table: SimulatedTable, told: NextEvent) -> Event | None:
    make = MADE.get(told.type)
    if make is not None:
        make(table)
        return None
    return filled(table, told, {}) if table.state.full is None else simulate_full.event_of(table, told)


def _reported(table: SimulatedTable) -> None:
    """A match without points that the clock ended."""
    sides = table.state.sides
    reason: Any
    for reason in ("time", "last_turn"):
        for turn in range(7):
            told = MatchResultRecorded(
                last_turn=turn, reason=reason, vp=dict.fromkeys(sides, 0), sp=dict.fromkeys(sides, 0)
            )
            if table.may(told):
                table.log(told)
                return


MADE: dict[str, Callable[[SimulatedTable], None]] = {
    "warband_registered": lambda table: bring_warbands(table, facts_of(table.state).most_models),
    "turn_recorded": simulate_turns.play,
    "match_result_recorded": _reported,
}
