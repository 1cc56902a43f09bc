"""Whole events with facts of a table that are made up. Called through the game's descriptor."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import Any

from games.examples import imagined
from games.ruleset import Event, NextEvent
from games.simulated import filled
from games.super_fantasy_brawl import simulate_turns
from games.super_fantasy_brawl.finish import points
from games.super_fantasy_brawl.full.arena import cell_of
from games.super_fantasy_brawl.full.frame import action_of, owner_of
from games.super_fantasy_brawl.full.hits import hit
from games.super_fantasy_brawl.full.moves_effects import stuns
from games.super_fantasy_brawl.full.state import Seat
from games.super_fantasy_brawl.full.zones import seat
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


def _resolved(table: SimulatedTable, told: NextEvent) -> Event:
    """Damage of an attack whose numbers nobody imported."""
    action = action_of(table.state)
    standing = [one for one in action.targets if cell_of(table.state, one) is not None] if action else []
    return filled(table, told, {"targets": [hit(one, table.rng.randint(1, 4), 0, 1, 0) for one in standing]})


def _stunned(table: SimulatedTable, told: NextEvent) -> Event:
    """A card of the hand goes or the whole hand is shown, by made-up names as far as nobody noted its cards."""
    champion, cause, source = next(iter(stuns(table.state)), ("", "effect", None))
    own = seat(table.state, owner_of(table.state, champion))
    hand = (*own.held, *_unheard_of(own, own.hand - len(own.held)))
    goes = {"discarded": table.rng.choice(hand)} if table.chance(0.5) else {"shown": hand}
    return filled(table, told, {"champion": champion, "cause": cause, "source": source, **goes})


def _unheard_of(own: Seat, count: int) -> tuple[str, ...]:
    """So many names that no card of the player has."""
    known = {*own.held, *own.open, *own.play, *own.top, *(own.cards or ())}
    free = (name for number in itertools.count(1) if (name := f"card {number}") not in known)
    return tuple(itertools.islice(free, count))


MADE: dict[str, Callable[[SimulatedTable, NextEvent], Event]] = {
    "turn_recorded": _turn,
    "match_result_recorded": _result,
    "attack_resolved": _resolved,
    "champion_stunned": _stunned,
}
