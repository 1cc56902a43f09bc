"""The costs of many pairs at once: what `cost` says of one, as arrays. Called by `cost`, `match` and `swiss`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tracker.pairing.indexed import Indexed
from tracker.pairing.ordering import Distances

TIE_BITS = 16
MIX, MIXED = np.uint64(0x9E3779B97F4A7C15), np.uint64(40)
"""The lot of a pair: `TIE_BITS` bits of a product, from this one on."""
LAST = np.uint64((1 << TIE_BITS) - 1)
SMALL = 1 << 23
"""Squares of differences of levels below this sum up to 64 bits; others are reckoned as integers of any length."""

Ints = NDArray[Any]


def pairs_of(pairs: Sequence[tuple[int, int]]) -> tuple[Ints, Ints]:
    """The ones and the others."""
    ones, others = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    return ones, others


class Columns:
    """A field by place. `ones` and `others` of all methods are places: a pair of them at each index."""

    def __init__(self, indexed: Indexed) -> None:
        self._indexed, self._size, self._weights = indexed, len(indexed.players), indexed.field.weights
        self.level = np.array(indexed.level, dtype=np.int64 if _small(indexed.level) else object)
        self.seat_first, self.seat_second = np.array(indexed.first), np.array(indexed.second)
        self._club, self._town = np.array(indexed.club), np.array(indexed.town)
        self._bye = np.array([player.byes > 0 for player in indexed.players])
        self._down = np.array([player.downs > 0 for player in indexed.players])
        self._lots = np.array(indexed.lots, dtype=np.uint64)
        self._friends, self._forbidden = self._coded(indexed.friends), self._coded(indexed.forbidden)
        self._met = self._coded(indexed.met)

    @cached_property
    def _distances(self) -> Distances:
        return Distances(self._indexed.field.order, self._indexed.level, self._indexed.places)

    @cached_property
    def _games(self) -> Ints:
        """How often each pair of `_met` has met."""
        games = [
            (one * self._size + other, times)
            for one, others in enumerate(self._indexed.met)
            for other, times in others.items()
        ]
        return np.array([times for _pair, times in sorted(games)], dtype=np.int64)

    def _coded(self, named: Sequence[Iterable[int]]) -> Ints:
        """The pairs of everybody with all that are named beside them, a number for each, in ascending order."""
        return np.sort(
            np.array(
                [one * self._size + other for one, others in enumerate(named) for other in others],
                dtype=np.int64,
            )
        )

    def _among(self, pairs: Ints, ones: Ints, others: Ints) -> tuple[Ints, Ints]:
        """Whether each pair is among these, and where."""
        if not len(pairs):
            return np.zeros(len(ones), dtype=bool), np.zeros(len(ones), dtype=np.int64)
        wanted = ones * self._size + others
        at = np.minimum(np.searchsorted(pairs, wanted), len(pairs) - 1)
        return pairs[at] == wanted, at

    def may_meet(self, ones: Ints, others: Ints, rematches: bool) -> Ints:
        """Whether nothing forbids it; without `rematches` whoever has met may not."""
        never, _at = self._among(self._forbidden, ones, others)
        return ~never if rematches else ~(never | self._among(self._met, ones, others)[0])

    def met(self, ones: Ints, others: Ints) -> Ints:
        """How often they have met."""
        found, at = self._among(self._met, ones, others)
        games = self._games
        return np.where(found, games[at], 0) if len(games) else at

    def softs(self, ones: Ints, others: Ints) -> Ints:
        """The weighted sum of the soft offences."""
        weights, first, second = self._weights, self.seat_first, self.seat_second
        cost: Ints = np.minimum(first[ones] + second[others], first[others] + second[ones])
        cost += weights.club * (self._club[ones] == self._club[others])
        cost += weights.town * (self._town[ones] == self._town[others])
        cost += weights.byes * (self._bye[ones] & self._bye[others])
        if weights.downs and self._down.any():
            cost += weights.downs * self._down_again(ones, others)
        if len(self._friends):
            cost += weights.friends * self._among(self._friends, ones, others)[0]
        return cost

    def _down_again(self, ones: Ints, others: Ints) -> Ints:
        """Whether who has more points has met somebody with fewer before."""
        mine, theirs = self.level[ones], self.level[others]
        again: Ints = ((mine > theirs) & self._down[ones]) | ((theirs > mine) & self._down[others])
        return again.astype(np.int64)

    def scores(self, ones: Ints, others: Ints) -> Ints:
        """The squared differences of level."""
        apart: Ints = self.level[ones] - self.level[others]
        return apart * apart

    def orders(self, ones: Ints, others: Ints) -> Ints:
        """How far they are from the order that is asked for among equals."""
        if not self._indexed.ordered:
            return np.zeros(len(ones), dtype=np.int64)
        return self._distances.of(ones, others)

    def ties(self, ones: Ints, others: Ints) -> Ints:
        """The lot of each pair: decides between draws of the same cost."""
        mixed: Ints = (self._lots[ones] ^ self._lots[others]) * MIX >> MIXED & LAST
        return mixed.astype(np.int64)


def _small(levels: Sequence[int]) -> bool:
    return max(map(abs, levels), default=0) < SMALL
