"""Ranged attacks to start tests from: red's chief has a bow and shoots at blue's chief."""

from __future__ import annotations

from typing import Any

from games.bushido.full import events as f
from games.bushido.full.state import Shot
from games.bushido.profiles import Profile, Weapon
from games.bushido.tests.full.fights import MINE, THEIRS, facing
from games.bushido.tests.full.tables import BLADE, act, card, table_of
from games.testing import Case


def bow(*traits: str, strength: Any = 0, specials: Any = None, name: str = "Bow") -> Weapon:
    """Bands of 6, 12 and 18 inches."""
    return Weapon(
        kind="ranged", name=name, strength=strength, bands=(6, 12, 18), traits=traits, specials=specials or {}
    )


def archer(*traits: str, weapon: Weapon | None = None, **told: Any) -> Profile:
    """A model with a bow and a blade, which rolls three dice at range."""
    return card(*traits, **{"ranged": 3, "weapons": (BLADE, weapon or bow()), **told})


def shooting(
    red: Profile | None = None, blue: Profile | None = None, walk: Any = "none", **told: Any
) -> Case:
    """Red's chief has declared a Ranged Attack."""
    facts = {name: told.pop(name) for name in ("unseen_by", "hidden", "in_zoc_of") if name in told}
    case = facing(red or archer(), blue, **told)
    return act(case, MINE, "ranged", walk=walk, **facts)


def shot_at(target: str = THEIRS, distance: float = 5.0, **told: Any) -> f.RangedAttackDeclared:
    return f.RangedAttackDeclared(target=target, distance=distance, **told)


def aimed(case: Case, target: str = THEIRS, distance: float = 5.0, **told: Any) -> Case:
    return case.when(shot_at(target, distance, **told))


def roll(dice: str, **told: Any) -> f.RangedAttackRolled:
    return f.RangedAttackRolled(dice=dice, **told)


def shot_of(case: Case) -> Shot:
    """The ranged attack in progress."""
    found = table_of(case).shot
    assert found is not None
    return found
