"""Other secrets behind the same public face, for the contract's test that no secret gets out."""

from __future__ import annotations

from random import Random

import msgspec

from games.ruleset import Event
from games.super_fantasy_brawl.events import PoolRegistered
from games.super_fantasy_brawl.facts import TRAPS
from games.super_fantasy_brawl.full.events import FullSecret, TrapSupplyShuffled, TrapTokenPlaced
from games.super_fantasy_brawl.play.training import CARDS, CHAMPIONS

NAMES = (*CHAMPIONS, "goldarr", "kilgore")


def disguised(event: Event, dice: Random) -> Event:
    """The event with other secret fields. The commitment stays; what is public by the rules stays too."""
    if isinstance(event, PoolRegistered):
        pool = tuple(dice.sample(NAMES, len(event.champions or ())))
        return msgspec.structs.replace(event, champions=pool)
    if isinstance(event, TrapSupplyShuffled):
        return event  # the kinds of triggered tokens follow from it and are public: see test_kept_tokens.py
    if isinstance(event, TrapTokenPlaced):
        kinds = [kind for kind in TRAPS if kind != event.token]
        return msgspec.structs.replace(event, token=dice.choice(kinds) if event.token else None)
    assert isinstance(event, FullSecret)
    others = {name: _others(dice, getattr(event, name)) for name in event.secret_fields}
    return msgspec.structs.replace(event, **others)


def _others(dice: Random, told: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """As many other cards; what was not told stays untold."""
    return None if told is None else tuple(dice.sample(sorted(CARDS), len(told)))
