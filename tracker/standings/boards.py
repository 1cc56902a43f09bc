"""Tie-breakers of events in which a meeting has several games: boards of teams, matches of several games.

To the book a team is a player: `tp` are its match points, `vp` its board points, and a match counts the points of each
board under `board(n)`. FIDE's articles are those of C.07 of 2026 as TieBreakServer and its reviewers read them: a board
count orders none but those with equal board points, a top board decides alone before the next one is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np

from tracker.standings.book import Book
from tracker.standings.columns import Ints
from tracker.standings.fide import Opposition, Quotients
from tracker.standings.rows import by_round, line_reason, ones
from tracker.standings.structs import Reason

BOARDS = 12
"""The most boards that a team has."""
Key = tuple[int, ...]


def board(number: int) -> str:
    """The name under which a match counts what its board gave each team."""
    return f"board_{number}"


def by_board(book: Book) -> Ints:
    """What each player or team won on board 1, 2, ...: one row each, without the last boards that nobody played."""
    boards = np.array([book.sum_lines(book.columns.figure(board(n + 1))) for n in range(_boards(book))])
    found: Ints = boards.T if len(boards) else np.zeros((len(book.columns.players), 0), dtype=np.int64)
    return found


def _boards(book: Book) -> int:
    names = {name for game in book.columns.games for name in game.figures}
    return max((n for n in range(1, BOARDS + 1) if board(n) in names), default=0)


class BoardCount:
    """Minus the sum of board points times the number of their board, where all who are level have equal board points.

    0 for a group in which they differ: there it says nothing (FIDE C.07, BC).
    """

    id = "board_count"

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        boards = book.kept("by board", lambda: by_board(book))
        numbers = np.arange(1, boards.shape[1] + 1)
        counted: Ints = -(boards * numbers).sum(axis=1) * self._counts(boards.sum(axis=1), tied)
        return counted, ones(book)

    def _counts(self, totals: Ints, tied: Ints) -> Ints:
        """1 for everybody in a group of equal board points."""
        groups = int(tied.max(initial=-1)) + 1
        least, most = (
            np.full(groups, far) for far in (int(totals.max(initial=0)), int(totals.min(initial=0)))
        )
        np.minimum.at(least, tied, totals)
        np.maximum.at(most, tied, totals)
        counts: Ints = (least == most)[tied].astype(np.int64)
        return counts

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        """One row a match."""
        boards = book.kept("by board", lambda: by_board(book))
        counts = int(self._counts(boards.sum(axis=1), tied)[player])
        shares = sum(
            (n * book.columns.figure(board(n)) for n in range(1, boards.shape[1] + 1)),
            np.zeros(len(book.columns.player), dtype=np.int64),
        )
        mine = np.flatnonzero(book.columns.player == player)
        return by_round([line_reason(book, int(at), -int(shares[at]) * counts) for at in mine])


class Boards:
    """How many of those still level stand behind by their boards, one after the other; `keys` gives the order."""

    def __init__(self, id: str, keys: Callable[[Sequence[int]], Key]) -> None:
        self.id, self.keys = id, keys

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        boards = book.kept("by board", lambda: by_board(book))
        if not boards.shape[1]:
            return np.zeros(len(tied), dtype=np.int64), ones(book)
        keys = [(-group, *self.keys(won)) for group, won in zip(tied.tolist(), boards.tolist(), strict=True)]
        level: dict[int, list[Key]] = {}
        for key in keys:
            level.setdefault(key[0], []).append(key)
        behind = [sum(other < key for other in level[key[0]]) for key in keys]
        return np.array(behind, dtype=np.int64), ones(book)

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        """One row a board with its points, worth nothing by itself, and one for those left behind."""
        mine = np.flatnonzero((book.columns.player == player) & (book.columns.game >= 0))
        rows = by_round([line_reason(book, int(at), 0) for at in mine])
        behind = int(self.figures(book, tied)[0][player])
        return [*rows, Reason("ahead", 0, behind)] if rows or behind else []


def top_first(won: Sequence[int]) -> Key:
    """Board 1 decides; where it is equal board 2, and so on (FIDE C.07, TBR)."""
    return tuple(won)


def bottom_last(won: Sequence[int]) -> Key:
    """All boards but the last decide; where they are equal all but the last two, and so on (FIDE C.07, BBE)."""
    return tuple(sum(won[:end]) for end in range(len(won) - 1, 0, -1))


class Combination:
    """Board points, and Buchholz divided by how many matches' board points all match points come to (FIDE C.07, SSSC).

    The divisor is rounded down, and at least 1.
    """

    id = "strength_combination"

    def __init__(self) -> None:
        self.buchholz = Opposition("buchholz")

    def _divisor(self, book: Book) -> int:
        most = book.points.match or int((book.columns.vp + book.columns.against).max(initial=0))
        return max(1, book.points.win * book.rounds_worth // max(most, 1))

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        return book.once(self.id, self._figures)

    def _figures(self, book: Book) -> tuple[Ints, Ints]:
        tops, bottoms = self.buchholz.figures(book, ones(book))
        divisor = self._divisor(book)
        return book.sum_lines(book.columns.vp) * bottoms * divisor + tops, bottoms * divisor

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        """The board points of each match, then the opponents' share."""
        mine = np.flatnonzero(book.columns.player == player)
        own = [line_reason(book, int(at), int(book.columns.vp[at])) for at in mine]
        divisor = self._divisor(book)
        theirs = [
            Reason(
                row.kind,
                row.round,
                row.top,
                row.bottom * divisor,
                row.table,
                row.opponents,
                row.opens,
                row.match,
                row.seq,
            )
            for row in self.buchholz.explain(book, player, tied)
        ]
        return [*by_round(own), *theirs]


GAME_FLOOR = Fraction(33, 100)


def game_win_percentage(book: Book) -> tuple[Ints, Ints]:
    """The share of the games that each player won, never below 33 %: victory points are games won, byes included."""
    won, lost = book.sum_lines(book.columns.vp), book.sum_lines(book.columns.against)
    total = np.maximum(won + lost, 1)
    low = won * GAME_FLOOR.denominator < GAME_FLOOR.numerator * total
    return np.where(low, GAME_FLOOR.numerator, won), np.where(low, GAME_FLOOR.denominator, total)


class GameWins:
    """A player's own percentage of games won (Magic GW%), where victory points are games won."""

    id = "game_win_33"

    def __init__(self, of: Quotients = game_win_percentage) -> None:
        self.of = of

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        return book.once(self.id, self.of)

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        """The games won in each round, and what is missing to the least that counts."""
        mine = np.flatnonzero(book.columns.player == player)
        total = max(int((book.columns.vp + book.columns.against)[mine].sum()), 1)
        rows = by_round([line_reason(book, int(at), int(book.columns.vp[at]), total) for at in mine])
        tops, bottoms = self.figures(book, tied)
        rest = Fraction(int(tops[player]), int(bottoms[player])) - sum(
            (row.value for row in rows), Fraction(0)
        )
        return [*rows, Reason("floor", 0, rest.numerator, rest.denominator)] if rest else rows
