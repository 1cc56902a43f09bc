"""Movement effects on the hexes: SEN-MOVE-01 to -09, -11, SEN-TER-01.

Pure: where somebody stands, what the effect prints and what was done in; the end and what is broken out. Who cannot
make its movement without a collision ends in it: its last step is the one that was not made.
Called by `move.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, Literal

import msgspec

from games.hexes import Hex, stepped, turned
from games.senjutsu.full.refusals import spot

Op = tuple[Literal["step", "turn"], int]
"""("step", relative direction 0 to 5) or ("turn", 1 clockwise, -1 counter-clockwise)."""
ALL_WAYS, BOTH_WAYS = frozenset(range(6)), frozenset((1, -1))
Broken = tuple[tuple[str, ...], dict[str, Any]]
"""The rules that one fault breaks, the most exact first, and the words for their sentences."""


class Printed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A printed movement: how many steps, in which relative directions, how many turns of 60 degrees.

    `order` is binding where the card says "then"; `free_directions` is the wako's (SEN-SOLO-25).
    """

    steps: int = 0
    directions: tuple[int, ...] = ()
    turns: int = 0
    mandatory: bool = False
    order: Literal["mixed", "steps_first", "turns_first"] = "mixed"
    free_directions: bool = False


class Ground(msgspec.Struct, frozen=True):
    """The board around a mover. None for a board of unknown hexes; torii may be passed, not stopped on."""

    board: frozenset[Hex] | None
    walls: frozenset[Hex] = frozenset()
    others: frozenset[Hex] = frozenset()
    torii: frozenset[Hex] = frozenset()

    def is_free(self, place: Hex) -> bool:
        """Whether a step may enter the hex."""
        inside = self.board is None or place in self.board
        return inside and place not in self.walls and place not in self.others


class Stand(msgspec.Struct, frozen=True):
    """A hex and a facing."""

    hex: Hex
    facing: int


class Hit(msgspec.Struct, frozen=True):
    """A step that was not made: its place in the sequence, the closed hex, and where the mover stays."""

    index: int
    hex: Hex
    stay: Stand


def places(start: Stand, done: tuple[Op, ...]) -> Iterator[Stand]:
    """Where the character stands after each step or turn; a step keeps the facing (SEN-MOVE-01, -11)."""
    now = start
    for op, amount in done:
        if op == "step":
            now = Stand(stepped(now.hex, now.facing, amount), now.facing)
        else:
            now = Stand(now.hex, turned(now.facing, amount))
        yield now


def end_of(start: Stand, done: tuple[Op, ...]) -> Stand:
    """The final place, if nothing is in the way."""
    return [start, *places(start, done)][-1]


def hit_of(start: Stand, printed: Printed, done: tuple[Op, ...], ground: Ground) -> Hit | None:
    """The first step into a closed hex, or the last printed step if it would end on a torii.

    Who passed through a torii before stays in front of it: nobody stands there (SEN-TER-01).
    """
    steps, stay = 0, start
    for index, now in enumerate(places(start, done)):
        if done[index][0] == "step":
            steps += 1
            closed = not ground.is_free(now.hex)
            if closed or (now.hex in ground.torii and steps == printed.steps):
                return Hit(index, now.hex, Stand(stay.hex, now.facing))
        if now.hex not in ground.torii:
            stay = now
    return None


def faults(
    start: Stand, printed: Printed, done: tuple[Op, ...], to: Stand, ground: Ground
) -> Iterator[Broken]:
    """Everything that an executed movement must keep to."""
    yield from shape_faults(printed, done)
    hit, end = hit_of(start, printed, done, ground), end_of(start, done)
    if hit is None:
        yield from _way_faults(start, printed, done, ground, end)
    else:
        yield from _hit_faults(hit, start, printed, done, ground)
    expected = end if hit is None else hit.stay
    # A card that lets the mover through leads to the end of the way.
    through = hit is not None and to == end and not may_collide(start, printed, ground)
    if to != expected and not through:
        yield ("SEN-MOVE-09",), {"expected": stand(expected), "told": stand(to)}


def stand(where: Stand) -> str:
    """A hex and a facing, to be read."""
    return f"{spot(where.hex)} ({where.facing})"


