"""Bodies of requests that the document of the REST interface shows with this game, by the name of their address.

Asked for by `system`.
"""

from __future__ import annotations

from typing import Any

WAR = """[campaign]
key = "war"
system = "bushido"
options = { detail = "summary" }
cycles = { count = 6 }
challenge = { days = 3, stake = "place" }
[tally]
honour = { of = "roster" }
[place]
mill = { edges = ["ford"] }
ford = { edges = ["mill"] }
[rule]
won = { each = "side", if = { fact = "winner", is = "self" }, do = [{ add = { honour = 3 } }, { hold = "stake" }] }
[finish]
after = "cycles"
rank = ["honour", "places"]
"""
REQUESTS: dict[str, Any] = {
    "chronicles": {"name": "War for the river", "definition": WAR},
    "chronicle-amendments": {
        "definition": WAR.replace("honour = 3", "honour = 2"),
        "reason": "Three points for a victory ran away with it.",
    },
}
