"""The chapters of full detail: which modules judge and fold its events.

`games.senjutsu.rules` uses them for every match that has a `full` table. Events that mean the same at every level
(opening, registration, annulment) keep their chapter of `games.senjutsu`.
"""

from __future__ import annotations

from typing import Any

from games.chapters import Check, Checks, Fold, Folds, checks, folds
from games.ruleset import Actor
from games.senjutsu import events as e
from games.senjutsu.full import (
    afflictions,
    after_attack,
    choose,
    discard,
    draw,
    effects,
    ending,
    gains,
    hands,
    instants,
    order,
    pay,
    phases,
    replace,
    reveal,
    setup,
    zone_moves,
)
from games.senjutsu.full.attacks import attack, block, counter
from games.senjutsu.full.effect_events import EFFECT_EVENTS
from games.senjutsu.full.events import TABLE_EVENTS, InstantPlayed
from games.senjutsu.full.foes import foe_choice, foe_counter, joining, levels, stand_in, virtual, waves
from games.senjutsu.full.movement import collide, move, ring
from games.senjutsu.full.preconditions import whose
from games.senjutsu.permissions import Violations
from games.senjutsu.state import SenjutsuState

EVENT_TYPES = (*TABLE_EVENTS, *EFFECT_EVENTS)
ALL = (*e.EVENT_TYPES, *EVENT_TYPES)
AROUND = (
    setup,
    hands,
    draw,
    phases,
    choose,
    reveal,
    pay,
    replace,
    order,
    zone_moves,
    discard,
    ring,
    gains,
    ending,
)
ON_THE_HEXES = (move, collide, attack, after_attack, block, counter, effects, afflictions)
WITH_OPPONENTS = (joining, waves, levels, virtual, foe_choice, foe_counter)
"""What they judge and fold comes before the chapters of players."""


def check_instant_played(state: SenjutsuState, event: InstantPlayed, by: Actor) -> Violations:
    """A replacement belongs to the reveal, other instants to the hexes."""
    replaces = event.kind == "replacement"
    return (replace.check_replacement_played if replaces else instants.check_instant_played)(state, event, by)


def on_instant_played(state: SenjutsuState, event: InstantPlayed) -> SenjutsuState:
    """As `check_instant_played`."""
    replaces = event.kind == "replacement"
    return (replace.on_replacement_played if replaces else instants.on_instant_played)(state, event)


def _check_by_actor(own: Check[SenjutsuState], foe: Check[SenjutsuState]) -> Check[SenjutsuState]:
    """For an event of both: the opponents' chapter where a virtual opponent acts."""

    def check(state: SenjutsuState, event: Any, by: Actor) -> Violations:
        return (foe if state.foes and whose(event) in state.foes else own)(state, event, by)

    return check


def _fold_by_actor(own: Fold[SenjutsuState], foe: Fold[SenjutsuState]) -> Fold[SenjutsuState]:
    def fold(state: SenjutsuState, event: Any) -> SenjutsuState:
        return (foe if state.foes and whose(event) in state.foes else own)(state, event)

    return fold


CHECKS: Checks[SenjutsuState] = {
    **checks(ALL, *AROUND, *ON_THE_HEXES),
    **checks(ALL, *WITH_OPPONENTS),
    InstantPlayed: check_instant_played,
}
FOLDS: Folds[SenjutsuState] = {
    **folds(ALL, *AROUND, *ON_THE_HEXES),
    **folds(ALL, *WITH_OPPONENTS),
    InstantPlayed: on_instant_played,
}
CHECKS |= {kind: _check_by_actor(CHECKS[kind], check) for kind, check in checks(ALL, stand_in).items()}
FOLDS |= {kind: _fold_by_actor(FOLDS[kind], fold) for kind, fold in folds(ALL, stand_in).items()}
assert set(EVENT_TYPES) <= CHECKS.keys() & FOLDS.keys(), "every event of full detail has its chapter"
