"""Fold, slide and adjacent: how far a pair is from the order that is asked for among those of one level.

Everybody has a place in the level by seed. Where a level must lend a player downwards, its last one goes and meets the
first of the level below; the order holds for the others. The cost of a pair is the square of the distance from that,
so that a round in perfect order costs nothing and no other round does. Called by `cost` and `arrange`; the judge
(`check`) computes it by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from tracker.pairing.structs import Order


class Place(NamedTuple):
    """Where somebody stands in the level: `at` from 1; how many are `inside` it, but for whoever plays upwards
    (`above`: the first does) or downwards."""

    at: int
    size: int
    above: int
    inside: int


def placed(levels: Sequence[int], starts: Sequence[int], sits_out: int | None) -> list[Place]:
    """The places of players who stand in the order of levels. `sits_out`: who has the bye if nothing speaks against
    it; stands last in the level and does not count."""
    found = [Place(0, 0, 0, 0)] * len(levels)
    above = 0
    for _level, group in groupby(range(len(levels)), key=levels.__getitem__):
        members = sorted(group, key=lambda at: (at == sits_out, starts[at], at))
        size = len(members) - (sits_out in members)
        below = (size - above) % 2
        for number, at in enumerate(members, 1):
            found[at] = Place(number, size, above, size - above - below)
        above = below
    return found


def distance(order: Order, one: Place, other: Place, same: bool) -> int:
    """What a pair costs; `one` has the higher level, or the better place of the `same` one."""
    if order == "lot":
        return 0
    if not same:
        return (one.size - one.at) ** 2 + (other.at - 1) ** 2
    first, second, inside = one.at - one.above, other.at - one.above, one.inside
    if order == "fold":
        return (first + second - inside - 1) ** 2
    apart = inside // 2 if order == "slide" else 1
    return (second - first - apart) ** 2


def side_by_side(order: Order, members: Sequence[int], above: int) -> list[int]:
    """The members of a level, best seed first, so that those who meet in order stand beside each other."""
    inside = (len(members) - above) // 2 * 2
    first, middle, last = members[:above], members[above : above + inside], members[above + inside :]
    half = len(middle) // 2
    if order == "adjacent":
        return [*first, *middle, *last]
    lower = middle[half:] if order == "slide" else middle[: half - 1 if half else None : -1]
    return [*first, *(at for pair in zip(middle[:half], lower, strict=True) for at in pair), *last]
