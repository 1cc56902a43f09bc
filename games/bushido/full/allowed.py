"""What a model may declare (BUS-ACT-02, -09, -11, -13, -15, -16, -20, -21, -26) by states, traits and enemies.

`refusals` yields every rule that closes an action for a model, from what the log alone knows; `next_events.py` offers
what it leaves, and a model that it leaves nothing is Exhausted (BUS-ACT-06).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from games.bushido.full import band, helping
from games.bushido.full.common import (
    acting,
    body,
    broken,
    enemies,
    has,
    own,
    sheet,
    side_of_model,
    table,
    touching,
    without,
)
from games.bushido.full.feats import craft
from games.bushido.full.fighting.arms import weapons_of
from games.bushido.full.state import NO_ACTING, Acting, Figure
from games.bushido.full.traits import base, capped, trait, worth
from games.bushido.permissions import Violations
from games.bushido.state import BusState


class Kind(NamedTuple):
    """An action: its counters; `near`: closed in contact with an enemy (NB); `still`: without movement (NM).

    `steps`: what it does, in order; see `steps.now`.
    """

    cost: int
    near: bool
    still: bool = False
    steps: tuple[str, ...] = ()


ACTIONS: dict[str, Kind] = {
    "walk": Kind(1, True, steps=("walk",)),
    "run": Kind(1, True, steps=("run",)),
    "charge": Kind(2, True, steps=("charge", "fight")),
    "melee": Kind(1, False, steps=("melee", "fight")),
    "disengage": Kind(1, False, steps=("fight",)),
    "ranged": Kind(1, True, steps=("shoot",)),
    "simple_feat": Kind(1, False, steps=("feat",)),
    "complex_feat": Kind(2, False, steps=("feat",)),
    "wait": Kind(1, True, True, ("wait",)),
    "focus": Kind(2, True, True, ("focus",)),
    "stand_up": Kind(1, False, True, ("stand_up",)),
    "order": Kind(2, True, steps=("orders",)),
    "heal": Kind(1, False, steps=("heal",)),
    "command": Kind(1, True, steps=("command",)),
    "simple_scenario": Kind(1, True, True, ("perform",)),
    "complex_scenario": Kind(2, True, True, ("perform",)),
}
"""Section 3.8."""
TARGETED = ("melee", "charge", "disengage")
SCENARIO = ("simple_scenario", "complex_scenario")
REVEALING = ("melee", "charge", "ranged", *SCENARIO)
"""BUS-COND-26: what a Disguised model cannot declare unnoticed."""
FEATS = {"simple_feat": "S", "complex_feat": "C"}
"""Action -> the timing of its Ki feats."""
WHILE_HELD = ("disengage", "stand_up", *FEATS)
STAYING = ("wait", "focus", "order", "command", *SCENARIO)
"""Actions closed in contact that bring nobody away from it."""
STUPID = ("wait", "disengage", *SCENARIO)
STRAINING = ("melee", "disengage", "run", "charge", "walk", "stand_up", "heal", *SCENARIO)
"""BUS-ACT-27: what an Immobilised model needs a test for: all that has movement in it."""
LEAST_KI = 2
"""BUS-COND-26: the Ki statistic of those who can see through a Disguise."""


def kind_of(state: BusState, model: str, action: str) -> Kind:
    """BUS-TRT-09: an action as this model performs it."""
    kind = ACTIONS[action]
    if action == "charge" and trait(state, model, "Banzai!"):
        return kind._replace(cost=1)
    return kind


def engaged(state: BusState, model: str) -> tuple[str, ...]:
    """BUS-ACT-09: the enemies in contact that count: not the Prone and the Immobilised; none for who ignores them."""
    near = touching(state, model)
    if not near or trait(state, model, "Agile") or trait(state, model, "Intangible"):
        return ()
    left = (one for one in near if not has(state, one, "prone"))
    return tuple(one for one in left if not has(state, one, "immobilised"))


def pressing(state: BusState, model: str) -> tuple[str, ...]:
    """BUS-COND-14: the enemies in contact that a model may not leave out of account whatever it does: not the Prone."""
    return tuple(one for one in touching(state, model) if not has(state, one, "prone"))


def has_to_leave(state: BusState, model: str) -> tuple[str, ...]:
    """BUS-TRT-03: whom an Agile model that ignores the enemies in contact has to leave; a Prone or an Immobilised one
    anybody may ignore, and an Intangible model stays where it likes."""
    near = touching(state, model)
    if not near or not trait(state, model, "Agile") or trait(state, model, "Intangible"):
        return ()
    loose = ("prone", "immobilised")
    return tuple(one for one in near if not any(has(state, one, kind) for kind in loose))


def in_zones(state: BusState, one: Acting) -> tuple[str, ...]:
    """BUS-ACT-11: the enemies whose zone of control, in which the model starts, may not be ignored."""
    return tuple(enemy for enemy in one.in_zoc_of if not ignorable(state, enemy))


def ignorable(state: BusState, enemy: str) -> bool:
    """BUS-GEN-16: the zone of who is engaged, Prone, Disguised or Insignificant; the Blind have none."""
    low = any(has(state, enemy, kind) for kind in ("prone", "disguised", "blind"))
    return low or bool(touching(state, enemy)) or trait(state, enemy, "Insignificant") is not None


def refusals(state: BusState, one: Acting, action: str) -> Violations:
    """Every rule by which the active model may not declare this action now."""
    model, kind = one.model, kind_of(state, one.model, action)
    yield from _by_price(state, model, action, kind.cost)
    if body(state, model).markers or action == "stand_up":
        yield from _by_state(state, model, action)
    yield from _by_trait(state, model, action, kind.cost)
    if kind.near or action in STAYING:
        yield from _by_place(state, one, action, kind.near)
    if action == "ranged" or action in FEATS:
        yield from _by_card(state, model, action)
    if action in helping.NEEDED:
        yield from helping.refusals(state, model, action)
    if table(state).band is not None:
        yield from band.refusals(state, model, action, kind.cost)
    if action in TARGETED and not any(True for _ in _targets(state, one, action)):
        rule = {"melee": "BUS-ACT-13", "charge": "BUS-MOVE-06"}.get(action, "BUS-ACT-16")
        yield broken(rule, told="nobody", model=model)


def _by_price(state: BusState, model: str, action: str, cost: int) -> Violations:
    """BUS-ACT-01, -02: the counters that it costs."""
    counters = body(state, model).counters
    if counters < cost:
        rule = "BUS-ACT-02" if cost > 1 else "BUS-ACT-01"
        yield broken(rule, told=counters, expected=cost, model=model)
    if cost > 1 and _last_order(state, model):
        yield broken("BUS-COND-24", told=action, model=model)


def _by_place(state: BusState, one: Acting, action: str, near: bool) -> Violations:
    """BUS-ACT-09, -11, BUS-TRT-03: near enemies, `near`: which close it, and in their zones."""
    model = one.model
    holding = engaged(state, model)
    if near and holding:
        yield broken("BUS-ACT-09", told=holding, model=model)
    if near and action in STAYING and has_to_leave(state, model):
        yield broken("BUS-TRT-03", told=action, model=model)
    if action in STAYING and not holding and in_zones(state, one):
        yield broken("BUS-ACT-11", told=in_zones(state, one), model=model)


def _by_card(state: BusState, model: str, action: str) -> Violations:
    """BUS-RNG-01, BUS-KI-03: a ranged weapon, a feat of the action's timing."""
    card = sheet(state, model)
    if action == "ranged" and not weapons_of(state, model, "ranged") and card.weapons is not None:
        yield broken("BUS-RNG-01", told="nothing", model=model)
    if action in FEATS and card.feats is not None and not craft.known(state, model, FEATS[action]):
        yield broken("BUS-KI-03", told="nothing", model=model)


