"""Ranking: the tie-breakers of a list, one after the other; who is equal in all of them shares a place.

Called by the tournament's `scoring` and by the bench.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from functools import cached_property

import numpy as np

from tracker.standings.book import Book
from tracker.standings.columns import LARGEST, Ints
from tracker.standings.given import BY_HAND, STAGE, ByHand, ByStage
from tracker.standings.shares import TieBreaker
from tracker.standings.structs import Figure, Reason, Standing
from tracker.standings.tiebreaks import TIEBREAKS

GIVEN: dict[str, TieBreaker] = {STAGE: ByStage(), BY_HAND: ByHand()}


class Table:
    """The ranking of a book by the tie-breakers `ids`. `ranks` is by player, `order` lists players best first.

    Those in `last` rank behind all others, among themselves by the same figures.
    """

    def __init__(self, book: Book, ids: Sequence[str], last: Collection[str] = ()) -> None:
        self.book, self.ids = book, tuple(ids)
        self.figures: list[tuple[Ints, Ints]] = []
        self.tied_before: list[Ints] = []
        group: Ints = np.array([name in last for name in book.columns.players], dtype=np.int64)
        if group.all():
            group = 0 * group  # groups are numbered from 0
        for rule in map(find, ids):
            self.tied_before.append(group)
            tops, bottoms = rule.figures(book, group)
            self.figures.append((tops, bottoms))
            group = _refined(group, _comparable(tops, bottoms))
        self._group = group

    @cached_property
    def ranks(self) -> Ints:
        """1 is best; equals share a rank, and the next one counts them all (1, 2, 2, 4)."""
        sizes = np.bincount(self._group, minlength=1)
        before = np.cumsum(sizes) - sizes
        return before[self._group] + 1

    @cached_property
    def order(self) -> list[int]:
        """Players best first; those who share a rank by their id."""
        ranks, names = self.ranks.tolist(), self.book.columns.players
        return sorted(range(len(names)), key=lambda at: (ranks[at], names[at]))

    def standings(self, before: dict[str, int] | None = None) -> tuple[Standing, ...]:
        """One standing per player, best first. `before`: the ranks of the round before, by player."""
        ranks = self.ranks.tolist()
        crowded = set(np.flatnonzero(np.bincount(self.ranks, minlength=1) > 1).tolist())
        columns = [(tops.tolist(), bottoms.tolist()) for tops, bottoms in self.figures]
        names, ids = self.book.columns.players, self.ids
        earlier = before or {}
        return tuple(
            Standing(
                names[at],
                ranks[at],
                tuple(
                    Figure(i, tops[at], bottoms[at]) for i, (tops, bottoms) in zip(ids, columns, strict=True)
                ),
                ranks[at] in crowded,
                earlier[names[at]] - ranks[at] if names[at] in earlier else None,
            )
            for at in self.order
        )

    def explain(self, player: str, id: str) -> list[Reason]:
        """The rows that add up to the player's figure `id`; it need not be in the list."""
        tied = self.tied_before[self.ids.index(id)] if id in self.ids else self._group
        return find(id).explain(self.book, self.book.columns.index[player], tied)

    def ranks_by_player(self) -> dict[str, int]:
        return dict(zip(self.book.columns.players, self.ranks.tolist(), strict=True))


def find(id: str) -> TieBreaker:
    """The tie-breaker `id`, or what stages or the organiser give. Raises KeyError."""
    return GIVEN[id] if id in GIVEN else TIEBREAKS[id]


def _comparable(tops: Ints, bottoms: Ints) -> Ints:
    """Whole numbers in the order of the quotients."""
    exactly = tops.dtype == object
    if not exactly and (bottoms == bottoms[:1]).all():
        return tops
    shared = math.lcm(*set(bottoms.tolist()))
    if not exactly and shared * int(np.abs(tops).max(initial=0)) < LARGEST:
        return tops * (shared // bottoms)
    exact = [top * (shared // bottom) for top, bottom in zip(tops.tolist(), bottoms.tolist(), strict=True)]
    return _places(exact)


def _places(values: list[int]) -> Ints:
    """Small numbers in the order of large ones."""
    places = {value: place for place, value in enumerate(sorted(set(values)))}
    return np.array([places[value] for value in values], dtype=np.int64)


def _refined(group: Ints, keys: Ints) -> Ints:
    """Groups split by a key, the higher key first: group numbers are in rank order and have no gaps."""
    groups = int(group.max(initial=-1)) + 1
    if groups >= len(group):
        return group  # nobody is tied any more
    if int(np.abs(keys).max()) > LARGEST // (4 * groups):
        keys = _places(keys.tolist())
    highest = int(keys.max())
    both = group * (highest - int(keys.min()) + 1) + (highest - keys)
    refined: Ints = np.unique(both, return_inverse=True)[1]
    return refined
