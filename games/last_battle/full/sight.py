"""Who sees which cards (LB-HID-01, -02, -05, LB-HAND-05): a hand is open to its own side, its count to everybody.

Called by `games.last_battle.visibility`.
"""

from __future__ import annotations

import msgspec

from games.last_battle.full.state import FullState, Pile
from games.ruleset import Viewer


def visible_table(full: FullState, viewer: Viewer) -> FullState:
    """The table without the hand cards of a side that is not the viewer's."""
    piles = {side: pile if side == viewer.side else face_down(pile) for side, pile in full.piles.items()}
    return msgspec.structs.replace(full, piles=piles)


def face_down(pile: Pile) -> Pile:
    """The pile with its hand as a number."""
    return msgspec.structs.replace(pile, hand=(), unknown=pile.hand_count)
