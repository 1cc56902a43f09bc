"""The games of a tournament as columns of integers: one line per player and game, one meeting per pair of opponents.

Built once per ranking from the results; read by `book`, which sums them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tracker.standings.structs import Bye, Game

Ints = NDArray[np.int64]
NO_GAME = -1
NOTHING = (0, 0)
LARGEST = 2**62
"""Sums stay below this, so that 64 bits hold them."""

WINNERS: dict[int | None, int] = {0: 0, 1: 1, None: 2}
RESULT_OF_SIDES: Ints = np.array([(2, 0), (0, 2), (1, 1)], dtype=np.int64)
"""`WINNERS` of a game -> the result of both sides: win 2, draw 1, loss 0."""


def _ints(values: Iterable[int]) -> Ints:
    return np.fromiter(values, dtype=np.int64)


def _pairs(games: Sequence[Game], field: str) -> Ints:
    """A field of two numbers, one after the other for all games."""
    return np.fromiter(_flat(games, field), dtype=np.int64, count=2 * len(games))


def _flat(games: Sequence[Game], field: str) -> chain[Any]:
    return chain.from_iterable(map(attrgetter(field), games))


def _swapped(values: Ints) -> Ints:
    """Every two neighbours exchanged: each side's number becomes the other's."""
    return values.reshape(-1, 2)[:, ::-1].reshape(-1)


class Columns:
    """Columns by line: `player`, `round`, `tp`, `vp`, `against`, `result` (win 2, draw 1, loss 0), `game`.

    `game` is the place in `games`, or -1 for a bye, `side` the player's side in it. Columns by meeting: `line` (of the
    player), `own` and `other` (players). Players are places in `players`, whose order says nothing.
    """

    def __init__(self, players: Sequence[str], games: Sequence[Game], byes: Sequence[Bye] = ()) -> None:
        self.players, self.games, self.byes = tuple(players), tuple(games), tuple(byes)
        self.index = {name: at for at, name in enumerate(self.players)}
        seats = _ints(map(self.index.__getitem__, chain.from_iterable(_flat(self.games, "players"))))
        if len(seats) == 2 * len(self.games):
            self._duels(seats)
        else:
            self._teams()

    @cached_property
    def turns(self) -> Ints:
        """By line: how many turns the game lasted, 0 for a bye."""
        of_games = _ints(chain(map(attrgetter("turns"), self.games), (0,)))
        by_line: Ints = of_games[self.game]
        return by_line

    def figure(self, name: str, *, against: bool = False) -> Ints:
        """By line: a figure that the matches count themselves, with `against` the other side's; 0 for a bye and where a
        match has none."""
        by_line: Ints = self._counted(name)[self.game, self.side ^ int(against)]
        return by_line

    @cached_property
    def _named(self) -> set[str]:
        """The figures that any of the matches count."""
        return set(chain.from_iterable(map(attrgetter("figures"), self.games)))

    def _counted(self, name: str) -> Ints:
        """A figure by game and side, with a row of nothing at the end for a bye."""
        if name not in self._named:
            return np.zeros((len(self.games) + 1, 2), dtype=np.int64)
        of_games = (game.figures.get(name, NOTHING) for game in self.games)
        return np.array([*of_games, NOTHING], dtype=np.int64)

    def _duels(self, seats: Ints) -> None:
        """One player a side: line 2g and 2g+1 belong to game g, and each meets the other."""
        tp, vp = _pairs(self.games, "tp"), _pairs(self.games, "vp")
        count = len(seats)
        self.own, self.other = seats, _swapped(seats)
        self.line = np.arange(count)
        rounds = np.repeat(_ints(map(attrgetter("round"), self.games)), 2)
        won = _ints(map(WINNERS.__getitem__, map(attrgetter("winner"), self.games)))
        result = RESULT_OF_SIDES[won].reshape(-1)
        self._finish(
            (seats, rounds, tp, vp, _swapped(vp), result, np.arange(count) // 2, np.arange(count) % 2)
        )

    def _teams(self) -> None:
        """Any number a side: every player gets the side's line and meets everyone the other side's."""
        seats: list[tuple[int, ...]] = []
        meetings: list[tuple[int, int, int]] = []
        for at, game in enumerate(self.games):
            sides = [[self.index[name] for name in side] for side in game.players]
            results = RESULT_OF_SIDES[WINNERS[game.winner]].tolist()
            for place, side in enumerate(sides):
                figures = game.tp[place], game.vp[place], game.vp[1 - place], results[place]
                for player in side:
                    meetings += [(len(seats), player, foe) for foe in sides[1 - place]]
                    seats.append((player, game.round, *figures, at, place))
        columns = _ints([value for seat in seats for value in seat]).reshape(-1, 8).T
        self.line, self.own, self.other = _ints([v for m in meetings for v in m]).reshape(-1, 3).T
        self._finish(tuple(columns))

    def _finish(self, columns: tuple[Ints, ...]) -> None:
        """The columns by line, with the byes after the games."""
        rows = [
            (self.index[b.player], b.round, b.tp, b.vp, b.vp_against, b.result, NO_GAME, 0) for b in self.byes
        ]
        tail = _ints([value for row in rows for value in row]).reshape(-1, 8).T
        joined = (np.concatenate(pair) for pair in zip(columns, tail, strict=True))
        self.player, self.round, self.tp, self.vp, self.against, self.result, self.game, self.side = joined
