"""Every game system, one line in each table. Called by the codec, the offline tools and the commands of the tracker."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games import last_battle, senjutsu, super_fantasy_brawl
from games.choices import Tables
from games.frame import Match
from games.ladders import Ladder
from games.last_battle import cards as last_battle_cards
from games.last_battle import facts as last_battle_facts
from games.last_battle import links as last_battle_links
from games.last_battle import opening as last_battle_opening
from games.ruleset import Event, Ruleset
from games.senjutsu import cards as senjutsu_cards
from games.senjutsu import facts as senjutsu_facts
from games.senjutsu import ladder_book as senjutsu_ladder
from games.senjutsu import opening as senjutsu_opening
from games.senjutsu import run_log as senjutsu_runs
from games.super_fantasy_brawl import cards as super_fantasy_brawl_cards
from games.super_fantasy_brawl import opening as super_fantasy_brawl_opening

MATCHES: dict[str, Ruleset[Any, Any]] = {
    "last_battle": Match(last_battle.RULES, last_battle.RULES.state_type),
    "senjutsu": Match(senjutsu.RULES, senjutsu.RULES.state_type),
    "super_fantasy_brawl": Match(super_fantasy_brawl.RULES, super_fantasy_brawl.RULES.state_type),
}

OPENINGS: dict[str, Callable[..., tuple[Event, ...]]] = {
    "last_battle": last_battle_opening.open_table,
    "senjutsu": senjutsu_opening.open_table,
    "super_fantasy_brawl": super_fantasy_brawl_opening.open_table,
}
"""(sides, scenario, options, sample) -> the staff events that start a match of a tournament."""

TABLES: dict[str, Tables] = {
    "last_battle": last_battle_opening.TABLES,
    "senjutsu": senjutsu_opening.TABLES,
    "super_fantasy_brawl": super_fantasy_brawl_opening.TABLES,
}
"""What can be chosen when a match is opened; a system that says nothing has two sides and no options."""

LOCKED_LISTS: dict[str, Callable[..., tuple[Event, ...]]] = {
    "senjutsu": senjutsu_opening.bring_list,
    "super_fantasy_brawl": super_fantasy_brawl_opening.bring_list,
}
"""(player, roster, cards) -> the staff events that bring a locked list into a match; players of other systems hire."""

CARD_PARSERS: dict[str, Callable[[str, str], tuple[dict[str, dict[str, Any]], list[Any]]]] = {
    "last_battle": last_battle_cards.parse_figures,
    "senjutsu": senjutsu_cards.parse_cards,
    "super_fantasy_brawl": super_fantasy_brawl_cards.parse_edition,
}
"""(text, "csv" or "json") -> (cards by id, problems that name row and column)."""

ROSTER_KINDS: dict[str, str] = {
    "last_battle": "warband",
    "senjutsu": "deck",
    "super_fantasy_brawl": "team",
}
"""What its players bring along."""

SCENARIOS: dict[str, Mapping[str, Any]] = {
    "last_battle": last_battle_facts.BATTLEFIELDS,
    "senjutsu": senjutsu_facts.BATTLEFIELDS,
    "super_fantasy_brawl": {},
}
"""Scenario key -> its facts, a struct with a `name` in both languages."""

EVENT_DAYS: dict[str, Callable[[], dict[str, Any]]] = {
    "last_battle": last_battle_links.event_day,
}
"""Systems whose tables are linked into one battle: what their day is, as options of its first event."""

LADDERS: dict[str, Ladder] = {
    "senjutsu": senjutsu_ladder.LADDER,
}
"""Systems with runs that are ranked over a season: a run's outcome carries `board`, `score`, `rank`, `characters`."""

RUNS: dict[str, Callable[[str, Mapping[str, Any]], tuple[tuple[Event, ...], tuple[Event, ...]]]] = {
    "senjutsu": senjutsu_runs.run_events,
}
"""(player, what the player tells of a run) -> what staff log to open it, what the player logs."""
