"""What standings are made from and what they become. Every value is exact: a whole number, or `top / bottom`."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, NamedTuple

import msgspec

Kind = Literal[
    "game",
    "bye",
    "opponent",
    "cut",
    "lot",
    "unplayed",
    "ahead",
    "none",
    "no_win",
    "no_vim",
    "extra",
    "floor",
    "by_hand",
    "rating",
    "rounded",
    "performance",
    "forfeit",
    "late",
    "seed",
]
Absence = Literal["pairing", "full", "half", "zero", "forfeit_win", "forfeit_loss"]


class Values(msgspec.Struct, frozen=True, gc=False):
    """Tournament points of a result. `match`: the most VP (of teams: board points) that a match can give, if known.

    `by_score`: what a table of victory points gives instead, be it more than a win or less than a loss.
    """

    win: int = 3
    draw: int = 1
    loss: int = 0
    match: int = 0
    by_score: tuple[int, ...] = ()

    @property
    def most(self) -> int:
        """What the best result gives."""
        return max(self.win, *self.by_score) if self.by_score else self.win

    @property
    def least(self) -> int:
        """What the worst one gives."""
        return min(self.loss, *self.by_score) if self.by_score else self.loss


class Game(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A result: the players of both sides, tournament points and victory points by side, and where it came from.

    Each side has at least one player. `winner` is 0 or 1 (the place in `players`), None for a draw. `match` and
    `seq` name the match's log and the event of it that made the result final; `turns` is how long it lasted,
    `figures` what else the match counts, by side.
    """

    round: int
    table: int
    players: tuple[tuple[str, ...], tuple[str, ...]]
    tp: tuple[int, int]
    vp: tuple[int, int]
    winner: int | None
    match: str | None = None
    seq: int | None = None
    turns: int = 0
    figures: dict[str, tuple[int, int]] = {}


class Bye(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A round without an opponent, and what it counts for. `result` as that of a game: win 2, draw 1, loss 0.

    `kind`: given by the pairing, asked for (a win, half a point, none), or a game that was forfeited; `scheduled` is
    the opponent of a forfeited game, or of one that a round robin gives because the opponent has left.
    """

    round: int
    player: str
    tp: int
    vp: int = 0
    vp_against: int = 0
    result: int = 2
    kind: Absence = "pairing"
    scheduled: str | None = None


class Extra(msgspec.Struct, frozen=True, gc=False):
    """Tournament points that staff gave (or took, below 0) beside the games: in `points` alone, in no other figure."""

    round: int
    player: str
    tp: int


class Reason(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One row of an explanation: `top / bottom` is its share; all rows of a figure add up to the figure.

    `opponent` rows name the opponent and, in `opens`, which figure of that opponent the share came from. A `cut` row
    is worth 0: the opponent that the tie-breaker leaves out. A `bye` row names the opponent of a game that was given
    away. `unplayed` is a round with a dummy opponent, `ahead` the number of players left behind, `none` stands for a
    player without a game that counts, `no_win` for one without a win that counts, `no_vim` for one who removed no
    enemy VIM, `extra` is what staff gave or took, `floor` what is missing to the least that counts, `by_hand` the
    place that the organiser gave among equals, `rating` a player's own, `rounded` what makes a mean a whole number,
    `performance` what the share of the points won adds to a mean of ratings, `forfeit` an opponent of a game that was
    given away and counts as played, `late` the first round of a player who came later, `seed` the place in the order
    of seeds.
    """

    kind: Kind
    round: int
    top: int
    bottom: int = 1
    table: int | None = None
    opponents: tuple[str, ...] = ()
    opens: str | None = None
    match: str | None = None
    seq: int | None = None

    @property
    def value(self) -> Fraction:
        return Fraction(self.top, self.bottom)


class Behind(NamedTuple):
    """Player -> how many are left behind by a bracket or a group, and the games that did it."""

    counts: Mapping[str, int]
    games: Mapping[str, tuple[Reason, ...]]


class Figure(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One number of a standing: the tie-breaker's id and the exact value."""

    id: str
    top: int
    bottom: int = 1

    @property
    def value(self) -> Fraction:
        return Fraction(self.top, self.bottom)


class Standing(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A player's place. `shared`: others have the same. `change`: places won since the round before, None if new."""

    player: str
    rank: int
    figures: tuple[Figure, ...]
    shared: bool = False
    change: int | None = None


def shown(top: int, bottom: int = 1) -> str:
    """A value for the screen: whole numbers as they are, others to two places, halves rounded away from zero."""
    if bottom == 1 or top % bottom == 0:
        return str(top // bottom)
    hundredths = (abs(top) * 200 + bottom) // (2 * bottom)
    sign = "-" if top < 0 else ""
    return f"{sign}{hundredths // 100}.{hundredths % 100:02d}"
