"""Who sees what (NIN-HID): the state and the events without the secrets of others."""

from __future__ import annotations

from msgspec.structs import replace

from games.ninja.full.sight import seen, visible_table
from games.ninja.state import NinjaState
from games.ruleset import Event, Viewer


def visible_to(state: NinjaState, viewer: Viewer, settled: bool = False) -> NinjaState:
    """The state as `viewer` may know it. Summary and turn reports hold no secrets."""
    if state.full is None or viewer.role == "staff" or settled:
        return state
    return replace(state, full=visible_table(state, viewer))


def redact(state: NinjaState, event: Event, viewer: Viewer, settled: bool = False) -> Event | None:
    """The event as `viewer` may see it now."""
    return event if viewer.role == "staff" or settled else seen(state, event, viewer)
