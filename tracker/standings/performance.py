"""Tie-breakers made of ratings: those of the opponents, and performances by FIDE's tables (C.07, article 10).

Ratings are those of the event's log: typed, or the shown ones at a draw. An opponent without one counts in none of
these figures; whoever met nobody with a rating has 0. The score is that of the games alone, 1, 1/2 and 0, whatever
tournament points they give. Registered in `tiebreaks`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from tracker.standings.book import Book
from tracker.standings.columns import Ints
from tracker.standings.rows import by_round, meeting_reason, ones
from tracker.standings.shares import Share, TieBreaker
from tracker.standings.structs import Kind, Reason

UPPER_HALF = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184),
    *(193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470),
    *(501, 538, 589, 677, 800),
)  # fmt: skip
"""FIDE B.02, table 8.1.1: the difference of ratings for a share of 50, 51, ... 100 % of the points."""

HIGHEST_DIFFERENCES = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188),
    *(197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484),
    *(517, 559, 619, 735),
)  # fmt: skip
"""FIDE B.02, table 8.1.2: up to which difference the higher one is expected to take 50, 51, ... 99 % of the points."""

DIFFERENCE: Ints = np.array([*(-one for one in UPPER_HALF[:0:-1]), *UPPER_HALF], dtype=np.int64)
"""By whole percent of the points from 0 to 100."""
BOUNDS: Ints = np.array(HIGHEST_DIFFERENCES, dtype=np.int64)
FURTHEST = 800
LICHESS = 500
"""What a win adds to the opponent's rating in the plain performance, and a loss takes."""


def _rounded(tops: Ints, bottoms: Ints) -> Ints:
    """Quotients to the nearest whole number, halves upwards."""
    halves: Ints = (2 * tops + bottoms) // (2 * bottoms)
    return halves


def _rated(book: Book) -> Ints:
    """1 for every meeting with an opponent who has a rating."""
    rated: Ints = (_theirs(book) > 0).astype(np.int64)
    return rated


def _theirs(book: Book) -> Ints:
    """By meeting: the opponent's rating."""
    found: Ints = book.ratings[book.columns.other]
    return found


def _but_the_lowest(book: Book) -> Ints:
    """The same without each player's lowest, of equal ones the earliest."""
    counts = _rated(book).copy()
    met = np.flatnonzero(counts)
    order = met[
        np.lexsort((book.columns.round[book.columns.line[met]], _theirs(book)[met], book.columns.own[met]))
    ]
    _owners, first = np.unique(book.columns.own[order], return_index=True)
    counts[order[first]] = 0
    return counts


def _met(book: Book, counts: Ints) -> Ints:
    return book.sum_meetings(counts)


def average(book: Book) -> Ints:
    """The mean rating of the opponents, to a whole number (C.07, 10.1)."""
    rated = _rated(book)
    return _rounded(book.sum_meetings(_theirs(book) * rated), np.maximum(_met(book, rated), 1))


def performance(book: Book) -> Ints:
    """That mean and what the table adds for the share of the points won (C.07, 10.2)."""
    rated = _rated(book)
    met = _met(book, rated)
    percent = _rounded(100 * _halves(book, rated), np.maximum(2 * met, 1))
    found: Ints = np.where(met > 0, average(book) + DIFFERENCE[percent], 0)
    return found


def _halves(book: Book, rated: Ints) -> Ints:
    """Twice the score of each player in the games that count."""
    return book.sum_meetings(book.columns.result[book.columns.line] * rated)


def perfect(book: Book) -> Ints:
    """The lowest rating for which the tables expect the score that was made; 800 below the lowest without one."""
    rated, theirs = _rated(book), _theirs(book)
    met, score = _met(book, rated), 50 * _halves(book, rated)
    ranked = np.flatnonzero(rated)
    low = np.full(len(met), np.iinfo(np.int64).max, dtype=np.int64)
    high = np.zeros(len(met), dtype=np.int64)
    np.minimum.at(low, book.columns.own[ranked], theirs[ranked])
    np.maximum.at(high, book.columns.own[ranked], theirs[ranked])
    lowest = np.where(met > 0, low - FURTHEST, 0)
    below, enough = lowest.copy(), high + FURTHEST
    while (enough - below > 1).any():
        middle = (below + enough) // 2
        reached = _expected(book, middle, ranked) >= score
        enough, below = np.where(reached, middle, enough), np.where(reached, below, middle)
    found: Ints = np.where(met == 0, 0, np.where(score > 0, enough, lowest))
    return found


