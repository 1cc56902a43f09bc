"""Which rules judge a stream: match systems from `games`, tournaments, campaigns, seasons from `tracker.rulesets`.

Called wherever a stream's kind and system must become rules: log, offline tools, pages.
"""

from __future__ import annotations

from typing import Any

from games.registry import EVENT_DAYS, LADDERS, MATCHES
from games.ruleset import Ruleset
from tracker.rulesets import campaign, season, tournament

MATCH, TOURNAMENT, CAMPAIGN, SEASON = "match", "tournament", "campaign", "season"


def find_rules(kind: str, system: str) -> Ruleset[Any, Any]:
    """The rules of a stream. Raises KeyError for a kind or system that is not known."""
    if kind == MATCH:
        return MATCHES[system]
    if kind == TOURNAMENT and system in MATCHES:
        return tournament.RULES
    if kind == CAMPAIGN and system in EVENT_DAYS:
        return campaign.RULES
    if kind == SEASON and system in LADDERS:
        return season.RULES
    raise KeyError(f"{kind} of {system}")
