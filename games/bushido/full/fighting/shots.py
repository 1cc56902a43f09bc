"""Ranged attacks: what is shot at whom, and what a hit comes to (BUS-RNG-01 to -07, -14 to -19, BUS-TRT-80).

The roll is in `shot_rolled.py`, a shot that goes astray in `astray.py`; numbers come from `aim.py`.
"""

from __future__ import annotations

from itertools import chain

from msgspec.structs import replace

from games.bushido.full import band, windows
from games.bushido.full.allowed import in_zones, unshootable
from games.bushido.full.common import (
    acting,
    acting_side,
    acts_for,
    agree,
    body,
    broken,
    enemies,
    flagged,
    has,
    markers,
    noted,
    own,
    put,
    side_of_model,
    stands_here,
    table,
    with_acting,
    with_body,
)
from games.bushido.full.events import RangedAttackDeclared, RangedTargetReassigned
from games.bushido.full.fighting import aim
from games.bushido.full.fighting.aim import arm, the_shot, with_shot
from games.bushido.full.fighting.arms import name_of, weapons_of
from games.bushido.full.fighting.damage import modifiers, stunned
from games.bushido.full.fighting.harm import clear_boosts
from games.bushido.full.fighting.specials import ability
from games.bushido.full.fighting.strike import applied
from games.bushido.full.printed import rule_of
from games.bushido.full.state import NO_ACTING, Acting, Figure, Harm, Shot, Test
from games.bushido.full.steps import told_now
from games.bushido.full.surprise import unseen
from games.bushido.full.text import marked
from games.bushido.full.traits import trait, worth
from games.bushido.permissions import Violations
from games.bushido.state import BusState
from games.judging import first_broken
from games.ruleset import Actor, RuleViolation


def shots_of(state: BusState, model: str) -> Figure:
    """BUS-RNG-19, BUS-TRT-80: how many attacks one Ranged Attack action has."""
    rapid = worth(state, model, "Rapid Fire")
    return Figure(max(1, rapid.value), ("BUS-RNG-19", *rapid.why))


def check_ranged_attack_declared(state: BusState, event: RangedAttackDeclared, by: Actor) -> Violations:
    """BUS-RNG-01 to -03, -06, -08: a weapon of the active model at an enemy that it sees and may target."""
    one = acting(state)
    shooting = one.action == "ranged" and not one.resolved
    rule = "BUS-RNG-19" if shooting and one.shots else "BUS-ACT-18"
    return first_broken(
        _check_number(state),
        told_now(state, by, acting_side(state) or None, "shoot", rule=rule),
        _check_weapon(state, event),
        _check_target(state, event),
        _check_figures(state, event),
    )


def _check_number(state: BusState) -> Violations:
    """BUS-RNG-19: as many attacks as the action has."""
    one = acting(state)
    if one.action != "ranged" or one.shots < shots_of(state, one.model).value:
        return
    if state.full is not None and state.full.shot is None and not one.resolved:
        most = shots_of(state, one.model)
        yield from (broken(rule, one.shots + 1, most.value, one.model) for rule in most.why)


def _aimed(state: BusState, event: RangedAttackDeclared) -> Shot:
    one = acting(state)
    arms = [name_of(weapon) for weapon in weapons_of(state, one.model, "ranged")]
    return Shot(one.model, event.weapon or next(iter(arms), ""), event.target, event.distance, event.cover)


def _check_weapon(state: BusState, event: RangedAttackDeclared) -> Violations:
    one = acting(state)
    legal = [name_of(weapon) for weapon in weapons_of(state, one.model, "ranged")]
    unclear = event.weapon is None and len(legal) > 1
    if not legal or unclear or event.weapon not in (None, *legal):
        yield broken(
            "BUS-RNG-01", told=event.weapon or "nothing", expected=legal or "nothing", model=one.model
        )


def _check_target(state: BusState, event: RangedAttackDeclared) -> Violations:
    """BUS-RNG-02, BUS-GEN-12, BUS-ACT-18: an enemy in sight; nobody shoots in contact or in a zone of control."""
    one = acting(state)
    there = enemies(state, one.model)
    if event.target not in there:
        yield RuleViolation("BUS-LOG-04", {"model": event.target, "legal": there or "nobody"})
        return
    if not event.sees:
        for rule in ("BUS-RNG-02", "BUS-GEN-12"):
            yield broken(rule, told=event.target, model=one.model)
    for violation in unshootable(state, one, event.target):
        yield violation
        yield broken("BUS-RNG-02", told=event.target, model=one.model)
    pressed = in_zones(state, replace(one, in_zoc_of=event.in_zoc_of))
    if pressed:
        yield broken("BUS-ACT-18", told=pressed, model=one.model)
    yield from band.off_target(state, event.target)


def _check_figures(state: BusState, event: RangedAttackDeclared) -> Violations:
    shot = _aimed(state, event)
    yield from agree(event.value, aim.value(state, shot), model=event.target)
    yield from agree(event.pool, aim.pool(state, shot), model=shot.attacker)


def on_ranged_attack_declared(state: BusState, event: RangedAttackDeclared) -> BusState:
    """BUS-RNG-03: beyond its range the attack ends; a Disguise within it has to be seen through (BUS-COND-26)."""
    shot = _aimed(state, event)
    one = acting(state)
    state = band.aimed(with_acting(put(state, shot=shot), shots=one.shots + 1, shy=()), event.target)
    if aim.out_of_range(state, shot):
        return with_shot(noted(state, "shot", "BUS-RNG-03"), stage="over")
    return _recognising(state)


