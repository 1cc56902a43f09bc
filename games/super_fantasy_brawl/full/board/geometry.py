"""Distances, rows, shots and patterns on the arena: SFB-HEX-02 to -05, SFB-CMB-06 to -10.

Pure functions over sets of hexes; who stands where comes in from the caller. Called by `paths.py`, `aim.py` and the
chapters of effects. Cells and directions are those of `games.hexes`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from games.hexes import Hex, axis, moved, neighbours, pattern
from games.hexes import distance as straight_distance

Cells = frozenset[Hex]


@lru_cache(maxsize=512)
def distances(cells: Cells, start: Hex) -> Mapping[Hex, int]:
    """SFB-HEX-02: steps from `start` to every cell that can be reached over arena cells, `start` itself 0."""
    found = {start: 0}
    edge = [start]
    while edge:
        reached = [place for one in edge for place in neighbours(one) if place in cells]
        steps = found[edge[0]] + 1
        edge = []
        for place in reached:
            if place not in found:
                found[place] = steps
                edge.append(place)
    return found


def distance(cells: Cells, one: Hex, other: Hex) -> int | None:
    """SFB-HEX-02: the shortest way over arena cells, statues and champions included; None: there is none."""
    return distances(cells, one).get(other)


def row(cells: Cells, start: Hex, end: Hex) -> int | None:
    """SFB-HEX-03, -04: the direction from `start` to `end` if they are in one unbroken row, otherwise None."""
    direction = axis(start, end)
    if direction is None or not cells.issuperset(between(start, end)):
        return None
    return direction


def between(start: Hex, end: Hex) -> tuple[Hex, ...]:
    """The hexes strictly between two hexes of one axis."""
    direction = axis(start, end)
    if direction is None:
        return ()
    return tuple([moved(start, direction, n) for n in range(1, straight_distance(start, end))])


def shot_is_free(start: Hex, end: Hex, blockers: Collection[Hex]) -> bool:
    """SFB-CMB-08: no statue and no champion on a hex strictly between."""
    return not any(place in blockers for place in between(start, end))


def area(cells: Cells, origin: Hex, offsets: Iterable[Hex], turns: int) -> Cells:
    """SFB-HEX-05, SFB-CMB-10: the arena cells of a pattern after `turns` of 60 degrees, never the attacker's own."""
    return (cells & frozenset(pattern(origin, turns, offsets))) - {origin}


def areas(cells: Cells, origin: Hex, offsets: Iterable[Hex]) -> tuple[Cells, ...]:
    """The six ways in which a pattern may lie; mirror images are not among them."""
    printed = tuple(offsets)
    return tuple([area(cells, origin, printed, turns) for turns in range(6)])
