"""Bodies of requests that the document of the REST interface shows with this game, by the name of their address.

Asked for by `system`.
"""

from __future__ import annotations

from typing import Any

TEAM = {
    "system": "super_fantasy_brawl",
    "name": "Mine",
    "body": {"champions": ["anvil", "bramble", "cinder"]},
}
REQUESTS: dict[str, Any] = {
    "teams": TEAM,
    "team-validate": TEAM,
    "team-revisions": {"body": {"champions": ["anvil", "bramble", "daze"]}},
}
