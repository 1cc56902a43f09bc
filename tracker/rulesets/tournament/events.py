"""What can happen at a tournament. Pure data: nothing here judges.

Players, matches and warbands are ids, never names. Read by the rules, the log's codec and the schema generator.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec

from games.ruleset import BlindEvent, Event, SecretEvent
from tracker.formats.structs import Stage
from tracker.pairing.structs import Certificate, Weights
from tracker.rulesets.tournament.team_plans import TeamPairing, TeamPlan

Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Points = Annotated[int, msgspec.Meta(ge=0, le=100)]
Rounds = Annotated[int, msgspec.Meta(ge=1, le=99)]
Ordinal = Annotated[int, msgspec.Meta(ge=1, le=100_000)]
Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Line = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Pairs = Annotated[tuple[tuple[Id, Id], ...], msgspec.Meta(max_length=10_000)]
Showing = Literal["locked", "started", "never"]
Method = Literal["swiss", "manual", "schedule"]
RoundWeights = Annotated[tuple[Annotated[int, msgspec.Meta(ge=1, le=20)], ...], msgspec.Meta(max_length=99)]
Stages = Annotated[tuple[Stage, ...], msgspec.Meta(max_length=9)]


Score = Annotated[str, msgspec.Meta(pattern=r"^(0|[1-9]\d{0,3})-(0|[1-9]\d{0,3})$")]


class TournamentPoints(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tournament points (TP) of a match by its result.

    `by_vp`: own and the opponent's victory points, as `2-1`, to TP. It counts where the winner has more VP, or a draw
    equal ones; a conceded match whose VP say otherwise, and a score that is not in it, count as `win`, `draw`, `loss`.
    """

    win: Points = 3
    draw: Points = 1
    loss: Points = 0
    by_vp: dict[Score, Points] = {}

    @property
    def most(self) -> int:
        """What the best result is worth."""
        return max((self.win, *self.by_vp.values()))


class ByeValue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a bye is worth. `vp` and `vp_against` None: the median of what that round's winners and losers scored.

    A draw has a winner and a loser for this, the higher VP first. The median of an even number is the lower of the two
    in the middle; before any result it counts as 0.
    """

    tp: Points = 3
    vp: Count | None = None
    vp_against: Count | None = None


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How this tournament is run. `tiebreaks` are ids of `tracker.standings`, the first one ranks first.

    `scenarios`: the battlefield keys of rounds 1, 2, ...; a round beyond them may name any. `lists_revealed`: when the
    others may see which list somebody plays. `scheme_draw_count` is passed on to the matches, and so are
    `match_options`, in the words of the system. `pair_by`: who is near in tournament points meets, or who is near in
    the whole ranking with its tie-breakers. `detail` is the level at which matches are logged unless somebody
    chooses another. `prohibited` pairs are never drawn. `stages`: what the event consists of, one after the other;
    none: Swiss over `rounds`, which also counts for a first Swiss stage that says nothing of its own. `teams`: teams
    meet instead of single players. `fresh_tables`: nobody plays at a table twice, as far as that goes.
    `table_scenarios`: the battlefield keys of tables 1, 2, ..., from the first again after the last; they stay where
    they are in every round. `round_weights`: how many times the tournament points of each round count, from round 1
    on, byes included; once where none is told.
    """

    rounds: Rounds
    sides: tuple[Id, Id]
    tp: TournamentPoints = TournamentPoints()
    bye: ByeValue = ByeValue()
    tiebreaks: tuple[Id, ...] = ("points", "vp_diff", "vp", "sos")
    scenarios: tuple[Id, ...] = ()
    detail: Literal["summary", "turns", "full"] = "turns"
    check_in: bool = True
    list_required: bool = False
    lists_revealed: Showing = "started"
    scheme_draw_count: Ordinal | None = None
    match_options: dict[Id, Any] = {}
    weights: Weights = Weights()
    prohibited: Pairs = ()
    pair_by: Literal["points", "rank"] = "points"
    stages: Stages = ()
    teams: TeamPlan | None = None
    fresh_tables: bool = False
    table_scenarios: tuple[Id, ...] = ()
    round_weights: RoundWeights = ()

    def times(self, round_: int) -> int:
        """How many times the tournament points of a round count."""
        return self.round_weights[round_ - 1] if 0 < round_ <= len(self.round_weights) else 1


