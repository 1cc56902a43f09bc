"""What can happen to a season. Pure data: nothing here judges. Read by the rules, the codec, the schema generator."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from games.ruleset import Event

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=32)]
Line = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
MOMENT = r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$"
Moment = Annotated[str, msgspec.Meta(pattern=MOMENT, examples=["2026-11-28T09:30:00Z"])]
"""A moment in UTC, of one form, so that moments compare as texts."""


class SeasonCreated(Event, frozen=True, kw_only=True):
    """The first event. Runs started from `starts` on and before `ends` belong to it; None: until it is closed.

    `club`: whose players' runs its staff look after; "" for everybody's.
    """

    name: Line
    system: Id
    starts: Moment
    ends: Moment | None = None
    club: Annotated[str, msgspec.Meta(max_length=80)] = ""


class SeasonChanged(Event, frozen=True, kw_only=True):
    """Name and times as they are from now on."""

    name: Line
    starts: Moment
    ends: Moment | None = None


class SeasonClosed(Event, frozen=True, kw_only=True):
    """The ranking is closed: a run whose log begins after `closed` does not come in, whenever it was played."""

    closed: Moment


class SeasonReopened(Event, frozen=True, kw_only=True):
    """Staff open the ranking again."""

    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


Uuid = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")]
Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
Points = Annotated[int, msgspec.Meta(ge=0, le=9999)]


class Division(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A division, the highest first: the first `up` go up when the season ends, the last `down` go down."""

    name: Line
    players: tuple[Uuid, ...] = ()
    up: Count = 0
    down: Count = 0


class LeagueSet(Event, frozen=True, kw_only=True):
    """How the tournaments of the season add up; the whole formula, in place of the one before.

    By `places`: the place of a player in a tournament brings `points[place - 1]`, beyond them nothing; by `score`: its
    first figure, behind that of stages (`stage`) where there are others. `attended` for taking part. The `best` highest
    results count; 0: all of them.
    """

    by: Literal["places", "score"] = "places"
    points: Annotated[tuple[Points, ...], msgspec.Meta(max_length=64)] = ()
    attended: Points = 0
    best: Count = 0
    divisions: Annotated[tuple[Division, ...], msgspec.Meta(max_length=12)] = ()


class TournamentCounted(Event, frozen=True, kw_only=True):
    """The results of a tournament count in the season from its end on, so many times as `weight` says."""

    tournament: Uuid
    weight: Annotated[int, msgspec.Meta(ge=1, le=10)] = 1


class TournamentLeftOut(Event, frozen=True, kw_only=True):
    """A tournament does not count any more."""

    tournament: Uuid
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


EVENT_TYPES: tuple[type[Event], ...] = (
    SeasonCreated,
    SeasonChanged,
    SeasonClosed,
    SeasonReopened,
    LeagueSet,
    TournamentCounted,
    TournamentLeftOut,
)
