"""Sums over the columns of a tournament, and the figures made of them. Called by the tie-breakers.

Integers only: sums are taken on int64 and never pass through a float. A figure is computed once and kept, so that one
tie-breaker may be made of another.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np

from tracker.standings.columns import Columns, Ints


class Book:
    """Columns and what has been computed of them; `seed` decides the drawing of lots."""

    def __init__(self, columns: Columns, seed: str = "") -> None:
        self.columns, self.seed = columns, seed
        self._figures: dict[str, tuple[Ints, Ints]] = {}

    @cached_property
    def last_round(self) -> int:
        """The last round with a result or a bye; 0 before the first."""
        return int(self.columns.round.max(initial=0))

    @cached_property
    def meetings(self) -> Ints:
        """How many opponents each player has met, counting each game."""
        return self.sum_meetings(np.ones(len(self.columns.own), dtype=np.int64))

    @cached_property
    def lines(self) -> Ints:
        """How many rounds each player has a line in, byes included."""
        return self.sum_lines(np.ones(len(self.columns.player), dtype=np.int64))

    def sum_lines(self, values: Ints) -> Ints:
        """The sum of a value per line, for every player."""
        return self._sum(self.columns.player, values)

    def sum_meetings(self, values: Ints) -> Ints:
        """The sum of a value per meeting, for every player."""
        return self._sum(self.columns.own, values)

    def _sum(self, owner: Ints, values: Ints) -> Ints:
        total = np.zeros(len(self.columns.players), dtype=np.int64)
        np.add.at(total, owner, values)
        return total

    def once(self, key: str, make: Callable[[Book], tuple[Ints, Ints]]) -> tuple[Ints, Ints]:
        """The figure `key` of every player as (tops, bottoms), computed the first time it is asked for."""
        if key not in self._figures:
            self._figures[key] = make(self)
        return self._figures[key]
