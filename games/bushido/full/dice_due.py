"""How many dice a step tells, so that the server rolls them where nobody has any at hand. Called through `faces`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.bushido.full import duel, rolls, tactics
from games.bushido.full.common import table
from games.bushido.full.fighting import aim, damage
from games.bushido.full.fighting.exchange import commit_of, the
from games.bushido.full.fighting.shot_rolled import paid
from games.bushido.full.steps import now
from games.bushido.full.traits import trait
from games.bushido.state import BusState
from games.faces import Rolls

Told = Mapping[str, Any]
Count = Callable[[BusState, Told], Rolls]
MELEE_AGAIN = ("Prowess", "Feint", "Dodge")
FEAR_AGAIN = ("Bravery", "Cowardly")


def dice_due(state: BusState, type_: str, told: Told) -> Rolls | None:
    """The dice of a step that is due now; `told`: what is said of it already. None for a step without dice."""
    steps, count = ROLLED.get(type_, ((), None))
    if count is None or state.full is None or now(state) not in steps:
        return None
    return count(state, told)


def _tactical(state: BusState, told: Told) -> Rolls:
    named = told.get("models") or {}
    dice = {f"dice.{side}": tactics.pool(state, side, named.get(side)).value for side in state.sides}
    return Rolls(dice=dice, after=("first_side",))


def _test(state: BusState, told: Told) -> Rolls:
    """A Fear test that may be or must be rolled again leaves that to the table."""
    test = table(state).tests[0]
    again = any(trait(state, test.model, name) for name in FEAR_AGAIN)
    again = again or (test.against is not None and trait(state, test.against, "Terror") is not None)
    chosen = test.kind == "fear" and again
    return Rolls(dice={"dice": rolls.pool(state, test).value}, after=("again", "supporting"), chosen=chosen)


def _duel(state: BusState, told: Told) -> Rolls:
    one = duel.due(state)
    return Rolls(dice={f"dice.{model}": duel.pool(state, model).value for model in (one.user, one.target)})


def _shot(state: BusState, told: Told) -> Rolls:
    shot = aim.the_shot(state)
    cost = paid(state, told.get("special"))
    again = trait(state, shot.attacker, "Prowess") is not None
    dice = {"dice": max(1, aim.pool(state, shot).value - cost)}
    return Rolls(dice=dice, after=("rerolls", "supporting", "set_dice"), chosen=again)


def _melee(state: BusState, told: Told) -> Rolls:
    fight = the(state)
    both = (fight.active, fight.other)
    dice: dict[str, int] = {}
    for model in both:
        commit = commit_of(state, model)
        dice |= {f"attack.{model}": commit.attack or 0, f"defence.{model}": commit.defence or 0}
    again = any(trait(state, model, name) for model in both for name in MELEE_AGAIN)
    return Rolls(dice={name: n for name, n in dice.items() if n}, after=("rerolls", "set_dice"), chosen=again)


def _damage(state: BusState, told: Told) -> Rolls:
    harm = table(state).harm
    assert harm is not None
    number, which = damage.dice_of(state, harm)
    return Rolls(dice={"dice": number.value}, after=("kept",), chosen=which == "any")


ROLLED: dict[str, tuple[tuple[str, ...], Count]] = {
    "tactical_test_rolled": (("deployment_test", "tactics"), _tactical),
    "test_rolled": (("test",), _test),
    "opposed_test_rolled": (("duel",), _duel),
    "ranged_attack_rolled": (("aim",), _shot),
    "melee_rolled": (("roll",), _melee),
    "damage_rolled": (("damage",), _damage),
}
"""Type of event -> the steps at which it is due, and its dice."""
