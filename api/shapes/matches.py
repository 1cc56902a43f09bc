"""Matches over REST."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from api.shapes.dry import Dry
from api.shapes.kinds import Id, MatchStatus, Moment
from api.shapes.logs import EventIn, Next, Score, State
from games.rulebook import Text


class NewMatch(Dry, forbid_unknown_fields=True):
    """A match outside any tournament. `events` open its table; all or nothing."""

    system: str
    setup: dict[str, Any] = {}
    events: Annotated[list[EventIn], msgspec.Meta(max_length=500)] = []


class Seat(msgspec.Struct):
    """A player at a table; `name` is None for somebody whom this server does not know."""

    player: str
    name: str | None


class MatchParts(msgspec.Struct):
    """What `?expand=` adds to a match, each as its own address answers it."""

    score: Score | msgspec.UnsetType = msgspec.UNSET
    state: State | msgspec.UnsetType = msgspec.UNSET
    next: Next | msgspec.UnsetType = msgspec.UNSET


class Match(msgspec.Struct):
    """A match in lists. `turn` counts reported turns; `winner` is a side, `draw`, or None while open.

    `tournament` and `campaign`: the event or event day that it belongs to. `scenario`: the battlefield, mission or
    challenge. `game`: the name of the system. `opened_at`: when it came to this server.
    """

    id: Id
    url: str
    system: str
    game: Text
    status: MatchStatus
    turn: int
    sides: dict[str, list[Seat]]
    vp: dict[str, int]
    winner: str | None
    contested: bool
    tournament: Id | None
    tournament_name: str | None
    campaign: Id | None
    campaign_name: str | None
    scenario: str | None
    round: int | None
    table: int | None
    version: int
    opened_at: Moment
    expanded: MatchParts | msgspec.UnsetType = msgspec.UNSET


class MatchDetail(msgspec.Struct):
    """A match with every score line, the event that made it, and the points by turn.

    `lines`: `side`, `source`, `vp`, `seq` of the event; `turn`, but for the end of the game, and `player`, but for what
    is the side's. `chart`: `vp` by side after each `turn`, with the `seq` of its last event.
    """

    match: Match
    ruleset: str
    edition: str | None
    lines: list[dict[str, Any]]
    chart: list[dict[str, Any]]
    links: dict[str, str]
    you: dict[str, str | None]
