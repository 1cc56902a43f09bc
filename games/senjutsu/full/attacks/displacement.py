"""Pushes, pulls and forced turns of an attack: SEN-HEX-04 to -07, SEN-COL-06.

Targets are moved one after another in the order of the results, each to its end or to its collision.
Called by `attack.py` to judge and by `after_attack.py` to fold.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from games.hexes import Hex, pull_directions, pulled, push_directions, pushed, turned
from games.senjutsu.full.effect_events import Result, Shift
from games.senjutsu.full.movement.forced import Collision, forced
from games.senjutsu.full.movement.ground import Cause, field_of, place_of
from games.senjutsu.full.preconditions import body, with_body
from games.senjutsu.state import SenjutsuState


class Moved(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a target ends, what it entered by which force, and the collision that ended it."""

    actor: str
    hex: Hex
    facing: int | None
    pushed: tuple[Hex, ...] = ()
    pulled: tuple[Hex, ...] = ()
    corpses: int = 0
    cause: Cause = "push"
    collision: Collision | None = None


def displaced(
    state: SenjutsuState, attacker: str, results: tuple[Result, ...]
) -> Iterator[tuple[Result, Moved, Hex]]:
    """(result, its move, the hex that it began on) of every target that is moved or turned."""
    for result in results:
        target, forces = result.target, (result.push, result.pull, result.turns)
        if target is None or result.outcome != "hit" or not any(forces):
            continue
        here, there = place_of(state, attacker), place_of(state, target)
        if there is None:
            continue
        moved = _moved(state, here, there, result)
        yield result, moved, there
        state = with_body(state, target, hex=moved.hex, facing=moved.facing)


def _moved(state: SenjutsuState, here: Hex | None, there: Hex, result: Result) -> Moved:
    """Pushed, then pulled, then turned; a collision ends pushes and pulls."""
    target = result.target or ""
    field, moved = field_of(state, target), Moved(target, there, None)
    if here is not None and result.push is not None:
        walk = forced(there, path_of("push", here, there, result.push), field, target)
        moved = Moved(target, walk.end, None, walk.entered, (), walk.corpses, "push", walk.collision)
    if here is not None and result.pull is not None and moved.collision is None:
        walk = forced(moved.hex, path_of("pull", here, moved.hex, result.pull), field, target)
        corpses = moved.corpses + walk.corpses
        moved = Moved(target, walk.end, None, moved.pushed, walk.entered, corpses, "pull", walk.collision)
    one = body(state, target)
    facing = one.facing if one is not None else None
    if facing is not None and result.turns is not None:
        facing = turned(facing, result.turns.count * result.turns.rotation)
    return msgspec.structs.replace(moved, facing=facing)


def path_of(cause: str, here: Hex, there: Hex, shift: Shift) -> tuple[Hex, ...]:
    """The hexes that a push or pull leads through, if nothing is in the way."""
    if cause == "push":
        return pushed(there, shift.direction, shift.cells)
    return pulled(here, there, shift.direction, shift.cells)


def directions_of(cause: str, here: Hex, there: Hex) -> tuple[int, ...]:
    """SEN-HEX-04, -05: the directions that the attacker may choose."""
    return push_directions(here, there) if cause == "push" else pull_directions(here, there)
