"""What can happen at an event day: tables, their links, the fallen, results. Pure data: nothing here judges.

Players and matches are ids, never names; a table is named by its battlefield. Staff decide (tables, cards, fates);
the system carries what the tables' own logs say. Read by the rules, the log's codec and the schema generator.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from games.ruleset import Event
from tracker.rulesets.described import EventDescribed

Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Seq = Annotated[int, msgspec.Meta(ge=1, le=10_000_000)]
Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Figure = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
Line = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Role = Literal["source", "target"]
Fate = Literal["saved", "lost"]


class Battlefield(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table that the day may have; arcana are earned there (`source`) or come there (`target`)."""

    key: Id
    role: Role


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the day is run, and the facts of its system that the links are judged by.

    `battlefields` are in the order in which pages show them. `arcana`: card -> the zone that it comes to. `detail`
    and `scheme_draw_count` are passed on to the matches. With `check_in` a table is opened once everybody who sits at
    it is checked in; without it whoever is not there is shown so, and keeps no table waiting.
    """

    sides: tuple[Id, Id]
    battlefields: tuple[Battlefield, ...]
    arcana: dict[Id, Id] = {}
    detail: Literal["summary", "turns", "full"] = "turns"
    scheme_draw_count: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None
    check_in: bool = False

    @property
    def roles(self) -> dict[str, str]:
        """Battlefield -> `source` or `target`."""
        return {battlefield.key: battlefield.role for battlefield in self.battlefields}


class CampaignCreated(Event, frozen=True, kw_only=True):
    """The first event: everything a later one is judged by."""

    founding: ClassVar[bool] = True
    name: Line
    system: Id
    options: Options


class PlayerRegistered(Event, frozen=True, kw_only=True):
    """Somebody will play."""

    player: Id
    club: Line | None = None


class PlayerCheckedIn(Event, frozen=True, kw_only=True):
    """The player is in the hall."""

    player: Id


class PlayerCheckInWithdrawn(Event, frozen=True, kw_only=True):
    """The player is not in the hall after all; a table that is open stays open."""

    player: Id


class TableAdded(Event, frozen=True, kw_only=True):
    """A table of the day: its battlefield, and side -> players, in seat order."""

    battlefield: Id
    sides: dict[str, tuple[Id, ...]]


class TableRemoved(Event, frozen=True, kw_only=True):
    """A table that nobody has opened is taken off the day, because of `reason`."""

    table: Id
    reason: Line


class DayStarted(Event, frozen=True, kw_only=True):
    """The battle begins: the tables are opened. A table added later is opened when it is added."""


class MatchOpened(Event, frozen=True, kw_only=True):
    """The table's match stream exists."""

    table: Id
    match: Id


class ArcanumCreated(Event, frozen=True, kw_only=True):
    """A side earned a card at a source table: told by that table's log (`match_seq`), or by staff (None)."""

    arcana: Id
    table: Id
    side: Id
    match_seq: Seq | None = None


class ArcanumNoted(Event, frozen=True, kw_only=True):
    """The log of the source table holds, with `match_seq`, a card that staff had entered for it."""

    arcana: Id
    table: Id
    match_seq: Seq


class ArcanumWithdrawn(Event, frozen=True, kw_only=True):
    """The table that earned a card took it back in its log; nobody had been granted it."""

    arcana: Id
    table: Id


class ArcanumGranted(Event, frozen=True, kw_only=True):
    """Staff send a card to a table: side and zone follow from the card. It arrives when the table can take it."""

    arcana: Id
    table: Id
    side: Id
    zone: Id


class ArcanumArrived(Event, frozen=True, kw_only=True):
    """The card is in play: the event `match_seq` of the table's log says so."""

    arcana: Id
    table: Id
    match: Id
    match_seq: Seq


class ArcanumReturned(Event, frozen=True, kw_only=True):
    """A granted card is not in play: the table ended before it came, or took it back. It may be granted again."""

    arcana: Id
    table: Id
    reason: Literal["ended", "taken_back"]


class FigureFell(Event, frozen=True, kw_only=True):
    """A figure left a table. `number` counts figures of one id and owner at the table, from 1.

    `unique`: no other figure can have this id, so one that died is barred from every other table.
    """

    table: Id
    figure: Figure
    owner: str
    side: str
    how: Id
    match_seq: Seq
    number: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1
    turn: int | None = None
    by: Figure | None = None
    by_owner: str | None = None
    unique: bool = False


class FigureStands(Event, frozen=True, kw_only=True):
    """The table's log was corrected: that figure has not fallen, or not so."""

    table: Id
    figure: Figure
    owner: str
    number: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1


class FiguresHired(Event, frozen=True, kw_only=True):
    """All unique figures of a table, as its log has them at `match_seq`; a later event replaces the list.

    They are barred from every other table; where two tables hold one, staff void the squad that is wrong.
    """

    table: Id
    figures: tuple[Figure, ...]
    match_seq: Seq


class TableResultRecorded(Event, frozen=True, kw_only=True):
    """The confirmed result of a table, as it stood at `match_seq` of its log; a later one replaces it.

    `schemes` holds the scheme VP of each player; `winner` is a side or `draw`.
    """

    table: Id
    match: Id
    match_seq: Seq
    vp: dict[str, Count]
    winner: Id
    schemes: dict[str, Count]


class TableResultWithdrawn(Event, frozen=True, kw_only=True):
    """The match is being corrected: the table has no result until it is confirmed again."""

    table: Id
    reason: Line


class FigureFate(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Whether help came in time. `number` tells figures of one id and owner apart."""

    figure: Figure
    fate: Fate
    owner: str = ""
    number: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1


class FatesPublished(Event, frozen=True, kw_only=True):
    """Who of a table's fallen was saved and who is lost, once, for all of them."""

    table: Id
    figures: tuple[FigureFate, ...]


class SideTotal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side over the day, in the order that ranks: tables won, VP difference, VP. Then how the rest went."""

    won: int
    vp_difference: int
    vp: int
    drawn: int
    lost: int


class PlayerTotal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player over the day: VP of their scheme, what the table was for the side, their figures that died."""

    table: str
    side: str
    scheme_vp: int
    result: Literal["won", "drawn", "lost"]
    figures_lost: int


class DayFinished(Event, frozen=True, kw_only=True):
    """The overall result, computed from the tables' results and kept: a later fix of scoring moves nothing."""

    winner: Id
    sides: dict[str, SideTotal]
    players: dict[str, PlayerTotal]


EVENT_TYPES: tuple[type[Event], ...] = (
    CampaignCreated,
    PlayerRegistered,
    PlayerCheckedIn,
    PlayerCheckInWithdrawn,
    TableAdded,
    TableRemoved,
    DayStarted,
    MatchOpened,
    ArcanumCreated,
    ArcanumNoted,
    ArcanumWithdrawn,
    ArcanumGranted,
    ArcanumArrived,
    ArcanumReturned,
    FigureFell,
    FigureStands,
    FiguresHired,
    TableResultRecorded,
    TableResultWithdrawn,
    FatesPublished,
    DayFinished,
    EventDescribed,
)
