"""What follows by itself at full detail, and in a horde at any, once nothing else may come (see `games.consequences`).

Called by `rules.py`.
"""

from __future__ import annotations

from functools import partial

from games.ruleset import NO_CONSEQUENCES, Consequences, NextEvent
from games.senjutsu.full.legal.next_texts import waits_for_nothing
from games.senjutsu.state import SenjutsuState

TYPES = frozenset(
    (
        "instant_passed",
        "level_completed",
        "part_started",
        "phase_started",
        "turn_ended",
        "turn_started",
        "wave_cleared",
    )
)


def consequences(state: SenjutsuState) -> Consequences:
    """What nobody decides at full detail, and in a horde."""
    if state.full is None and state.mode != "horde":
        return NO_CONSEQUENCES
    return Consequences(types=TYPES, beside=partial(_beside, state))


def _beside(state: SenjutsuState, offer: NextEvent) -> bool:
    """The end by time or by report, and what only a card can tell without saying that it comes now."""
    early = offer.type == "match_finished" and ("reason" in offer.choices or len(offer.choices["winner"]) > 1)
    return early or waits_for_nothing(state, offer)
