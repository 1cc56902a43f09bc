"""FIDE's direct encounter (C.07, article 6): the games among those who are level, whatever else they played.

Registered in `tiebreaks`.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np

from tracker.standings.book import Book
from tracker.standings.columns import LARGEST, Ints
from tracker.standings.rows import by_round, meeting_reason, ones
from tracker.standings.structs import Reason
from tracker.standings.unplayed import Of

Points = int | Fraction
Games = dict[int, dict[int, Points]]
"""Player -> opponent -> what was won against that opponent."""


class DirectEncounter:
    """How many of those still level stand behind the player by the games among them alone.

    If all met, they are split by their points in those games (of several games of two players the mean counts, 6.1.2),
    and each part again by the games inside it. If some have not met, they are split where no result of the missing
    games could change the order. Of victory points (of teams: board points), which `of` may ask for instead, that is
    known only where a match can give so many and no more.
    """

    def __init__(self, id: str = "direct_encounter", of: Of = "tp") -> None:
        self.id, self.of = id, of

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        tops = np.zeros(len(tied), dtype=np.int64)
        for group in _groups(tied):
            behind = 0
            for part in reversed(self._split(book, group)):
                tops[part] = behind
                behind += len(part)
        return tops, ones(book)

    def _split(self, book: Book, group: list[int]) -> list[list[int]]:
        """The parts of a group that can be told apart, best first."""
        if len(group) < 2:
            return [group]
        games = _among(book, group, getattr(book.columns, self.of))
        met = all(other in games[one] for one in group for other in group if one != other)
        parts = (self._by_points if met else self._certain)(book, group, games)
        if len(parts) == 1:
            return parts
        return [piece for part in parts for piece in self._split(book, part)]

    def _by_points(self, book: Book, group: list[int], games: Games) -> list[list[int]]:
        points = {one: sum(games[one].values()) for one in group}
        return [
            [one for one in group if points[one] == level]
            for level in sorted(set(points.values()), reverse=True)
        ]

    def _certain(self, book: Book, group: list[int], games: Games) -> list[list[int]]:
        """Cut wherever the least that everybody above can reach is more than the most of everybody below."""
        span = {one: self._span(book, group, games[one]) for one in group}
        ordered = sorted(group, key=lambda one: span[one], reverse=True)
        parts: list[list[int]] = [[]]
        for at, one in enumerate(ordered):
            above = min((span[name][0] for name in ordered[:at]), default=None)
            below = max(span[name][1] for name in ordered[at:])
            if above is not None and above > below:
                parts.append([])
            parts[-1].append(one)
        return parts

    def _span(self, book: Book, group: list[int], games: dict[int, Points]) -> tuple[Points, Points]:
        """The least and the most points that a player can have once every missing game is played."""
        missing, points = len(group) - 1 - len(games), sum(games.values())
        if self.of == "tp":
            return points + missing * book.points.least, points + missing * book.points.most * book.heaviest
        return points, points + missing * (book.points.match or LARGEST // len(group))

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        """One row for each game among them, and one for the players left behind."""
        level = set(np.flatnonzero(tied == tied[player]).tolist())
        met = [at for at in book.meetings_of[player] if int(book.columns.other[at]) in level]
        rows = by_round([meeting_reason(book, at, 0, 1, "points", True) for at in met])
        behind = int(self.figures(book, tied)[0][player])
        return [*rows, Reason("ahead", 0, behind)] if rows else rows


def _groups(tied: Ints) -> list[list[int]]:
    """The players of each group of two or more."""
    order = np.argsort(tied, kind="stable")
    cuts = (np.flatnonzero(np.diff(tied[order])) + 1).tolist()
    players: list[int] = order.tolist()
    bounds = pairwise((0, *cuts, len(players)))
    return [players[start:end] for start, end in bounds if end - start > 1]


def _among(book: Book, group: list[int], won: Ints) -> Games:
    """What was won (a number a line) against each opponent of the group, the mean of several games."""
    inside = set(group)
    games: dict[int, dict[int, list[int]]] = {one: {} for one in group}
    for one in group:
        for at in book.meetings_of[one]:
            other = int(book.columns.other[at])
            if other in inside:
                games[one].setdefault(other, []).append(int(won[book.columns.line[at]]))
    return {
        one: {
            other: told[0] if len(told) == 1 else Fraction(sum(told), len(told))
            for other, told in met.items()
        }
        for one, met in games.items()
    }