def _last_order(state: BusState, model: str) -> bool:
    """BUS-COND-24: with one marker of Control left, no complex action."""
    return sum(one.kind == "controlled" for one in body(state, model).markers) == 1


def _by_state(state: BusState, model: str, action: str) -> Violations:
    """BUS-ACT-21, -26."""
    kinds = {one.kind for one in body(state, model).markers}
    prone = "prone" in kinds
    if prone != (action == "stand_up"):
        yield broken("BUS-ACT-26" if prone else "BUS-ACT-21", told=action, model=model)
        if prone:
            yield broken("BUS-COND-14", told=action, model=model)
    if "held" in kinds and action not in WHILE_HELD:
        yield broken("BUS-ACT-26", told=action, model=model)
        yield broken("BUS-COND-09", told=action, model=model)
    unseeing = "blind" in kinds and action == "ranged" and not touching(state, model)
    if unseeing or ("blind" in kinds and action in ("run", "charge")):
        yield broken("BUS-ACT-26", told=action, model=model)
        yield broken("BUS-COND-03", told=action, model=model)


def _by_trait(state: BusState, model: str, action: str, cost: int) -> Violations:
    """BUS-ACT-16, -20, -26 and the traits behind them."""
    for name in _closing(action, cost):
        told = trait(state, model, name)
        if told is not None:
            yield broken("BUS-ACT-20" if action in SCENARIO else "BUS-ACT-26", told=action, model=model)
            yield from (broken(rule, told=action, model=model) for rule in told.why)
    if action != "disengage":
        return
    fierce = trait(state, model, "Aggressive")
    if fierce is not None and not trait(state, model, "Defensive"):
        yield broken("BUS-ACT-16", told=action, model=model)
        yield from (broken(rule, told=action, model=model) for rule in fierce.why)


