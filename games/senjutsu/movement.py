"""Movement effects on the hexes: SEN-MOVE-01 to -05, -07 to -09, -11, at full detail.

Pure: where a character stands, what the effect prints and what was done in; the end and violations out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from games.hexes import Hex, stepped, turned
from games.ruleset import RuleViolation

Violations = Iterator[RuleViolation]
Op = tuple[Literal["step", "turn"], int]
"""("step", relative direction 0 to 5) or ("turn", 1 clockwise, -1 counter-clockwise)."""


class Effect(msgspec.Struct, frozen=True, omit_defaults=True):
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
    """The final place."""
    return [start, *places(start, done)][-1]


def check_movement(
    start: Stand, effect: Effect, done: tuple[Op, ...], to: Stand, ground: Ground
) -> Violations:
    """Everything that an executed movement must keep to."""
    steps = [amount for op, amount in done if op == "step"]
    turns = [amount for op, amount in done if op == "turn"]
    told = {"steps": len(steps), "turns": len(turns), "legal": [effect.steps, effect.turns]}
    if not set(steps) <= set(effect.directions) or not set(turns) <= {1, -1}:
        yield RuleViolation("SEN-MOVE-02", {**told, "told": steps})
    if len(steps) > effect.steps or len(turns) > effect.turns:
        yield RuleViolation("SEN-MOVE-04", told)
    if (len(set(steps)) > 1 and not effect.free_directions) or len(set(turns)) > 1:
        yield RuleViolation("SEN-MOVE-05", told)
    if not _keeps_order(effect, done):
        yield RuleViolation("SEN-MOVE-06", told)
    yield from _check_way(start, effect, done, ground)
    if to != end_of(start, done):
        yield RuleViolation("SEN-MOVE-09", {"expected": end_of(start, done), "told": to})


def _keeps_order(effect: Effect, done: tuple[Op, ...]) -> bool:
    """SEN-MOVE-06."""
    ops = [op for op, _ in done]
    first = {"steps_first": "step", "turns_first": "turn"}.get(effect.order)
    return first is None or ops == sorted(ops, key=lambda op: op != first)


def is_clean(start: Stand, done: tuple[Op, ...], ground: Ground) -> bool:
    """SEN-MOVE-07: no hex on the way is closed, and the last one is no torii."""
    way = [stand.hex for stand in places(start, done)]
    return all(ground.is_free(place) for place in way) and (not way or way[-1] not in ground.torii)


def _check_way(start: Stand, effect: Effect, done: tuple[Op, ...], ground: Ground) -> Violations:
    """SEN-MOVE-03, -07, -08: a mandatory effect is done whole if any execution of it is free of collisions."""
    if not is_clean(start, done, ground):
        yield RuleViolation("SEN-MOVE-07", {"told": end_of(start, done).hex})
    complete = len(done) == effect.steps + effect.turns
    if effect.mandatory and not complete and any(is_clean(start, way, ground) for way in executions(effect)):
        yield RuleViolation("SEN-MOVE-03", {"legal": [effect.steps, effect.turns], "told": len(done)})


def may_collide(start: Stand, effect: Effect, ground: Ground) -> bool:
    """SEN-MOVE-08: a collision by own movement is legal only where a mandatory effect cannot be done without one."""
    return effect.mandatory and not any(is_clean(start, way, ground) for way in executions(effect))


def executions(effect: Effect) -> Iterator[tuple[Op, ...]]:
    """Every complete execution: all allowed directions, rotations and orders."""
    rotations = (1, -1) if effect.turns else (0,)
    for direction_set in _direction_sets(effect):
        for rotation in rotations:
            for way in _orders(direction_set, (rotation,) * effect.turns):
                if _keeps_order(effect, way):
                    yield way


def _direction_sets(effect: Effect) -> Iterator[tuple[int, ...]]:
    """The directions of the steps, one for all of them (SEN-MOVE-05) or any for each (SEN-SOLO-25)."""
    if not effect.free_directions:
        yield from (
            (direction,) * effect.steps for direction in (effect.directions if effect.steps else (0,))
        )
        return
    rows: list[tuple[int, ...]] = [()]
    for _ in range(effect.steps):
        rows = [(*row, direction) for row in rows for direction in effect.directions]
    yield from rows


def _orders(steps: tuple[int, ...], turns: tuple[int, ...]) -> Iterator[tuple[Op, ...]]:
    """Every way to mix the steps with the turns."""
    if not steps and not turns:
        yield ()
    if steps:
        yield from ((("step", steps[0]), *rest) for rest in _orders(steps[1:], turns))
    if turns:
        yield from ((("turn", turns[0]), *rest) for rest in _orders(steps, turns[1:]))
