"""Who sees what (SFB-HID): the state and the events without the secrets of others.

Every page, API answer, export and live stream passes through here; `next_events.py` builds on it too. What the rules
keep until the end opens when the result is settled, for staff it always is (`games.base.Game`).
"""

from __future__ import annotations

from msgspec.structs import replace

from games.ruleset import Event, Viewer
from games.super_fantasy_brawl.events import PoolRegistered
from games.super_fantasy_brawl.full.sight import is_open, visible_table
from games.super_fantasy_brawl.state import SfbState


def hidden(state: SfbState, viewer: Viewer) -> SfbState:
    """The state as `viewer` may know it before the end."""
    registered = {
        player: champions
        for player, champions in state.draft.registered.items()
        if _pool_open(state, player, viewer)
    }
    table = visible_table(state, viewer) if state.full is not None else None
    return replace(state, draft=replace(state.draft, registered=registered), full=table)


def _pool_open(state: SfbState, player: str, viewer: Viewer) -> bool:
    """SFB-ROSTER-09: secret to the side until it is laid out."""
    laid_out = player in state.draft.pools or player in state.rosters
    return laid_out or _of_side(state, player, viewer)


def _of_side(state: SfbState, player: str, viewer: Viewer) -> bool:
    return any(player in side.players and viewer.player in side.players for side in state.sides.values())


def sees(state: SfbState, event: Event, viewer: Viewer) -> bool:
    """Whether `viewer` may know the secret of an event before the end."""
    if isinstance(event, PoolRegistered):
        return _pool_open(state, event.player, viewer)
    return is_open(state, event, viewer)
