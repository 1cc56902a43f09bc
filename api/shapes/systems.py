"""Game systems over REST: rule sets, rules, facts, editions, scenarios."""

from __future__ import annotations

from typing import Any

import msgspec

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
