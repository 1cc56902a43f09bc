"""A choice of champions in which a player finds none any more, and how staff help (SFB-ROSTER-04, gap G26).

Called by `next_events.py` and by the pages.
"""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from games.super_fantasy_brawl.chapters.draft import (
    NORMAL,
    TOURNAMENT,
    left_of,
    mirrored,
    next_ban,
    next_pick,
    registered_pool,
)
from games.super_fantasy_brawl.chapters.selection import BEFORE, check_side
from games.super_fantasy_brawl.state import SfbState, mode_of, players_of
from games.super_fantasy_brawl.waived import is_waived

MIRRORS = "SFB-ROSTER-04"
"""The rule that a ruling lifts where nothing but a champion of the other side is left."""


def may_field(state: SfbState, player: str, slug: str) -> bool:
    """SFB-ROSTER-04, SFB-MODE-03: whether the other side, or the teammate, leaves a champion to the player."""
    return all(is_waived(state, fault) for fault in check_side(state, player, slug))


def team_of(state: SfbState, player: str) -> tuple[str, ...]:
    """SFB-ROSTER-10: the registered champions that a player may still field by agreement."""
    registered = state.draft.registered.get(player, ())
    return tuple(slug for slug in registered if may_field(state, player, slug))


def to_pick(state: SfbState, player: str) -> tuple[str, ...]:
    """What a player may pick now."""
    left = left_of(state, player)
    if state.draft.method != TOURNAMENT:
        return left
    return tuple(slug for slug in left if may_field(state, player, slug))


def may_lay_out(state: SfbState, player: str) -> bool:
    """SFB-ROSTER-04: whether the pool that a player registered, if any, may lie against those of the other side."""
    return all(is_waived(state, fault) for fault in mirrored(state, player, registered_pool(state, player)))


def stuck(state: SfbState) -> Literal["pool", "mirror"] | None:
    """What staff have to do before a player can go on: lay out more champions, or lift SFB-ROSTER-04 for the next
    entry; None: nobody waits for them. As far as the reader of the state knows what is registered."""
    if state.phase not in BEFORE:
        return None
    if state.draft.method == "agreement":
        return "mirror" if any(_short(state, player) for player in players_of(state)) else None
    if state.phase != "select" or state.draft.method is None:
        return None
    missing = [player for player in players_of(state) if player not in state.draft.pools]
    if state.draft.method == TOURNAMENT and missing:
        return "mirror" if not all(may_lay_out(state, player) for player in missing) else None
    player = next_pick(state) if next_ban(state) is None or state.draft.method == NORMAL else None
    if not state.draft.pools or player is None or to_pick(state, player):
        return None
    return "pool" if state.draft.method == NORMAL else "mirror"


def _short(state: SfbState, player: str) -> bool:
    """Whether a player's registered champions make no team before SFB-ROSTER-04 is lifted."""
    if player in state.rosters or not state.draft.registered.get(player):
        return False
    ruled, size = replace(state, lifted=(*state.lifted, MIRRORS)), mode_of(state).team
    return len(team_of(state, player)) < size <= len(team_of(ruled, player))
