"""When Instant feats and event cards may be used (BUS-GEN-09, BUS-KI-16)."""

from __future__ import annotations

from games.bushido.full.common import table
from games.bushido.full.steps import now
from games.bushido.state import BusState

OPEN_STEPS = ("tactics", "first", "start", "main", "end_rest", "end_damage", "score", "close")
"""The steps of a turn in which an Instant feat may be used; in END 1 and END 2 while a test waits for its dice."""
IN_FIGHT, IN_SHOT = ("allocate", "damage"), ("aim", "damage", "test")
"""BUS-KI-16: the moments of an exchange and of a ranged attack."""


def instant(state: BusState) -> bool:
    """Whether an Instant feat may be used: inside an exchange or a ranged attack only at its windows."""
    full, step = table(state), now(state)
    if full.exchange is not None:
        return step in IN_FIGHT
    if full.shot is not None:
        return step in IN_SHOT
    return full.step in OPEN_STEPS


def stands_by(state: BusState, model: str) -> bool:
    """BUS-MEL-23: whether a blow has fallen in an exchange of two others; before its damage only they use feats."""
    fight = table(state).exchange
    return fight is not None and now(state) == "damage" and model not in (fight.active, fight.other)
