"""Whole events with facts of a table that are made up. Called through the game's descriptor."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from games.examples import imagined
from games.ruleset import Event, NextEvent
from games.senjutsu import simulate_end, simulate_turns
from games.senjutsu.play.table import PlayTable
from games.senjutsu.play.told import event_of
from games.senjutsu.simulate_table import SimulatedTable
from games.senjutsu.state import SenjutsuState
from games.simulated import filled
from games.system import Dice


def examples(state: SenjutsuState, told: NextEvent, dice: Dice) -> Iterable[Event]:
    """What a simulated table would tell of the offer."""
    kind: Any = SimulatedTable if state.full is None else PlayTable
    return imagined(state, told, dice, lambda rng, seed: kind(state, rng, seed), _event)


def _event(table: SimulatedTable, told: NextEvent) -> Event | None:
    make = MADE.get(told.type)
    if make is not None:
        make(table, told)
        return None
    return event_of(table, told) if isinstance(table, PlayTable) else filled(table, told, {})


def _turn(table: SimulatedTable, told: NextEvent) -> None:
    simulate_turns.play_turn(table, 0.35, 0.35)


def _end(table: SimulatedTable, told: NextEvent) -> None:
    if table.state.detail == "summary":
        simulate_end.report_match(table)
    else:
        simulate_end.finish(table)


MADE: dict[str, Callable[[Any, NextEvent], None]] = {
    "turn_recorded": _turn,
    "match_finished": _end,
}
