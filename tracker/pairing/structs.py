"""What a pairing is made from and what it becomes: the shared language of drawing, checking and explaining.

Every number is an integer; every order is decided by the data and the seed, never by a clock or a hash of Python.
"""

from __future__ import annotations

import hashlib
from fractions import Fraction
from typing import Annotated, Literal

import msgspec

ALGORITHM, OLDER = "swiss/5", ("swiss/1", "swiss/2", "swiss/3", "swiss/4")
"""A new name whenever the same field and seed may give another draw: certificates name the one that made them."""
REMATCHES, BYE, SCORE, SOFT, ORDER = "rematches", "bye", "score", "soft", "order"
CRITERIA = (REMATCHES, BYE, SCORE, SOFT, ORDER)
"""The criteria in their order: the first one that differs decides. `ORDER` is there only where asked for."""

Weight = Annotated[int, msgspec.Meta(ge=0, le=10_000)]

Proof = Literal["complete", "bound", "window"]
"""How far the cost is proven least.

`complete`: every legal pair was weighed. `bound`: the cost meets a lower bound that no draw can pass.
`window`: the best found among neighbours in the order; a better draw is not excluded.
"""


Order = Literal["lot", "fold", "slide", "adjacent"]
"""Who meets whom among those of one level, by their seeds: whoever the lot gives; the first the last and so on inwards;
the first of the upper half the first of the lower half; the first the second."""


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """Someone to be paired. `level` is the number that pairing compares (tournament points, or minus the rank).

    `rank` is the place in the standings (1 is best, shared ranks allowed), `met` one id per game played,
    `balance` the games on the first side minus those on the second, `streak` how many of the last games were on one
    side: above 0 the first, below 0 the second. `tables` are those at which they have played. `start`: the seed, 1 is
    best (0: there are none). `virtual`: how much of the level an acceleration lends. A level counts points divided by
    `unit`, which is the same for all of a field. `downs`: how often they met somebody who had fewer points then.
    """

    id: str
    level: int = 0
    rank: int = 1
    met: tuple[str, ...] = ()
    byes: int = 0
    balance: int = 0
    club: str | None = None
    streak: int = 0
    town: str | None = None
    tables: tuple[int, ...] = ()
    start: int = 0
    virtual: int = 0
    unit: int = 1
    downs: int = 0

    @property
    def by_place(self) -> bool:
        """Whether the level is minus the rank; points below 0 come of penalties."""
        return self.level == -self.rank

    @property
    def points(self) -> Fraction:
        """What was earned of the level."""
        return Fraction(self.level - self.virtual, self.unit)

    @property
    def lent(self) -> Fraction:
        """The virtual points of an acceleration."""
        return Fraction(self.virtual, self.unit)


class Weights(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What one soft offence costs; 0 switches the wish off. All soft costs are summed into one criterion.

    `club`: two of one club meet. `byes`: two who both had a bye meet. `sides`: per game by which a player's lead of
    one side grows further. `thirds`: somebody plays one side a third time running. `town`: two of one town
    meet. `friends`: two meet who wished not to. `downs`: somebody meets one of fewer points a second time.
    """

    club: Weight = 1000
    byes: Weight = 50
    sides: Weight = 1
    thirds: Weight = 0
    town: Weight = 200
    friends: Weight = 500
    downs: Weight = 0


class Field(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One round to draw: who is present, who must never meet, and the seed that settles every tie.

    `friends` are pairs that wished not to meet, `fixed` players with the table that they keep. `fresh`: nobody sits at
    a table twice, as far as that goes. `order`: who meets whom among equals.
    """

    players: tuple[Player, ...]
    round: int
    seed: str
    sides: tuple[str, str]
    prohibited: tuple[tuple[str, str], ...] = ()
    friends: tuple[tuple[str, str], ...] = ()
    fixed: tuple[tuple[str, int], ...] = ()
    fresh: bool = False
    weights: Weights = Weights()
    order: Order = "lot"


class Pairing(msgspec.Struct, frozen=True):
    """One table: the player of the first side and the player of the second."""

    table: int
    players: tuple[str, str]


class Reason(msgspec.Struct, frozen=True):
    """What one pairing costs, in the units of `Certificate.cost`: games met, level difference, same club, both had a
    bye, by how many games a side is played once more by one who leads in it already, how many of the two play their
    side a third time running or more, same town, whether they wished not to meet, how far their seeds are from the
    order that is asked for, squared, and whether who has more points had met somebody with fewer before."""

    table: int
    met: int
    difference: int
    club: bool
    byes: bool
    sides: int
    thirds: int = 0
    town: bool = False
    friends: bool = False
    order: int = 0
    downs: bool = False


class Certificate(msgspec.Struct, frozen=True, kw_only=True):
    """Why this draw and no other: total cost by criterion, the least possible, and how that is proven."""

    algorithm: str
    seed: str
    cost: dict[str, int]
    bound: dict[str, int]
    proof: Proof
    window: int
    reasons: tuple[Reason, ...]


class Draw(msgspec.Struct, frozen=True, kw_only=True):
    """A round: tables from 1, at most one bye, and the certificate."""

    round: int
    pairings: tuple[Pairing, ...]
    bye: str | None
    certificate: Certificate


class Unpairable(Exception):
    """No draw keeps the hard rules. `players` are some who find no legal opponent."""

    def __init__(self, players: tuple[str, ...]) -> None:
        super().__init__(f"no legal opponent for {', '.join(players) or 'anyone'}")
        self.players = players


def lot(seed: str, name: str) -> int:
    """A number that only the seed and the name decide: 64 bits of their SHA-256."""
    return int.from_bytes(hashlib.sha256(f"{seed}\n{name}".encode()).digest()[:8], "big")
