"""Damage rolls and what a wound brings (BUS-DMG-01 to -09, -12, -14, BUS-SPA-09 to -13, BUS-TRT of weapons)."""

from __future__ import annotations

from msgspec.structs import replace

from games.bushido.full.common import (
    acting,
    acts_for,
    agree,
    are_enemies,
    body,
    broken,
    has,
    put,
    side_of_model,
    stands_here,
    table,
)
from games.bushido.full.events import DamageRolled
from games.bushido.full.fighting.arms import weapon_named
from games.bushido.full.fighting.harm import LAST_STAND, healed, ki_of, killed_in_zone, with_ki, wounded
from games.bushido.full.fighting.leave import removed
from games.bushido.full.fighting.specials import ability
from games.bushido.full.fighting.wounds import row_of, wounds
from games.bushido.full.printed import Trait, rule_of
from games.bushido.full.state import Figure, Harm
from games.bushido.full.steps import told_now
from games.bushido.full.text import marked
from games.bushido.full.traits import added_strength, is_a, keyworded, restricted, trait, within, worth
from games.bushido.permissions import Violations
from games.bushido.profiles import Weapon
from games.bushido.state import BusState, facts_of
from games.judging import first_broken
from games.remembered import remembered_of_two
from games.ruleset import Actor

CHARGE, SENTENCE = 2, 1
"""BUS-DMG-02."""
COMBO = 2
"""BUS-SPA-12: what each roll of a Combo loses of the success level."""
NOTED = ("BUS-SPA-12", "BUS-SPA-13", "BUS-SPA-14", "BUS-RNG-14")
"""The rules that say which roll it is."""
VALUED = {"Bleed": "bleed", "Poison": "poisoned", "Fire": "on_fire"}
"""Trait (X/Y) -> the markers of value Y that a wound brings, X of them."""


def modifiers(
    state: BusState, source: str, target: str, weapon: Weapon, *, charge: bool = False, ranged: bool = False
) -> Figure:
    """BUS-DMG-01, -02, BUS-TRG-05: strength and everything that is added to the roll, less Armour after Pierce."""
    told = Figure(weapon.strength if isinstance(weapon.strength, int) else 0, ("BUS-DMG-01",))
    told = told.plus(added_strength(state, source), "BUS-TRT-22")
    if charge:
        told = told.plus(CHARGE, "BUS-DMG-02", "BUS-ACT-25")
    if has(state, target, "death_sentence") and are_enemies(state, source, target):
        told = told.plus(SENTENCE, "BUS-COND-05", "BUS-DMG-02")
    wronged = any(is_a(state, target, one.keyword) for one in keyworded(state, source, "Vengeance"))
    if wronged and not ranged:
        told = told.plus(1, "BUS-TRT-106")
    armour = within(state, target, "Armour", "ranged" if ranged else "melee")
    pierce = worth(state, source, "Pierce", weapon.traits or ())
    if armour.value > 0 and pierce.value:
        left = max(0, armour.value - pierce.value)
        return Figure(told.value - left, (*told.why, *armour.why, *pierce.why, "BUS-TRG-05"))
    return told.plus(-armour.value, *armour.why)


def plus_of(state: BusState, harm: Harm) -> Figure:
    """BUS-DMG-02, BUS-MEL-23, BUS-RNG-11: what is added to the roll now. Feats that follow the blow come before it, so
    of what was added as the blow fell only the charge is kept, which belongs to the first roll alone."""
    charge = "BUS-ACT-25" in harm.plus.why
    weapon, marks = arm_of(state, harm), tuple(one for one in harm.plus.why if one in NOTED)
    plus = modifiers(state, harm.source, harm.target, weapon, charge=charge, ranged=harm.ranged)
    told = ability(harm.special, "attack")
    if told is not None:
        plus = plus.plus(told.plus, "BUS-SPA-10", "BUS-DMG-02")
    return plus.noting(*marks)


def check_damage_rolled(state: BusState, event: DamageRolled, by: Actor) -> Violations:
    """BUS-DMG-01: the dice of the source's side, the two that are kept, row and wounds."""
    harm = table(state).harm if state.full is not None else None
    return first_broken(
        _check_over(state),
        told_now(state, by, None, "damage", rule="BUS-TEST-20"),
        acts_for(state, by, harm.source if harm is not None else None),
        _check_number(state, event),
        _check_kept(state, event),
        _check_wounds(state, event),
    )


def _check_over(state: BusState) -> Violations:
    """BUS-MEL-24, -25, -30: the exchange is over, and nobody strikes any more."""
    full = state.full
    if full is not None and full.harm is None and acting(state).fought:
        yield from (broken(rule) for rule in ("BUS-TEST-20", "BUS-MEL-24", "BUS-MEL-25", "BUS-MEL-30"))


def _due(state: BusState) -> Harm:
    harm = table(state).harm
    assert harm is not None
    return harm


