"""Campaigns over REST: in lists, one with its definition, and what it has come to."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from api.shapes.dry import Dry
from api.shapes.kinds import ChallengeStatus
from api.shapes.logs import VersionNumber
from tracker.rulesets.chronicle.world import World

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]


class NewChronicle(Dry, forbid_unknown_fields=True):
    """A campaign: its definition is TOML, checked whole; what is wrong comes back rule by rule with its line.

    `private`: it and its matches are there for its players and arbitrators alone, and in no list; for good."""

    name: Name
    definition: Annotated[str, msgspec.Meta(min_length=1, max_length=40_000)]
    private: bool = False


class Placed(msgspec.Struct):
    """A roster in the ranking, with the figures that the definition ranks by. Those with equal figures share the
    `place`; the next place then follows their number."""

    roster: str
    name: str
    player: str
    figures: list[int]
    place: int


class Chronicle(msgspec.Struct):
    """A campaign in lists. `cycle`: how many are closed; `ending` None while it runs.

    `open_steps` and `questions`: what players and arbitrators still have to do. `private`: only its club knows of it.
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
    private: bool = False


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

    status: ChallengeStatus
    match: str | None
    url: str | None
    version: int


class NewAmendment(Dry, forbid_unknown_fields=True):
    """The whole definition as it shall be from the next cycle on, and why. A dry run says all that is wrong with it."""

    definition: Annotated[str, msgspec.Meta(min_length=1, max_length=40_000)]
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
    expected_version: VersionNumber | None = None


class NewWhatIf(Dry, forbid_unknown_fields=True):
    """A fork of the campaign at the entry `at` of its log, without it at the newest. Its owner alone ever sees it."""

    name: Name
    at: Annotated[int, msgspec.Meta(ge=1, le=2_147_483_647)] | None = None


class WhatIf(msgspec.Struct):
    """A what-if: not the campaign. `hash`: of the entry that it begins after; `holds`: whether the log still has that
    entry; `assumed`: how many entries were assumed since; `world`: what it has come to."""

    id: str
    url: str
    chronicle: str
    name: str
    at: int
    hash: str
    holds: bool
    assumed: int
    world: World


class WhatIfListed(msgspec.Struct):
    """A what-if in the list."""

    id: str
    url: str
    name: str
    at: int
    assumed: int


class WhatIfList(msgspec.Struct):
    """One's own, the newest first."""

    results: list[WhatIfListed]


class AssumedEvent(msgspec.Struct, forbid_unknown_fields=True):
    """One event of a campaign; its moment may be left out."""

    type: str
    data: dict[str, Any] = {}


class Assumed(Dry, forbid_unknown_fields=True):
    """Events that are assumed, all or none: as the arbitrator or the server would log them."""

    events: Annotated[list[AssumedEvent], msgspec.Meta(min_length=1, max_length=100)]


class PlayedOn(Dry, forbid_unknown_fields=True):
    """How many matches the computer plays, with all that follows them."""

    matches: Annotated[int, msgspec.Meta(ge=1, le=50)]


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
