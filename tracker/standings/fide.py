"""FIDE's tie-breakers (C.07): Buchholz and its kin with its treatment of unplayed rounds, Koya, and the percentages
with a floor of card games. Registered in `tiebreaks`; its direct encounter is in `encounter`.

They are computed player by player in exact whole numbers and fractions. Where a rule of 2026 differs from that of 2024
the object takes the year.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

import numpy as np

from tracker.standings.book import Book
from tracker.standings.columns import LARGEST, Ints
from tracker.standings.cuts import in_order
from tracker.standings.rows import by_round, meeting_reason, ones
from tracker.standings.structs import Reason
from tracker.standings.unplayed import Era, Of, Shares, Unplayed

Worth = Callable[[Shares], Ints]
LIMB = 40
"""So many bits of a large number are added at once: their sum over all meetings of a player fits into 64."""
MASK = (1 << LIMB) - 1
BUCHHOLZ: Worth = lambda shares: 2 * shares.score
SONNEBORN: Worth = lambda shares: shares.score * shares.result
TIMES_TP: Worth = lambda shares: 2 * shares.score * shares.tp
TIMES_VP: Worth = lambda shares: 2 * shares.score * shares.vp


class Opposition:
    """A sum over all rounds of what the opponent's score is worth, in halves; `lowest` and `highest` are left out.

    `last_drawn` counts the games of the last round as draws (Fore Buchholz); `of` says which score of the opponents.
    """

    def __init__(
        self,
        id: str,
        worth: Worth = BUCHHOLZ,
        *,
        lowest: int = 0,
        highest: int = 0,
        last_drawn: bool = False,
        era: Era = 2026,
        of: Of = "tp",
    ) -> None:
        self.id, self.worth, self.lowest, self.highest = id, worth, lowest, highest
        self.last_drawn, self.era, self.of = last_drawn, era, of

    def _unplayed(self, book: Book) -> Unplayed:
        drawn = self._last_drawn(book) if self.last_drawn else None
        key = ("unplayed", self.era, drawn, self.of)
        return book.kept(key, lambda: Unplayed(book, self.era, drawn, self.of))

    def _last_drawn(self, book: Book) -> int:
        """The last round, even if nobody has a result of it yet."""
        return max((book.last_round, *(one.round for one in book.playing)))

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        return book.once(self.id, self._figures)

    def _figures(self, book: Book) -> tuple[Ints, Ints]:
        shares = self._unplayed(book).shares
        worth = self.worth(shares) * self._counts(book)
        return book.sum_by(shares.owner, worth), 2 * ones(book)

    def _counts(self, book: Book) -> Ints:
        """1 for every share that counts, 0 for those left out."""
        unplayed = self._unplayed(book)
        shares, players = unplayed.shares, len(book.columns.players)
        counts = np.ones(len(shares.owner), dtype=np.int64)
        if not self.lowest + self.highest:
            return counts
        worth = self.worth(shares)
        key = ("in order", unplayed, self.worth)
        ordered = book.kept(key, lambda: in_order(shares.owner, players, shares.score, worth))
        counts[ordered.left_out(self.lowest, self.highest)] = 0
        for owner in set(shares.owner[shares.chosen > 0].tolist()):
            self._choose(shares, worth, counts, owner)
        return counts

    def _choose(self, shares: Shares, worth: Ints, counts: Ints, owner: int) -> None:
        """The same for a player who chose not to play some round, one cut after the other."""
        left = np.flatnonzero(shares.owner == owner).tolist()
        counts[left] = 1
        if len(left) <= self.lowest + self.highest:
            return

        def order(at: int) -> tuple[int, int]:
            return int(shares.score[at]), int(worth[at])

        for _ in range(self.lowest):
            # The lowest opponent; or, where that is worth more, the lowest round that the player chose not to play.
            chosen = [at for at in left if shares.chosen[at]]
            lowest = [min(some, key=order) for some in (chosen, left) if some]
            left.remove(max(lowest, key=lambda at: int(worth[at])))
        for _ in range(self.highest):
            left.remove(max(left, key=order))
        counts[shares.owner == owner] = 0
        counts[left] = 1

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        shares = self._unplayed(book).shares
        counts, worth = self._counts(book), self.worth(shares)
        mine = np.flatnonzero(shares.owner == player).tolist()
        opens = "points" if self.of == "tp" else "vp"
        return by_round([_row(book, shares, at, int(worth[at]), bool(counts[at]), opens) for at in mine])


def _row(book: Book, shares: Shares, at: int, top: int, counts: bool, opens: str) -> Reason:
    meeting = int(shares.meeting[at])
    if meeting >= 0:
        return meeting_reason(book, meeting, top, 2, opens, counts)
    foe = int(shares.foe[at])
    if foe >= 0:
        names = (book.columns.players[foe],)
        return Reason("opponent", int(shares.round[at]), top, 2, opponents=names, opens=opens)
    return Reason("unplayed" if counts else "cut", int(shares.round[at]), top if counts else 0, 2)


Quotients = Callable[[Book], tuple[Ints, Ints]]


def in_lowest_terms(quotients: Iterable[tuple[int, int]]) -> tuple[Ints, Ints]:
    """(tops, bottoms) of whole numbers of any size, each pair without a common factor."""
    found = [(math.gcd(top, bottom), top, bottom) for top, bottom in quotients]
    return (
        np.array([top // common for common, top, _bottom in found], dtype=object),
        np.array([bottom // common for common, _top, bottom in found], dtype=object),
    )


class Mean:
    """The mean over the opponents met of an exact number of each, given as (tops, bottoms); 0 without an opponent.

    With `weighted` an opponent counts as often as the points of the round do.
    """

    def __init__(self, id: str, of: Quotients, opens: str, *, weighted: bool = False) -> None:
        self.id, self.of, self.opens, self.weighted = id, of, opens, weighted

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        return book.once(self.id, self._figures)

    def times(self, book: Book) -> Ints:
        """How often every meeting counts."""
        if not self.weighted:
            return np.ones(len(book.columns.own), dtype=np.int64)
        counts: Ints = book.counts[book.columns.round[book.columns.line]]
        return counts

    def _figures(self, book: Book) -> tuple[Ints, Ints]:
        tops, bottoms = self.of(book)
        times = self.times(book)
        met = np.maximum(book.sum_meetings(times), 1)
        unit = math.lcm(*set(bottoms.tolist()))
        most = unit * int(np.abs(tops).max(initial=0)) * int(met.max(initial=1))
        if most < LARGEST and unit * int(met.max(initial=1)) < LARGEST:
            return book.sum_meetings((tops * (unit // bottoms))[book.columns.other] * times), met * unit
        worth = [top * (unit // bottom) for top, bottom in zip(tops.tolist(), bottoms.tolist(), strict=True)]
        wholes = (unit * number for number in met.tolist())
        return in_lowest_terms(zip(_sums(book, worth, times), wholes, strict=True))

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        tops, bottoms = self.of(book)
        times, met = self.times(book), book.meetings_of[player]
        whole = sum(int(times[at]) for at in met)
        rows = []
        for at in met:
            foe = int(book.columns.other[at])
            share = Fraction(int(tops[foe]) * int(times[at]), int(bottoms[foe]) * whole)
            rows.append(meeting_reason(book, at, share.numerator, share.denominator, self.opens, True))
        return by_round(rows)


def _sums(book: Book, worth: Sequence[int], times: Ints) -> list[int]:
    """The sum over each player's meetings of what the opponent is worth, so often: numbers of any size, of which numpy
    adds `LIMB` bits at a time."""
    sums, shift = [0] * len(worth), 0
    longest = max((one.bit_length() for one in worth), default=0)
    while True:
        last = shift + LIMB > longest
        limbs = np.array([one >> shift if last else (one >> shift) & MASK for one in worth], dtype=np.int64)
        part = book.sum_meetings(limbs[book.columns.other] * times).tolist()
        sums = [so_far + (one << shift) for so_far, one in zip(sums, part, strict=True)]
        if last:
            return sums
        shift += LIMB


def points_per_round(book: Book) -> tuple[Ints, Ints]:
    """The mean points of each player in the rounds with a game or a bye, each as often as its points count."""
    return book.scores, np.maximum(book.lines_worth, 1)


def average_buchholz(era: Era = 2026) -> Quotients:
    """The Buchholz of each player."""
    buchholz = Opposition(f"buchholz_{era}", era=era)
    return lambda book: buchholz.figures(book, ones(book))


def opponents_of(of: Quotients, *, weighted: bool = False) -> Quotients:
    """The mean over each player's opponents of such a number: a second step of the same kind."""
    met = Mean("", of, "points", weighted=weighted)
    return lambda book: met._figures(book)


