"""What a ranged attack needs and how many dice it has (BUS-RNG-06, -08, -12, -17, -18, -20, -21, section 3.4). Pure."""

from __future__ import annotations

from msgspec.structs import replace

from games.bushido.full.common import acting, body, has, noted, put, table
from games.bushido.full.fighting.arms import weapon_named
from games.bushido.full.fighting.exchange import RULES
from games.bushido.full.printed import Trait, parsed, rule_of
from games.bushido.full.rolls import boosted
from games.bushido.full.state import Figure, Shot
from games.bushido.full.surprise import is_surprised
from games.bushido.full.traits import base, capped, size_of, trait, worth
from games.bushido.profiles import Weapon
from games.bushido.state import BusState
from games.remembered import remembered_of_two

NEAREST = 4
"""Section 3.4: the value of the short band; each band beyond it is one more."""
COVER = 2
BESIDE = 6
"""BUS-RNG-12: the value of the second check."""
HUGE = 4
"""The place of Huge among the sizes."""
SHOT_FLAG, RAN = "shot", "ran"


def the_shot(state: BusState) -> Shot:
    """The ranged attack in progress."""
    found = table(state).shot
    assert found is not None
    return found


def with_shot(state: BusState, **told: object) -> BusState:
    """The ranged attack in progress, changed."""
    return put(state, shot=replace(the_shot(state), **told))


def arm(state: BusState, shot: Shot) -> Weapon:
    """The weapon that shoots."""
    return weapon_named(state, shot.attacker, shot.weapon, "ranged")


def out_of_range(state: BusState, shot: Shot) -> bool:
    """BUS-RNG-03: beyond the last band."""
    bands = arm(state, shot).bands or ()
    return bool(bands) and shot.distance > max(bands)


def empty(state: BusState, shot: Shot) -> tuple[str, ...]:
    """BUS-RNG-07: the rules by which the weapon cannot shoot now."""
    traits = traits_of(arm(state, shot))
    if "ammo" in traits and not body(state, shot.attacker).ammo.get(shot.weapon, 0):
        return ("BUS-RNG-07", *rule_of("Ammo"))
    if "reload" in traits and has(state, shot.attacker, "reloading"):
        return ("BUS-RNG-07", "BUS-COND-15", *rule_of("Reload"))
    return ()


def traits_of(weapon: Weapon) -> dict[str, Trait]:
    """The traits of a weapon, by their names."""
    return {one.name: one for one in map(parsed, weapon.traits or ())}


@remembered_of_two
def value(state: BusState, shot: Shot) -> Figure:
    """BUS-RNG-06: what the roll has to reach."""
    bands = arm(state, shot).bands or ()
    band = next((place for place, far in enumerate(bands) if shot.distance <= far), len(bands))
    told = Figure(NEAREST + band, ("BUS-RNG-06", "BUS-GEN-11"))
    told = _of_target(state, shot, told)
    return _of_attacker(state, shot, told)


def _of_target(state: BusState, shot: Shot, told: Figure) -> Figure:
    target = shot.target
    told = told.plus(-size_step(state, target)).noting(*size_rules(state, target))
    if has(state, target, "prone"):
        told = told.plus(-1, "BUS-RNG-06", "BUS-COND-14")
    if is_surprised(state, target):
        told = told.plus(-1, "BUS-GEN-13")
    if shot.cover:
        told = told.plus(COVER, "BUS-RNG-18", "BUS-TER-03")
    if RAN in body(state, target).flags:
        told = told.plus(1, "BUS-ACT-19")
    ward = worth(state, target, "Ranged Defence")
    told = told.plus(ward.value, *ward.why)
    swarm = trait(state, target, "Swarm")
    return told.plus(1, *swarm.why) if swarm is not None else told


def _of_attacker(state: BusState, shot: Shot, told: Figure) -> Figure:
    flags, one = body(state, shot.attacker).flags, acting(state)
    if RAN in flags and state.edition != "reference":
        told = told.plus(1, "BUS-ACT-19")
    if one.walk != "none" or one.rode:
        light = trait(state, shot.attacker, "Light Weight", arm(state, shot).traits or ())
        told = told.noting(*light.why) if light is not None else told.plus(1, "BUS-RNG-21")
    return told.plus(1, "BUS-RNG-20", "BUS-RNG-19") if SHOT_FLAG in flags else told.noting("BUS-RNG-20")


def size_step(state: BusState, target: str) -> int:
    """Section 3.3: 0 for a Small target, 1 for each size above it, -1 for a Tiny one; a Kumo counts as Small."""
    size = size_of(state, target)
    return 0 if size is None or trait(state, target, "Kumo") is not None else size.value - 1


def size_rules(state: BusState, target: str) -> tuple[str, ...]:
    kumo, size = trait(state, target, "Kumo"), size_of(state, target)
    if kumo is not None:
        return kumo.why
    return size.why if size is not None else ()


def pool(state: BusState, shot: Shot) -> Figure:
    """BUS-RNG-08, -16, -17, BUS-TEST-04: the dice before a special attack is paid for; at least one."""
    attacker = shot.attacker
    told = Figure(base(state, attacker, "ranged") or 0, ("BUS-RNG-08",))
    if _again(state):
        told = told.noting(*table(state).why.get(f"{attacker}.ranged", ()))
    told = told.plus(boosted(state, attacker, "ranged"), "BUS-KI-12")
    for kind in ("stunned", "frightened"):
        if has(state, attacker, kind):
            told = told.plus(-1, RULES[kind], "BUS-RNG-17")
    if has(state, shot.target, "death_sentence"):
        told = told.plus(1, "BUS-COND-05", "BUS-RNG-17")
    told = capped(state, attacker, "ranged", told)
    return told if told.value >= 1 else Figure(1, (*told.why, "BUS-TEST-04"))


def _again(state: BusState) -> bool:
    """Whether this is not the first attack of its action."""
    return acting(state).shots + (table(state).shot is None) > 1


def second_value(state: BusState, target: str) -> Figure:
    """BUS-RNG-12: the value of the second check; by the size of the target alone."""
    return Figure(BESIDE, ("BUS-RNG-12",)).plus(-size_step(state, target), *size_rules(state, target))


def passes_by_itself(state: BusState, target: str) -> bool:
    """BUS-RNG-12: nobody misses who is Huge."""
    size = size_of(state, target)
    return size is not None and size.value == HUGE and trait(state, target, "Kumo") is None


def boost_over(state: BusState, attacker: str) -> BusState:
    """BUS-RNG-16: the dice of the next attack have no boost."""
    return noted(state, f"{attacker}.ranged", "BUS-RNG-16")