@remembered_of_two
def dice_of(state: BusState, harm: Harm) -> tuple[Figure, str]:
    """BUS-DMG-01, BUS-TRT-07, -96, -108, BUS-TRG-08: how many dice, and which two are kept: high, low, any or all."""
    arm = arm_of(state, harm).traits or ()
    keen = trait(state, harm.source, "Assassin", arm)
    if keen is not None and harm.surprised:
        return Figure(3, ("BUS-DMG-01", *keen.why)), "any"
    kind = "ranged" if harm.ranged else "melee"
    strong, weak = (restricted(state, harm.source, name, kind, arm) for name in ("Strong", "Weak"))
    if strong and weak:
        return Figure(2, ("BUS-DMG-01", "BUS-TRG-08", *strong, *weak)), "all"
    if strong or weak:
        return Figure(3, ("BUS-DMG-01", *strong, *weak)), "high" if strong else "low"
    return Figure(2, ("BUS-DMG-01",)), "all"


def kept_dice(state: BusState, harm: Harm, event: DamageRolled) -> str:
    """The two dice that count."""
    _number, which = dice_of(state, harm)
    ordered = sorted(event.dice)
    if which == "any":
        return event.kept or "".join(ordered[-2:])
    return "".join(ordered[:2] if which == "low" else ordered[-2:])


def _check_number(state: BusState, event: DamageRolled) -> Violations:
    number, _which = dice_of(state, _due(state))
    yield from agree(len(event.dice), number, model=_due(state).source)


def _check_kept(state: BusState, event: DamageRolled) -> Violations:
    """BUS-TRT-07: two of the dice that were rolled."""
    harm = _due(state)
    number, which = dice_of(state, harm)
    if event.kept is None:
        return
    due = "".join(sorted(kept_dice(state, harm, event)))
    left = list(event.dice)
    mine = [left.remove(die) for die in event.kept if die in left]  # type: ignore[func-returns-value]
    if len(event.kept) != 2 or len(mine) != 2 or (which != "any" and "".join(sorted(event.kept)) != due):
        legal = f"2: {event.dice}" if which == "any" else due
        for rule in number.why:
            yield broken(rule, told=event.kept, expected=legal, model=harm.source)


@remembered_of_two
def rolled(state: BusState, event: DamageRolled) -> Figure:
    """BUS-DMG-01 to -03: the row of the table."""
    harm = _due(state)
    plus = plus_of(state, harm)
    total = sum(map(int, kept_dice(state, harm, event))) + plus.value
    return Figure(row_of(total), (*plus.why, *(("BUS-DMG-03",) if row_of(total) != total else ())))


@remembered_of_two
def inflicted(state: BusState, event: DamageRolled) -> Figure:
    """BUS-DMG-04, -05, BUS-GEN-25: wounds by the table, halved, less Tough after Sharp, and one at most of the
    Durable."""
    harm = _due(state)
    row = rolled(state, event)
    told = Figure(wounds(row.value, harm.sl), ("BUS-DMG-04", *row.why))
    special = ability(harm.special, "attack")
    if special is not None and special.damage == "half":
        halved = told.value if harm.fell else told.value // 2
        told = Figure(
            halved, (*told.why, "BUS-SPA-09", "BUS-GEN-25", *(("BUS-DMG-13",) if harm.fell else ()))
        )
    kind = "ranged" if harm.ranged else "melee"
    return softened(state, harm.target, told, sharp_of(state, harm), kind=kind)


def sharp_of(state: BusState, harm: Harm) -> Figure:
    """BUS-TRT-88."""
    return worth(state, harm.source, "Sharp", arm_of(state, harm).traits or ())


@remembered_of_two
def arm_of(state: BusState, harm: Harm) -> Weapon:
    """The weapon that did it."""
    return weapon_named(state, harm.source, harm.weapon, "ranged" if harm.ranged else "melee")


def softened(
    state: BusState, model: str, told: Figure, sharp: Figure, tough: bool = True, kind: str = ""
) -> Figure:
    """BUS-DMG-04, -05, -14: Tough after Sharp, and Durable. `kind`: of the attack, if it is one."""
    if tough and told.value:
        hide = toughness(state, model, kind)
        if hide.value > 0 and sharp.value:
            hide = Figure(max(0, hide.value - sharp.value), (*hide.why, *sharp.why, "BUS-TRG-05"))
        if hide.why:
            rule = ("BUS-DMG-05",) if hide.value < 0 else ()
            told = Figure(max(0, told.value - hide.value), (*told.why, *hide.why, *rule))
    durable = trait(state, model, "Durable")
    if durable is not None and told.value > 1:
        return Figure(1, (*told.why, *durable.why))
    return told


