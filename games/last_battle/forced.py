"""What follows by itself at full detail once nothing else may come (see `games.consequences`). Called by `rules.py`.

What closes a moment at which a secret scheme could still be revealed never follows: shuffling the discards, the end
effects and the end of the game are left to the players (LB-SCH-04).
"""

from __future__ import annotations

from games.last_battle.full.anytime import ABILITIES
from games.last_battle.full.charges import owed_dive
from games.last_battle.full.state import Piece
from games.last_battle.state import LastBattleState
from games.ruleset import NO_CONSEQUENCES, Consequences, NextEvent


def _beside(offer: NextEvent) -> bool:
    """What a card may do by itself (LB-ACT-16) keeps nothing waiting; it is offered while nothing is due."""
    free = offer.type == "action_declared" and "free" in offer.choices and "source" not in offer.choices
    climbs = offer.type == "size_changed" and "delta" not in offer.choices
    return offer.type in ABILITIES or free or climbs


CHANGES = frozenset(("condition_changed", "figure_removed", "lives_changed", "size_changed", "turn_started"))
COUNTED = CHANGES - {"lives_changed", "size_changed"}
"""Where a figure's lives or size are unknown the players may tell what they are now."""


def consequences(state: LastBattleState) -> Consequences:
    """Those of the table as it stands; what is due is known to everybody."""
    full = state.full
    if full is None:
        return NO_CONSEQUENCES
    diving = owed_dive(full)
    dives = diving.exists and not full.due
    changes = [(due.figure, due.kind) for due in full.due] or [(diving.figure, "size_changed")] * dives
    counted = all(_is_counted(full.pieces.get(figure), kind) for figure, kind in changes)
    types = CHANGES if counted else COUNTED
    return Consequences(types=types) if full.due else Consequences(types=types, beside=_beside)


def _is_counted(piece: Piece | None, kind: str) -> bool:
    return piece is not None and (piece.size if kind == "size_changed" else piece.lives) is not None
