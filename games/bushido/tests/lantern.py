"""Two warbands of the invented edition that carry every trait of its cards between them, to play at full detail."""

from __future__ import annotations

from typing import Any

import msgspec

from games.bushido.events import WarbandRegistered
from games.bushido.opening import bring_list
from games.bushido.roster.ready import BODIES
from games.bushido.sample import CARDS, FACTION
from games.ruleset import Roster

EVERY_TRAIT: dict[str, dict[str, Any]] = {
    "watch": {
        "faction": FACTION,
        "models": [
            "hidemori",
            {"profile": "guards", "count": 3},
            "ferrymen",
            "physician",
            "kohana",
            "lion",
            "sanae",
            "bearer",
        ],
        "total": 84,
    },
    "wilds": {
        "faction": FACTION,
        "models": ["akabane", "moths", "wisps", "oyuki", "heron", "rokuro", "tessho", "ironsnout", "jirota"],
        "total": 92,
    },
}
"""Not for the rules of a list, which let the Oni of one wait for its release."""
LISTS: dict[str, dict[str, Any]] = {
    **{key: body for key, (_name, body) in BODIES.items()},
    **EVERY_TRAIT,
}


def brought(player: str, key: str) -> WarbandRegistered:
    """The event with which a player fields one of the lists."""
    roster = Roster(system="bushido", kind="warband", name="", body=LISTS[key])
    (event,) = bring_list(player, roster, CARDS)
    return msgspec.convert(msgspec.to_builtins(event), WarbandRegistered)
