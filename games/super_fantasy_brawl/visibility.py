"""Who sees what (SFB-HID): the state and the events without the secrets of others.

Every page, API answer, export and live stream passes through here; `nexts.py` builds on it too. What the rules keep
until the end opens when the result is settled (see `games.ruleset.Play`).
"""

from __future__ import annotations

from msgspec.structs import replace

from games.ruleset import Event, Viewer
from games.secrets import concealed
from games.super_fantasy_brawl.events import PoolRegistered
from games.super_fantasy_brawl.full.sight import is_open, visible_table
from games.super_fantasy_brawl.state import SfbState


def visible_to(state: SfbState, viewer: Viewer, settled: bool = False) -> SfbState:
    """The state as `viewer` may know it."""
    if viewer.role == "staff" or settled:
        return state
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


def redact(state: SfbState, event: Event, viewer: Viewer, settled: bool = False) -> Event | None:
    """The event as `viewer` may see it now."""
    if viewer.role == "staff" or settled:
        return event
    if isinstance(event, PoolRegistered):
        return event if _pool_open(state, event.player, viewer) else concealed(event)
    return event if is_open(state, event, viewer) else concealed(event)
