"""Ways over the arena, one function for each way to move: SFB-MOVE-01 to -03, -08, -09, SFB-EFF-08, -09, -12 to -17.

Pure functions: `Field` tells where a champion may go, seen by the one who moves. `..._faults` names the rules that a
told path breaks, and where. The others compute the path that the rules give. Traps are no
business of this file: a path is cut at the first trap by `move.py`. Called by the chapters of movement and effects.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.hexes import Hex, axis, moved
from games.hexes import distance as straight_distance
from games.super_fantasy_brawl.full.board.geometry import Cells, distance, distances, row

Path = tuple[Hex, ...]


class Field(NamedTuple):
    """The arena as one champion sees it: all cells, statues, cells of its enemies and of its allies (not its own)."""

    cells: Cells
    statues: Cells = frozenset()
    enemies: Cells = frozenset()
    allies: Cells = frozenset()

    @property
    def blocked(self) -> Cells:
        """SFB-MOVE-02: what no step may enter."""
        return self.statues | self.enemies

    @property
    def taken(self) -> Cells:
        """SFB-MOVE-03: where nobody may end."""
        return self.statues | self.enemies | self.allies

    def holds(self, place: Hex | None) -> str | None:
        """What is on a hex, as a word of `rules.toml`; None: nothing."""
        if place in self.statues:
            return "a_statue"
        return "an_enemy" if place in self.enemies else "an_ally" if place in self.allies else None


class Fault(NamedTuple):
    """The rule that a path breaks, and the hex where it does so (None: the path as a whole)."""

    rule: str
    place: Hex | None = None


def walk_faults(
    ground: Field, start: Hex, path: Path, limit: int | None, rule: str = "SFB-MOVE-01"
) -> Iterator[Fault]:
    """SFB-MOVE-01 to -03: up to `limit` steps over free cells and cells of allies, ending on a free one.

    `rule` is named for what makes the way too long or torn apart; `limit` None: unknown, not checked.
    """
    here = start
    for place in path:
        if place not in ground.cells:
            yield Fault("SFB-HEX-01", place)
        if straight_distance(here, place) != 1:
            yield Fault(rule, place)
        if place in ground.blocked:
            yield Fault("SFB-MOVE-02", place)
        here = place
    if limit is not None and len(path) > limit:
        yield Fault(rule, path[limit])
    if path and here in ground.taken:
        yield Fault("SFB-MOVE-03", here)


def bend(start: Hex, path: Path) -> Hex | None:
    """The first hex that leaves the straight line of the first step; None for a straight path."""
    if not path:
        return None
    direction = axis(start, path[0])
    here = start
    for place in path:
        if direction is None or place != moved(here, direction):
            return place
        here = place
    return None


def dash_faults(ground: Field, start: Hex, path: Path, limit: int | None) -> Iterator[Fault]:
    """SFB-EFF-13: a straight walk inside one row."""
    bent = bend(start, path)
    if bent is not None:
        yield Fault("SFB-EFF-13", bent)
    yield from walk_faults(ground, start, path, limit, "SFB-EFF-13")


def fly_faults(ground: Field, start: Hex, path: Path, limit: int | None) -> Iterator[Fault]:
    """SFB-EFF-14: straight over anything inside one row, ending on a free cell."""
    yield from off_arena(ground, path)
    bent = bend(start, path)
    if bent is not None or (limit is not None and len(path) > limit):
        yield Fault("SFB-EFF-14", bent or path[-1])
    yield from end_faults(ground, path, "SFB-EFF-14")


def leap_faults(ground: Field, start: Hex, path: Path, limit: int | None) -> Iterator[Fault]:
    """SFB-EFF-15: to a free cell at most `limit` away; only the last hex of the path counts."""
    yield from off_arena(ground, path)
    steps = distance(ground.cells, start, path[-1]) if path else 0
    if limit is not None and (steps is None or steps > limit):
        yield Fault("SFB-EFF-15", path[-1])
    yield from end_faults(ground, path, "SFB-EFF-15")


def off_arena(ground: Field, path: Path) -> Iterator[Fault]:
    """SFB-HEX-01: the hexes of a path that are none of the arena."""
    return (Fault("SFB-HEX-01", place) for place in path if place not in ground.cells)


def end_faults(ground: Field, path: Path, rule: str) -> Iterator[Fault]:
    """The end rule of fly, leap and place: neither on a champion nor on a statue."""
    if path and path[-1] in ground.taken:
        yield Fault(rule, path[-1])


def place_faults(ground: Field, place: Hex) -> Iterator[Fault]:
    """SFB-MOVE-07, SFB-HEX-01: a free cell of the arena, however far."""
    yield from off_arena(ground, (place,))
    yield from end_faults(ground, (place,), "SFB-MOVE-07")


def nearing_faults(
    ground: Field, start: Hex, path: Path, limit: int | None, target: Hex, away: bool = False
) -> Iterator[Fault]:
    """SFB-MOVE-08, -09: every step comes nearer to `target`, or leads farther away from it."""
    rule = "SFB-MOVE-09" if away else "SFB-MOVE-08"
    yield from walk_faults(ground, start, path, limit, rule)
    steps = distances(ground.cells, target)
    here = start
    for place in path:
        change = steps.get(place, 0) - steps.get(here, 0)
        if change != (1 if away else -1):
            yield Fault(rule, place)
            return
        here = place


def slide(ground: Field, start: Hex, direction: int, cells: int) -> Path:
    """SFB-EFF-08, -09: as far as possible up to `cells` in one direction, before champions, statues and the edge."""
    path: list[Hex] = []
    here = start
    while len(path) < cells:
        here = moved(here, direction)
        if here not in ground.cells or here in ground.taken:
            break
        path.append(here)
    return tuple(path)


def push_direction(ground: Field, pusher: Hex, target: Hex) -> int | None:
    """SFB-EFF-08, SFB-HEX-04: away from the pusher; None: not in one row, so nothing happens."""
    return row(ground.cells, pusher, target)


def pull_direction(ground: Field, puller: Hex, target: Hex) -> int | None:
    """SFB-EFF-09, SFB-HEX-04: towards the puller; None: not in one row."""
    return row(ground.cells, target, puller)


def fear_paths(ground: Field, source: Hex, start: Hex, limit: int) -> dict[int, Path]:
    """SFB-EFF-17: by direction, the longest dashes of which every step leads farther away from `source`.

    Empty where not even one step is possible.
    """
    found = {direction: flight(ground, source, start, direction, limit) for direction in range(6)}
    best = max(len(path) for path in found.values())
    return {direction: path for direction, path in found.items() if path and len(path) == best}


def flight(ground: Field, source: Hex, start: Hex, direction: int, limit: int) -> Path:
    """SFB-EFF-17: the longest dash away from `source` in one direction, up to `limit`, ending on a free cell."""
    steps = distances(ground.cells, source)
    path: list[Hex] = []
    longest = 0
    here = start
    while len(path) < limit:
        following = moved(here, direction)
        if following not in ground.cells or following in ground.blocked:
            break
        if steps.get(following, 0) <= steps.get(here, 0):
            break
        here = following
        path.append(here)
        if here not in ground.allies:
            longest = len(path)
    return tuple(path[:longest])
