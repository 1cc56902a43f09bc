"""What can happen at a fair."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from games.chapters import events_of
from games.ruleset import Event, SecretEvent

Lantern = Literal[1, 2, 3, 4, 5, 6, 7, 8, 9]
Number = Annotated[int, msgspec.Meta(ge=1, le=4)]


class FairOpened(Event, frozen=True, kw_only=True):
    """Staff open the match: side -> its player."""

    sides: dict[str, str]
    detail: Literal["summary", "full"] = "full"


class HandTaken(SecretEvent, frozen=True, kw_only=True):
    """A player takes a hand of `lanterns`, unseen by the others."""

    secret_fields: ClassVar[tuple[str, ...]] = ("lanterns",)
    player: str
    lanterns: tuple[Lantern, ...] | None = None


class LotTurned(Event, frozen=True, kw_only=True):
    """The next lot lies open: `lot`: its number, from 1; `value`: its points."""

    lot: Number
    value: Annotated[int, msgspec.Meta(ge=1, le=6)]

    @property
    def chance(self) -> bool:
        return True


class LanternOffered(SecretEvent, frozen=True, kw_only=True):
    """A player puts a `lantern` of the hand face down; `lot`: the number of the lot that it is for."""

    secret_fields: ClassVar[tuple[str, ...]] = ("lantern",)
    lot: Number
    player: str
    lantern: Lantern | None = None


class LanternsShown(Event, frozen=True, kw_only=True):
    """All offers are turned up: the highest lantern that only one player offers wins the lot."""


class FairReported(Event, frozen=True, kw_only=True):
    """The whole match: the `points` of each side."""

    points: dict[str, Annotated[int, msgspec.Meta(ge=0, le=24)]]


class StallClosed(Event, frozen=True, kw_only=True):
    """A side concedes."""

    side: str


EVENTS = events_of(globals())
