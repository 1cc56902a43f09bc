"""Super Fantasy Brawl as the tracker asks for it. Named in `games.registry`."""

from __future__ import annotations

from pathlib import Path

from games.catalogue import load
from games.super_fantasy_brawl import opening
from games.super_fantasy_brawl.cards import parse_edition
from games.super_fantasy_brawl.full.legal.moves import MADE, typed
from games.super_fantasy_brawl.pages.faces import FACES
from games.super_fantasy_brawl.roster.builder import BUILDER
from games.super_fantasy_brawl.rules import SuperFantasyBrawl
from games.super_fantasy_brawl.statistics import STATISTICS
from games.system import Preset, System, lazily
from games.words import Words

RULES = SuperFantasyBrawl()

SYSTEM = System(
    key="super_fantasy_brawl",
    rules=RULES,
    tables=opening.TABLES,
    open_table=opening.open_table,
    bring_list=opening.bring_list,
    roster_kind="team",
    builder=BUILDER,
    parse_cards=parse_edition,
    simulation=lazily("games.super_fantasy_brawl.play.simulate"),
    examples=lazily("games.super_fantasy_brawl.play.examples", "examples"),
    requests=lazily("games.super_fantasy_brawl.requests", "REQUESTS"),
    moves=lazily("games.super_fantasy_brawl.full.legal.moves", "moves"),
    made=MADE,
    typed=typed,
    reports="match_result_recorded",
    words=load(Path(__file__).parent / "words.toml", Words),
    faces=FACES,
    presets=load(Path(__file__).parent / "presets.toml", dict[str, Preset]),
    columns="id, kind, name, name_ru, champion, type, core, move, targeting, attack, effects, base, ...",
    statistics=STATISTICS,
)
