"""Last Battle as the tracker asks for it. Named in `games.registry`."""

from __future__ import annotations

from pathlib import Path

from games.catalogue import load
from games.last_battle import opening
from games.last_battle.campaigns import CAMPAIGNS
from games.last_battle.cards import parse_figures
from games.last_battle.chapters import links
from games.last_battle.facts import BATTLEFIELDS
from games.last_battle.pages import described
from games.last_battle.pages.faces import FACES, WORDS
from games.last_battle.roster.builder import BUILDER
from games.last_battle.rules import LastBattle
from games.last_battle.statistics import STATISTICS
from games.system import Preset, System, lazily

RULES = LastBattle()

SYSTEM = System(
    key="last_battle",
    rules=RULES,
    tables=opening.TABLES,
    open_table=opening.open_table,
    roster_kind="warband",
    builder=BUILDER,
    parse_cards=parse_figures,
    simulation=lazily("games.last_battle.play.simulate"),
    examples=lazily("games.last_battle.play.examples", "examples"),
    requests=lazily("games.last_battle.requests", "REQUESTS"),
    words=WORDS,
    faces=FACES,
    scenarios=BATTLEFIELDS,
    event_day=links.event_day,
    play_on=lazily("games.last_battle.play.simulate", "play_out"),
    presets=load(Path(__file__).parent / "presets.toml", dict[str, Preset]),
    columns="figure_id, name, cost, size, unique, is_leader_trait, ...",
    reports="match_reported",
    brings="squad_hired",
    statistics=STATISTICS,
    campaigns=CAMPAIGNS,
    described=described.facts,
)
