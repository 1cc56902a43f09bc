"""Tie-breakers that are no sum over games or opponents: the lowest number, a variance, a weighted mean, the lot.

Called by `tiebreaks`, where each of them has its entry.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from hashlib import sha256

import numpy as np
from msgspec.structs import replace

from tracker.standings.book import Book
from tracker.standings.columns import Ints
from tracker.standings.fide import Mean, in_lowest_terms, points_per_round
from tracker.standings.rows import by_round, line_reason, ones
from tracker.standings.shares import Share, played
from tracker.standings.structs import Kind, Reason


class MeanTurn:
    """Minus the mean of the numbers that a player's games count: the lower one ranks first. 0 is no number.

    Without one a player stands behind all who have one: at one more than the highest of `most`.
    """

    def __init__(self, id: str, counted: Share, most: Share | None = None, missing: Kind = "none") -> None:
        self.id, self.counted, self.most, self.missing = id, counted, most or counted, missing

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        return book.once(self.id, self._figures)

    def _figures(self, book: Book) -> tuple[Ints, Ints]:
        counted = self.counted(book)
        games, total = book.sum_lines((counted > 0).astype(np.int64)), book.sum_lines(counted)
        return -np.where(games > 0, total, self._behind(book)), np.maximum(games, 1)

    def _behind(self, book: Book) -> int:
        return int(self.most(book).max(initial=0)) + 1

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        counted = self.counted(book)
        mine = np.flatnonzero((book.columns.player == player) & (counted > 0))
        rows = [line_reason(book, int(at), -int(counted[at]), len(mine)) for at in mine]
        return by_round(rows) or [Reason(self.missing, 0, -self._behind(book))]


def turns_of_wins(book: Book) -> Ints:
    """By line: the turns of a game that was won, 0 for any other and where nobody told them."""
    columns = book.columns
    turns: Ints = columns.turns * ((columns.result == 2) & (columns.game >= 0))
    return turns


class Earliest:
    """Minus the lowest number that a player's games count under `id`: the lower one ranks first.

    Without one a player stands behind all who have one: at one more than the highest. 0 is no number.
    """

    def __init__(self, id: str, missing: Kind = "none") -> None:
        self.id, self.missing = id, missing

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        return book.once(self.id, lambda b: (-self._lowest(b), ones(b)))

    def _lowest(self, book: Book) -> Ints:
        counted = book.columns.figure(self.id)
        lowest: Ints = np.full(len(book.columns.players), int(counted.max(initial=0)) + 1, dtype=np.int64)
        told = counted > 0
        np.minimum.at(lowest, book.columns.player[told], counted[told])
        return lowest

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        """The first game that had it."""
        counted, lowest = book.columns.figure(self.id), int(self._lowest(book)[player])
        mine = np.flatnonzero((book.columns.player == player) & (counted == lowest))
        rows = by_round([line_reason(book, int(at), -lowest) for at in mine])
        return rows[:1] or [Reason(self.missing, 0, -lowest)]


class Variance:
    """Minus the variance of the victory points of a player's games: whoever scores alike every time ranks first.

    The order is that of the standard deviation; squares stay exact.
    """

    id = "vp_deviation"

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        return book.once(self.id, self._figures)

    def _figures(self, book: Book) -> tuple[Ints, Ints]:
        games, vp = book.sum_lines(played(book)), book.columns.vp * played(book)
        return book.sum_lines(vp) ** 2 - games * book.sum_lines(vp**2), np.maximum(games, 1) ** 2

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        """Each game with the square of its distance from the mean."""
        mine = np.flatnonzero((book.columns.player == player) & (book.columns.game >= 0))
        count, total = len(mine), int(book.columns.vp[mine].sum())
        rows = []
        for at in mine:
            share = -Fraction((int(book.columns.vp[at]) * count - total) ** 2, max(count, 1) ** 3)
            rows.append(line_reason(book, int(at), share.numerator, share.denominator))
        return by_round(rows)


class Uplink:
    """The weighted mean of the opponents' points per round, where a bye is an opponent without a point."""

    id = "sos_uplink"

    def __init__(self) -> None:
        self.met = Mean("sos_uplink_met", points_per_round, "points", weighted=True)

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        return book.once(self.id, self._figures)

    def _figures(self, book: Book) -> tuple[Ints, Ints]:
        tops, bottoms = self.met.figures(book, ones(book))
        met, lines = self._met(book), np.maximum(self._rounds(book), 1)
        of_players = zip(tops.tolist(), bottoms.tolist(), met.tolist(), lines.tolist(), strict=True)
        return in_lowest_terms((top * m, bottom * n) for top, bottom, m, n in of_players)

    def _met(self, book: Book) -> Ints:
        """How many opponents each player has met, each as often as the round counts."""
        return book.sum_meetings(self.met.times(book))

    def _rounds(self, book: Book) -> Ints:
        """The same with byes."""
        byes = (1 - played(book)) * book.counts[book.columns.round]
        return self._met(book) + book.sum_lines(byes)

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        rows, met = self.met.explain(book, player, tied), int(self._met(book)[player])
        rounds = max(int(self._rounds(book)[player]), 1)
        shares = [row.value * met / rounds for row in rows]
        return [
            replace(row, top=share.numerator, bottom=share.denominator)
            for row, share in zip(rows, shares, strict=True)
        ]


class OnTime:
    """1 for whoever plays the first round, has a bye in it or is left free by the schedule, 0 for who came later.

    Play! Pokemon looks at this before all percentages (Tournament Operations Manager 1.53: tardiness).
    """

    id = "on_time"

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        first = (book.columns.round == book.first_round).astype(np.int64)
        there = book.sum_lines(first)
        there[[*self._without_line(book)]] = 1
        return np.minimum(there, 1), ones(book)

    def _without_line(self, book: Book) -> dict[int, Kind]:
        """Who is in the first round without a line: left free by the schedule, or at a table that has no result."""
        free: dict[int, Kind] = {player: "bye" for player, round_ in book.free if round_ == book.first_round}
        return free | {one.player: "game" for one in book.playing if one.round == book.first_round}

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        """The player's first game or bye; the first round itself where it left nothing."""
        mine = np.flatnonzero(book.columns.player == player)
        rows = by_round([line_reason(book, int(at), 0) for at in mine])[:1]
        if rows and rows[0].round == book.first_round:
            return [replace(rows[0], top=1)]
        if kind := self._without_line(book).get(player):
            return [Reason(kind, book.first_round, 1)]
        return [Reason("late", rows[0].round if rows else 0, 0)]


class Seed:
    """Minus the place in the order of seeds, so that the first seed ranks first: Challonge's last resort."""

    id = "seed"

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        return -book.starts, ones(book)

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        return [Reason("seed", 0, -int(book.starts[player]))]


class Lot:
    """A number that only the tournament's seed and the player's id decide: the same whenever it is drawn."""

    id = "lot"

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        return lots(book.seed, book.columns.players), ones(book)

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        return [Reason("lot", 0, int(lots(book.seed, (book.columns.players[player],))[0]))]


def lots(seed: str, names: Sequence[str]) -> Ints:
    """32 bits of the SHA-256 of the seed and each name."""
    start = f"{seed}\n".encode()
    digests = b"".join([sha256(start + name.encode()).digest() for name in names])
    return np.frombuffer(digests, dtype=">u4")[::8].astype(np.int64)
