"""The JSON Schemas of every system, by name. Called by the command `schemas` and by the API."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from games.registry import MATCHES
from games.schemas import schema_of
from tracker.rulesets import tournament
from tracker.systems import TOURNAMENT

SYSTEMS = (*MATCHES, TOURNAMENT)


@cache
def document(system: str) -> dict[str, Any]:
    """The JSON Schema of a system's events, log lines and rosters. Raises KeyError for an unknown system."""
    if system == TOURNAMENT:
        return schema_of(system, tournament.RULES)
    return schema_of(system, MATCHES[system], import_module(f"games.{system}.roster").Body)
