"""The tournament now: one frozen struct, rebuilt by the fold.

Read by checks, standings, projections and pages; changed only by returning a new one.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from tracker.pairing.structs import Certificate
from tracker.rulesets.tournament.events import Options, TournamentCreated

RoundStatus = Literal["draft", "published", "started", "closed"]


class SubmittedList(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a player handed in; all but `ok` is None for those who may not know it yet."""

    ok: bool
    warband: str | None = None
    revision: str | None = None
    digest: str | None = None


class Entrant(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player of the tournament. `number` counts registrations from 1."""

    player: str
    number: int
    club: str | None = None
    checked_in: bool = False
    dropped: bool = False
    roster: SubmittedList | None = None


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """A confirmed match result: VP by side, the winning side or `draw`, the match event that says so, its turns.

    `figures`: name -> side -> number, of what this tournament ranks by besides. `reason`: why it replaced another.
    """

    match: str
    match_seq: int
    vp: dict[str, int]
    winner: str
    turns: int = 0
    figures: dict[str, dict[str, int]] = {}
    reason: str | None = None


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """One pairing of a round: side -> players, the match once opened, the result once confirmed.

    `withdrawn`: why a result that stood is being corrected, until the new one comes.
    """

    table: int
    sides: dict[str, tuple[str, ...]]
    match: str | None = None
    result: Result | None = None
    withdrawn: str | None = None


class Round(msgspec.Struct, frozen=True, omit_defaults=True):
    """A drawn round. `pairings` are in table order; `bye` is who sits out. `committed`: nobody chose its seed.

    `draws`: how many draws of this round there had been when it was published.
    """

    round: int
    seed: str
    status: RoundStatus
    pairings: tuple[Table, ...]
    bye: str | None = None
    scenario: str | None = None
    method: str = "swiss"
    certificate: Certificate | None = None
    reason: str | None = None
    committed: bool = False
    draws: int | None = None

    def missing(self) -> tuple[int, ...]:
        """The tables without a result."""
        return tuple(table.table for table in self.pairings if table.result is None)

    def players(self) -> tuple[str, ...]:
        """Everyone at a table, then the bye."""
        seated = tuple(p for table in self.pairings for side in table.sides.values() for p in side)
        return seated if self.bye is None else (*seated, self.bye)

    def find(self, table: int) -> Table | None:
        """The pairing at `table`, or None."""
        return next((pairing for pairing in self.pairings if pairing.table == table), None)


class TournamentState(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything the log has told. `seeds` are those of all draws ever made, `public_seeds` of the published ones.

    `commitment` is that of the next draw's secret, made at `committed_at`; `drawn` counts the draws of the round
    that is being drawn.
    """

    created: TournamentCreated | None = None
    entrants: dict[str, Entrant] = {}
    rounds: tuple[Round, ...] = ()
    lists_locked: bool = False
    lists_public: bool = False
    finished: bool = False
    seeds: tuple[str, ...] = ()
    commitment: str | None = None
    committed_at: str = ""
    drawn: int = 0
    public_seeds: tuple[str, ...] = ()

    @property
    def options(self) -> Options:
        """The options of the first event. Raises ValueError before it."""
        if self.created is None:
            raise ValueError("the tournament has not been created")
        return self.created.options

    @property
    def prohibited(self) -> tuple[tuple[str, str], ...]:
        """The pairs that are never drawn; older logs have them among the options."""
        told = self.created.prohibited if self.created is not None else None
        return (*self.options.prohibited, *(told or ()))

    @property
    def current(self) -> Round | None:
        """The last round drawn, whatever its status."""
        return self.rounds[-1] if self.rounds else None

    def round(self, number: int) -> Round | None:
        """The round `number`, or None."""
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None

    def owing(self) -> Round | None:
        """The first closed round in which a result is being corrected: its table has none now."""
        return next(
            (round_ for round_ in self.rounds if round_.status == "closed" and round_.missing()), None
        )

    def present(self) -> tuple[Entrant, ...]:
        """Who would be drawn now, in order of registration."""
        needs = self.created is not None and self.options.check_in
        return tuple(e for e in self.entrants.values() if not e.dropped and (e.checked_in or not needs))
