"""Hex geometry in whole numbers: distance, facing, patterns, paths, line of sight, pushes and pulls.

Hexes are flat-topped, in axial coordinates `(q, r)`; directions and facings are 0 to 5, clockwise from north.
Nothing here knows a game: terrain and characters come in as sets of hexes. Called by the systems that play on hexes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

Hex = tuple[int, int]
Point = tuple[int, int]
"""A place between the hexes, in the frame where the centre of `(q, r)` is `(3q, 2r + q)` and y grows downward."""

DIRECTIONS: tuple[Hex, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""North, north-east, south-east, south, south-west, north-west."""
FORWARD, FORWARD_RIGHT, BACK_RIGHT, BACK, BACK_LEFT, FORWARD_LEFT = range(6)
"""Directions relative to a facing."""

ROTATIONS: tuple[tuple[Hex, Hex], ...] = (
    ((1, 0), (0, 1)),
    ((0, -1), (1, 1)),
    ((-1, -1), (1, 0)),
    ((-1, 0), (0, -1)),
    ((0, 1), (-1, -1)),
    ((1, 1), (-1, 0)),
)
"""By facing, what an offset for facing north becomes: the rows of the matrix that gives its `(q, r)`."""

CORNERS: tuple[Point, ...] = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
"""From the centre; corners n and n + 1 end the side that looks in direction n."""


def moved(start: Hex, direction: int, cells: int = 1) -> Hex:
    """The hex `cells` further in a direction."""
    dq, dr = DIRECTIONS[direction % 6]
    return start[0] + cells * dq, start[1] + cells * dr


def stepped(start: Hex, facing: int, relative: int) -> Hex:
    """The neighbour in a direction relative to the facing."""
    return moved(start, facing + relative)


def turned(facing: int, count: int) -> int:
    """The facing after `count` turns of 60 degrees, clockwise if positive."""
    return (facing + count) % 6


def distance(one: Hex, other: Hex) -> int:
    """Steps between two hexes."""
    dq, dr = other[0] - one[0], other[1] - one[1]
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def neighbours(centre: Hex) -> tuple[Hex, ...]:
    """The six adjacent hexes, clockwise from north."""
    q, r = centre
    return tuple([(q + dq, r + dr) for dq, dr in DIRECTIONS])


def within(centre: Hex, radius: int) -> Iterator[Hex]:
    """Every hex at most `radius` away, the centre included."""
    for dq in range(-radius, radius + 1):
        for dr in range(max(-radius, -dq - radius), min(radius, radius - dq) + 1):
            yield centre[0] + dq, centre[1] + dr


def pattern(origin: Hex, facing: int, offsets: Iterable[Hex]) -> tuple[Hex, ...]:
    """The hexes of a printed grid (drawn for facing north) for somebody who stands at `origin`."""
    x, y = origin
    (qq, qr), (rq, rr) = ROTATIONS[facing % 6]
    return tuple([(x + qq * q + qr * r, y + rq * q + rr * r) for q, r in offsets])


def axis(start: Hex, target: Hex) -> int | None:
    """The direction of the straight row from `start` to `target`; None off the six axes and for the same hex."""
    far = distance(start, target)
    return next((d for d in range(6) if far and moved(start, d, far) == target), None)


def spot(place: Hex | None) -> str:
    """A hex, to be read as a board labels it: `3/−1`; the word `unknown` for None."""
    return "unknown" if place is None else f"{place[0]}/{place[1]}".replace("-", "−")


def from_column(column: int, row: int) -> Hex:
    """Axial coordinates of a hex in columns of a board whose odd columns stand half a hex lower."""
    return column, row - (column - column % 2) // 2


def cut_off(start: Hex, target: Hex, blocked: Collection[Hex], board: Collection[Hex] | None = None) -> bool:
    """Whether every shortest way from `start` to `target` passes a blocked hex between them.

    Ways keep to the board (None: there is no edge); the two ends themselves are not looked at.
    """
    reached = {start}
    for left in range(distance(start, target) - 1, 0, -1):
        steps = {place for one in reached for place in neighbours(one) if distance(place, target) == left}
        reached = {place for place in steps if place not in blocked and (board is None or place in board)}
    return not reached


def centre_point(place: Hex) -> Point:
    """Where the middle of a hex lies between the hexes."""
    return 3 * place[0], 2 * place[1] + place[0]


def corners(place: Hex) -> tuple[Point, ...]:
    """The six corners, clockwise, beginning with the left end of the north side."""
    x, y = centre_point(place)
    return tuple([(x + dx, y + dy) for dx, dy in CORNERS])


def front_corners(place: Hex, facing: int) -> tuple[Point, Point]:
    """The ends of the side that somebody at `place` looks through."""
    found = corners(place)
    return found[facing % 6], found[(facing + 1) % 6]


def touches(start: Point, end: Point, place: Hex) -> bool:
    """Whether the segment crosses or touches the closed hex. Exact: a line between them exists or it does not."""
    x, y = centre_point(place)
    ax, ay, bx, by = start[0] - x, start[1] - y, end[0] - x, end[1] - y
    for a, b, limit in ((ay, by, 1), (ax + ay, bx + by, 2), (ax - ay, bx - by, 2)):
        if min(a, b) > limit or max(a, b) < -limit:
            return False
    sides = [(bx - ax) * (cy - ay) - (by - ay) * (cx - ax) for cx, cy in CORNERS]
    return min(sides) <= 0 <= max(sides)


def sees(start: Hex, facing: int, target: Hex, walls: Iterable[Hex]) -> bool:
    """Whether one of the two front corners has a free line to a corner of the target.

    A wall stops a line that so much as touches it; walls on the two hexes themselves do not count.
    """
    between = [wall for wall in walls if wall not in (start, target)]
    if not between:
        return True
    ends = corners(target)
    return any(
        not any(touches(corner, end, wall) for wall in between)
        for corner in front_corners(start, facing)
        for end in ends
    )


def push_directions(source: Hex, target: Hex) -> tuple[int, ...]:
    """Where `target` can be pushed: straight away on an axis, otherwise both directions that lead farther off."""
    straight = axis(source, target)
    if straight is not None:
        return (straight,)
    far = distance(source, target)
    return tuple(d for d in range(6) if distance(source, moved(target, d)) > far)


def pushed(target: Hex, direction: int, cells: int) -> tuple[Hex, ...]:
    """The hexes that a push leads through, one after another."""
    return tuple(moved(target, direction, n) for n in range(1, cells + 1))


def pull_directions(source: Hex, target: Hex) -> tuple[int, ...]:
    """Where `target` can be pulled: straight on an axis, otherwise both directions that lead nearer."""
    straight = axis(target, source)
    if straight is not None:
        return (straight,)
    near = distance(source, target)
    return tuple(d for d in range(6) if distance(source, moved(target, d)) < near)


def pulled(source: Hex, target: Hex, direction: int, cells: int) -> tuple[Hex, ...]:
    """The hexes that a pull leads through: in the chosen direction while it leads nearer, then along the axis.

    The last one may be `source` itself: the caller sees a collision there.
    """
    path: list[Hex] = []
    place = target
    while place != source and len(path) < cells:
        if distance(source, moved(place, direction)) >= distance(source, place):
            direction = pull_directions(source, place)[0]
        place = moved(place, direction)
        path.append(place)
    return tuple(path)
