"""Tie-breakers of the games between those who are level: head to head, points among them, who beat whom.

Called by `tiebreaks`, where each of them has its entry; FIDE's direct encounter is in `encounter`.
"""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from tracker.standings.book import Book
from tracker.standings.columns import Ints
from tracker.standings.rows import by_round, meeting_reason, ones
from tracker.standings.structs import Reason


class HeadToHead:
    """1 for the player who met every other of the tied group and won more than lost against each of them."""

    id = "head_to_head"

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        beaten = self._beaten(book, tied)
        others = np.bincount(tied)[tied] - 1
        return ((others > 0) & (beaten == others)).astype(np.int64), ones(book)

    def _beaten(self, book: Book, tied: Ints) -> Ints:
        """How many others of their group each player has beaten overall."""
        among = np.flatnonzero(tied[book.columns.own] == tied[book.columns.other])
        pairs = book.columns.own[among] * len(book.columns.players) + book.columns.other[among]
        names, place = np.unique(pairs, return_inverse=True)
        lead = np.zeros(len(names), dtype=np.int64)
        np.add.at(lead, place, book.columns.result[book.columns.line[among]] - 1)
        beaten = np.zeros(len(book.columns.players), dtype=np.int64)
        np.add.at(beaten, names[lead > 0] // max(len(book.columns.players), 1), 1)
        return beaten

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        """One row per game against the tied; the last of them carries the 1, if there is one."""
        mine = np.flatnonzero((book.columns.own == player) & (tied[book.columns.other] == tied[player]))
        rows = by_round([meeting_reason(book, int(at), 0, 1, "points", True) for at in mine])
        value = int(self.figures(book, tied)[0][player])
        if rows and value:
            last = rows.pop()
            rows.append(replace(last, top=value))
        return rows


class MetPoints:
    """The points of the games among those who are still tied; 0 for all where two of them never met."""

    id = "met_points"

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        among = np.flatnonzero(self._counts(book, tied))
        tops = np.zeros(len(tied), dtype=np.int64)
        np.add.at(tops, book.columns.own[among], book.columns.tp[book.columns.line[among]])
        return tops, ones(book)

    def _counts(self, book: Book, tied: Ints) -> Ints:
        """1 for every meeting inside a group whose members have all met."""
        own, other = book.columns.own, book.columns.other
        inside = tied[own] == tied[other]
        pairs = np.unique(own[inside] * len(tied) + other[inside])
        met = np.bincount(tied[pairs // max(len(tied), 1)], minlength=int(tied.max(initial=0)) + 1)
        sizes = np.bincount(tied, minlength=len(met))
        whole = met == sizes * (sizes - 1)
        counts: Ints = (inside & whole[tied[own]]).astype(np.int64)
        return counts

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        """One row per game against the tied."""
        counts = self._counts(book, tied)
        mine = np.flatnonzero((book.columns.own == player) & (counts > 0))
        tp = book.columns.tp[book.columns.line]
        return by_round([meeting_reason(book, int(at), int(tp[at]), 1, "points", True) for at in mine])


class WhoBeatWhom:
    """Where exactly two are level: the points of the games between them, or with `wins` how many were won; else 0.

    Tabbycat lets it stand in the order more than once, since a later figure may leave just two: here under another id.
    """

    def __init__(self, id: str = "who_beat_whom", *, wins: bool = False) -> None:
        self.id, self.wins = id, wins

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        return book.sum_meetings(self._worth(book) * self._counts(book, tied)), ones(book)

    def _worth(self, book: Book) -> Ints:
        """What every meeting is worth to its owner."""
        columns = book.columns
        worth: Ints = (columns.result == 2).astype(np.int64) if self.wins else columns.tp
        return worth[columns.line]

    def _counts(self, book: Book, tied: Ints) -> Ints:
        two = np.bincount(tied, minlength=1) == 2
        own = tied[book.columns.own]
        counts: Ints = ((own == tied[book.columns.other]) & two[own]).astype(np.int64)
        return counts

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        worth = self._worth(book)
        mine = np.flatnonzero((book.columns.own == player) & (self._counts(book, tied) > 0))
        opens = "games_won" if self.wins else "points"
        return by_round([meeting_reason(book, int(at), int(worth[at]), 1, opens, True) for at in mine])
