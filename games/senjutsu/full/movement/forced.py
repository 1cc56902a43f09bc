"""Forced movement hex by hex: SEN-HEX-06, SEN-COL-01 to -03, -06, SEN-TER-02, -05.

Pure: in goes the path of a push, a pull or a step; out come where the mover ends and what it runs into.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec

from games.hexes import Hex
from games.senjutsu.facts import FACTS

CORPSE = "corpse"


class Field(msgspec.Struct, frozen=True):
    """What stands where. `board` None: the hexes of the battlefield are unknown, so nothing is out of bounds. Allies
    may share the hex that they start on (SEN-SETUP-06)."""

    board: frozenset[Hex] | None
    terrain: Mapping[Hex, str]
    actors: Mapping[Hex, tuple[str, ...]]


class Collision(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a forced move ended early, and in what or whom (of `others` in one); what it costs is found in
    `collide.py`."""

    kind: Literal["edge", "terrain", "character"]
    into: Hex
    terrain: str | None = None
    others: tuple[str, ...] = ()


class Walk(msgspec.Struct, frozen=True, omit_defaults=True):
    """The end of a forced move, the hexes and corpses entered on the way, and the collision if there was one."""

    end: Hex
    entered: tuple[Hex, ...] = ()
    corpses: int = 0
    collision: Collision | None = None


def markers(terrain: str) -> dict[str, Any]:
    """SEN-TER-02: the markers of an object, by the profile `assumed-1` of the catalogue, as `Hurt` counts them."""
    found = FACTS.terrain[terrain].markers
    return {"stuns": found.count("stun"), "injuries": found.count("injury"), "wounds": found.count("wound")}


def forced(start: Hex, path: Iterable[Hex], field: Field, mover: str) -> Walk:
    """Hex after hex until the path or a collision ends it; the mover stays in the hex before the collision."""
    entered: list[Hex] = []
    hit: Collision | None = None
    for place in path:
        hit = collision_at(place, field, mover)
        if hit is not None:
            break
        entered.append(place)
    corpses = sum(field.terrain.get(place) == CORPSE for place in entered)
    return Walk([start, *entered][-1], tuple(entered), corpses, hit)


def collision_at(place: Hex, field: Field, mover: str) -> Collision | None:
    """SEN-COL-01 to -03; a hex outside counts before anything that may be noted there."""
    if field.board is not None and place not in field.board:
        return Collision("edge", place)
    terrain = field.terrain.get(place)
    if terrain is not None and FACTS.terrain[terrain].blocks:
        return Collision("terrain", place, terrain=terrain)
    others = tuple(other for other in field.actors.get(place, ()) if other != mover)
    return Collision("character", place, others=others) if others else None
