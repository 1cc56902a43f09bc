"""Senjutsu as the tracker asks for it. Named in `games.registry`."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from games.catalogue import load
from games.faces import Lifts
from games.senjutsu import opening
from games.senjutsu.campaigns import CAMPAIGNS
from games.senjutsu.cards import parse_cards
from games.senjutsu.facts import BATTLEFIELDS
from games.senjutsu.full.legal.moves import MADE
from games.senjutsu.full.preconditions import may_waive, waivers
from games.senjutsu.ladder.book import LADDER
from games.senjutsu.ladder.run_log import run_events
from games.senjutsu.pages import forms, plan, report, tallies
from games.senjutsu.pages.faces import FACES, named, of_match, place, printed
from games.senjutsu.pages.falls import falls
from games.senjutsu.pages.fills import fills
from games.senjutsu.roster.builder import BUILDER
from games.senjutsu.rules import Senjutsu
from games.senjutsu.statistics import STATISTICS
from games.senjutsu.worded import WORDS
from games.system import Preset, System, lazily

RULES = Senjutsu()

SYSTEM = System(
    key="senjutsu",
    rules=RULES,
    tables=opening.TABLES,
    open_table=opening.open_table,
    bring_list=opening.bring_list,
    roster_kind="deck",
    builder=BUILDER,
    parse_cards=parse_cards,
    simulation=lazily("games.senjutsu.play.simulate"),
    examples=lazily("games.senjutsu.play.examples", "examples"),
    requests=lazily("games.senjutsu.requests", "REQUESTS"),
    moves=lazily("games.senjutsu.full.legal.moves", "moves"),
    words=WORDS,
    faces=replace(
        FACES,
        named=named,
        of_match=of_match,
        place=place,
        printed=printed,
        options=forms.options,
        starts=forms.starts,
        needs=forms.needs,
        fills=fills,
        typed=forms.WRITTEN,
        domains=forms.domains,
        tells=forms.tells,
        taps=forms.taps,
        step=forms.step,
        now=forms.now,
        places=forms.places,
        plans=plan.plans,
        hex_of=plan.hex_of,
        facts=tallies.facts,
        tallies=tallies.tallies,
        held=tallies.held,
        hindsight=falls,
        lifts=Lifts("override.rule", "override.card", may_waive, waivers),
    ),
    made=MADE,
    typed=forms.listed,
    reports=report.FINISHED,
    scenarios=BATTLEFIELDS,
    ladder=LADDER,
    run_events=run_events,
    presets=load(Path(__file__).parent / "presets.toml", dict[str, Preset]),
    campaigns=CAMPAIGNS,
    columns="id, name, name_ru, owner, rank, types, initiative, mandatory_focus, required_kamae, prepared, ...",
    statistics=STATISTICS,
)
