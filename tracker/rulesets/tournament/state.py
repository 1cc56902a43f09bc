"""The tournament now: one frozen struct, rebuilt by the fold.

Read by checks, standings, projections and pages; changed only by returning a new one.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from tracker.formats.structs import Stage as Plan
from tracker.pairing.structs import Certificate
from tracker.rulesets.described import Described
from tracker.rulesets.tournament.desk_events import AwardKind, NoteKind, Worth
from tracker.rulesets.tournament.events import Options, TournamentCreated
from tracker.rulesets.tournament.team_plans import TeamPlan

RoundStatus = Literal["draft", "published", "started", "closed"]


class SubmittedList(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a player handed in; all but `ok` is None for those who may not know it yet."""

    ok: bool
    warband: str | None = None
    revision: str | None = None
    digest: str | None = None


class AskedBye(msgspec.Struct, frozen=True):
    """A round that somebody asked not to play, and what it is worth."""

    round: int
    worth: Worth


class Entrant(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player of the tournament. `number` counts registrations from 1.

    `byes` are those asked for, `table` is the one that the player keeps. `paid` is False for those who may not know it.
    `rating`: by which seeds are ordered; `rating_shown`: it is the game's own, as it stood at a draw, nobody typed it.
    """

    player: str
    number: int
    club: str | None = None
    checked_in: bool = False
    dropped: bool = False
    disqualified: bool = False
    roster: SubmittedList | None = None
    waiting: bool = False
    ringer: bool = False
    paid: bool = False
    byes: tuple[AskedBye, ...] = ()
    town: str | None = None
    table: int | None = None
    rating: int | None = None
    rating_shown: bool = False

    def bye_in(self, round_: int) -> AskedBye | None:
        """The bye that was asked for in this round."""
        return next((bye for bye in self.byes if bye.round == round_), None)


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """A confirmed match result: VP by side, the winning side or `draw`, the match event that says so, its turns.

    `figures`: name -> side -> number, of what this tournament ranks by besides. `reason`: why it replaced another.
    Of a table that was played elsewhere, `source` says where it is from, `match` is empty, `tp` by side are the points
    that the source told, `untold`: it told no VP, so that theirs are 0.
    """

    match: str
    match_seq: int
    vp: dict[str, int]
    winner: str
    turns: int = 0
    figures: dict[str, dict[str, int]] = {}
    reason: str | None = None
    source: str | None = None
    tp: dict[str, int] = {}
    untold: bool = False


class Award(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table that staff gave. `winner` is a side, None: both lose. `reason` is None for those who may not know it."""

    kind: AwardKind
    winner: str | None = None
    reason: str | None = None


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """One pairing of a round: side -> players, the match once opened, the result once confirmed.

    `withdrawn`: why a result that stood is being corrected, until the new one comes. `slot`: its place in the bracket,
    or its group. `award` counts instead of the match's result. `scenario`: where it is not the round's.
    """

    table: int
    sides: dict[str, tuple[str, ...]]
    match: str | None = None
    result: Result | None = None
    withdrawn: str | None = None
    slot: str | None = None
    award: Award | None = None
    scenario: str | None = None

    @property
    def settled(self) -> bool:
        """Whether it is known what the table counts for."""
        return self.result is not None or self.award is not None

    def counted(self) -> dict[str, Any] | None:
        """What the table counts for, as everybody may know it: the result (without VP where none were told), or
        {"award", "winner"} of one that was given (`winner` empty: both lose)."""
        if self.award is not None:
            return {"award": self.award.kind, "winner": self.award.winner or "", "vp": {}}
        if self.result is None:
            return None
        told: dict[str, Any] = msgspec.to_builtins(self.result)
        return {**told, "vp": {}} if self.result.untold else told


class Team(msgspec.Struct, frozen=True, omit_defaults=True):
    """A team. `number` counts from 1, `members` stand in the order of boards.

    `lineup`: who plays round `lineup_round` where it is not the first members; None for those who may not know it.
    """

    team: str
    number: int
    name: str
    members: tuple[str, ...]
    captain: str | None = None
    dropped: bool = False
    lineup: tuple[str, ...] | None = None
    lineup_round: int = 0


class Protest(msgspec.Struct, frozen=True, omit_defaults=True):
    """A captain does not agree with the sheet of the two teams."""

    player: str
    reason: str | None = None


class TeamTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """Two teams that meet: side -> team and its line-up. `slot`: the place in the bracket, or the group.

    Where captains pair: `paired` are the boards so far (players in the order of sides), `defenders` and `attackers`
    what has come to light of the step that is being made, `pending` what one side alone has told, empty for those who
    may not know it, and `seals` its commitment. `disputed`: a captain says that the results of the boards are wrong.
    """

    table: int
    sides: dict[str, str]
    lineups: dict[str, tuple[str, ...]]
    paired: tuple[tuple[str, str], ...] = ()
    defenders: dict[str, str] = {}
    attackers: dict[str, tuple[str, ...]] = {}
    pending: dict[str, tuple[str, ...]] = {}
    seals: dict[str, str] = {}
    slot: str | None = None
    disputed: Protest | None = None

    def side_of(self, team: str) -> str | None:
        """The side on which the team sits."""
        return next((side for side, name in self.sides.items() if name == team), None)

    def left(self, side: str) -> tuple[str, ...]:
        """Who of the side has no opponent yet, the defender put aside."""
        used = {player for pair in self.paired for player in pair} | {self.defenders.get(side, "")}
        return tuple(player for player in self.lineups[side] if player not in used)


class Passed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A walkover: `player` goes on or is given it. `left`: who had come to that bout of a bracket and was not there."""

    slot: str
    player: str | None = None
    left: tuple[str, ...] = ()


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
    walkovers: tuple[Passed, ...] = ()
    resting: tuple[str, ...] = ()
    teams: tuple[TeamTable, ...] = ()
    team_bye: str | None = None

    def missing(self) -> tuple[int, ...]:
        """The tables without a result."""
        return tuple(table.table for table in self.pairings if not table.settled)

    def disputed(self) -> tuple[TeamTable, ...]:
        """The tables of teams whose sheet a captain says is wrong."""
        return tuple(table for table in self.teams if table.disputed is not None)

    def players(self) -> tuple[str, ...]:
        """Everyone at a table, then the bye."""
        seated = tuple(p for table in self.pairings for side in table.sides.values() for p in side)
        return seated if self.bye is None else (*seated, self.bye)

    def without_game(self) -> tuple[str, ...]:
        """Who is in the round and plays nobody: the bye, those who rest, those whose opponent has left."""
        passed = tuple(one.player for one in self.walkovers if one.player is not None)
        return (*((self.bye,) if self.bye is not None else ()), *passed, *self.resting)

    def find(self, table: int) -> Table | None:
        """The pairing at `table`, or None. Tables stand in their order, mostly without a gap."""
        if 0 < table <= len(self.pairings) and self.pairings[table - 1].table == table:
            return self.pairings[table - 1]
        return next((pairing for pairing in self.pairings if pairing.table == table), None)


class Stage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stage that has begun. `field`: its players, best seed first; empty: everybody present, of a first Swiss stage.

    Its rounds are those from `first_round` on, until the next stage begins.
    """

    number: int
    plan: Plan
    field: tuple[str, ...] = ()
    first_round: int = 1
    reason: str | None = None


class Registration(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether players may enter themselves. `code` is None for those who may not know it: `coded` tells of it."""

    open: bool = False
    places: int | None = None
    code: str | None = None
    coded: bool = False


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """A warning, penalty or bonus. `tp` as it is added: below 0 for a penalty."""

    player: str
    kind: NoteKind
    tp: int = 0
    round: int = 0
    reason: str | None = None


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """The time of a round: from `started` (UTC) so many `minutes`, and the `lost` seconds of pauses.

    `paused`: since when it stands still. `tables`: number of a table -> its minutes more.
    """

    round: int
    started: str
    minutes: int
    lost: int = 0
    paused: str | None = None
    tables: dict[str, int] = {}


class Call(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table that waits for a judge since `at`."""

    round: int
    table: int
    player: str
    at: str
    about: str | None = None


class Remark(msgspec.Struct, frozen=True, omit_defaults=True):
    """A correction for the report alone."""

    round: int
    text: str
    table: int | None = None


class TieOrder(msgspec.Struct, frozen=True, omit_defaults=True):
    """Players level after a round, in the order that the organiser chose."""

    round: int
    players: tuple[str, ...]
    reason: str


class TournamentState(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything the log has told. `seeds` are those of all draws ever made, `public_seeds` of the published ones.

    `commitment` is that of the next draw's secret, made at `committed_at`; `drawn` counts the draws of the round
    that is being drawn. `apart`: pairs that were kept apart since the creation; `unsanctioned`: why the event left its
    rules. `friends`: pairs that wished not to meet. `opened_steps`: the commitments of what captains put forward and
    both of them know. `ties`: the orders that the organiser chose among equals.
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
    stages: tuple[Stage, ...] = ()
    described: Described = Described()
    registration: Registration = Registration()
    apart: tuple[tuple[str, str], ...] = ()
    allowed: tuple[tuple[str, str], ...] = ()
    notes: tuple[Note, ...] = ()
    clock: Clock | None = None
    calls: tuple[Call, ...] = ()
    lock_at: str | None = None
    reveal_at: str | None = None
    remarks: tuple[Remark, ...] = ()
    unsanctioned: str | None = None
    teams: dict[str, Team] = {}
    opened_steps: tuple[str, ...] = ()
    friends: tuple[tuple[str, str], ...] = ()
    ties: tuple[TieOrder, ...] = ()

    @property
    def plays_in_teams(self) -> bool:
        """Whether teams meet instead of single players."""
        return self.created is not None and self.options.teams is not None

    @property
    def team_plan(self) -> TeamPlan:
        """How teams play. Raises ValueError where players play for themselves."""
        if self.options.teams is None:
            raise ValueError("this is no event of teams")
        return self.options.teams

    def team_of(self, player: str) -> Team | None:
        """The team that a player belongs to."""
        return next((team for team in self.teams.values() if player in team.members), None)

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
        allowed = {frozenset(pair) for pair in self.allowed}
        found = (*self.options.prohibited, *(told or ()), *self.apart)
        return tuple(pair for pair in found if frozenset(pair) not in allowed)

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

    @property
    def under_way(self) -> bool:
        """Whether a round has been started: what points are worth is settled then."""
        return any(round_.status in ("started", "closed") for round_ in self.rounds)

    @property
    def is_full(self) -> bool:
        """Whether every place is taken, so that whoever enters waits."""
        taken = sum(not entrant.dropped and not entrant.waiting for entrant in self.entrants.values())
        return self.registration.places is not None and taken >= self.registration.places

    def away(self) -> tuple[str, ...]:
        """Who may be checked in, in order of registration."""
        everyone = self.entrants.values()
        return tuple(e.player for e in everyone if not (e.checked_in or e.dropped or e.waiting))

    def teams_left(self) -> frozenset[str]:
        """The teams that have left."""
        return frozenset(one.team for one in self.teams.values() if one.dropped)

    def left(self) -> frozenset[str]:
        """The players who have left, by themselves or with their team."""
        with_team = (player for team in self.teams_left() for player in self.teams[team].members)
        return frozenset((*(one.player for one in self.entrants.values() if one.dropped), *with_team))

    def in_hall(self) -> tuple[Entrant, ...]:
        """Who is there, in order of registration."""
        needs = self.created is not None and self.options.check_in
        return tuple(
            e
            for e in self.entrants.values()
            if not e.dropped and not e.waiting and (e.checked_in or not needs)
        )

    def present(self) -> tuple[Entrant, ...]:
        """Who would be drawn now, in order of registration.

        Without those who asked for a bye; with a ringer only where somebody would be without an opponent.
        """
        coming = len(self.rounds) + 1
        here = [entrant for entrant in self.in_hall() if entrant.bye_in(coming) is None]
        ringers = [entrant.player for entrant in here if entrant.ringer]
        playing = len(here) - len(ringers)
        taken = set(ringers[: playing % 2])
        return tuple(entrant for entrant in here if not entrant.ringer or entrant.player in taken)