def toughness(state: BusState, model: str, kind: str = "") -> Figure:
    """BUS-TRT-70, -103, BUS-TRG-06: Tough, and one more for Oni Rage while Berserk."""
    told = within(state, model, "Tough", kind)
    rage = trait(state, model, "Oni Rage")
    return told.plus(1, *rage.why) if rage is not None and has(state, model, "berserk") else told


def _check_wounds(state: BusState, event: DamageRolled) -> Violations:
    model = _due(state).target
    yield from agree(event.row, rolled(state, event), "BUS-DMG-01", model=model)
    yield from agree(event.wounds, inflicted(state, event), model=model)
    if event.in_zone and not facts_of(state).kill_sp:
        yield broken("BUS-SCORE-07", told=event.in_zone, model=model)


def on_damage_rolled(state: BusState, event: DamageRolled) -> BusState:
    """The wounds and what they bring, then the next roll of a Combo, or the rest of the exchange."""
    harm = _due(state)
    number = inflicted(state, event)
    there, stood = stands_here(state, harm.target), LAST_STAND in body(state, harm.target).flags
    state = wounded(put(state, harm=None), harm.target, number.value, harm.source, *number.why)
    if harm.special == "Critical Attack" and stands_here(state, harm.target):
        pair = kept_dice(state, harm, event)
        if pair[0] == pair[1]:
            state = removed(state, harm.target, harm.source, "BUS-SPA-11", "BUS-DMG-09")
    stands_on = stood and stands_here(state, harm.target)
    if there and not stands_on and event.in_zone and not harm.ranged:
        state = _fell_in_zone(state, harm)
    state = stunned(state, harm.target, harm.special)
    if number.value:
        state = brought(state, harm)
    if harm.rolls and stands_here(state, harm.target):
        return put(state, harm=_next(harm))
    return state


def stunned(state: BusState, target: str, special: str | None) -> BusState:
    """BUS-SPA-10: a Stun comes besides the damage roll, also where none is made or where it was cancelled."""
    if special != "Stun Attack":
        return state
    return marked(state, target, "stunned", 1, 0, None, "BUS-SPA-10", "BUS-COND-17")


def _fell_in_zone(state: BusState, harm: Harm) -> BusState:
    """BUS-SCORE-07, BUS-DMG-10: who may still rise has not fallen yet."""
    side = side_of_model(state, harm.source)
    tests = table(state).tests
    rises = [one.kind == "rise" and one.model == harm.target for one in tests]
    if not any(rises):
        return killed_in_zone(state, harm.target, side)
    told = (replace(one, scores=side) if due else one for one, due in zip(tests, rises, strict=True))
    return put(state, tests=tuple(told))


def _next(harm: Harm) -> Harm:
    """BUS-SPA-12, -13: the next roll of a Combo, without the bonus of a charge."""
    plus = harm.plus
    if "BUS-ACT-25" in plus.why:
        plus = Figure(plus.value - CHARGE, (*(one for one in plus.why if one != "BUS-ACT-25"), "BUS-SPA-13"))
    plus = Figure(plus.value, (*plus.why, "BUS-SPA-12"))
    return replace(harm, sl=max(0, harm.sl - COMBO), rolls=harm.rolls - 1, first=False, plus=plus)


def brought(state: BusState, harm: Harm) -> BusState:
    """BUS-DMG-08: what at least one wound brings: markers by the traits of the source and its weapon, Ki for a Kumo.
    Only enemies bleed (BUS-TRT-12)."""
    stray = not are_enemies(state, harm.source, harm.target)
    for name, marker in VALUED.items():
        told = best_of(state, harm, name) if name != "Bleed" or not stray else None
        if told is not None:
            state = marked(
                state, harm.target, marker, told.x, told.y or 0, None, "BUS-DMG-08", *rule_of(name)
            )
    ill = best_of(state, harm, "Disease")
    if ill is not None:
        state = marked(state, harm.target, "diseased", ill.x, 0, None, "BUS-DMG-08", *rule_of("Disease"))
    if best_of(state, harm, "Ki Block") is not None:
        state = marked(state, harm.target, "spirit_block", 1, 0, None, "BUS-DMG-08", *rule_of("Ki Block"))
    kumo = trait(state, harm.source, "Kumo")
    if kumo is not None and not harm.ranged and stands_here(state, harm.source):
        state = with_ki(state, harm.source, ki_of(state, harm.target), *kumo.why)
        state = healed(state, harm.source, 1, *kumo.why)
    return state


def best_of(state: BusState, harm: Harm, name: str) -> Trait | None:
    """A trait of the source or of the weapon that it used; one source only (BUS-TRT-12, -43, -76)."""
    found = [*keyworded(state, harm.source, name, arm_of(state, harm).traits or ())]
    if name == "Poison" and body(state, harm.source).orochi:
        found.append(Trait("poison", "", 1, body(state, harm.source).orochi))
    return max(found, key=lambda one: (one.x, one.y or 0), default=None)
