"""What the rules do by themselves after every event, until somebody has to do something (section 10 of the rules)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.bushido.chapters.turns import owes_die
from games.bushido.full import activate, band, begin, close, declare, duel, fear, helping, trials
from games.bushido.full.common import acting, noted, put, released, stands_here, table, touching
from games.bushido.full.effects import lapsed
from games.bushido.full.feats import ki_feats
from games.bushido.full.fighting import exchange, shots, strike
from games.bushido.full.state import Body
from games.bushido.full.steps import STARTING, now
from games.bushido.state import BusState, wiped_out
from games.remembered import remembered

Follows = Callable[[BusState], BusState]


def settle(state: BusState) -> BusState:
    """From step to step, until one needs a choice, dice or a fact of the table."""
    state = freed = _freed(state)
    state = _cut_off(state)
    while state.phase in ("setup", "turns"):
        if table(state).step in (*STARTING, "main") and wiped_out(state):
            state = _wiped_out(state)
        follows = FOLLOWS.get(now(state))
        if follows is None:
            break
        after = follows(state)
        if after is state:
            break
        state = after
    return state if state is freed or _stands_as(freed, state) else _freed(state)


def _stands_as(before: BusState, after: BusState) -> bool:
    """Whether nobody was moved, marked or removed."""
    old, new = table(before), table(after)
    return old.bodies is new.bodies and old.contacts is new.contacts and before.models is after.models


def _freed(state: BusState) -> BusState:
    """BUS-COND-09: who is no longer in contact with the holder is not Held."""
    for name, holder in _held(table(state).bodies):
        if holder not in touching(state, name):
            state = released(state, name, holder)
    return state


@remembered
def _held(bodies: dict[str, Body]) -> list[tuple[str, str]]:
    """(model, holder) of all who are Held by somebody."""
    return [
        (name, one.by)
        for name, body in bodies.items()
        if body.markers
        for one in body.markers
        if one.kind == "held" and one.by is not None
    ]


def _cut_off(state: BusState) -> BusState:
    """BUS-LOG-04: the activation of a model that left play is over."""
    full = table(state)
    one = full.acting
    if one is None or one.resolved or stands_here(state, one.model):
        return state
    if full.exchange is not None and full.exchange.finals:
        state = strike.closed(state)
    return activate.ended(state, 0)


def _wiped_out(state: BusState) -> BusState:
    """BUS-TURN-17, BUS-END-06: no model in play: the End phase at once."""
    why = "BUS-TURN-17", "BUS-END-06"
    idle: dict[str, Any] = {"acting": None, "band": None, "passed": None, "shifts": ()}
    return noted(lapsed(state), "active", *why, active=None, step="end_effects", **idle)


def _length(state: BusState) -> BusState:
    """BUS-TURN-02: no die where the length asks for none."""
    return state if owes_die(state, state.turn) else put(state, step="ki")


def _start(state: BusState) -> BusState:
    """Straight into the Main phase where nobody has anything to choose before it."""
    return state if begin.may_start(state) else begin.into_main(state)


def _tested(state: BusState) -> BusState:
    """BUS-TEST-18: who fails by itself does not roll."""
    return trials.decided(state, False) if fear.fails_by_itself(state, table(state).tests[0]) else state


def _fought(state: BusState) -> BusState:
    """BUS-TRT-46, -73, BUS-MEL-15: everybody moves before anybody fights; nobody fights whom it does not touch."""
    if not band.has_to_fight(state, acting(state)):
        return declare.done(state)
    return band.waits(state) or exchange.opened(state)


def _meeting(state: BusState) -> BusState:
    """BUS-MEL-15: an exchange of models that no longer touch is over."""
    return state if strike.meet(state) else strike.closed(state)


FOLLOWS: dict[str, Follows] = {
    "test": _tested,
    "fight": _fought,
    "member": band.onward,
    "command": band.commanded,
    "allocate": _meeting,
    "roll": _meeting,
    "strike": strike.struck,
    "orders": helping.ordered,
    "heal": helping.mended,
    "feat": ki_feats.unaimed,
    "duel": duel.without_dice,
    "melee": activate.impossible,
    "charge": activate.impossible,
    "aim": shots.loaded,
    "wound": shots.wounding,
    "shot_over": shots.over,
    "wait": declare.waited,
    "focus": declare.focused,
    "stand_up": declare.stood_up,
    "perform": declare.did,
    "end_rest": close.end_rest,
    "ready": begin.turn_started,
    "length": _length,
    "ki": begin.ki_generated,
    "start": _start,
    "main": activate.next_active,
    "done": activate.completed,
    "end_effects": close.end_effects,
    "end_damage": close.end_damage,
    "expiry": close.expiry,
    "score": close.awarded,
    "next": begin.turn_started,
}
