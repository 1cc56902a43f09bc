"""Game systems over REST: rule sets, rules, facts, editions, scenarios."""

from __future__ import annotations

from typing import Any

import msgspec

from api.shapes.logs import EventIn
from games.rulebook import Rule, Text


class Root(msgspec.Struct):
    """Where to begin: the lists, the documents and the games of this installation."""

    version: str
    links: dict[str, str]
    systems: dict[str, str]


class System(msgspec.Struct):
    """A game system. `version` is the version of its rule set; `links` lead to its rules, facts and schemas."""

    key: str
    name: Text
    version: str
    event_types: list[str]
    links: dict[str, str]


class Preset(msgspec.Struct):
    """A kind of tournament of a game: `key` is the `preset` of a new one, which starts with these `options`."""

    key: str
    name: Text
    options: dict[str, Any]


class Way(msgspec.Struct):
    """A way to sit down: its sides in their order, of which `needed` have a player, and up to how many players each has
    (`seats`); with `every` all of them. `example`: the first event of such a match, with players that are made up."""

    key: str
    name: Text
    sides: tuple[str, ...]
    needed: int
    seats: int
    every: bool
    example: EventIn


class Opening(msgspec.Struct):
    """How a match begins: the `type` of its first event, the `ways` to sit down, and the `levels` of `detail` at which
    it can be logged. What else that event may hold says its schema."""

    type: str
    ways: list[Way]
    levels: tuple[str, ...]


class SystemDetail(System):
    """A game system with what begins and ends there. `presets`: the kinds of tournaments that it has; `opening` is that
    of its matches; `reports`: the event that tells a whole match. Tournaments have neither of these."""

    presets: list[Preset]
    opening: Opening | None
    reports: str | None


class RuleList(msgspec.Struct):
    """Every rule of a system, in the order of its catalogue, in both languages."""

    system: str
    version: str
    rules: list[Rule]


class Edition(msgspec.Struct):
    """An imported edition of figure or card data."""

    key: str
    name: str
    url: str


class Catalogue(msgspec.Struct):
    """The facts of the rulebook (`facts`, by file) and the editions that organisers have imported."""

    system: str
    facts: dict[str, Any]
    editions: list[Edition]


class CardList(msgspec.Struct):
    """An imported edition: card id -> its facts; a fact that is not there is unknown."""

    edition: str
    cards: dict[str, dict[str, Any]]


class Scenario(msgspec.Struct):
    """A battlefield or mission that a round may be played on."""

    system: str
    key: str
    name: Text
    data: dict[str, Any]
