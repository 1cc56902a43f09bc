"""Ninja: Legend of the Scorpion Clan as the tracker asks for it. Named in `games.registry`."""

from __future__ import annotations

from pathlib import Path

from games.catalogue import load
from games.ninja import opening
from games.ninja.cards import parse_cards
from games.ninja.full.legal.moves import MAKERS, typed
from games.ninja.pages.faces import FACES
from games.ninja.rules import Ninja
from games.ninja.secrets.unsealed import any_opened, unsealed
from games.ninja.secrets.verdict import audit
from games.system import Openings, Preset, System, lazily
from games.words import Words

RULES = Ninja()

SYSTEM = System(
    key="ninja",
    rules=RULES,
    tables=opening.TABLES,
    open_table=opening.open_table,
    roster_kind="deck",
    parse_cards=parse_cards,
    simulation=lazily("games.ninja.play.simulate"),
    words=load(Path(__file__).parent / "words.toml", Words),
    faces=FACES,
    reports="result_reported",
    presets=load(Path(__file__).parent / "presets.toml", dict[str, Preset]),
    columns="id, kind, copies",
    audit=audit,
    openings=Openings(told=any_opened, events=unsealed),
    moves=lazily("games.ninja.full.legal.moves", "moves"),
    examples=lazily("games.ninja.play.examples", "examples"),
    made=frozenset(MAKERS),
    typed=typed,
)
