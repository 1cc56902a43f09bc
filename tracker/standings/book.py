"""Sums over the columns of a tournament, and the figures made of them. Called by the tie-breakers.

Integers only: sums are taken on int64 and never pass through a float. A figure is computed once and kept, so that one
tie-breaker may be made of another.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

import numpy as np

from tracker.standings.columns import Columns, Ints
from tracker.standings.structs import Behind, Bye, Extra, Values

T = TypeVar("T")


class Playing(NamedTuple):
    """A player at a table that has no result yet, and the opponent there."""

    round: int
    player: str
    opponent: str


class Seated(NamedTuple):
    """The same by their places among the players."""

    round: int
    player: int
    opponent: int


class Beside(NamedTuple):
    """What an event says of its players beside their results.

    `behind`: what the formats of the stages say. `extras`: tournament points that staff gave or took. `hand`: players
    that the organiser put in an order, best first. `ratings`: by player, of those who have one. `left`: who plays no
    more. `starts`: tells everybody's place in the order of seeds, from 1. `weights`: how many times the points of
    rounds 1, 2, ... count, as columns and byes have them already; those of later rounds count once. `free`: who had
    no opponent by the schedule of a round robin, and in which round. `playing`: who has no result yet, and by whom.
    `begins`: the first round that could count; that of a later stage where its games alone do.
    """

    behind: Behind | None = None
    extras: Sequence[Extra] = ()
    hand: Sequence[tuple[str, ...]] = ()
    ratings: Mapping[str, int] = MappingProxyType({})
    left: Collection[str] = frozenset()
    starts: Callable[[], Mapping[str, int]] = dict
    weights: Sequence[int] = ()
    free: Sequence[tuple[str, int]] = ()
    playing: Sequence[Playing] = ()
    begins: int = 1


NOTHING_BESIDE = Beside()


class Book:
    """Columns and what has been computed of them; `seed` decides the drawing of lots, `points` values the results."""

    def __init__(
        self, columns: Columns, seed: str = "", points: Values | None = None, beside: Beside = NOTHING_BESIDE
    ) -> None:
        self.columns, self.seed, self.points, self.beside = columns, seed, points or Values(), beside
        self._figures: dict[str, tuple[Ints, Ints]] = {}
        self._kept: dict[Hashable, Any] = {}

    def over(self, columns: Columns) -> Book:
        """The same over other columns."""
        return Book(columns, self.seed, self.points, self.beside)

    @cached_property
    def first_round(self) -> int:
        """The first round with a result or a bye; 0 before it."""
        return int(self.columns.round.min(initial=self.last_round))

    @cached_property
    def last_round(self) -> int:
        """The last round with a result or a bye; 0 before the first."""
        return int(self.columns.round.max(initial=0))

    def times(self, round_: int) -> int:
        """How many times the tournament points of a round count."""
        return self.beside.weights[round_ - 1] if 0 < round_ <= len(self.beside.weights) else 1

    @cached_property
    def counts(self) -> Ints:
        """By round from 0 on: how many times its points count; those before the first one count for nothing."""
        first = self.beside.begins
        return np.array([0] * first + [*map(self.times, range(first, self.last_round + 1))], dtype=np.int64)

    @property
    def heaviest(self) -> int:
        """The most times that the points of a round count, of those to come too."""
        return max(self.beside.weights, default=1)

    @cached_property
    def rounds_worth(self) -> int:
        """How many rounds of weight 1 those so far come to."""
        return int(self.counts.sum())

    @cached_property
    def open_to(self) -> Ints:
        """The same of each player: without the rounds in which a round robin had no opponent for them, and without the
        one that they are playing."""
        found = np.full(len(self.columns.players), self.rounds_worth, dtype=np.int64)
        for player, round_ in self.free:
            found[player] -= self.times(round_)
        for one in self.playing:
            if one.round <= self.last_round:
                found[one.player] -= self.times(one.round)
        return found

    @cached_property
    def free(self) -> frozenset[tuple[int, int]]:
        """(player, round) in which the schedule of a round robin had no opponent for the player."""
        index = self.columns.index
        return frozenset((index[player], round_) for player, round_ in self.beside.free if player in index)

    @cached_property
    def playing(self) -> tuple[Seated, ...]:
        """Who sits at a table that has no result yet."""
        index = self.columns.index
        found = [one for one in self.beside.playing if one.player in index and one.opponent in index]
        return tuple(Seated(one.round, index[one.player], index[one.opponent]) for one in found)

    @cached_property
    def lines_worth(self) -> Ints:
        """The same of the rounds that each player has a line in."""
        return self.sum_lines(self.counts[self.columns.round])

    @cached_property
    def meetings(self) -> Ints:
        """How many opponents each player has met, counting each game."""
        return self.sum_meetings(np.ones(len(self.columns.own), dtype=np.int64))

    @cached_property
    def lines(self) -> Ints:
        """How many rounds each player has a line in, byes included."""
        return self.sum_lines(np.ones(len(self.columns.player), dtype=np.int64))

    @cached_property
    def scores(self) -> Ints:
        """The tournament points of each player, byes included."""
        return self.sum_lines(self.columns.tp)

    @cached_property
    def extra(self) -> Ints:
        """The tournament points that staff gave each player beside the games."""
        found = np.zeros(len(self.columns.players), dtype=np.int64)
        for one in self.beside.extras:
            found[self.columns.index[one.player]] += one.tp
        return found

    @cached_property
    def ratings(self) -> Ints:
        """The rating of each player, 0 without one."""
        return np.array([self.beside.ratings.get(name, 0) for name in self.columns.players], dtype=np.int64)

    @cached_property
    def starts(self) -> Ints:
        """The place of each player in the order of seeds; 0 where nobody told one."""
        told = self.beside.starts()
        return np.array([told.get(name, 0) for name in self.columns.players], dtype=np.int64)

    @cached_property
    def meetings_of(self) -> list[list[int]]:
        """The meetings of each player, as places in the columns by meeting."""
        return _gathered(self.columns.own, len(self.columns.players))

    @cached_property
    def rounds_played(self) -> list[set[int]]:
        """The rounds in which each player has a game or a bye."""
        lines = _gathered(self.columns.player, len(self.columns.players))
        rounds = self.columns.round.tolist()
        return [{rounds[line] for line in mine} for mine in lines]

    @cached_property
    def byes_of(self) -> list[list[Bye]]:
        """The byes of each player."""
        found: list[list[Bye]] = [[] for _ in self.columns.players]
        for bye in self.columns.byes:
            found[self.columns.index[bye.player]].append(bye)
        return found

    def sum_lines(self, values: Ints) -> Ints:
        """The sum of a value per line, for every player."""
        return self.sum_by(self.columns.player, values)

    def sum_meetings(self, values: Ints) -> Ints:
        """The sum of a value per meeting, for every player."""
        return self.sum_by(self.columns.own, values)

    def sum_by(self, owner: Ints, values: Ints) -> Ints:
        """The sum of the values of each owner, for every player."""
        total = np.zeros(len(self.columns.players), dtype=np.int64)
        np.add.at(total, owner, values)
        return total

    def once(self, key: str, make: Callable[[Book], tuple[Ints, Ints]]) -> tuple[Ints, Ints]:
        """The figure `key` of every player as (tops, bottoms), computed the first time it is asked for."""
        if key not in self._figures:
            self._figures[key] = make(self)
        return self._figures[key]

    def kept(self, key: Hashable, make: Callable[[], T]) -> T:
        """Something that several tie-breakers are made of, made the first time it is asked for."""
        if key not in self._kept:
            self._kept[key] = make()
        value: T = self._kept[key]
        return value


def _gathered(owner: Ints, count: int) -> list[list[int]]:
    """Owner -> the places at which it stands."""
    found: list[list[int]] = [[] for _ in range(count)]
    for at, name in enumerate(owner.tolist()):
        found[name].append(at)
    return found
