"""Fold, slide and adjacent: how far a pair is from the order that is asked for among those of one level.

Everybody has a place in the level by seed. Where a level must lend a player downwards, its last one goes and meets the
first of the level below; the order holds for the others. The cost of a pair is the square of the distance from that,
so that a round in perfect order costs nothing and no other round does. Called by `cost` and `arrange`; the judge
(`check`) computes it by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tracker.pairing.structs import Order

Ints = NDArray[Any]


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


class Distances:
    """How far pairs of a field are from the order, by index; `levels` and `places` are those of its players."""

    def __init__(self, order: Order, levels: Sequence[int], places: Sequence[Place]) -> None:
        self._order = order
        tiers = {level: tier for tier, level in enumerate(sorted(set(levels), reverse=True))}
        self._tier = np.array([tiers[level] for level in levels])
        self._seat = np.array([place.at for place in places])
        self._goes_down = np.array([(place.size - place.at) ** 2 for place in places])
        self._goes_up = np.array([(place.at - 1) ** 2 for place in places])
        self._wanted = np.array([self._inside(place) for place in places])

    def _inside(self, place: Place) -> int:
        """What the seats of two who meet in order sum up to (fold), or how far apart they are."""
        if self._order == "fold":
            return 2 * place.above + place.inside + 1
        return place.inside // 2 if self._order == "slide" else 1

    def of(self, ones: Ints, others: Ints) -> Ints:
        """What each pair of one and another costs."""
        mine, theirs = self._tier[ones], self._tier[others]
        seats, sat = self._seat[ones], self._seat[others]
        apart = seats + sat if self._order == "fold" else abs(seats - sat)
        inside = (apart - self._wanted[ones]) ** 2
        upwards = mine > theirs
        high, low = np.where(upwards, others, ones), np.where(upwards, ones, others)
        found: Ints = np.where(mine == theirs, inside, self._goes_down[high] + self._goes_up[low])
        return found


def side_by_side(order: Order, members: Sequence[int], above: int) -> list[int]:
    """The members of a level, best seed first, so that those who meet in order stand beside each other."""
    inside = (len(members) - above) // 2 * 2
    first, middle, last = members[:above], members[above : above + inside], members[above + inside :]
    half = len(middle) // 2
    if order == "adjacent":
        return [*first, *middle, *last]
    lower = middle[half:] if order == "slide" else middle[: half - 1 if half else None : -1]
    return [*first, *(at for pair in zip(middle[:half], lower, strict=True) for at in pair), *last]
