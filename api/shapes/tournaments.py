"""Tournaments over REST: heads, entrants, rounds, pairings, standings."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from api.shapes.matches import Seat
from api.shapes.people import Line
from games.rulebook import Text

RoundNumber = Annotated[int, msgspec.Meta(ge=1, le=1_000)]
Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class NewTournament(msgspec.Struct, forbid_unknown_fields=True):
    """A tournament from a preset; `options` replace those of the preset."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
    preset: str = "last_battle_swiss"
    options: dict[str, Any] = {}


class Tournament(msgspec.Struct):
    """A tournament in lists. `round` is the last one drawn; `status` registration, that round's status, or finished."""

    id: str
    url: str
    name: str
    system: str
    status: str
    round: int
    rounds: int
    players: int
    version: int


class TournamentDetail(msgspec.Struct):
    """A tournament with its options and where to read on. `you` says which office the caller holds."""

    tournament: Tournament
    options: dict[str, Any]
    links: dict[str, str]
    you: dict[str, str | None]


class NewEntrant(msgspec.Struct, forbid_unknown_fields=True):
    """A name, and a club if there is one."""

    name: Line
    club: Annotated[str, msgspec.Meta(max_length=80)] = ""


class EntrantsIn(msgspec.Struct, forbid_unknown_fields=True):
    """Players to register, in this order; all or nothing."""

    players: Annotated[list[NewEntrant], msgspec.Meta(min_length=1, max_length=2_000)]


class Entrant(msgspec.Struct, omit_defaults=True):
    """A player of the tournament. `claim_code` is for staff; `list_ok` None means that no list was handed in."""

    player: str
    name: str
    club: str
    number: int
    checked_in: bool
    dropped: bool
    list_ok: bool | None
    claim_code: str | None = None


class EntrantAction(msgspec.Struct, forbid_unknown_fields=True):
    """What happens to an entrant. `warband` and `revision` are needed to hand a list in."""

    action: Literal["check_in", "undo_check_in", "drop", "reinstate", "submit_list", "withdraw_list"]
    reason: Reason | None = None
    warband: str | None = None
    revision: Annotated[int, msgspec.Meta(ge=1, le=100_000)] | None = None


class TournamentAction(msgspec.Struct, forbid_unknown_fields=True):
    """What happens to the whole tournament. Lists are unlocked for a `reason`."""

    action: Literal["lock_lists", "unlock_lists", "finish"]
    reason: Reason | None = None


class DrawIn(msgspec.Struct, forbid_unknown_fields=True):
    """Draws the next round as a draft. Nobody chooses the seed; whoever gives a `seed` also gives the `reason`."""

    seed: Annotated[str, msgspec.Meta(min_length=1, max_length=64)] | None = None
    scenario: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=200)] | None = None


class RoundAction(msgspec.Struct, forbid_unknown_fields=True):
    """What happens to a drawn round. A draft is discarded for a `reason`."""

    action: Literal["publish", "start", "close", "discard"]
    reason: Reason | None = None
    expected_version: Annotated[int, msgspec.Meta(ge=0)] | None = None


class Pairing(msgspec.Struct):
    """One table of a round; table 0 is the bye. `result` holds VP by side and the winner once confirmed."""

    round: int
    table: int
    status: str
    scenario: str
    sides: dict[str, list[Seat]]
    match: str | None
    result: dict[str, Any] | None


class Round(msgspec.Struct):
    """A round with its tables. `missing` are the tables without a confirmed result."""

    round: int
    status: str
    scenario: str
    pairings: list[Pairing]
    missing: list[int]


class Standings(msgspec.Struct):
    """The ranking after a round. `columns` are the figures in the order that ranks, with their names."""

    tournament: str
    round: int
    rounds: list[int]
    version: int
    columns: list[Column]
    rows: list[StandingRow]


class Column(msgspec.Struct):
    """A figure of the standings."""

    id: str
    title: Text


class StandingRow(msgspec.Struct):
    """A player's place. `shared`: others have the same. `change`: places won since the round before.

    `explain` is where every figure opens down to the rows and events behind it.
    """

    rank: int
    shared: bool
    change: int | None
    player: str
    name: str
    club: str
    figures: list[FigureShown]
    explain: str


class FigureShown(msgspec.Struct):
    """One number: its exact value `top / bottom`, and how it is shown."""

    id: str
    top: int
    bottom: int
    shown: str


class ReasonRow(msgspec.Struct, omit_defaults=True):
    """One share of a figure; all rows of a figure add up to it. `event` is the log entry that it came from."""

    kind: str
    round: int
    top: int
    bottom: int
    shown: str
    table: int | None = None
    opponents: list[Seat] = []
    opens: str | None = None
    match: str | None = None
    seq: int | None = None
    event: str | None = None


class Explained(msgspec.Struct):
    """A figure of one player and the rows that add up to it."""

    figure: FigureShown
    title: Text
    rows: list[ReasonRow]


class Explanation(msgspec.Struct):
    """Every figure of one player after a round."""

    tournament: str
    round: int
    player: Seat
    rank: int
    figures: list[Explained]
