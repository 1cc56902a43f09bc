"""What a tie-breaker is, and those that are sums or means: over a player's games and byes, or over the opponents.

Called by `tiebreaks`, where each of them has its entry.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np

from tracker.standings.book import Book
from tracker.standings.columns import Ints
from tracker.standings.rows import by_round, line_reason, meeting_reason, ones
from tracker.standings.structs import Reason

Share = Callable[[Book], Ints]


class TieBreaker(Protocol):
    """What `order` asks for. `tied` is a group number per player: who is equal in everything earlier."""

    id: str

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        """(tops, bottoms) of every player; the higher quotient ranks first."""

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        """The rows that add up to the player's figure, by round."""


class PerLine:
    """A figure that is a sum over a player's games and byes, or with `mean` the mean over the games alone."""

    def __init__(self, id: str, share: Share, *, mean: bool = False) -> None:
        self.id, self.share, self.mean = id, share, mean

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        return book.once(self.id, lambda b: (b.sum_lines(self.share(b)), self._bottoms(b)))

    def _bottoms(self, book: Book) -> Ints:
        return np.maximum(book.sum_lines(played(book)), 1) if self.mean else ones(book)

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        shares, bottom = self.share(book), int(self._bottoms(book)[player])
        rows = [
            line_reason(book, int(at), int(shares[at]), bottom)
            for at in np.flatnonzero(book.columns.player == player)
        ]
        return by_round(rows)


class Points(PerLine):
    """The tournament points of games and byes, and what staff gave or took beside them."""

    def __init__(self) -> None:
        super().__init__("points", lambda book: book.columns.tp)

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        return book.once("points with extras", lambda b: (b.scores + b.extra, ones(b)))

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        name = book.columns.players[player]
        extras = [Reason("extra", one.round, one.tp) for one in book.beside.extras if one.player == name]
        return by_round([*super().explain(book, player, tied), *extras])


class PerMeeting:
    """A figure that is a sum, or with `mean` the mean, over a player's opponents; `opens` is where it comes from.

    Shares are whole numbers over `bottom`, the same for all.
    """

    def __init__(
        self,
        id: str,
        share: Share,
        opens: str,
        *,
        mean: bool = False,
        bottom: Callable[[Book], int] = lambda book: 1,
        counts: Callable[[Book], Ints] | None = None,
    ) -> None:
        self.id, self.share, self.opens, self.mean = id, share, opens, mean
        self.bottom, self.counts = bottom, counts

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        return book.once(self.id, self._figures)

    def _figures(self, book: Book) -> tuple[Ints, Ints]:
        shares = self.share(book)
        if self.counts is not None:
            shares = shares * self.counts(book)
        return book.sum_meetings(shares), self._bottoms(book)

    def _bottoms(self, book: Book) -> Ints:
        bottom = ones(book) * self.bottom(book)
        return bottom * np.maximum(book.meetings, 1) if self.mean else bottom

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        shares, bottom = self.share(book), int(self._bottoms(book)[player])
        counts = np.ones(len(book.columns.own), dtype=np.int64) if self.counts is None else self.counts(book)
        mine = np.flatnonzero(book.columns.own == player)
        return by_round(
            [
                meeting_reason(book, int(at), int(shares[at]), bottom, self.opens, bool(counts[at]))
                for at in mine
            ]
        )


def played(book: Book) -> Ints:
    """1 for every line that is a game, 0 for a bye."""
    games: Ints = (book.columns.game >= 0).astype(np.int64)
    return games