class StaffSecret(SecretEvent, frozen=True, kw_only=True):
    """An event with fields that the public may not see. Logs of version 1 told them in the payload, without a salt."""

    secret_optional: ClassVar[bool] = True
    secret_later: ClassVar[bool] = True


class TournamentCreated(StaffSecret, frozen=True, kw_only=True):
    """The first event: everything a later one is judged by. `prohibited`: further pairs that are never drawn, for staff
    alone. `seed_commitment`: of the first draw (see `seeds`).
    """

    founding: ClassVar[bool] = True
    secret_fields: ClassVar[tuple[str, ...]] = ("prohibited",)
    name: Line
    system: Id
    preset: Id
    options: Options
    prohibited: Pairs | None = None
    seed_commitment: Id | None = None


class PlayerRegistered(Event, frozen=True, kw_only=True):
    """Somebody will play. Allowed until the end: who comes late joins the next draw.

    `town`: where they come from. `waiting`: there was no place left; `ringer`: steps in only where somebody would be
    without an opponent.
    """

    player: Id
    club: Line | None = None
    waiting: bool = False
    ringer: bool = False
    town: Line | None = None


class PlayerCheckedIn(Event, frozen=True, kw_only=True):
    """The player is in the hall and will be drawn."""

    player: Id


class PlayerCheckInWithdrawn(Event, frozen=True, kw_only=True):
    """The player is not in the hall after all, and will not be drawn until checked in again."""

    player: Id


class PlayerDropped(StaffSecret, frozen=True, kw_only=True):
    """The player leaves; results stay. A round that is being played goes on. Why is for the player and staff.

    `disqualified`: the player stands behind everybody else, whatever was won; the opponents' figures stay.
    """

    secret_fields: ClassVar[tuple[str, ...]] = ("reason",)
    player: Id
    reason: Line | None = None
    disqualified: bool = False


class PlayerReinstated(Event, frozen=True, kw_only=True):
    """A player who left is back, checked in."""

    player: Id


class ListSubmitted(StaffSecret, frozen=True, kw_only=True):
    """A player hands in a list; the last one counts. `ok`: the system's rules found nothing.

    `warband`, `revision` and `digest` are None for those who may not know them yet.
    """

    secret_fields: ClassVar[tuple[str, ...]] = ("warband", "revision", "digest")
    player: Id
    ok: bool
    warband: Id | None = None
    revision: Id | None = None
    digest: Line | None = None


class ListWithdrawn(Event, frozen=True, kw_only=True):
    """A player takes the list back."""

    player: Id


class ListsLocked(Event, frozen=True, kw_only=True):
    """Nobody may change a list any more."""


class ListsUnlocked(Event, frozen=True, kw_only=True):
    """Lists may change again, because of `reason`."""

    reason: Line


class StageBegun(Event, frozen=True, kw_only=True):
    """A stage begins: who plays in it, the best seed first. The next rounds are those of this stage.

    `reason`: why it is another field, another plan or another time than the event's own.
    """

    number: Ordinal
    stage: Stage
    field: tuple[Id, ...]
    reason: Line | None = None


class StageWithdrawn(Event, frozen=True, kw_only=True):
    """A stage of which no round is drawn is taken back because of `reason`: as if it had never begun."""

    number: Ordinal
    reason: Line


class TablePairing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One table: side -> ids of its players. `slot`: the place in the bracket, the group, or the table of the teams.

    `scenario`: its battlefield, where it is not the round's.
    """

    table: Ordinal
    sides: dict[str, tuple[Id, ...]]
    slot: Id | None = None
    scenario: Id | None = None


class Walkover(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game that is not played because somebody left; `player` goes on or is given it, None: both have left."""

    slot: Id
    player: Id | None = None


