"""The JSON Schemas of every system, by name. Called by the command `schemas` and by the API."""

from __future__ import annotations

from functools import cache
from typing import Any

from games.registry import MATCHES
from games.registry import SYSTEMS as GAMES
from games.ruleset import Ruleset
from games.schemas import schema_of
from tracker.rulesets import campaign, chronicle, season, tournament
from tracker.systems import CAMPAIGN, CHRONICLE, SEASON, TOURNAMENT

OWN: dict[str, Ruleset[Any, Any]] = {
    TOURNAMENT: tournament.RULES,
    CAMPAIGN: campaign.RULES,
    SEASON: season.RULES,
    CHRONICLE: chronicle.RULES,
}
SYSTEMS = (*MATCHES, *OWN)


@cache
def document(system: str) -> dict[str, Any]:
    """The JSON Schema of a system's events, log lines and rosters. Raises KeyError for an unknown system."""
    if system in OWN:
        return schema_of(system, OWN[system])
    return schema_of(system, MATCHES[system], GAMES[system].roster_body)
