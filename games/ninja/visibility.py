"""Who sees what (NIN-HID): the state and the events without the secrets of others."""

from __future__ import annotations

from games.ninja.state import NinjaState
from games.ruleset import Event, Viewer


def visible_to(state: NinjaState, viewer: Viewer, settled: bool = False) -> NinjaState:
    """The state as `viewer` may know it. Summary and turn reports hold no secrets."""
    return state


def redact(state: NinjaState, event: Event, viewer: Viewer, settled: bool = False) -> Event | None:
    """The event as `viewer` may see it now."""
    return event
