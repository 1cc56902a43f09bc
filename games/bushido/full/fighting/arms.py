"""The weapons of a model, by kind and by name."""

from __future__ import annotations

from msgspec.structs import replace

from games.bushido.full.common import acting, sheet
from games.bushido.full.printed import bonuses, parsed
from games.bushido.profiles import Weapon
from games.bushido.state import BusState

UNARMED = Weapon(kind="melee", name="Unarmed", strength=0, traits=(), specials={})
"""What a model fights with whose card names no melee weapon."""


def weapons_of(state: BusState, model: str, kind: str = "melee") -> tuple[Weapon, ...]:
    """BUS-MEL-02: the weapons of a model; every model can fight."""
    told = tuple(one for one in sheet(state, model).weapons or () if one.kind == kind)
    return told or ((UNARMED,) if kind == "melee" else ())


def name_of(weapon: Weapon) -> str:
    """What a weapon is called in a log."""
    return weapon.name or weapon.kind


def weapon_named(state: BusState, model: str, name: str, kind: str = "melee") -> Weapon:
    """A weapon of a model by its name, with its Charging Bonus where it charges (BUS-TRT-22)."""
    told = UNARMED
    for arm in sheet(state, model).weapons or ():
        if arm.kind == kind and name_of(arm) == name:
            told = arm
            break
    one = acting(state)
    charges = one.model == model and one.action == "charge"
    return _charging(told) if charges else told


def _charging(weapon: Weapon) -> Weapon:
    printed = (one for one in map(parsed, weapon.traits or ()) if one.name == "charging bonus")
    for what, number in (each for one in printed for each in bonuses(one.keyword)):
        if what == "strength":
            strength = weapon.strength if isinstance(weapon.strength, int) else 0
            weapon = replace(weapon, strength=strength + (number or 0))
        else:
            told = what if number is None else f"{what} ({number:+d})"
            weapon = replace(weapon, traits=(*(weapon.traits or ()), told))
    return weapon


def dice_of(weapon: Weapon) -> int:
    """BUS-TRT-22: the dice that the Charging Bonus of a weapon adds to melee."""
    return sum(one.x for one in map(parsed, weapon.traits or ()) if one.name == "melee")


def dice_for(arm: Weapon, special: str | None, told: int | None) -> int:
    """BUS-SPA-01: the dice that go into a special ability of a weapon: as told, else as printed; else none."""
    return (arm.specials or {}).get(special or "", 0) if told is None else told
