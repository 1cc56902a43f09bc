"""Tests that are rolled, and what they decide (BUS-TEST-05 to -09, -14 to -19, BUS-ACT-27, BUS-COND-10, -26,
BUS-DMG-10)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from games.bushido.full import duel
from games.bushido.full.activate import ended
from games.bushido.full.common import (
    acting,
    acts_for,
    agree,
    body,
    broken,
    has,
    in_play,
    put,
    table,
    with_acting,
    with_body,
    without,
)
from games.bushido.full.events import TestRolled
from games.bushido.full.fear import ENEMY, OWN, RETEST, frightened
from games.bushido.full.feats.ki_feats import OPPOSED, TARGETED
from games.bushido.full.fighting.astray import BESIDE, missed
from games.bushido.full.fighting.harm import LAST_STAND, healed, not_risen, tested
from games.bushido.full.gifts.guard import GUARDED, interposed
from games.bushido.full.rolls import led, pool, rolled, support
from games.bushido.full.state import Duel, Test
from games.bushido.full.steps import told_now
from games.bushido.full.text import marked
from games.bushido.full.traits import trait
from games.bushido.permissions import Violations
from games.bushido.state import BusState
from games.judging import first_broken
from games.ruleset import Actor


def check_test_rolled(state: BusState, event: TestRolled, by: Actor) -> Violations:
    """BUS-TEST-01 to -04, -07: the dice of the test that is due, of its model, and what they come to."""
    return first_broken(
        _check_due(state, event, by),
        acts_for(state, by, event.model),
        _check_dice(state, event),
        _check_again(state, event),
        _check_result(state, event),
    )


def _check_due(state: BusState, event: TestRolled, by: Actor) -> Violations:
    """BUS-TEST-13: no dice for who passes or fails by itself."""
    found = list(told_now(state, by, None, "test"))
    if found and state.full is not None:
        yield from (broken(rule, model=event.model) for rule in state.full.why.get(f"{event.model}.test", ()))
    yield from found
    if not found and event.model != table(state).tests[0].model:
        yield broken("BUS-TEST-17", told=event.model, expected=table(state).tests[0].model)


def _check_dice(state: BusState, event: TestRolled) -> Violations:
    test = table(state).tests[0]
    due = pool(state, test)
    for dice in (event.dice, event.again):
        yield from agree(None if dice is None else len(dice), due, "BUS-TEST-01", model=event.model)
    most = support(state, test)
    if event.supporting is not None and event.supporting > most.value:
        yield from agree(event.supporting, most, "BUS-TEST-02", model=event.model)
    if event.leader is not None and not led(state, event.model, event.leader):
        yield broken("BUS-TRT-63", told=event.leader, model=event.model)


def _check_again(state: BusState, event: TestRolled) -> Violations:
    """BUS-TRT-16, -28, -100, BUS-TRG-08: a Fear test that may be, or must be, rolled again; once."""
    test = table(state).tests[0]
    may, must, why = _again(state, test, _first(state, test, event))
    told = event.again is not None
    if (told and not (may or must)) or (must and not told):
        yield broken("BUS-TEST-09", told="again" if told else "once", model=event.model)
        yield from (broken(rule, told="again" if told else "once", model=event.model) for rule in why)


def _again(state: BusState, test: Test, passed: bool) -> tuple[bool, bool, tuple[str, ...]]:
    """(may be rolled again, must be, the rules of it)."""
    if test.kind != "fear":
        return False, False, ()
    brave, coward = trait(state, test.model, "Bravery"), trait(state, test.model, "Cowardly")
    terror = trait(state, test.against, "Terror") if test.against is not None else None
    if brave and coward:  # it has neither, so nothing is left to stand against Terror
        why = ("BUS-TRG-08", *brave.why, *coward.why)
        return False, passed and terror is not None, (*why, *(terror.why if terror is not None else ()))
    if brave and terror:
        return False, False, ("BUS-TRG-08", *brave.why, *terror.why)
    worse = coward or terror
    if worse:
        return False, passed, worse.why
    return (not passed, False, brave.why) if brave else (False, False, ())


def _first(state: BusState, test: Test, event: TestRolled) -> bool:
    return rolled(state, test, event.dice, event.leader, event.supporting).passed


def _check_result(state: BusState, event: TestRolled) -> Violations:
    """BUS-TEST-02, -03, -07."""
    test = table(state).tests[0]
    told = rolled(state, test, event.again or event.dice, event.leader, event.supporting)
    yield from agree(event.value, told.value, model=event.model)
    yield from agree(event.result, told.result, "BUS-TEST-02", "BUS-TEST-03", "BUS-GEN-07", model=event.model)
    why = (*told.result.why, *told.value.why)
    yield from agree(event.passed, told.passed, "BUS-TEST-07", *why, model=event.model)


def on_test_rolled(state: BusState, event: TestRolled) -> BusState:
    test, *rest = table(state).tests
    passed = rolled(state, test, event.again or event.dice, event.leader, event.supporting).passed
    state = tested(put(state, tests=tuple(rest)))
    return THEN[test.then](state, test, passed)


def decided(state: BusState, passed: bool) -> BusState:
    """The first test that is due is decided without dice (BUS-TEST-18)."""
    test, *rest = table(state).tests
    return THEN[test.then](put(state, tests=tuple(rest)), test, passed)


def _own_contact(state: BusState, test: Test, passed: bool) -> BusState:
    """BUS-TEST-14, -17, -19: who fails loses exactly one counter, and there is no exchange."""
    if passed:
        return state
    steady = trait(state, test.model, "Steadfast")
    if steady is not None:
        return marked(state, test.model, "frightened", 1, test.value, None, "BUS-TEST-19", *steady.why)
    return ended(state, 1, "BUS-TEST-14")


def _enemy_contact(state: BusState, test: Test, passed: bool) -> BusState:
    return state if passed else frightened(state, test.model, test.value)


def _retest(state: BusState, test: Test, passed: bool) -> BusState:
    """BUS-TEST-18."""
    return without(state, test.model, "frightened", "BUS-TEST-18", "BUS-COND-08") if passed else state


def _immobilised(state: BusState, test: Test, passed: bool) -> BusState:
    """BUS-ACT-27: failed, the action is over and paid for; passed, it goes on without the markers."""
    if passed:
        return without(state, test.model, "immobilised", "BUS-ACT-27", "BUS-COND-10")
    return ended(state, acting(state).cost, "BUS-ACT-27", "BUS-COND-10")


def _disguise(state: BusState, test: Test, passed: bool) -> BusState:
    """BUS-COND-26: seen through, or the activation is over before any movement."""
    if passed:
        return without(state, test.against or "", "disguised", "BUS-COND-26", "BUS-COND-07")
    return ended(state, acting(state).cost, "BUS-COND-26")


def _recognised(state: BusState, test: Test, passed: bool) -> BusState:
    """BUS-COND-26, BUS-KI-08: the target of a feat is seen through; failed, the feat does nothing, and so ends the
    activation of the model that used it."""
    one = acting(state)
    if passed:
        state = without(state, test.against or "", "disguised", "BUS-COND-26", "BUS-COND-07")
        return duel.opened(state, Duel(test.model, test.against or "")) if test.then == OPPOSED else state
    if one.resolved or one.model != test.model:
        return state
    return ended(state, one.cost, "BUS-COND-26")


def _rise(state: BusState, test: Test, passed: bool) -> BusState:
    """BUS-DMG-10, BUS-TRT-85: back, Prone and without wounds, or not even that; whom an exchange brought to
    that strikes back no more (BUS-MEL-24)."""
    if not in_play(state, test.model):
        return state
    if not passed:
        return not_risen(state, test)
    flags = tuple(flag for flag in body(state, test.model).flags if flag != LAST_STAND)
    state = with_body(state, test.model, flags=flags)
    state = healed(state, test.model, body(state, test.model).marked, "BUS-DMG-10", "BUS-TRT-85")
    low = has(state, test.model, "prone")
    state = marked(state, test.model, "prone", 1, 0, None, "BUS-DMG-10", "BUS-TRT-85")
    fight = table(state).exchange
    if fight is None or low or not has(state, test.model, "prone"):
        return state
    return put(state, exchange=replace(fight, floored=(*fight.floored, test.model)))


def _guards(state: BusState, test: Test, passed: bool) -> BusState:
    """BUS-TRG-11: whom Fear keeps back does not try again to stand in for the same target."""
    if passed:
        return interposed(state, test.model)
    return with_acting(state, shy=(*acting(state).shy, test.model))


def _into_contact(state: BusState, test: Test, passed: bool) -> BusState:
    """BUS-RNG-12, -13."""
    return state if passed or table(state).shot is None else missed(state)


THEN: dict[str, Callable[[BusState, Test, bool], BusState]] = {
    OWN: _own_contact,
    ENEMY: _enemy_contact,
    RETEST: _retest,
    "immobilised": _immobilised,
    "disguise": _disguise,
    TARGETED: _recognised,
    OPPOSED: _recognised,
    "rise": _rise,
    BESIDE: _into_contact,
    GUARDED: _guards,
}
