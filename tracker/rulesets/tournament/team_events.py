"""What can happen at an event of teams: who belongs to which, who sits at which board, who is put forward.

Pure data, as `events`. A team's boards are the order of its members; whoever stands behind the last board is a
substitute.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from games.ruleset import Event, SecretEvent
from tracker.rulesets.tournament.events import Id, Line, Ordinal

Members = Annotated[tuple[Id, ...], msgspec.Meta(min_length=1, max_length=24)]
Step = Literal["defender", "attackers", "choice"]


class TeamSecret(SecretEvent, frozen=True, kw_only=True):
    """What a captain tells before the other one may know it."""

    secret_fields: ClassVar[tuple[str, ...]] = ("players",)


class TeamEntered(Event, frozen=True, kw_only=True):
    """A team plays. `members` in the order of boards; they are registered players of no other team."""

    team: Id
    name: Line
    members: Members
    captain: Id | None = None


class TeamChanged(Event, frozen=True, kw_only=True):
    """The team is called otherwise, or has other members or another captain from the next draw on; None: as before."""

    team: Id
    name: Line | None = None
    members: Members | None = None
    captain: Id | None = None


class TeamDropped(Event, frozen=True, kw_only=True):
    """The team leaves; results stay."""

    team: Id
    reason: Line | None = None


class TeamReinstated(Event, frozen=True, kw_only=True):
    """A team that left is back."""

    team: Id


class LineupTold(TeamSecret, frozen=True, kw_only=True):
    """Who sits at which board in a round that is not published, stated by the captain `player` or by staff.

    For the team and staff until the round is published. Without it the first members play.
    """

    player: Id
    team: Id
    round: Ordinal
    players: Members | None = None


class PutForward(TeamSecret, frozen=True, kw_only=True):
    """One side's part of a step of the captains' pairing, stated by the captain `player`. Open when both have done so.

    `defender`: one of the side's players. `attackers`: two others, one of whom will play the others' defender.
    `choice`: which of the others' attackers this side's defender plays. `table` is that of the teams.
    """

    player: Id
    round: Ordinal
    table: Ordinal
    step: Step
    players: Members | None = None


class SheetDisputed(Event, frozen=True, kw_only=True):
    """The captain `player` says that what is entered for the boards of the two teams is wrong, and calls staff.

    The results count on until staff correct them. `table` is that of the teams.
    """

    player: Id
    round: Ordinal
    table: Ordinal
    reason: Line | None = None


class SheetSettled(Event, frozen=True, kw_only=True):
    """Staff have decided what a captain disputed: the sheet of the two teams stands as it is now."""

    round: Ordinal
    table: Ordinal


TEAM_EVENTS: tuple[type[Event], ...] = (
    TeamEntered,
    TeamChanged,
    TeamDropped,
    TeamReinstated,
    LineupTold,
    PutForward,
    SheetDisputed,
    SheetSettled,
)
