"""What else can happen at a tournament's desk: settings, who may come, notes, tables given, the clock, judges called.

Pure data, as `events`. Moments are UTC to the second, told by whoever logs them: no rule reads a clock.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from games.ruleset import BlindEvent, Event, SecretEvent
from tracker.pairing.structs import Weights
from tracker.rulesets.described import EventDescribed
from tracker.rulesets.tournament.events import (
    ByeValue,
    Count,
    Id,
    Line,
    Ordinal,
    Points,
    Rounds,
    RoundWeights,
    Showing,
    TournamentPoints,
)

At = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$", max_length=20, examples=["2026-11-28T09:30:00Z"]
    ),
]
"""A moment, in UTC."""
Minutes = Annotated[int, msgspec.Meta(ge=1, le=1440)]
Change = Annotated[int, msgspec.Meta(ge=-240, le=240)]
Worth = Literal["full", "half", "zero"]
NoteKind = Literal["warning", "penalty", "bonus"]
AwardKind = Literal["no_show", "forfeit", "conceded", "double_loss"]
Places = Annotated[int, msgspec.Meta(ge=2, le=100_000)]
Strength = Annotated[int, msgspec.Meta(ge=1, le=5000)]
NotePoints = Annotated[int, msgspec.Meta(ge=0, le=100)]


class DeskSecret(SecretEvent, frozen=True, kw_only=True):
    """An event with a field that not everybody may read; whether there is one, everybody may know."""

    secret_optional: ClassVar[bool] = True


class SettingsChanged(Event, frozen=True, kw_only=True):
    """Settings of the event are other from now on; None leaves one as it is. What they were stays in the log.

    `scenarios` are those of rounds 1, 2, ...; `reason` is owed once something depends on what is changed.
    """

    name: Line | None = None
    rounds: Rounds | None = None
    tp: TournamentPoints | None = None
    bye: ByeValue | None = None
    tiebreaks: tuple[Id, ...] | None = None
    scenarios: tuple[Id, ...] | None = None
    detail: Literal["summary", "turns", "full"] | None = None
    check_in: bool | None = None
    list_required: bool | None = None
    lists_revealed: Showing | None = None
    weights: Weights | None = None
    fresh_tables: bool | None = None
    table_scenarios: tuple[Id, ...] | None = None
    round_weights: RoundWeights | None = None
    reason: Line | None = None


class SanctionLeft(Event, frozen=True, kw_only=True):
    """The event is no longer run by the letter of its rules, because of `reason`. There is no way back."""

    reason: Line

    @property
    def lasting(self) -> bool:
        return True


class RegistrationOpened(DeskSecret, frozen=True, kw_only=True):
    """Players may enter themselves from now on. `places`: beyond them they wait; `code`: who knows it may enter."""

    secret_fields: ClassVar[tuple[str, ...]] = ("code",)
    places: Places | None = None
    code: Line | None = None


class RegistrationClosed(Event, frozen=True, kw_only=True):
    """Nobody enters themselves any more; the organisers still can."""


class PlayerAdmitted(Event, frozen=True, kw_only=True):
    """Somebody from the waiting list has a place."""

    player: Id


class FeeMarked(BlindEvent, frozen=True, kw_only=True):
    """The player has paid, or has not after all. For the player and staff."""

    player: Id
    paid: bool


class RingerMarked(Event, frozen=True, kw_only=True):
    """The player steps in only where somebody would be without an opponent, or no longer."""

    player: Id
    ringer: bool


class ByeGranted(Event, frozen=True, kw_only=True):
    """The player asked not to play a coming round. `worth`: as a win, as a draw, or nothing."""

    player: Id
    round: Ordinal
    worth: Worth


class ByeWithdrawn(Event, frozen=True, kw_only=True):
    """The player plays that round after all."""

    player: Id
    round: Ordinal


class NoteGiven(DeskSecret, frozen=True, kw_only=True):
    """A warning, a penalty or a bonus, in tournament points. A warning is known to the player and staff alone.

    Why is for the player and staff. It is taken back as any entry is.
    """

    secret_fields: ClassVar[tuple[str, ...]] = ("reason",)
    player: Id
    kind: NoteKind
    tp: NotePoints = 0
    round: Ordinal | None = None
    reason: Line | None = None


class TableAwarded(DeskSecret, frozen=True, kw_only=True):
    """Staff give a table that was not played to its end. `winner` is a side; None: both lose.

    It counts instead of what the table's match says, as long as it stands. Why is for staff.
    """

    secret_fields: ClassVar[tuple[str, ...]] = ("reason",)
    round: Ordinal
    table: Ordinal
    kind: AwardKind
    winner: Id | None = None
    reason: Line | None = None


class AwardLifted(DeskSecret, frozen=True, kw_only=True):
    """The table counts again as its match says."""

    secret_fields: ClassVar[tuple[str, ...]] = ("reason",)
    round: Ordinal
    table: Ordinal
    reason: Line | None = None


class ResultBrought(Event, frozen=True, kw_only=True):
    """What a table counts for that was played under another tool, as `source` (its file, its page) says: there is no
    match of it here. Only in a round made by hand, at a table without a match; a later one replaces it by `reason`.

    `winner` is a side or `draw`. `vp` and `tp` by side. No `vp`: the tool told none, they count as 0 and as nobody's
    score. No `tp`: those that this event's settings give for such a result.
    """

    round: Ordinal
    table: Ordinal
    winner: Id
    source: Line
    vp: dict[Id, Count] = {}
    tp: dict[Id, Points] = {}
    reason: Line | None = None


class PairKeptApart(BlindEvent, frozen=True, kw_only=True):
    """These two are not drawn against each other from now on, or with `wish` only if nothing better is there. For staff
    alone.
    """

    players: tuple[Id, Id]
    reason: Line | None = None
    wish: bool = False


class PlayerDescribed(Event, frozen=True, kw_only=True):
    """Of which club and which town the player is, for the draws to come. Replaces what was said before."""

    player: Id
    club: Line | None = None
    town: Line | None = None


class TableFixed(Event, frozen=True, kw_only=True):
    """The player keeps this table in the rounds to come, whoever the opponent is; None: sits like everybody."""

    player: Id
    table: Ordinal | None = None


class PairAllowed(BlindEvent, frozen=True, kw_only=True):
    """These two may meet again. For staff alone."""

    players: tuple[Id, Id]


class ClockStarted(Event, frozen=True, kw_only=True):
    """The time of the round runs from `at` on, for so many minutes; a second start begins anew."""

    round: Ordinal
    minutes: Minutes
    at: At


class ClockPaused(Event, frozen=True, kw_only=True):
    """The time of the round stands still."""

    round: Ordinal
    at: At


class ClockResumed(Event, frozen=True, kw_only=True):
    """The time of the round runs on."""

    round: Ordinal
    at: At


class ClockExtended(Event, frozen=True, kw_only=True):
    """More time (or less) for the round, or for one table of it."""

    round: Ordinal
    minutes: Change
    table: Ordinal | None = None
    reason: Line | None = None


class JudgeCalled(BlindEvent, frozen=True, kw_only=True):
    """A player asks for a judge at their table. For the table and staff."""

    player: Id
    round: Ordinal
    table: Ordinal
    at: At
    about: Line | None = None


class JudgeCame(BlindEvent, frozen=True, kw_only=True):
    """The call of the table is answered."""

    round: Ordinal
    table: Ordinal
    at: At


class ListsDue(Event, frozen=True, kw_only=True):
    """When the server locks the lists, and when it shows them to everybody. None: it does not."""

    lock_at: At | None = None
    reveal_at: At | None = None


class ListsRevealed(Event, frozen=True, kw_only=True):
    """Everybody may see the lists from now on."""

    @property
    def lasting(self) -> bool:
        return True


class CorrectionNoted(Event, frozen=True, kw_only=True):
    """Something of an earlier round was not as the log counts it: for the report alone, nothing changes."""

    round: Ordinal
    table: Ordinal | None = None
    text: Line


class TieOrdered(Event, frozen=True, kw_only=True):
    """Players who are level in everything after `round` stand in this order, best first, because of `reason`.

    It holds for the standings after that round while exactly these are level, and for the field of a stage.
    """

    round: Ordinal
    players: Annotated[tuple[Id, ...], msgspec.Meta(min_length=2, max_length=1000)]
    reason: Line


class PlayersRated(Event, frozen=True, kw_only=True):
    """How strong players are, for the seeds of the draws to come.

    `ratings`: by player; none takes a rating back. `shown`: as this game's list of ratings showed them when a round
    was drawn; else staff typed them.
    """

    ratings: dict[Id, Strength | None]
    shown: bool = False


DESK_EVENTS: tuple[type[Event], ...] = (
    SettingsChanged,
    EventDescribed,
    SanctionLeft,
    RegistrationOpened,
    RegistrationClosed,
    PlayerAdmitted,
    FeeMarked,
    RingerMarked,
    ByeGranted,
    ByeWithdrawn,
    NoteGiven,
    TableAwarded,
    AwardLifted,
    ResultBrought,
    PairKeptApart,
    PairAllowed,
    PlayerDescribed,
    TableFixed,
    ClockStarted,
    ClockPaused,
    ClockResumed,
    ClockExtended,
    JudgeCalled,
    JudgeCame,
    ListsDue,
    ListsRevealed,
    CorrectionNoted,
    TieOrdered,
    PlayersRated,
)