def _expected(book: Book, own: Ints, ranked: Ints) -> Ints:
    """The percents that a player of such a rating is expected to take in the games that count."""
    player = book.columns.own[ranked]
    apart = own[player] - _theirs(book)[ranked]
    higher = 50 + np.searchsorted(BOUNDS, np.abs(apart), side="left")
    return book.sum_by(player, np.where(apart < 0, 100 - higher, higher))


def _performers(book: Book) -> Ints:
    """1 for every meeting with an opponent who has met somebody with a rating."""
    has: Ints = (_met(book, _rated(book)) > 0).astype(np.int64)
    return has[book.columns.other]


def _once(of: Share) -> Share:
    """Such a number, reckoned once for a book."""
    return lambda book: book.kept(of, lambda: of(book))


def _of_opponents(of: Share) -> Share:
    """By meeting: such a number of the opponent."""
    return lambda book: _once(of)(book)[book.columns.other]


def plain(book: Book) -> Ints:
    """By meeting: the opponent's rating, and 500 more for a win or less for a loss."""
    return _theirs(book) + LICHESS * (book.columns.result[book.columns.line] - 1)


class Own:
    """A player's own rating."""

    id = "rating"

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        return book.ratings, ones(book)

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        return [Reason("rating", 0, int(book.ratings[player]))]


class OfOpponents:
    """The mean of a number over the opponents that count, or the whole number that `whole` makes of it.

    Each opponent is a row with its share of the mean, and the rest is one more.

    `share` and `counts` are by meeting, `whole` by player; `opens` is the figure of the opponent that is its share.
    """

    def __init__(
        self,
        id: str,
        share: Share = _theirs,
        counts: Share = _rated,
        whole: Share | None = None,
        *,
        opens: str = "rating",
        rest: Kind = "rounded",
    ) -> None:
        self.id, self.share, self.counts, self.whole = id, share, counts, whole
        self.opens, self.rest = opens, rest

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        return book.once(self.id, self._figures)

    def _figures(self, book: Book) -> tuple[Ints, Ints]:
        if not book.ratings.any():
            return 0 * ones(book), ones(book)
        if self.whole is not None:
            return self.whole(book), ones(book)
        counts = self.counts(book)
        return book.sum_meetings(self.share(book) * counts), np.maximum(_met(book, counts), 1)

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        share, counts, met = self.share(book), self.counts(book), book.meetings_of[player]
        many = max(1, sum(int(counts[at]) for at in met))
        rows = [meeting_reason(book, at, int(share[at]), many, self.opens, bool(counts[at])) for at in met]
        tops, bottoms = self.figures(book, tied)
        rest = Fraction(int(tops[player]), int(bottoms[player])) - sum(
            (row.value for row in rows), Fraction(0)
        )
        return [*by_round(rows), *([Reason(self.rest, 0, rest.numerator, rest.denominator)] if rest else [])]


def _mean(share: Share, counts: Share) -> Share:
    """The mean of a share over the meetings that count, to a whole number."""
    return lambda book: _rounded(
        book.sum_meetings(share(book) * counts(book)), np.maximum(_met(book, counts(book)), 1)
    )


def rated() -> Iterator[TieBreaker]:
    """All of them."""
    yield Own()
    yield OfOpponents("opp_rating", whole=average)
    yield OfOpponents("opp_rating_cut", counts=_but_the_lowest, whole=_mean(_theirs, _but_the_lowest))
    yield OfOpponents("performance", whole=_once(performance), rest="performance")
    yield OfOpponents("perfect_performance", whole=_once(perfect), rest="performance")
    yield OfOpponents("performance_500", plain)
    for id, of in (("performance", performance), ("perfect_performance", perfect)):
        theirs = _of_opponents(of)
        yield OfOpponents(f"opp_{id}", theirs, _performers, _mean(theirs, _performers), opens=id)
