"""`systems/` and `scenarios/`: rule sets, rules in both languages, facts, imported editions, schemas."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from django.http import HttpResponse
from django.urls import reverse

import games
from api import inputs
from api.answers import as_json
from api.endpoint import Endpoint
from api.errors import Problem
from api.shapes.logs import EventIn
from api.shapes.systems import (
    CardList,
    Catalogue,
    Edition,
    Opening,
    Preset,
    RuleList,
    Scenario,
    System,
    SystemDetail,
    Way,
)
from games import rulebook
from games import system as games_system
from games.choices import Mode
from games.codec import codec_for
from games.moves import as_sent, opening_of
from games.registry import MATCHES, SYSTEMS, TABLES
from games.rulebook import Text
from tracker import selectors
from tracker.commands.presets import PRESETS
from tracker.rulesets import tournament
from tracker.schemas import document

EVENTS = Text("Tournaments", "Турниры")
PARTS = ("rules", "catalogue", "schemas")
GAMES = Path(games.__file__).parent


def rules_of(key: str) -> Any:
    """The rule set of a system (`tournament` is one too). Raises `Problem` `not_found`."""
    rules = tournament.RULES if key == tournament.RULES.key else MATCHES.get(key)
    if rules is None:
        raise Problem("not_found")
    return rules


class SystemsView(Endpoint):
    """Every rule set: the game systems, then the tournaments'."""

    def get(self, request: Any) -> HttpResponse:
        return as_json({"results": [_system(key) for key in (*MATCHES, tournament.RULES.key)]})


class SystemView(Endpoint):
    """One rule set, with the kinds of its tournaments and how its matches begin."""

    def get(self, request: Any, system: str) -> HttpResponse:
        return as_json(_detail(system))


class RulesView(Endpoint):
    """Every rule of a system with its status and its sentences in English and Russian."""

    def get(self, request: Any, system: str) -> HttpResponse:
        rules = rules_of(system)
        book = rulebook.books()[system]
        return as_json(RuleList(system, rules.version, list(book.rules.values())))


class CatalogueView(Endpoint):
    """The facts of a system's rulebook, and the editions that were imported."""

    def get(self, request: Any, system: str) -> HttpResponse:
        rules_of(system)
        editions = [
            Edition(row.key, row.name, reverse("api:edition", args=[system, row.key]))
            for row in selectors.editions(system)
        ]
        return as_json(Catalogue(system, _facts(system), editions))


class EditionView(Endpoint):
    """The cards of one imported edition."""

    def get(self, request: Any, system: str, edition: str) -> HttpResponse:
        rules_of(system)
        if not selectors.editions(system).filter(key=edition).exists():
            raise Problem("not_found")
        return as_json(CardList(edition, selectors.edition_cards(system, edition)))


class SchemasView(Endpoint):
    """The JSON Schema of a system's events; log lines, rosters and payloads stand under `$defs`."""

    def get(self, request: Any, system: str) -> HttpResponse:
        rules_of(system)
        return as_json(document(system))


class ScenariosView(Endpoint):
    """What a round may be played on; `?system=` narrows the list."""

    def get(self, request: Any) -> HttpResponse:
        system = inputs.text(self.http_request, "system")
        keys = [system] if system else list(MATCHES)
        rows = [row for key in keys for row in selectors.scenarios(key)]
        shown = [Scenario(row.system, row.key, Text(row.name_en, row.name_ru), row.data) for row in rows]
        return as_json({"results": shown})


def _system(key: str) -> System:
    rules = rules_of(key)
    links = {part: reverse(f"api:system-{part}", args=[key]) for part in PARTS}
    name = TABLES[key].name if key in MATCHES else EVENTS
    return System(key, name, rules.version, sorted(codec_for(rules).types), links)


def _detail(key: str) -> SystemDetail:
    shown = msgspec.structs.asdict(_system(key))
    game = SYSTEMS.get(key)
    if game is None:
        return SystemDetail(**shown, presets=[], opening=None, reports=None)
    presets = [
        Preset(name, Text(**one["name"]), one["options"])
        for name, one in PRESETS.items()
        if one["system"] == key
    ]
    return SystemDetail(**shown, presets=presets, opening=_opening(game), reports=game.reports or None)


def _opening(game: games_system.System) -> Opening:
    ways = [
        Way(one.key, one.name, one.sides, one.needed, one.seats, one.every, _example(game, one))
        for one in game.tables.modes
    ]
    return Opening(ways[0].example.type, ways, game.tables.levels)


def _example(game: games_system.System, way: Mode) -> EventIn:
    (event,) = as_sent([opening_of(game, way)])
    return EventIn(event["type"], event["data"])


@cache
def _facts(system: str) -> dict[str, Any]:
    files = sorted((GAMES / system / "catalogue").glob("*.toml"))
    return {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in files}
