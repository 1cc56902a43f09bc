"""Random arenas and an independent geometry in cube coordinates, for the tests of distances, rows and ways."""

from __future__ import annotations

from random import Random

from games.hexes import Hex

SIDES = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
SEEDS = tuple(range(24))


def arena(random: Random, radius: int = 3, holes: float = 0.2) -> frozenset[Hex]:
    """A hexagon of cells with some of them missing."""
    span = range(-radius, radius + 1)
    cells = [(q, r) for q in span for r in span if abs(q + r) <= radius]
    return frozenset(cell for cell in cells if random.random() >= holes) | {(0, 0), (1, 0)}


def some(random: Random, cells: frozenset[Hex], share: float) -> frozenset[Hex]:
    """A random part of the cells."""
    return frozenset(cell for cell in sorted(cells) if random.random() < share)


def step(place: Hex, side: Hex, count: int = 1) -> Hex:
    """So many hexes further."""
    return place[0] + side[0] * count, place[1] + side[1] * count


def steps_apart(cells: frozenset[Hex], one: Hex, other: Hex) -> int | None:
    """How often the reached cells must grow by their neighbours until they hold `other`."""
    reached, count = {one}, 0
    while other not in reached:
        grown = reached | {step(place, side) for place in reached for side in SIDES} & cells
        if grown == reached:
            return None
        reached, count = grown, count + 1
    return count


def in_line(cells: frozenset[Hex], one: Hex, other: Hex) -> Hex | None:
    """The side to walk along from `one` to `other` without leaving the cells; None: there is none."""
    for side in SIDES:
        place = step(one, side)
        while place in cells:
            if place == other:
                return side
            place = step(place, side)
    return None


def walks(cells: frozenset[Hex], start: Hex, count: int) -> list[tuple[Hex, ...]]:
    """Every path of exactly `count` steps over these cells."""
    paths: list[tuple[Hex, ...]] = [()]
    for _ in range(count):
        paths = [
            (*path, step((path or (start,))[-1], side))
            for path in paths
            for side in SIDES
            if step((path or (start,))[-1], side) in cells
        ]
    return paths