def win_percentage(floor: Fraction) -> Quotients:
    """The share of all points that each player could have won in the rounds with a line, never below `floor`."""

    def of(book: Book) -> tuple[Ints, Ints]:
        tops, bottoms = book.scores, np.maximum(book.points.most * book.lines_worth, 1)
        low = tops * floor.denominator < floor.numerator * bottoms
        return np.where(low, floor.numerator, tops), np.where(low, floor.denominator, bottoms)

    return of


class Koya:
    """The points won against opponents who have at least half of all points that the rounds so far could give them, or
    so many half points (half of what a win gives) more than that: FIDE's limit of a round robin, which may be moved
    (C.07, article 9.2). The free round of an odd round robin could give its player nothing, and is left out."""

    def __init__(self, id: str, more: int = 0) -> None:
        self.id, self._more = id, more

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        return book.once(
            self.id, lambda b: (b.sum_meetings(b.columns.tp[b.columns.line] * self._strong(b)), ones(b))
        )

    def _strong(self, book: Book) -> Ints:
        """1 for every meeting with such an opponent."""
        limit = book.points.most * book.open_to + book.points.win * self._more
        enough: Ints = (2 * book.scores >= limit).astype(np.int64)
        strong: Ints = enough[book.columns.other]
        return strong

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        strong, tp = self._strong(book), book.columns.tp[book.columns.line]
        return by_round(
            [
                meeting_reason(book, at, int(tp[at]), 1, "points", bool(strong[at]))
                for at in book.meetings_of[player]
            ]
        )