@cache
def _closing(action: str, cost: int) -> tuple[str, ...]:
    """The traits that forbid an action of so many counters."""
    slow = ("Slow",) if action in ("run", "charge") else ()
    stupid = ("Stupid",) if action in STUPID or cost > 1 else ()
    shy = ("Insignificant", "Aloof") if action in SCENARIO else ()
    return (*slow, *stupid, *shy)


def legal_targets(state: BusState, one: Acting, action: str) -> tuple[str, ...]:
    """The enemies for which nothing that the log knows forbids the action."""
    return tuple(_targets(state, one, action))


def _targets(state: BusState, one: Acting, action: str) -> Iterator[str]:
    there = touching(state, one.model) if action == "disengage" else enemies(state, one.model)
    return (enemy for enemy in there if not any(target_refusals(state, one, action, enemy)))


def target_refusals(state: BusState, one: Acting, action: str, enemy: str) -> Violations:
    """BUS-COND-08, -26, BUS-ACT-15, -16, BUS-TRT-03, -18: enemies that a model may not go for."""
    touched = touching(state, one.model)
    if action == "disengage":
        if enemy not in touched:
            yield broken("BUS-ACT-16", told=enemy, expected=touched or "nobody", model=one.model)
        return
    if enemy not in touched and len(engaged(state, one.model)) > 1:
        yield broken("BUS-ACT-15", told=enemy, expected=touched, model=one.model)
    if table(state).band is not None:
        yield from band.off_target(state, enemy)
    if action == "charge" and enemy in has_to_leave(state, one.model):
        yield broken("BUS-TRT-03", told=enemy, model=one.model)
    if enemy not in touched:
        yield from unreachable(state, one, enemy)
    else:
        yield from cowed_by(state, one.model, enemy)


def unreachable(state: BusState, one: Acting, enemy: str) -> Violations:
    """Enemies that a model may not go for: that it may not attack, or with which it may not come into contact."""
    yield from cowed_by(state, one.model, enemy)
    yield from untouchable(state, one, enemy)


def untouchable(state: BusState, one: Acting, enemy: str) -> Violations:
    """BUS-COND-08, -26, BUS-TRT-18: enemies with which a model may not come into contact."""
    cowed = has(state, one.model, "frightened") and trait(state, enemy, "Fear") is not None
    if cowed and not trait(state, one.model, "Steadfast"):
        yield broken("BUS-COND-08", told=enemy, model=one.model)
    yield from hidden_from(state, one, enemy)


