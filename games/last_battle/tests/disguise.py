"""Other secrets behind the same public face, for the contract's test that no secret gets out."""

from __future__ import annotations

from random import Random

import msgspec

from games.last_battle.events import SchemeChosen, SchemeNoted, SchemesDealt, SerpentSchemesPreset
from games.last_battle.facts import COMMON_SCHEMES, is_unique
from games.last_battle.full.events import HandDrawn, HangedManUsed
from games.ruleset import Event

CARDS = tuple(f"{suit}-{value}" for suit in "PCSW" for value in range(1, 15))


def disguised(event: Event, dice: Random) -> Event:
    """The event with other secret fields. The commitment stays; what is public by the rules stays too."""
    if isinstance(event, SchemesDealt):
        return msgspec.structs.replace(event, schemes=_others(dice, len(event.schemes or ())))
    if isinstance(event, SchemeChosen):
        return msgspec.structs.replace(event, scheme=dice.choice(COMMON_SCHEMES))
    if isinstance(event, SerpentSchemesPreset):
        public = tuple(scheme for scheme in event.schemes or () if is_unique(scheme))
        return msgspec.structs.replace(event, schemes=(*_others(dice, dice.randint(1, 3)), *public))
    if isinstance(event, HandDrawn):
        return msgspec.structs.replace(event, cards=tuple(dice.sample(CARDS, event.count)))
    if isinstance(event, HangedManUsed):
        return msgspec.structs.replace(event, drawn=tuple(dice.sample(CARDS, 3)))
    assert isinstance(event, SchemeNoted)
    told = {
        "scheme": dice.choice(COMMON_SCHEMES),
        "own_figures": (),
        "enemy_figures": ("anyone",),
        "more": None,
    }
    return msgspec.structs.replace(event, **told)


def _others(dice: Random, count: int) -> tuple[str, ...]:
    return tuple(dice.sample(COMMON_SCHEMES, count))
