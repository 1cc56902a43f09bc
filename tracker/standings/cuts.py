"""The lowest and the highest of what a player's figure is made of, for the figures that leave some of them out.

To sort is most of the work, and several figures leave out of the same shares: whoever asks keeps the order in the book.
Called by `fide` and `tiebreaks`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tracker.standings.columns import LARGEST, Ints


class InOrder(NamedTuple):
    """Shares by owner, of each owner the lowest first: their places in `order`, how many of the owner's come before
    each, and how many the owner has."""

    order: Ints
    before: Ints
    size: Ints

    def left_out(self, lowest: int, highest: int) -> Ints:
        """The places of so many of the lowest and of the highest; of an owner who has no more than that none."""
        out = (self.before < lowest) | (self.before >= self.size - highest)
        return self.order[out & (self.size > lowest + highest)]


def in_order(owner: Ints, players: int, *keys: Ints) -> InOrder:
    """The shares of these owners by the first key; the later ones part what is equal in it."""
    order = _sorted(owner, *keys)
    sizes = np.bincount(owner, minlength=players)
    before = np.arange(len(order)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    return InOrder(order, before, np.repeat(sizes, sizes))


def _sorted(*keys: Ints) -> Ints:
    """The places in the order of the first key; the later ones part what is equal in it, then their old order.

    One number of all keys is sorted several times as fast as the keys one after the other, where it is not too large.
    """
    places = np.arange(len(keys[0]))
    joined, most = np.zeros(len(places), dtype=np.int64), 1
    for key in (*keys, places):
        lowest = int(key.min(initial=0))
        span = int(key.max(initial=0)) - lowest + 1
        most *= span
        if most > LARGEST:
            return np.lexsort(keys[::-1])
        joined = joined * span + (key - lowest)
    return np.argsort(joined)
