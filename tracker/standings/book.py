"""The games of a tournament as columns of integers: one line per player and game, one meeting per pair of opponents.

Built once per ranking by `order.table`; tie-breakers read the columns and cache whole figures here, so that one may
be made of another. Integers only: sums are taken on int64 and never pass through a float.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import chain
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from tracker.standings.structs import Bye, Game

Ints = NDArray[np.int64]
NO_GAME = -1
NOBODY = 2
RESULT_OF_SIDES: Ints = np.array([(2, 0), (0, 2), (1, 1)], dtype=np.int64)
"""Winner (0, 1, or `NOBODY` for a draw) -> the result of both sides: win 2, draw 1, loss 0."""


def _ints(values: Iterable[int]) -> Ints:
    return np.fromiter(values, dtype=np.int64)


def _pairs(games: Sequence[Game], field: str) -> Ints:
    """A field of two numbers, one after the other for all games."""
    return np.fromiter(
        chain.from_iterable(map(attrgetter(field), games)), dtype=np.int64, count=2 * len(games)
    )


def _swapped(values: Ints) -> Ints:
    """Every two neighbours exchanged: each side's number becomes the other's."""
    return values.reshape(-1, 2)[:, ::-1].reshape(-1)


class Book:
    """Columns by line: `player`, `round`, `tp`, `vp`, `against`, `result` (win 2, draw 1, loss 0), `game`.

    `game` is the place in `games`, or -1 for a bye. Columns by meeting: `line` (of the player), `own` and `other`
    (players). Players are places in `players`, whose order says nothing.
    """

    def __init__(
        self, players: Sequence[str], games: Sequence[Game], byes: Sequence[Bye] = (), seed: str = ""
    ) -> None:
        self.seed = seed
        self.players, self.games, self.byes = tuple(players), tuple(games), tuple(byes)
        self.index = {name: at for at, name in enumerate(self.players)}
        try:
            seats = _ints([self.index[name] for game in self.games for (name,) in game.players])
        except ValueError:
            self._teams()
        else:
            self._duels(seats)
        self._figures: dict[str, tuple[Ints, Ints]] = {}

    def _duels(self, seats: Ints) -> None:
        """One player a side: line 2g and 2g+1 belong to game g, and each meets the other."""
        tp, vp = _pairs(self.games, "tp"), _pairs(self.games, "vp")
        count = len(seats)
        self.own, self.other = seats, _swapped(seats)
        self.line = np.arange(count)
        rounds = np.repeat(_ints(map(attrgetter("round"), self.games)), 2)
        won = _ints([NOBODY if game.winner is None else game.winner for game in self.games])
        result = RESULT_OF_SIDES[won].reshape(-1)
        self._finish((seats, rounds, tp, vp, _swapped(vp), result, np.arange(count) // 2))

    def _teams(self) -> None:
        """Any number a side: every player gets the side's line and meets everyone of the other side."""
        seats: list[tuple[int, ...]] = []
        meetings: list[tuple[int, int, int]] = []
        for at, game in enumerate(self.games):
            sides = [[self.index[name] for name in side] for side in game.players]
            results = RESULT_OF_SIDES[NOBODY if game.winner is None else game.winner].tolist()
            for place, side in enumerate(sides):
                figures = game.tp[place], game.vp[place], game.vp[1 - place], results[place]
                for player in side:
                    meetings += [(len(seats), player, foe) for foe in sides[1 - place]]
                    seats.append((player, game.round, *figures, at))
        columns = _ints([value for seat in seats for value in seat]).reshape(-1, 7).T
        self.line, self.own, self.other = _ints([v for m in meetings for v in m]).reshape(-1, 3).T
        self._finish(tuple(columns))

    def _finish(self, columns: tuple[Ints, ...]) -> None:
        """The columns by line, with the byes after the games."""
        rows = [
            (self.index[b.player], b.round, b.tp, b.vp, b.vp_against, b.result, NO_GAME) for b in self.byes
        ]
        tail = _ints([value for row in rows for value in row]).reshape(-1, 7).T
        joined = (np.concatenate(pair) for pair in zip(columns, tail, strict=True))
        self.player, self.round, self.tp, self.vp, self.against, self.result, self.game = joined

    @cached_property
    def last_round(self) -> int:
        """The last round with a result or a bye; 0 before the first."""
        return int(self.round.max(initial=0))

    @cached_property
    def meetings(self) -> Ints:
        """How many opponents each player has met, counting each game."""
        return self.sum_meetings(np.ones(len(self.own), dtype=np.int64))

    @cached_property
    def lines(self) -> Ints:
        """How many rounds each player has a line in, byes included."""
        return self.sum_lines(np.ones(len(self.player), dtype=np.int64))

    def sum_lines(self, values: Ints) -> Ints:
        """The sum of a value per line, for every player."""
        return self._sum(self.player, values)

    def sum_meetings(self, values: Ints) -> Ints:
        """The sum of a value per meeting, for every player."""
        return self._sum(self.own, values)

    def _sum(self, owner: Ints, values: Ints) -> Ints:
        total = np.zeros(len(self.players), dtype=np.int64)
        np.add.at(total, owner, values)
        return total

    def once(self, key: str, make: Callable[[Book], tuple[Ints, Ints]]) -> tuple[Ints, Ints]:
        """The figure `key` of every player as (tops, bottoms), computed the first time it is asked for."""
        if key not in self._figures:
            self._figures[key] = make(self)
        return self._figures[key]
