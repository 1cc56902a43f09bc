"""Every game system, one line each. Called by the codec, the offline tools and the commands of the tracker."""

from __future__ import annotations

from typing import Any

from games import last_battle, senjutsu, super_fantasy_brawl
from games.frame import Match
from games.ruleset import Ruleset
from games.system import System

SYSTEMS: dict[str, System] = {
    system.key: system
    for system in (
        last_battle.SYSTEM,
        senjutsu.SYSTEM,
        super_fantasy_brawl.SYSTEM,
    )
}

MATCHES: dict[str, Ruleset[Any, Any]] = {
    key: Match(system.rules, system.rules.state_type) for key, system in SYSTEMS.items()
}
"""The rules of each system with the end that every match has: what judges its streams."""

OPENINGS = {key: system.open_table for key, system in SYSTEMS.items()}
TABLES = {key: system.tables for key, system in SYSTEMS.items()}
LOCKED_LISTS = {key: system.bring_list for key, system in SYSTEMS.items() if system.bring_list}
CARD_PARSERS = {key: system.parse_cards for key, system in SYSTEMS.items()}
ROSTER_KINDS = {key: system.roster_kind for key, system in SYSTEMS.items()}
SCENARIOS = {key: system.scenarios for key, system in SYSTEMS.items()}
EVENT_DAYS = {key: system.event_day for key, system in SYSTEMS.items() if system.event_day}
LADDERS = {key: system.ladder for key, system in SYSTEMS.items() if system.ladder}
RUNS = {key: system.run_events for key, system in SYSTEMS.items() if system.run_events}
