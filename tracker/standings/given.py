"""Figures that are given: how many players a bracket or a group leaves behind, the order that the organiser chose among
equals. Used by `order`.
"""

from __future__ import annotations

import numpy as np

from tracker.standings.book import Book
from tracker.standings.columns import Ints
from tracker.standings.rows import by_round, ones
from tracker.standings.structs import Reason

STAGE = "stage"
BY_HAND = "by_hand"


class ByStage:
    """What `Book.behind` says; nothing without stages."""

    id = STAGE

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        return book.once(self.id, lambda b: (self._counts(b), ones(b)))

    def _counts(self, book: Book) -> Ints:
        counts = book.beside.behind.counts if book.beside.behind else {}
        return np.array([counts.get(name, 0) for name in book.columns.players], dtype=np.int64)

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        """The games of the stage, worth nothing by themselves, and one row for the players left behind."""
        if book.beside.behind is None:
            return []
        name = book.columns.players[player]
        rows = by_round(list(book.beside.behind.games.get(name, ())))
        return [*rows, Reason("ahead", 0, book.beside.behind.counts.get(name, 0))]


class ByHand:
    """Among those still level, how many the organiser put behind a player; 0 where nobody ordered exactly these."""

    id = BY_HAND

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        behind = np.zeros(len(book.columns.players), dtype=np.int64)
        for order in book.beside.hand:
            places = [book.columns.index[name] for name in order if name in book.columns.index]
            level = np.flatnonzero(tied == tied[places[0]]).tolist() if places else []
            if sorted(places) == level:
                behind[places] = np.arange(len(places))[::-1]
        return behind, ones(book)

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        return [Reason("by_hand", 0, int(self.figures(book, tied)[0][player]))]
