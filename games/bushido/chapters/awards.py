"""Which awards an End phase gives, and in which order (BUS-SCORE-02, -05). Called at every level that plays turns."""

from __future__ import annotations

from games.bushido.scenarios import VIM_CONDITIONS, Award
from games.bushido.state import BusState, facts_of

GROUPS = (("more_friendly_objectives",), ("more_sp",), VIM_CONDITIONS)
"""Awards on alignment, on scenario points, on VIM, in this order; objectives go away in between."""


def awards_due(state: BusState) -> list[Award]:
    """BUS-SCORE-02: the awards of the End phase of the turn `state.turn`."""
    last = state.turn == state.last_turn
    return [one for one in facts_of(state).awards if one.due == state.turn or (one.due == "last" and last)]


def in_order(due: list[Award]) -> list[Award]:
    """BUS-SCORE-05: awards on alignment, on scenario points, on VIM."""
    return [award for group in GROUPS for award in due if award.condition in group]
