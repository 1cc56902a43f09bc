"""Campaigns over REST: in lists, one with its definition, and what it has come to."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from api.shapes.dry import Dry
from tracker.rulesets.chronicle.world import World

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]


class NewChronicle(Dry, forbid_unknown_fields=True):
    """A campaign: its definition is TOML, checked whole; what is wrong comes back rule by rule with its line."""

    name: Name
    definition: Annotated[str, msgspec.Meta(min_length=1, max_length=40_000)]


class Placed(msgspec.Struct):
    """A roster in the ranking, with the figures that the definition ranks by."""

    roster: str
    name: str
    player: str
    figures: list[int]


class Chronicle(msgspec.Struct):
    """A campaign in lists. `cycle`: how many are closed; `ending` None while it runs.

    `open_steps` and `questions`: what players and arbitrators still have to do.
    """

    id: str
    url: str
    name: str
    system: str
    cycle: int
    ending: str | None
    ranking: list[Placed]
    open_steps: int
    questions: int
    version: int


class ChronicleWorld(msgspec.Struct):
    """What a campaign has come to at `version`, derived from its log alone: rosters, fighters, places, chapters, every
    effect with its id, and the steps that are open."""

    version: int
    world: World


class NewFighter(msgspec.Struct, forbid_unknown_fields=True):
    """`id`: as the match's log calls the fighter."""

    id: Id
    name: Name


class NewRoster(Dry, forbid_unknown_fields=True):
    """A roster that joins, for a player of the caller's, or by an arbitrator for anybody."""

    player: Id
    name: Name
    fighters: list[NewFighter] = []


class NewLink(Dry, forbid_unknown_fields=True):
    """A match of the campaign: the rosters in the order of its sides, what it is fought over, its chapter."""

    rosters: Annotated[list[Id], msgspec.Meta(min_length=1, max_length=8)]
    stake: str = ""
    chapter: str = ""


class NewChallenge(Dry, forbid_unknown_fields=True):
    """A roster dares another; `stake`: the place that the match is to be fought over."""

    roster: Id
    against: Id
    stake: str = ""


class ChallengeAnswer(Dry, forbid_unknown_fields=True):
    """`accept` and `decline` by the challenged; `play` opens the match of one that was accepted."""

    action: Literal["accept", "decline", "play"]


class ChallengeAnswered(msgspec.Struct):
    """What became of it: open, accepted, declined, lapsed or played, and then its match. An accepted one has no match
    yet where one of the two has not finished with another."""

    status: str
    match: str | None
    url: str | None
    version: int


class NewAmendment(Dry, forbid_unknown_fields=True):
    """The whole definition as it shall be from the next cycle on, and why. A dry run says all that is wrong with it."""

    definition: Annotated[str, msgspec.Meta(min_length=1, max_length=40_000)]
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
    expected_version: int | None = None


class LinkOpened(msgspec.Struct):
    """The match that was opened."""

    match: str
    url: str


class Roll(Dry, forbid_unknown_fields=True):
    """The server's dice for one effect, or for all that a match asks of a roster."""

    link: Id
    roster: Id
    effect: str | None = None


class Rolled(msgspec.Struct):
    """How many of the asked effects the server has rolled in all (repeats included), and the version of the log."""

    rolled: int
    version: int
