"""What a format is told and what it answers. Players are ids; every order follows from the data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, NamedTuple, Protocol

import msgspec

from tracker.pairing.structs import Order

Kind = Literal["swiss", "round_robin", "single_elimination", "double_elimination"]
Seeding = Literal["ranking", "registered", "lot", "rating"]
Acceleration = Literal["none", "baku"]
Level = Literal["points", "rank", "wins"]


class Stage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One stage of an event, as planned.

    `cut`: how many of the stage before go on; 0: everybody present. `rounds`: of a Swiss stage alone. `groups` and
    `legs`: of a round robin. `third_place`: the losers of the semi-finals meet. `second_final`: whoever comes from the
    lower bracket has to win twice. `carry`: the points of the stages before count on, and nobody is placed by this
    stage alone. `level`: what a Swiss draw compares, by default as the event has it. `seeding`: the order of seeds by
    the standings, by registration, by lot of the first round's seed, or by rating. `order`: who meets whom in a Swiss
    among those of equal points: by lot, or by seeds the first the last (`fold`), the upper half the lower (`slide`),
    neighbours (`adjacent`). `acceleration`: `baku` lends the upper half of the seeds points in the first half of the
    rounds (FIDE Handbook C.04.5.1, before C.04.7).
    """

    format: Kind
    cut: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0
    rounds: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    groups: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1
    legs: Annotated[int, msgspec.Meta(ge=1, le=4)] = 1
    third_place: bool = False
    second_final: bool = True
    carry: bool = False
    level: Level | None = None
    seeding: Seeding = "ranking"
    order: Order = "lot"
    acceleration: Acceleration = "none"

    @property
    def seeded(self) -> bool:
        """Whether a Swiss draw asks for seeds."""
        return self.order != "lot" or self.acceleration != "none"


class Pair(NamedTuple):
    """Two who meet, first side first; `slot` names the place in the bracket or the group."""

    slot: str
    players: tuple[str, str]


class Walkover(NamedTuple):
    """A game that is not played because somebody left: `player` goes on or is given it; None: both left.

    `left`: whoever had come to that bout of a bracket and was not there for it.
    """

    slot: str
    player: str | None
    left: tuple[str, ...] = ()


class Played(NamedTuple):
    """A pair of an earlier round of the stage: the winner, or None for a draw; `known` once there is a result.

    `lost`: by both of them, so that nobody goes on.
    """

    slot: str
    players: tuple[str, str]
    winner: str | None
    known: bool = True
    lost: bool = False


class Coming(NamedTuple):
    """The next round of a stage. Without pairs and walkovers the stage is over, or waits for a result."""

    pairs: tuple[Pair, ...] = ()
    walkovers: tuple[Walkover, ...] = ()
    resting: tuple[str, ...] = ()

    @property
    def nothing(self) -> bool:
        return not self.pairs and not self.walkovers


class Past(NamedTuple):
    """The rounds of the stage so far: their games and walkovers, a list a round."""

    games: Sequence[Sequence[Played]] = ()
    walkovers: Sequence[Sequence[Walkover]] = ()

    def winners(self) -> dict[str, str | None]:
        """Slot -> who went on by a game or a walkover, None where nobody did; drawn games are left out."""
        given = {one.slot: one.player for round_ in self.walkovers for one in round_}
        games = [g for round_ in self.games for g in round_ if g.known]
        won = {g.slot: g.winner for g in games if g.winner is not None or g.lost}
        return {**given, **won}

    def slots(self) -> set[str]:
        """The slots that were drawn, with a result or without, walkovers included."""
        return {one.slot for rounds in (self.games, self.walkovers) for round_ in rounds for one in round_}

    def drawn(self) -> set[str]:
        """The slots whose games ended in a draw."""
        games = [g for round_ in self.games for g in round_ if g.known]
        return {g.slot for g in games if g.winner is None and not g.lost}


class Format(Protocol):
    """One way to play a stage. `seeds` are its players, best first."""

    scheduled: bool
    """The pairs follow from seeds and results; else each round is drawn by cost (`tracker.pairing`)."""

    def rounds(self, stage: Stage, size: int) -> int:
        """How many rounds the stage has at most."""

    def coming(self, stage: Stage, seeds: Sequence[str], past: Past, gone: frozenset[str]) -> Coming:
        """The next round, of a scheduled format. `gone` are those who have left."""

    def places(self, stage: Stage, seeds: Sequence[str], past: Past) -> Mapping[str, int] | None:
        """The place of every player by the bracket, 1 for whoever can still win; None: the standings decide."""

    def needs(self, stage: Stage) -> int:
        """The fewest players that it can be played with."""
