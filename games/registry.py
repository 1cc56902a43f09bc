"""Every game system, one line each. Called by the codec, the offline tools and the pages."""

from __future__ import annotations

from typing import Any

from games import last_battle
from games.frame import Match
from games.ruleset import Ruleset

MATCHES: dict[str, Ruleset[Any, Any]] = {
    "last_battle": Match(last_battle.RULES, last_battle.RULES.state_type),
}
