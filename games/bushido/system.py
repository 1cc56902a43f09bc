"""Bushido: Risen Sun as the tracker asks for it. Named in `games.registry`."""

from __future__ import annotations

from pathlib import Path

from games.bushido import opening
from games.bushido.campaigns import CAMPAIGNS
from games.bushido.cards import parse_cards
from games.bushido.full.facts import STATED
from games.bushido.organised_play import Kind, presets_of
from games.bushido.pages.faces import FACES
from games.bushido.pages.tools import TOOLS, references
from games.bushido.roster.builder import BUILDER
from games.bushido.rules import Bushido
from games.bushido.scenarios import PLACES, SCENARIOS
from games.bushido.statistics import STATISTICS
from games.catalogue import load
from games.system import System, lazily
from games.words import Words, with_catalogue

RULES = Bushido()


def _worded() -> Words:
    """An award is called as it is in the score; scenarios, objectives and zones as the catalogue calls them."""
    words = load(Path(__file__).parent / "words.toml", Words)
    scenarios = {key: one.name for key, one in SCENARIOS.items()}
    places = {"scenario": scenarios, "objective": PLACES, "zone": PLACES}
    return with_catalogue(words, {}, {"award": words.sources, **places})


SYSTEM = System(
    key="bushido",
    rules=RULES,
    tables=opening.TABLES,
    open_table=opening.open_table,
    bring_list=opening.bring_list,
    brings="warband_registered",
    reports="match_result_recorded",
    list_fields=("faction", "theme", "models", "cards"),
    roster_kind="warband",
    parse_cards=parse_cards,
    simulation=lazily("games.bushido.play.simulate"),
    examples=lazily("games.bushido.play.examples", "examples"),
    requests=lazily("games.bushido.requests", "REQUESTS"),
    scenarios=SCENARIOS,
    words=_worded(),
    faces=FACES,
    presets=presets_of(load(Path(__file__).parent / "presets.toml", dict[str, Kind])),
    tools=TOOLS,
    references=tuple(references()),
    builder=BUILDER,
    at_event=opening.at_event,
    stated=STATED,
    campaigns=CAMPAIGNS,
    columns="id, kind, name, name_ru, faction, types, cost, rice, traits, ...",
    statistics=STATISTICS,
)
