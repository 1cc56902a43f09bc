"""Opposed Ki tests (BUS-TEST-04 to -06, BUS-KI-08, BUS-TRT-68, -69, -72, -84, -91, -109)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from games.bushido.full import windows
from games.bushido.full.common import acting, agree, broken, noted, put, side_of_model, table
from games.bushido.full.dice import final, kept, tied
from games.bushido.full.events import OpposedTestRolled
from games.bushido.full.fighting.harm import KI, tested
from games.bushido.full.rolls import boosted, supporting
from games.bushido.full.state import Duel, Figure
from games.bushido.full.steps import told_now
from games.bushido.full.traits import base, capped, trait, worth
from games.bushido.permissions import Violations
from games.bushido.state import BusState
from games.judging import echoes, first_broken
from games.ruleset import Actor, RuleViolation

THEN: dict[str, Callable[[BusState, Duel], BusState]] = {}
"""What an opposed test decides besides the texts of cards; `gifts/` adds Intimidate."""
DECIDES = ("BUS-TEST-06", "BUS-KI-08", "BUS-TEST-05")
"""The rules that say who wins an opposed Ki test, the most exact first."""


def due(state: BusState) -> Duel:
    """The opposed test that is due."""
    found = table(state).duel
    assert found is not None
    return found


def opened(state: BusState, one: Duel) -> BusState:
    """BUS-KI-08, BUS-KI-12: a test that is due now; another one that waits for its dice comes after it, with what was
    paid for it."""
    outer = table(state).duel
    if outer is None:
        return put(state, duel=one)
    paid = {name: steps for name, steps in table(state).boosts.items() if name.endswith(KI)}
    return put(tested(state), duel=replace(one, outer=replace(outer, kept=paid)))


def opponent(state: BusState, model: str) -> str:
    """The other model of the test."""
    one = due(state)
    return one.target if model == one.user else one.user


def is_active(state: BusState, model: str) -> bool:
    """BUS-KI-08: whether it is the model that acts. An Active feat is used by others too, an Instant one by either
    side, and in the Starting phase nobody acts."""
    return not due(state).side and acting(state).model == model


def wins_ties(state: BusState, model: str) -> bool:
    """BUS-TEST-06: of the two the model whose side is active; of two friends the one that uses the feat."""
    one, side = due(state), windows.active_side(state)
    sides = {side_of_model(state, one.user), side_of_model(state, one.target)}
    return model == one.user if len(sides) == 1 else side_of_model(state, model) == side


def own_pool(state: BusState, model: str) -> Figure:
    """BUS-TEST-10: the Ki statistic with boosts."""
    told = Figure(base(state, model, "ki") or 0, ("BUS-TEST-10",))
    return capped(state, model, "ki", told.plus(boosted(state, model, "ki"), "BUS-KI-12"))


def pool(state: BusState, model: str) -> Figure:
    """BUS-TEST-04: after both have added what one of them lacks."""
    mine, theirs = own_pool(state, model), own_pool(state, opponent(state, model))
    return mine.plus(max(0, 1 - min(mine.value, theirs.value)), "BUS-TEST-04")


def check_opposed_test_rolled(state: BusState, event: OpposedTestRolled, by: Actor) -> Violations:
    """BUS-TEST-05, -06: dice of both models, as many as each has, and who wins."""
    return first_broken(
        _check_failed(state),
        told_now(state, by, None, "duel", rule="BUS-KI-08"),
        _check_dice(state, event),
        _check_winner(state, event),
    )


def _check_failed(state: BusState) -> Violations:
    """BUS-KI-07, BUS-TRT-91: a feat that was out of range, or whose target passes by itself, has no test."""
    full = state.full
    if full is not None and full.duel is None:
        yield from (broken(rule) for rule in full.why.get("duel", ()))


def _check_dice(state: BusState, event: OpposedTestRolled) -> Violations:
    one = due(state)
    for model in (one.user, one.target):
        yield from agree(len(event.dice.get(model, "")), pool(state, model), model=model)
    for model in event.dice:
        if model not in (one.user, one.target):
            yield RuleViolation("BUS-LOG-04", {"model": model})


def result(state: BusState, event: OpposedTestRolled, model: str) -> tuple[Figure, int]:
    """BUS-TEST-02, -03, -06: what a model's dice come to after what the enemy takes, and how many count for ties."""
    enemy = opponent(state, model)
    mantra = trait(state, model, "Mantra")
    taker = _taken(state, enemy)
    left = kept(event.dice.get(model, ""), mantra is not None, taker.value)
    plus = worth(state, model, "Willpower" if is_active(state, model) else "Resistance")
    most = supporting(state, model, "ki")
    told = final(left, Figure(0).plus(plus.value, *plus.why), most.value)
    ones = mantra.why if mantra is not None else ()
    return told.noting(*taker.why, *ones, *most.why[1:]), len(left)


def _taken(state: BusState, enemy: str) -> Figure:
    """BUS-TRT-69, -72: how many dice a model takes from the other: by Overwhelm as it acts, by Mettle as it is aimed at
    and does not act."""
    if is_active(state, enemy):
        return worth(state, enemy, "Overwhelm")
    return worth(state, enemy, "Mettle") if enemy == due(state).target else Figure(0)


def winner(state: BusState, event: OpposedTestRolled) -> tuple[str, tuple[str, ...]]:
    """BUS-TEST-06: the higher result, then more dice, then the active side; and what made the results so."""
    one = due(state)
    (mine, dice), (theirs, others) = (result(state, event, model) for model in (one.user, one.target))
    leads = tied((mine.value, dice), (theirs.value, others))
    first = leads > 0 or (leads == 0 and wins_ties(state, one.user))
    return one.user if first else one.target, (*mine.why, *theirs.why)


def _check_winner(state: BusState, event: OpposedTestRolled) -> Violations:
    """Who wins is one fact: people read the rule that decides it, and the traits that changed a result."""
    told, why = winner(state, event)
    if event.winner in (None, told):
        return
    first, *others = (broken(rule, event.winner, told) for rule in dict.fromkeys((*DECIDES, *why)))
    yield first
    for one in others:
        yield from (one,) if one.rule.startswith("BUS-TRT-") else echoes(one)


def on_opposed_test_rolled(state: BusState, event: OpposedTestRolled) -> BusState:
    """Older logs have dice for tests that a Soulless model passes without any; they decide nothing more."""
    if table(state).duel is None:
        return state
    return decided(state, winner(state, event)[0])


def decided(state: BusState, won: str) -> BusState:
    """The test is over; an Intimidate that was won lasts until the End phase (BUS-TRT-57)."""
    one = due(state)
    state = tested(windows.duel_over(state))
    if one.outer is None:
        state = put(state, duel=None)
    else:
        boosts = {**table(state).boosts, **one.outer.kept}
        state = put(state, duel=replace(one.outer, kept={}), boosts=boosts)
    return THEN[one.then](state, one) if won == one.user and one.then in THEN else state


def without_dice(state: BusState) -> BusState:
    """BUS-TRT-91, BUS-GEN-02: a Soulless model that is not active passes, whichever of the two it is; where both do,
    what prevents the effect wins."""
    one = due(state)
    for model in (one.target, one.user):
        calm = trait(state, model, "Soulless")
        if calm is not None and not is_active(state, model):
            return noted(decided(state, model), "duel", *calm.why)
    return state
