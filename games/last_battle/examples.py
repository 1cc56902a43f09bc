"""Whole events with facts of a table that are made up. Called through the game's descriptor."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from games.examples import imagined
from games.last_battle import simulate_end, simulate_setup, simulate_turns
from games.last_battle.play import squads
from games.last_battle.play.claims import claim
from games.last_battle.play.table import PlayTable
from games.last_battle.play.told import event_of
from games.last_battle.state import LastBattleState
from games.ruleset import Event, NextEvent
from games.simulated import filled
from games.system import Dice


def examples(state: LastBattleState, told: NextEvent, dice: Dice) -> Iterable[Event]:
    """What a simulated table would tell of the offer."""
    return imagined(state, told, dice, lambda rng, seed: PlayTable(state, rng, seed), _event)


def _event(table: PlayTable, told: NextEvent) -> Event | None:
    full = table.state.full is not None
    make = {**MADE, **(CLAIMED if full else {})}.get(told.type)
    if make is not None:
        make(table, told)
        return None
    if not full:
        return filled(table, told, {})
    return event_of(table, told, told.players[0] if told.players else "")


def _hired(table: PlayTable, told: NextEvent) -> None:
    squad = table.state.squads[told.choices["player"][0]]
    if table.state.full is None:
        simulate_setup.hire(table, squad)
    else:
        squads.hire(table, squad)


def _noted(table: PlayTable, told: NextEvent) -> None:
    simulate_setup.note(table, table.state.squads[told.choices["player"][0]])


MADE: dict[str, Callable[[PlayTable, NextEvent], Any]] = {
    "squad_hired": _hired,
    "scheme_noted": _noted,
    "match_reported": lambda table, told: simulate_end.report_match(table),
    "turn_reported": lambda table, told: simulate_turns.play_turns(table, table.state.turn + 1),
    "fates_published": lambda table, told: simulate_end.publish_fates(table),
}
CLAIMED: dict[str, Callable[[PlayTable, NextEvent], Any]] = {"scheme_revealed": claim, "scheme_scored": claim}
