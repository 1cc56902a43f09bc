"""The event day now: one frozen struct, rebuilt by the fold. Read by checks, scoring, links, projections and pages."""

from __future__ import annotations

from typing import Literal

import msgspec

from tracker.rulesets.campaign.events import CampaignCreated, DayFinished, FigureFell, Options
from tracker.rulesets.described import Described

WITHDRAWN = "withdrawn"
"""How a figure leaves that is neither killed nor dead: it has no fate and is not lost."""

OWED = ("killed", "sacrificed")


class Result(msgspec.Struct, frozen=True):
    """A confirmed table: VP by side, the winner or `draw`, scheme VP by player, and the match event that says so."""

    match_seq: int
    vp: dict[str, int]
    winner: str
    schemes: dict[str, int]


class Fallen(msgspec.Struct, frozen=True, omit_defaults=True):
    """A figure that left a table, and its fate once that is published."""

    told: FigureFell
    fate: str | None = None

    @property
    def key(self) -> tuple[str, str, int]:
        """What names a fallen figure within its table."""
        return (self.told.figure, self.told.owner, self.told.number)

    @property
    def died(self) -> bool:
        return self.told.how != WITHDRAWN

    @property
    def owed_a_fate(self) -> bool:
        """LB-LINK-08: killed or sacrificed; for one that died without a killer a fate may be told."""
        return self.told.how in OWED


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table of the day. `battlefield` names it; `match` is None until it is open; `hired` are its unique figures."""

    battlefield: str
    sides: dict[str, tuple[str, ...]]
    match: str | None = None
    result: Result | None = None
    fallen: tuple[Fallen, ...] = ()
    hired: tuple[str, ...] = ()
    fates_published: bool = False

    @property
    def wants_fates(self) -> bool:
        """LB-LINK-08, -09: the table is over, somebody died there, and nobody has told what became of them."""
        died = any(fallen.died for fallen in self.fallen)
        return died and self.result is not None and not self.fates_published

    def players(self) -> tuple[str, ...]:
        """Everyone at the table, side by side."""
        return tuple(player for players in self.sides.values() for player in players)


class Arcanum(msgspec.Struct, frozen=True, omit_defaults=True):
    """A link card: where and by whom it was earned, and where it was sent.

    `noted` and `arrived` are the events of the two tables' logs that hold it, None while they do not. `sent` counts
    the cards of the day that were sent until it was, 0 while it was not: a table that lags behind gets them in order.
    """

    card: str
    source: str
    side: str
    noted: int | None = None
    table: str | None = None
    zone: str | None = None
    sent: int = 0
    arrived: int | None = None

    @property
    def status(self) -> Literal["created", "granted", "arrived"]:
        if self.table is None:
            return "created"
        return "granted" if self.arrived is None else "arrived"


class CampaignState(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything the log has told. `players` are in order of registration, with their clubs; `here` are those of them
    who are checked in, in the order in which they came.
    """

    created: CampaignCreated | None = None
    players: dict[str, str | None] = {}
    tables: dict[str, Table] = {}
    arcana: dict[str, Arcanum] = {}
    started: bool = False
    finished: DayFinished | None = None
    described: Described = Described()
    here: tuple[str, ...] = ()

    @property
    def options(self) -> Options:
        """The options of the first event. Raises ValueError before it."""
        if self.created is None:
            raise ValueError("the day has not been created")
        return self.created.options

    @property
    def status(self) -> Literal["preparing", "running", "finished"]:
        if self.finished is not None:
            return "finished"
        return "running" if self.started else "preparing"

    @property
    def checks_in(self) -> bool:
        """Whether it is known who is there: the day asks for it, or somebody has been checked in."""
        return bool(self.here) or (self.created is not None and self.options.check_in)

    def away(self) -> tuple[str, ...]:
        """Who may be checked in, in order of registration."""
        here = set(self.here)
        return tuple(player for player in self.players if player not in here)

    def absent(self) -> tuple[str, ...]:
        """Who is known not to be there; nobody while nobody checks in."""
        return self.away() if self.checks_in else ()

    def waits_for(self, table: Table) -> tuple[str, ...]:
        """CMP-DAY-04: who keeps a table from being opened."""
        absent = set(self.absent()) if self.options.check_in else set[str]()
        return tuple(player for player in table.players() if player in absent)

    def unseated(self) -> tuple[str, ...]:
        """Who is registered and sits nowhere, in order of registration."""
        seated = {player for table in self.tables.values() for player in table.players()}
        return tuple(player for player in self.players if player not in seated)

    def table_of(self, player: str) -> Table | None:
        """Where a player sits, or None."""
        return next((table for table in self.tables.values() if player in table.players()), None)

    def hired_twice(self) -> dict[str, tuple[str, ...]]:
        """LB-ROSTER-07: unique figures that stand at several tables, with those tables: for staff to settle."""
        at: dict[str, tuple[str, ...]] = {}
        for key, table in self.tables.items():
            for figure in table.hired:
                at[figure] = (*at.get(figure, ()), key)
        return {figure: tables for figure, tables in at.items() if len(tables) > 1}

    def unopened(self) -> tuple[Table, ...]:
        """Tables without a match."""
        return tuple(table for table in self.tables.values() if table.match is None)

    def to_open(self) -> tuple[Table, ...]:
        """The tables whose matches are opened now: the day runs, and nobody is waited for."""
        return tuple(table for table in self.unopened() if self.started and not self.waits_for(table))

    def without_result(self) -> tuple[str, ...]:
        """The tables that still play."""
        return tuple(key for key, table in self.tables.items() if table.result is None)
