"""What follows by itself at full detail, and in a horde at any, once nothing else may come (see `games.consequences`).

Called by `rules.py`.
"""

from __future__ import annotations

from games.ruleset import Consequences, NextEvent

ANY_TIME = ("side_conceded", "vo_state_changed")


def _beside(offer: NextEvent) -> bool:
    """Giving up, the end by time or by report, and what only a virtual opponent's card can tell."""
    early = offer.type == "match_finished" and ("reason" in offer.choices or len(offer.choices["winner"]) > 1)
    return early or offer.type in ANY_TIME


FOLLOWING = Consequences(
    types=frozenset(
        (
            "instant_passed",
            "level_completed",
            "part_started",
            "phase_started",
            "turn_ended",
            "turn_started",
            "wave_cleared",
        )
    ),
    beside=_beside,
)
