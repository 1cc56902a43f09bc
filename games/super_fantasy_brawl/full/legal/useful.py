"""Whether an open effect would do anything, and whether one is owed, for the offers: what is refused is not offered.

Public facts alone. What is unknown may be done (SFB-LOG-05). Called by `next_action.py`.
"""

from __future__ import annotations

from games.super_fantasy_brawl.definitions import Effect
from games.super_fantasy_brawl.full.board.arena import apart, cell_of
from games.super_fantasy_brawl.full.bonuses import is_protected
from games.super_fantasy_brawl.full.common import action_of
from games.super_fantasy_brawl.full.mandatory import check_above, drives
from games.super_fantasy_brawl.full.printed import BASIC, champion_of_effect, source_of
from games.super_fantasy_brawl.state import SfbState
from games.super_fantasy_brawl.waived import is_waived

ON_CHAMPIONS = ("push", "pull", "fear", "compel", "damage", "heal", "stun", "immobilise", "place")
OWN_WAYS = ("dash", "fly", "leap")
MEASURED = ("approach", "retreat")


def is_owed(state: SfbState, *sources: str | None, above: int | None = None) -> bool:
    """SFB-CMB-03, -17, SFB-REACT-08, SFB-LOG-07: whether a compulsory effect of these sources comes first; with
    `above` whether one that stands above this place does (SFB-ACT-11)."""
    owed = (one for source in sources for one in check_above(state, source, above))
    return any(not is_waived(state, one) for one in owed)


def may_do(state: SfbState, source: str | None, effect: Effect, champion: str | None) -> bool:
    """Whether the effect can be logged for this champion (None: for nobody, as a draw is)."""
    keyword = effect.keyword
    if keyword not in (*ON_CHAMPIONS, *OWN_WAYS, *MEASURED):
        return champion is None
    if champion is None or cell_of(state, champion) is None:
        return False
    one, actor = state.figures[champion], champion_of_effect(state, source)
    if keyword in MEASURED:
        return actor in state.figures and not state.figures[actor].immobilised
    held = keyword in (*OWN_WAYS, "compel") and one.immobilised
    return not held and _is_felt(state, source, effect, champion)


def _is_felt(state: SfbState, source: str | None, effect: Effect, champion: str) -> bool:
    """Whether the effect changes anything for a champion in the arena."""
    actor = champion_of_effect(state, source)
    match effect.keyword:
        case "heal":
            return state.figures[champion].damage > 0
        case "damage":
            return _hits(state, source, actor, champion)
        case "compel":
            return is_protected(state, champion) is not True
        case "push" | "pull" | "fear":
            return drives(state, effect, actor, champion) is not False
    return True


def _hits(state: SfbState, source: str | None, actor: str, champion: str) -> bool:
    """SFB-ACT-07: a standard action hurts on an adjacent hex only."""
    action = action_of(state)
    here, there = cell_of(state, actor), cell_of(state, champion)
    if source_of(action, source) != BASIC or here is None or there is None:
        return True
    return apart(state, here, there) in (None, 1)
