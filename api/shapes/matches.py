"""Matches over REST."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from api.shapes.logs import EventIn


class NewMatch(msgspec.Struct, forbid_unknown_fields=True):
    """A match outside any tournament. `events` open its table; all or nothing."""

    system: str
    setup: dict[str, Any] = {}
    events: Annotated[list[EventIn], msgspec.Meta(max_length=500)] = []


class Seat(msgspec.Struct):
    """A player at a table; `name` is None for somebody whom this server does not know."""

    player: str
    name: str | None


class Match(msgspec.Struct):
    """A match in lists. `turn` counts reported turns; `winner` is a side, `draw`, or None while open."""

    id: str
    url: str
    system: str
    status: str
    turn: int
    sides: dict[str, list[Seat]]
    vp: dict[str, int]
    winner: str | None
    contested: bool
    tournament: str | None
    round: int | None
    table: int | None
    version: int


class MatchDetail(msgspec.Struct):
    """A match with every score line, the event that made it, and the points by turn."""

    match: Match
    ruleset: str
    edition: str | None
    lines: list[dict[str, Any]]
    chart: list[dict[str, Any]]
    links: dict[str, str]
    you: dict[str, str | None]
