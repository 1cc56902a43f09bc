"""Games that somebody gave away, counted as games against the opponent who was drawn: FIDE's option /P (C.07).

In a round robin a forfeit is a game like any other, and so it is to Play! Pokemon. Registered in `tiebreaks`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
from msgspec.structs import replace

from tracker.standings.book import Book
from tracker.standings.columns import Columns, Ints
from tracker.standings.shares import TieBreaker, played
from tracker.standings.structs import Bye, Game, Reason

NO_TABLE = 0
"""The table of a game that nobody played; those of others count from 1."""

LEAST, MOST_OF_LEAVER = Fraction(1, 4), Fraction(3, 4)
"""Play! Pokemon, Tournament Rules Handbook, 5.3.3: the limits of a win percentage, the upper one of who has left."""


class AsPlayed:
    """Another tie-breaker, over a book in which games that were given away count as played."""

    def __init__(self, id: str, rule: TieBreaker) -> None:
        self.id, self.rule = id, rule

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        return self.rule.figures(as_played(book), tied)

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        rows = self.rule.explain(as_played(book), player, tied)
        return [_told(row) if row.table == NO_TABLE else row for row in rows]


def _told(row: Reason) -> Reason:
    return replace(row, kind="forfeit" if row.kind == "opponent" else row.kind, table=None)


def as_played(book: Book) -> Book:
    """The book with a game in place of every forfeit whose opponent is known; the same one without such."""
    return book.kept("forfeits as played", lambda: _as_played(book))


def _as_played(book: Book) -> Book:
    columns, index = book.columns, book.columns.index
    given = {(bye.round, bye.player): bye for bye in columns.byes if bye.scheduled in index}
    if not given:
        return book
    pairs = list(_pairs(given))
    games = [*columns.games, *(_game(one, other) for one, other in pairs)]
    rest = [bye for bye in columns.byes if bye.scheduled not in index]
    found = Columns(columns.players, games, rest)
    for at, sides in enumerate(pairs, len(columns.games)):
        for bye in sides:
            found.result[(found.game == at) & (found.player == index[bye.player])] = bye.result
    return book.over(found)


def _pairs(given: dict[tuple[int, str], Bye]) -> Iterator[tuple[Bye, Bye]]:
    """Both sides of every forfeit once; whoever has left and has no line of that round gets nothing in it."""
    seen: set[tuple[int, str]] = set()
    for (round_, player), bye in given.items():
        foe = bye.scheduled or ""
        if (round_, player) in seen:
            continue
        seen |= {(round_, player), (round_, foe)}
        nothing = Bye(round_, foe, 0, bye.vp_against, bye.vp, result=0)
        yield bye, given.get((round_, foe), nothing)


def _game(one: Bye, other: Bye) -> Game:
    """Who won it is written into the columns: both may have lost."""
    return Game(
        one.round, NO_TABLE, ((one.player,), (other.player,)), (one.tp, other.tp), (one.vp, other.vp), None
    )


def play_percentage(book: Book) -> tuple[Ints, Ints]:
    """The share of a player's games that were won, a draw as half of one, byes left out, within Play!'s limits.

    It is at least a quarter, which is also that of a player without a game, and at most three quarters of a player who
    has left.
    """
    games = played(book)
    tops, bottoms = book.sum_lines(book.columns.result * games), 2 * np.maximum(book.sum_lines(games), 1)
    gone = np.array([name in book.beside.left for name in book.columns.players], dtype=bool)
    low = tops * LEAST.denominator < LEAST.numerator * bottoms
    high = gone & (tops * MOST_OF_LEAVER.denominator > MOST_OF_LEAVER.numerator * bottoms)
    limits = [low, high]
    return (
        np.select(limits, [LEAST.numerator, MOST_OF_LEAVER.numerator], tops),
        np.select(limits, [LEAST.denominator, MOST_OF_LEAVER.denominator], bottoms),
    )
