"""Activations and passes (BUS-TURN-11 to -16, BUS-ACT-01, -03, -06 to -08, -28, BUS-COND-11, -24)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.bushido.full import band
from games.bushido.full.allowed import FEATS, can_declare, declarable
from games.bushido.full.begin import check_arrivals, into_main
from games.bushido.full.common import (
    acting,
    acting_side,
    acts_for,
    agree,
    are_enemies,
    body,
    broken,
    engagements,
    has,
    in_contact,
    no_enemies,
    noted,
    own,
    put,
    side_of_model,
    stands_here,
    table,
    with_body,
    without,
)
from games.bushido.full.effects import lapsed
from games.bushido.full.events import (
    ActivationEnded,
    CounterTaken,
    MemberChosen,
    ModelActivated,
    PassTokenSpent,
)
from games.bushido.full.fighting.harm import clear_boosts
from games.bushido.full.state import NO_ACTING, Acting
from games.bushido.full.steps import now, told_now
from games.bushido.full.traits import trait
from games.bushido.permissions import Violations, staff_only
from games.bushido.state import BusState, other_side
from games.judging import first_broken
from games.remembered import remembered
from games.ruleset import Actor, RuleViolation

OVER = {"tests": (), "shifts": (), "harm": None, "shot": None, "duel": None, "spoken": ()}
"""What an action that is over waits for no longer."""
ILLEGAL_COST = 1
"""BUS-ACT-07: the counters of an action that has become impossible, a complex one too."""


def can_activate(state: BusState, side: str) -> bool:
    """BUS-ACT-01: whether a side has a model on the battlefield with a counter."""
    for name, one in table(state).bodies.items():
        if one.counters and side_of_model(state, name) == side and stands_here(state, name):
            return True
    return False


def active_side(state: BusState) -> str:
    """BUS-TURN-11, -15: whose move it is outside an activation; empty when the Main phase is over."""
    return table(upcoming(state)).active or ""


@remembered
def upcoming(state: BusState) -> BusState:
    """The Main phase as it stands once the choices of the Starting phase are over; in it nothing is left to do, since
    whose move it is has followed from the event before."""
    if table(state).step != "start":
        return state
    state = into_main(state)
    return next_active(state) if now(state) == "main" else state


def check_model_activated(state: BusState, event: ModelActivated, by: Actor) -> Violations:
    """BUS-TURN-12, BUS-ACT-01, -28: a model of the active side that may act."""
    return first_broken(
        told_now(state, by, None, "start", "main", rule="BUS-ACT-10"),
        acts_for(state, by, event.model),
        _check_active(state, side_of_model(state, event.model)),
        _check_ready(state, event.model),
        _check_seen(state, event),
        band.check_mates(upcoming(state), event),
    )


def _check_active(state: BusState, side: str) -> Violations:
    due = active_side(state)
    if side != due:
        first = table(state).step == "start" or acting(state) is NO_ACTING
        yield broken("BUS-TURN-11" if first else "BUS-TURN-15", told=side, expected=due or "nobody")
        yield RuleViolation("BUS-LOG-03", {"who": side})
    yield from check_arrivals(state)


def _check_ready(state: BusState, model: str) -> Violations:
    if not stands_here(state, model):
        yield RuleViolation("BUS-LOG-04", {"model": model})
        yield broken("BUS-GEN-20", model=model)
    elif not body(state, model).counters:
        yield broken("BUS-ACT-01", told=0, model=model)
    elif not has(state, model, "impetuous") and band.pressed(state, side_of_model(state, model)):
        yield broken("BUS-ACT-28", model=model)
        yield broken("BUS-COND-11", model=model)


def _check_seen(state: BusState, event: ModelActivated | MemberChosen) -> Violations:
    """BUS-LOG-04: enemies on the battlefield."""
    for name in no_enemies(state, event.model, (*event.in_zoc_of, *event.unseen_by, *event.hidden)):
        yield RuleViolation("BUS-LOG-04", {"model": name})


def on_model_activated(state: BusState, event: ModelActivated) -> BusState:
    """BUS-ACT-06: a model that can declare nothing is Exhausted at once."""
    state = lapsed(upcoming(state))
    side = side_of_model(state, event.model)
    one = Acting(
        event.model,
        side,
        contacts=engagements(state),
        unseen_by=event.unseen_by,
        hidden=event.hidden,
        in_zoc_of=event.in_zoc_of,
    )
    return _able(band.called(state, event, one), event.model)


def _able(state: BusState, model: str) -> BusState:
    return state if can_declare(state) else ended(state, body(state, model).counters, "BUS-ACT-06")


def check_member_chosen(state: BusState, event: MemberChosen, by: Actor) -> Violations:
    """BUS-TRT-24, -46, -73: one of those that still have to act, by their side."""
    group = state.full.band if state.full is not None else None
    return first_broken(
        told_now(state, by, group.side if group is not None else None, "member", rule="BUS-ACT-10"),
        band.check_member(state, event),
        _check_seen(state, event),
    )


def on_member_chosen(state: BusState, event: MemberChosen) -> BusState:
    """BUS-ACT-06, -07: who can declare nothing is Exhausted; who has lost the target of its Pack loses a counter."""
    state = band.joined(state, event)
    one = acting(state)
    if one is NO_ACTING or one.action is not None:
        return state
    if band.aimless(state):
        return ended(state, ILLEGAL_COST, "BUS-ACT-07")
    return _able(state, event.model)


def left_behind(state: BusState) -> BusState:
    """The activation before this one is over for good."""
    return put(lapsed(state), acting=None, band=None, passed=None, played=None, shifts=())


def ended(state: BusState, counters: int, *why: str) -> BusState:
    """BUS-ACT-03, BUS-TURN-14: the action is over, its counters go, and the other side is next."""
    one = acting(state)
    if one.resolved:
        return state
    pay = paid if one.action is not None else _lost
    state = without_exchange(pay(state, one.model, counters, *why))
    if table(state).band is not None:
        return band.parted(put(state, **_over(state)))
    done, following = replace(one, resolved=True, queue=()), other_side(state, one.side)
    return noted(state, "active", "BUS-TURN-14", acting=done, active=following, **_over(state))


def _over(state: BusState) -> dict[str, Any]:
    """What is left of an action that is over: whether the fallen rise (BUS-DMG-10), whoever struck them down, and moves
    that may follow an exchange (BUS-SPA-18), whoever fell in it."""
    full = table(state)
    rises = tuple(test for test in full.tests if test.kind == "rise")
    return {**OVER, "tests": rises, "shifts": tuple(move for move in full.shifts if move.optional)}


def without_exchange(state: BusState) -> BusState:
    """BUS-HID-04: the exchange is over; dice that only one side had allocated stay its secret. Boosts end."""
    full = table(state)
    fight = full.exchange
    if fight is None:
        return clear_boosts(state)
    alone = tuple(one.commitment for one in fight.commits.values()) if len(fight.commits) == 1 else ()
    return put(state, exchange=None, boosts={}, spoken=(), shut=(*full.shut, *alone))


def completed(state: BusState) -> BusState:
    """BUS-ACT-03: nothing of the action is left to do."""
    one = acting(state)
    quick = trait(state, one.model, "Banzai!") if one.action == "charge" else None
    mates = table(state).band
    ordered = ("BUS-ACT-05",) if mates is not None and mates.kind == "command" else ()
    return ended(state, one.cost, "BUS-ACT-03", *ordered, *(quick.why if quick is not None else ()))


def paid(state: BusState, model: str, counters: int, *why: str) -> BusState:
    """Counters go, and with them markers of Impetuous and Control (BUS-COND-11, -24)."""
    if not stands_here(state, model):
        return state
    if has(state, model, "impetuous") and counters:
        state = without(state, model, "impetuous", "BUS-COND-11", number=1)
    return spent(state, model, counters, counters, *why)


def _lost(state: BusState, model: str, counters: int, *why: str) -> BusState:
    """BUS-COND-11: counters of who has done nothing leave its Impetuous markers."""
    return spent(state, model, counters, counters, *why) if stands_here(state, model) else state


def spent(state: BusState, model: str, counters: int, orders: int, *why: str) -> BusState:
    """Counters that go without an action, and markers of Control (BUS-COND-24)."""
    left = max(0, body(state, model).counters - counters)
    state = with_body(state, model, *why, counters=left)
    if not orders:
        return state
    return without(state, model, "controlled", "BUS-COND-24", "BUS-COND-04", number=orders)


def check_pass_token_spent(state: BusState, event: PassTokenSpent, by: Actor) -> Violations:
    """BUS-TURN-13: the active side, with a token and a model that could act."""
    return first_broken(
        told_now(state, by, event.side, "start", "main", rule="BUS-TURN-13"),
        _check_active(state, event.side),
        _check_pass(into_main(state), event.side),
    )


def _check_pass(state: BusState, side: str) -> Violations:
    tokens = table(state).passes.get(side, 0)
    if not tokens or not can_activate(state, side):
        yield broken("BUS-TURN-13", told=tokens, expected="a_token_and_a_model")


def on_pass_token_spent(state: BusState, event: PassTokenSpent) -> BusState:
    state = left_behind(upcoming(state))
    full = table(state)
    passes = {**full.passes, event.side: full.passes.get(event.side, 0) - 1}
    state = noted(state, "tokens", "BUS-TURN-13", passes=passes, passed=event.side, played=None)
    return noted(state, "active", "BUS-TURN-14", active=other_side(state, event.side))


def check_activation_ended(state: BusState, event: ActivationEnded, by: Actor) -> Violations:
    """BUS-ACT-07, -08: an action in progress, by the side that acts; what it costs."""
    one = acting(state)
    side = None if one.resolved else acting_side(state)
    return first_broken(
        told_now(state, by, side, *cut_short(state), rule="BUS-ACT-07"),
        _check_late(state, event),
        _check_cost(state, event),
    )


def _check_late(state: BusState, event: ActivationEnded) -> Violations:
    """BUS-TOUR-10: only who has declared nothing is late."""
    if event.reason == "late" and now(state) != "declare":
        yield broken("BUS-TOUR-10", told=f"step_{now(state)}", expected="step_declare")


def _check_cost(state: BusState, event: ActivationEnded) -> Violations:
    if event.reason in ("illegal", "late"):
        yield from agree(event.counters, *_cost(state, event.reason))


def _cost(state: BusState, reason: str) -> tuple[int, str]:
    """BUS-ACT-06, -07, BUS-TOUR-10: the counters of an activation that comes to nothing, and why; all of them for who
    could declare nothing, such as one of a Pack that stays Prone."""
    if reason == "late":
        return ILLEGAL_COST, "BUS-TOUR-10"
    if now(state) == "declare" and not declarable(state):
        return body(state, acting(state).model).counters, "BUS-ACT-06"
    return ILLEGAL_COST, "BUS-ACT-07"


def check_counter_taken(state: BusState, event: CounterTaken, by: Actor) -> Violations:
    """BUS-TOUR-10: told by staff, while the active side has chosen nothing; from a model of it that has one."""
    return first_broken(
        told_now(state, by, None, "start", "main", rule="BUS-TOUR-10"),
        staff_only(by),
        _check_idle(state, event),
    )


def _check_idle(state: BusState, event: CounterTaken) -> Violations:
    late = active_side(state)
    mine = tuple(name for name in own(state, late) if body(state, name).counters)
    if event.model not in mine:
        yield broken("BUS-TOUR-10", told=event.model, expected=mine or "nobody", model=event.model)


def on_counter_taken(state: BusState, event: CounterTaken) -> BusState:
    """BUS-TOUR-10: a counter goes, and play passes."""
    state = left_behind(upcoming(state))
    side = side_of_model(state, event.model)
    state = spent(state, event.model, 1, 1, "BUS-TOUR-10")
    return noted(state, "active", "BUS-TOUR-10", "BUS-TURN-14", active=other_side(state, side))


IN_ACTION = ("declare", "walk", "run", "charge", "melee", "shoot", "aim", "feat")
"""What an action in progress may wait for when it is cut short: a shot too that has not been rolled."""


def cut_short(state: BusState) -> tuple[str, ...]:
    """BUS-ACT-08: the steps at which the action in progress can be cut short; before the dice of an opposed test where
    the action itself is the feat that is tested."""
    full, one = state.full, acting(state)
    duel = full.duel if full is not None else None
    own = duel is not None and duel.outer is None and duel.user == one.model and one.action in FEATS
    return (*IN_ACTION, "duel") if own and not one.resolved else IN_ACTION


def on_activation_ended(state: BusState, event: ActivationEnded) -> BusState:
    if event.reason in ("illegal", "late"):
        cost = _cost(state, event.reason)
        return ended(_put_back(state) if event.reason == "illegal" else state, *cost)
    return ended(state, event.counters or 0, "BUS-ACT-08")


def impossible(state: BusState) -> BusState:
    """BUS-ACT-07: an attack is over at once when nobody is left on the battlefield of those that it goes for."""
    one = acting(state)
    left = (name for name in one.targets if stands_here(state, name) and are_enemies(state, one.model, name))
    return state if any(True for _ in left) else ended(state, ILLEGAL_COST, "BUS-ACT-07")


def _put_back(state: BusState) -> BusState:
    """BUS-ACT-07: a model that has walked stands where it declared its action, and touches whom it touched there; who
    has ridden before (BUS-TRT-19) touched nobody."""
    one = acting(state)
    if not one.moved:
        return state
    pairs = () if one.rode else (pair for pair in one.contacts if one.model in pair)
    near = dict.fromkeys(name for pair in pairs for name in pair if name != one.model)
    return in_contact(state, one.model, [name for name in near if stands_here(state, name)])


def next_active(state: BusState) -> BusState:
    """BUS-TURN-15, -16: between two activations the side that can still activate is active; nobody when neither can."""
    active = table(state).active
    if active is None or can_activate(state, active):
        return state
    other = other_side(state, active)
    if can_activate(state, other):
        return noted(state, "active", "BUS-TURN-15", active=other)
    return noted(state, "active", "BUS-TURN-16", active=None)