def loaded(state: BusState) -> BusState:
    """BUS-RNG-07: after all that comes before the dice, an empty weapon or one that is reloaded ends the attack."""
    empty = aim.empty(state, the_shot(state))
    return with_shot(noted(state, "shot", *empty), stage="over") if empty else state


def _recognising(state: BusState) -> BusState:
    """BUS-COND-26: a target in a Disguise has to be seen through first."""
    shot = the_shot(state)
    hides = markers(state, shot.target, "disguised")
    if not hides:
        return state
    test = Test("ki", shot.attacker, "disguise", max(one.value for one in hides), shot.target)
    return put(state, tests=(*table(state).tests, test))


def check_ranged_target_reassigned(state: BusState, event: RangedTargetReassigned, by: Actor) -> Violations:
    """BUS-RNG-04, -05: once, by the target's side, before anybody declares anything: a model of it that stands in the
    line and may be hit."""
    shot = state.full.shot if state.full is not None else None
    side = side_of_model(state, shot.target) if shot is not None else None
    return first_broken(
        told_now(state, by, side, "aim", rule="BUS-RNG-04"),
        acts_for(state, by, event.model),
        chain(windows.check(state, side or ""), _check_named(state, event)),
    )


def _check_named(state: BusState, event: RangedTargetReassigned) -> Violations:
    shot, one = the_shot(state), acting(state)
    plain = trait(state, event.model, "Insignificant")
    wrong = event.model not in nameable(state) or not event.crosses or not event.sees
    far = aim.out_of_range(state, replace(shot, distance=event.distance))
    if wrong or far or any(unshootable(state, one, event.model)):
        why = plain.why if plain is not None else ()
        tired = ("BUS-ACT-01",) if not body(state, event.model).counters else ()
        for rule in ("BUS-RNG-04", *why, *tired):
            yield broken(rule, told=event.model, expected=_fit(state, event) or "nobody", model=shot.target)
    if state.edition == "reference" and event.cover and not shot.cover:
        yield broken("BUS-RNG-04", told="cover", expected="no_cover", model=event.model)


def _fit(state: BusState, event: RangedTargetReassigned) -> list[str]:
    """Who else may be put into the line: of the model that was named the facts of the table say no."""
    return [name for name in nameable(state) if name != event.model]


def nameable(state: BusState) -> tuple[str, ...]:
    """BUS-RNG-04: who may be put in the target's place: neither Exhausted, Insignificant nor Blind; once, and
    before anybody declares anything (BUS-RNG-05)."""
    shot = the_shot(state)
    side = side_of_model(state, shot.target)
    if shot.named or windows.settled(state):
        return ()
    there = (name for name in own(state, side) if name != shot.target)
    fit = (name for name in there if body(state, name).counters and not has(state, name, "blind"))
    return tuple(name for name in fit if not trait(state, name, "Insignificant"))


def on_ranged_target_reassigned(state: BusState, event: RangedTargetReassigned) -> BusState:
    """BUS-COND-26: whoever stands in the line in a Disguise has to be seen through as well."""
    state = with_shot(state, target=event.model, distance=event.distance, cover=event.cover, named=True)
    return _recognising(state)


def wounding(state: BusState) -> BusState:
    """BUS-RNG-14, BUS-DMG-12: what the special attack does, and the damage roll that is due."""
    shot = the_shot(state)
    weapon = arm(state, shot)
    told = ability(shot.special, "attack")
    state = with_shot(state, stage="over")
    if told is not None:
        state = applied(state, told, shot.special or "", shot.attacker, shot.target)
    entangles = trait(state, shot.attacker, "Entangling", weapon.traits or ())
    if entangles is not None or weapon.strength == "Sp":
        state = stunned(state, shot.target, shot.special)
    if entangles is not None:
        return marked(state, shot.target, "immobilised", 1, 0, None, "BUS-DMG-12", *entangles.why)
    if weapon.strength == "Sp" or (told is not None and told.damage == "none"):
        return state
    plus = modifiers(state, shot.attacker, shot.target, weapon, ranged=True).noting("BUS-RNG-14")
    if shot.target == shot.attacker or not stands_here(state, shot.target):
        return state
    caught = unseen(state, shot.target)
    harm = Harm(
        shot.attacker, shot.target, shot.sl, plus, shot.weapon, shot.special, ranged=True, surprised=caught
    )
    if shot.special == "Combo Attack":
        harm = replace(harm, rolls=max(2, shot.sl // 2 + 1) - 1)
    return put(state, harm=harm)


def over(state: BusState) -> BusState:
    """BUS-RNG-15, -16, -19: ammunition and Reloading, the end of boosts, and the next attack of a Rapid Fire."""
    shot, one = the_shot(state), acting(state)
    state = clear_boosts(put(state, shot=None, spoken=()))
    state = _spent(state, shot) if shot.dice else state
    return _onward(state, one) if one is not NO_ACTING else state


def _spent(state: BusState, shot: Shot) -> BusState:
    traits = aim.traits_of(arm(state, shot))
    if "ammo" in traits:
        left = dict(body(state, shot.attacker).ammo)
        left[shot.weapon] = max(0, left.get(shot.weapon, 0) - 1)
        state = with_body(state, shot.attacker, "BUS-RNG-15", *rule_of("Ammo"), ammo=left)
    if "reload" in traits:
        number, why = traits["reload"].x, ("BUS-RNG-15", "BUS-COND-15", *rule_of("Reload"))
        state = marked(state, shot.attacker, "reloading", number, 0, None, *why)
    return flagged(state, shot.attacker, aim.SHOT_FLAG)


def _onward(state: BusState, one: Acting) -> BusState:
    more = one.shots < shots_of(state, one.model).value
    return state if more else with_acting(state, queue=one.queue[1:])
