"""A choice of champions in which a player finds none any more, and how staff help (SFB-ROSTER-04, -10, gap G26).

Called by `next_events.py` and by the pages.
"""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from games.super_fantasy_brawl.chapters.draft import (
    NORMAL,
    TOURNAMENT,
    laid_by_mates,
    left_of,
    mirrored,
    next_ban,
    next_pick,
    registered_pool,
)
from games.super_fantasy_brawl.chapters.selection import BEFORE, check_side, registered_of
from games.super_fantasy_brawl.state import SfbState, mode_of, players_of
from games.super_fantasy_brawl.waived import is_waived

MIRRORS = "SFB-ROSTER-04"
"""The rule that a ruling lifts where nothing but a champion of the other side is left."""
Need = Literal["pool", "mirror", "repeat"]
"""Staff lay out more champions, lift SFB-ROSTER-04 for the next entry, or SFB-ROSTER-10, since a teammate has what was
registered (SFB-MODE-03, -06)."""


def may_field(state: SfbState, player: str, slug: str) -> bool:
    """SFB-ROSTER-04, SFB-MODE-03: whether the other side, or the teammate, leaves a champion to the player."""
    return all(is_waived(state, fault) for fault in check_side(state, player, slug))


def team_of(state: SfbState, player: str) -> tuple[str, ...]:
    """SFB-ROSTER-10: the registered champions that a player may still field by agreement."""
    return tuple(slug for slug in registered_of(state, player) if may_field(state, player, slug))


def to_pick(state: SfbState, player: str) -> tuple[str, ...]:
    """What a player may pick now."""
    left = left_of(state, player)
    if state.draft.method != TOURNAMENT:
        return left
    return tuple(slug for slug in left if may_field(state, player, slug))


def may_lay_out(state: SfbState, player: str) -> bool:
    """SFB-ROSTER-04, SFB-MODE-06: whether the pool that a player registered, if any, may lie beside the others."""
    faults = mirrored(state, player, registered_pool(state, player))
    return not _repeats(state, player) and all(is_waived(state, fault) for fault in faults)


def _repeats(state: SfbState, player: str) -> bool:
    """SFB-MODE-06: whether a champion that a player registered lies in the pool of the teammate."""
    return not set(registered_pool(state, player)).isdisjoint(laid_by_mates(state, player))


def stuck(state: SfbState) -> Need | None:
    """What staff have to do before a player can go on; None: nobody waits for them. As far as the reader of the state
    knows what is registered."""
    if state.phase not in BEFORE:
        return None
    if state.draft.method == "agreement":
        return next(filter(None, [_short(state, player) for player in players_of(state)]), None)
    if state.phase != "select" or state.draft.method is None:
        return None
    missing = [player for player in players_of(state) if player not in state.draft.pools]
    if state.draft.method == TOURNAMENT and any(_repeats(state, player) for player in missing):
        return "repeat"
    if state.draft.method == TOURNAMENT and missing:
        return "mirror" if not all(may_lay_out(state, player) for player in missing) else None
    player = next_pick(state) if next_ban(state) is None or state.draft.method == NORMAL else None
    if not state.draft.pools or player is None or to_pick(state, player):
        return None
    return "pool" if state.draft.method == NORMAL else "mirror"


def _short(state: SfbState, player: str) -> Need | None:
    """What a player's registered champions need to make a team; None: nothing."""
    size = mode_of(state).team
    if player in state.rosters or not registered_of(state, player) or len(team_of(state, player)) >= size:
        return None
    ruled = replace(state, lifted=(*state.lifted, MIRRORS))
    return "mirror" if len(team_of(ruled, player)) >= size else "repeat"
