"""Bodies of requests that the document of the REST interface shows with this game, by the name of their address.

Asked for by `system`.
"""

from __future__ import annotations

from typing import Any

from games.example_ids import ANOTHER, ID

REPORT = {
    "type": "match_reported",
    "data": {"turns": 5, "result": "serpent", "strategy": {"serpent": 1, "alliance": 0}},
}
SQUAD = {
    "leader": "captain",
    "figures": [{"figure_id": "captain", "cost": 0, "size": 2, "traits": ["Leader"]}],
}
WARBAND = {"system": "last_battle", "name": "The Watch", "body": SQUAD}
OPENED = {
    "type": "table_opened",
    "data": {"battlefield": "sea", "sides": {"alliance": [ID], "serpent": [ANOTHER]}},
}
REQUESTS: dict[str, Any] = {
    "warbands": WARBAND,
    "warband-validate": WARBAND,
    "warband-revisions": {"body": SQUAD},
    "matches": {"system": "last_battle", "events": [OPENED]},
    "match-events": {**REPORT, "expected_version": 2},
    "tournament-results": {"results": [{"table": 1, "events": [REPORT]}]},
    "campaigns": {"name": "The last battle", "options": {"detail": "summary"}},
    "campaign-tables": {"battlefield": "sea", "sides": {"serpent": [ID], "alliance": [ANOTHER]}},
    "campaign-arcana": {"action": "send", "arcana": "M-fool", "table": "camp"},
    "campaign-fallen": {"fates": {"sea": [{"figure": "king", "fate": "saved", "owner": ID}]}},
    "campaign-events": {
        "type": "table_removed",
        "data": {"table": "heaven", "reason": "two players are ill"},
    },
    "rule-fixes": {"system": "last_battle"},
}