def healable(state: BusState, one: Acting) -> tuple[str, ...]:
    """BUS-TRT-48: whom a Heal may be for: of enemies those with which the model is in contact, or may come into it."""
    whom = helping.healable(state, one.model)
    return tuple(name for name in whom if not any(unhealable(state, one, name)))


def unhealable(state: BusState, one: Acting, model: str) -> Violations:
    """What keeps a Heal from an enemy; nothing from a friend. From itself a zone of control in which the model starts:
    it heals itself without moving (BUS-ACT-11)."""
    if model == one.model and in_zones(state, one) and not engaged(state, model):
        yield broken("BUS-ACT-11", told=in_zones(state, one), model=model)
    if model in enemies(state, one.model) and model not in touching(state, one.model):
        yield from untouchable(state, one, model)


def unshootable(state: BusState, one: Acting, enemy: str) -> Violations:
    """Enemies that a model may not shoot at; Fear keeps nobody from that."""
    yield from cowed_by(state, one.model, enemy)
    yield from (broken(rule, told=enemy, model=one.model) for rule in sightless(state, one.model, enemy))
    yield from hidden_from(state, one, enemy)


def sightless(state: BusState, model: str, target: str) -> tuple[str, ...]:
    """BUS-COND-03: the rule by which a Blind model does not see an enemy that it does not touch."""
    if not has(state, model, "blind") or target in touching(state, model):
        return ()
    foe = target not in own(state, side_of_model(state, model))
    return ("BUS-COND-03",) if foe else ()


def hidden_from(state: BusState, one: Acting, enemy: str) -> Violations:
    """BUS-TRT-18 and Disguise: enemies that the active model may not target with anything."""
    yield from disguised_from(state, one.model, enemy)
    hidden = trait(state, enemy, "Camouflage") if enemy in one.hidden else None
    if hidden is not None and not trait(state, one.model, "Sixth Sense"):
        yield from (broken(rule, told=enemy, model=one.model) for rule in hidden.why)


def disguised_from(state: BusState, model: str, enemy: str) -> Violations:
    """BUS-COND-07, -26: an enemy that the model does not recognise."""
    if has(state, enemy, "disguised") and seeing(state, model) < LEAST_KI:
        for rule in ("BUS-COND-26", "BUS-COND-07"):
            yield broken(rule, told=enemy, model=model)


def cowed_by(state: BusState, model: str, enemy: str) -> Violations:
    """BUS-TRT-57: nobody goes for who has intimidated it in this turn."""
    if any(one.what == f"intimidated by {enemy}" for one in body(state, model).effects):
        yield broken("BUS-TRT-57", told=enemy, model=model)


def seeing(state: BusState, model: str) -> int:
    """BUS-COND-26, BUS-TRT-92: the Ki statistic with lasting changes and Spirit."""
    told = capped(state, model, "ki", Figure(base(state, model, "ki") or 0))
    return told.value + worth(state, model, "Spirit").value


def open_actions(state: BusState, one: Acting) -> Iterator[str]:
    """The actions that nothing closes for the active model."""
    for action in band.permitted(state, ACTIONS):
        if not any(refusals(state, one, action)):
            yield action


def can_declare(state: BusState) -> bool:
    """BUS-ACT-06, BUS-TRT-58: whether nothing closes some action for the activation in progress, as the model is or
    once it has jumped up."""
    one = acting(state)
    if one is NO_ACTING:
        return False
    leaps = has(state, one.model, "prone") and trait(state, one.model, "Jump Up") is not None
    return _may_act(state, one) or (leaps and _may_act(without(state, one.model, "prone"), one))


def _may_act(state: BusState, one: Acting) -> bool:
    """Whether an action is open. Most models may walk, and fight whom they touch, so the first action that is looked at
    decides."""
    likely = "melee" if touching(state, one.model) else "walk"
    return not any(refusals(state, one, likely)) or any(True for _ in open_actions(state, one))


def declarable(state: BusState) -> tuple[str, ...]:
    """The actions of the activation in progress that nothing closes."""
    one = acting(state)
    return tuple(open_actions(state, one)) if one is not NO_ACTING else ()