class RoundDrawn(BlindEvent, frozen=True, kw_only=True):
    """A draft of a round, for staff only until it is published. `seed` names the draw and settles its ties.

    `swiss`: computed, with its certificate. `manual`: made by hand because of `reason`; rematches are then allowed.
    `schedule`: the pairs follow from the stage's seeds and results; `resting` have no game in it and get nothing.
    `secret` is what was committed to before, `after` the hash of the event before the draw: the seed is made of both
    (see `seeds`). A computed draw without them had its seed chosen by hand, because of `reason`.
    `teams`: which teams meet, of an event of teams; its `pairings` are their boards (none yet where captains pair
    them), `resting` is the line-up of `team_bye`, the team without an opponent.
    """

    round: Ordinal
    seed: Id
    pairings: tuple[TablePairing, ...]
    bye: Id | None = None
    scenario: Id | None = None
    method: Method = "swiss"
    certificate: Certificate | None = None
    reason: Line | None = None
    secret: Id | None = None
    after: Id | None = None
    walkovers: tuple[Walkover, ...] = ()
    resting: tuple[Id, ...] = ()
    teams: tuple[TeamPairing, ...] = ()
    team_bye: Id | None = None

    @property
    def lasting(self) -> bool:
        """Whoever has read the secret could choose the next seed by choosing the event before it."""
        return self.secret is not None


class RoundDiscarded(BlindEvent, frozen=True, kw_only=True):
    """The draw `seed` of a round that has not started is discarded. `seed_commitment`: of the next draw."""

    round: Ordinal
    seed: Id
    reason: Line
    seed_commitment: Id | None = None


class RoundPublished(Event, frozen=True, kw_only=True):
    """Everyone may see the draw. `draws`: how many draws of this round there were, which nobody else is told."""

    round: Ordinal
    draws: Ordinal | None = None


class RoundStarted(Event, frozen=True, kw_only=True):
    """The round is being played; the bye counts."""

    round: Ordinal


class MatchOpened(Event, frozen=True, kw_only=True):
    """The table's match stream exists."""

    round: Ordinal
    table: Ordinal
    match: Id


class ResultRecorded(Event, frozen=True, kw_only=True):
    """The confirmed result of the table's match, as it stood at `match_seq` of its log; a later one replaces it.

    `winner` is a side or `draw`; `turns` is how long the match lasted; `figures` are those of the match's own
    figures, name -> side -> number, that this tournament ranks by. `reason`: why an earlier result was corrected.
    Only the system records it, in any round and after the end too: the numbers are never typed into this stream.
    """

    round: Ordinal
    table: Ordinal
    match: Id
    match_seq: Ordinal
    vp: dict[str, Count]
    winner: Id
    turns: Count = 0
    figures: dict[Id, dict[Id, Count]] = {}
    reason: Line | None = None


class ResultWithdrawn(Event, frozen=True, kw_only=True):
    """The match is being corrected because of `reason`: the table has no result until it is confirmed again."""

    round: Ordinal
    table: Ordinal
    reason: Line


class RoundClosed(Event, frozen=True, kw_only=True):
    """Every table of the round has its result. `seed_commitment`: of the next draw."""

    round: Ordinal
    seed_commitment: Id | None = None


class TournamentFinished(Event, frozen=True, kw_only=True):
    """The ranking is final, but for results that are corrected later: places always follow the matches."""


EVENT_TYPES: tuple[type[Event], ...] = (
    TournamentCreated,
    PlayerRegistered,
    PlayerCheckedIn,
    PlayerCheckInWithdrawn,
    PlayerDropped,
    PlayerReinstated,
    ListSubmitted,
    ListWithdrawn,
    ListsLocked,
    ListsUnlocked,
    StageBegun,
    StageWithdrawn,
    RoundDrawn,
    RoundDiscarded,
    RoundPublished,
    RoundStarted,
    MatchOpened,
    ResultRecorded,
    ResultWithdrawn,
    RoundClosed,
    TournamentFinished,
)
