"""Exchanges to start tests from: red's chief has reached blue's chief, and both have still to allocate their dice."""

from __future__ import annotations

from typing import Any

from games.bushido.full import events as f
from games.bushido.profiles import Profile, Weapon
from games.bushido.tests.full.tables import act, card, playing
from games.testing import Case

MINE, THEIRS = "red:chief", "blue:chief"


def armed(
    *traits: str, weapon: tuple[str, ...] = (), strength: Any = 0, specials: Any = None, **told: Any
) -> Profile:
    """A card whose only weapon has these traits and abilities."""
    blade = Weapon(kind="melee", name="Blade", strength=strength, traits=weapon, specials=specials or {})
    return card(*traits, weapons=(blade,), **told)


def facing(red: Profile | None = None, blue: Profile | None = None, **told: Any) -> Case:
    """Both chiefs have these cards; nobody has moved."""
    red_cards = {"chief": red or armed(), **told.pop("reds", {})}
    blue_cards = {"chief": blue or armed(), **told.pop("blues", {})}
    return playing(told.pop("scenario", "sacred_idols"), red_cards, blue_cards, **told)


def met(case: Case, action: Any = "melee", **told: Any) -> Case:
    """Red's chief goes for blue's and reaches it."""
    facts = {name: told.pop(name) for name in ("unseen_by", "hidden", "in_zoc_of") if name in told}
    case = act(case, MINE, action, target=THEIRS, **facts, **told)
    near = (THEIRS, *told.get("also", ()))
    return case.when(f.ModelMoved(model=MINE, inches=2.0, contact=near))


def fighting(
    red: Profile | None = None, blue: Profile | None = None, action: Any = "melee", **told: Any
) -> Case:
    return met(facing(red, blue, **told), action)


def split(
    side: str, attack: int, defence: int, special: str | None = None, cost: int | None = None
) -> f.MeleeDiceCommitted:
    return f.MeleeDiceCommitted(side=side, attack=attack, defence=defence, special=special, cost=cost)


def allocated(case: Case, red: tuple[Any, ...] = (2, 1), blue: tuple[Any, ...] = (1, 2)) -> Case:
    """Both have allocated their dice."""
    return case.when(split("red", *red)).when(split("blue", *blue))


def dice(
    red: tuple[str, str], blue: tuple[str, str], mine: str = MINE, theirs: str = THEIRS, **told: Any
) -> f.MeleeRolled:
    """(attack, defence) of both; an empty string is no dice."""
    attack = {model: rolled for model, rolled in ((mine, red[0]), (theirs, blue[0])) if rolled}
    defence = {model: rolled for model, rolled in ((mine, red[1]), (theirs, blue[1])) if rolled}
    return f.MeleeRolled(attack=attack, defence=defence, **told)


def won(case: Case, special: str | None = None, cost: int | None = None, level: int = 3) -> Case:
    """Red's attack succeeds with this level, by a six and a support against less; blue keeps a die for its answer."""
    case = allocated(case, (3 - (cost or 0), 0, special, cost) if special else (3, 0), (1, 2))
    attack = {1: "6", 2: "66", 3: "666"}[3 - (cost or 0)]
    best = 6 + len(attack) - 1
    low = str(best - level)
    return case.when(dice((attack, ""), ("2", f"{low}1")))


def damage(dice_: str, **told: Any) -> f.DamageRolled:
    return f.DamageRolled(dice=dice_, **told)