def shape_faults(printed: Printed, done: tuple[Op, ...]) -> Iterator[Broken]:
    """SEN-MOVE-01, -02, -04, -05, -06: numbers, directions and order."""
    steps = [amount for op, amount in done if op == "step"]
    turns = [amount for op, amount in done if op == "turn"]
    directions, rotations = set(steps), set(turns)
    if not directions <= ALL_WAYS or not rotations <= BOTH_WAYS:
        yield ("SEN-MOVE-01",), {"told": [*steps, *turns]}
        return
    if len(steps) > printed.steps or len(turns) > printed.turns:
        told = {"steps": len(steps), "turns": len(turns), "legal": [printed.steps, printed.turns]}
        yield ("SEN-MOVE-04",), told
    elif not directions <= set(printed.directions):
        yield ("SEN-MOVE-02",), {"legal": list(printed.directions), "told": steps}
    if (len(directions) > 1 and not printed.free_directions) or len(rotations) > 1:
        yield ("SEN-MOVE-05",), {"told": [*steps, *turns]}
    if not _keeps_order(printed, done):
        yield ("SEN-MOVE-06",), {"expected": f"order_{printed.order}"}


def _keeps_order(printed: Printed, done: tuple[Op, ...]) -> bool:
    """SEN-MOVE-06."""
    if printed.order == "mixed":
        return True
    ops, first = [op for op, _ in done], "step" if printed.order == "steps_first" else "turn"
    return ops == sorted(ops, key=lambda op: op != first)


def _way_faults(
    start: Stand, printed: Printed, done: tuple[Op, ...], ground: Ground, end: Stand
) -> Iterator[Broken]:
    """SEN-MOVE-03, -07: a free way that ends where nobody stands, or before a mandatory effect is whole."""
    if end.hex in ground.torii and end.hex != start.hex:
        yield ("SEN-MOVE-07", "SEN-TER-01"), {"told": spot(end.hex)}
    if printed.mandatory and len(done) < printed.steps + printed.turns:
        told = {"legal": [printed.steps, printed.turns], "told": len(done)}
        yield ("SEN-MOVE-03",), told


def _hit_faults(
    hit: Hit, start: Stand, printed: Printed, done: tuple[Op, ...], ground: Ground
) -> Iterator[Broken]:
    """SEN-MOVE-07, -08, -11: what is in the way."""
    told = {"told": spot(hit.hex)}
    legal = may_collide(start, printed, ground)
    terrain = ("SEN-TER-01",) if hit.hex in ground.walls | ground.torii else ()
    if hit.index < len(done) - 1:
        yield ("SEN-MOVE-11",) if legal else ("SEN-MOVE-07", "SEN-MOVE-11", *terrain), told
    elif not legal:
        yield ("SEN-MOVE-08" if printed.mandatory else "SEN-MOVE-07", *terrain), told


def may_collide(start: Stand, printed: Printed, ground: Ground) -> bool:
    """SEN-MOVE-08: a collision by own movement is legal only where a mandatory effect cannot be done without one."""
    return printed.mandatory and not has_clean(start, printed, ground)


def has_clean(start: Stand, printed: Printed, ground: Ground) -> bool:
    """Whether one complete execution, of all directions, rotations and orders, meets nothing."""
    ends = (now.hex for now, whole in stands(start, printed, ground) if whole)
    return any(place == start.hex or place not in ground.torii for place in ends)


def stands(start: Stand, printed: Printed, ground: Ground) -> Iterator[tuple[Stand, bool]]:
    """Every hex and facing that some execution leads to and meets nothing on its way, and whether it is the whole of
    the movement then."""
    single = tuple((direction,) for direction in printed.directions)
    sets = (printed.directions,) if printed.free_directions else single or ((),)
    for directions, rotation in product(sets, (1, -1) if printed.turns else (1,)):
        yield from _walked(start, printed, ground, directions, rotation)


def _walked(
    start: Stand, printed: Printed, ground: Ground, directions: tuple[int, ...], rotation: int
) -> Iterator[tuple[Stand, bool]]:
    """A search over (hex, facing, steps, turns): the same place after the same count is visited once."""
    todo = [(start, 0, 0)]
    seen = set(todo)
    while todo:
        now, steps, turns = todo.pop()
        yield now, (steps, turns) == (printed.steps, printed.turns)
        for further in _further(now, steps, turns, printed, directions, rotation):
            if further not in seen and (further[1] == steps or ground.is_free(further[0].hex)):
                seen.add(further)
                todo.append(further)


def _further(
    now: Stand, steps: int, turns: int, printed: Printed, directions: tuple[int, ...], rotation: int
) -> Iterator[tuple[Stand, int, int]]:
    """What may be done next; "then" binds the order also where parts are left out."""
    if turns < printed.turns and not (printed.order == "turns_first" and steps):
        yield Stand(now.hex, turned(now.facing, rotation)), steps, turns + 1
    if steps < printed.steps and not (printed.order == "steps_first" and turns):
        for direction in directions:
            yield Stand(stepped(now.hex, now.facing, direction), now.facing), steps + 1, turns
