"""Who sees what at full detail (NIN-HID): each side its own secrets, staff and a settled match everything."""

from __future__ import annotations

from msgspec.structs import replace

from games.ninja.full.events import OwnedSecret
from games.ninja.full.state import FullState, Hidden, Incident, Window
from games.ninja.state import NinjaState, side_of
from games.ruleset import Event, Viewer
from games.secrets import concealed


def visible_table(state: NinjaState, viewer: Viewer) -> FullState:
    """The table as a viewer may know it."""
    full = state.full
    assert full is not None
    side = side_of(state, viewer.player)
    if side != "intruders":
        hidden = {name: Hidden() for name in full.hidden}
        full = replace(full, hidden=hidden, ropes=(), entrances=None, window=_bare(full.window))
    if side != "guards":
        cards = replace(full.cards, hand_cards=None, drawn_cards=None)
        full = replace(full, marks=None, cards=cards)
    return full


def _bare(window: Window | None) -> Window | None:
    if window is None:
        return None
    return replace(window, incidents=tuple(_bare_incident(one) for one in window.incidents))


def _bare_incident(one: Incident) -> Incident:
    return replace(one, secret=None)


def seen(state: NinjaState, event: Event, viewer: Viewer) -> Event:
    """The event with the secrets of the viewer's own side alone."""
    if isinstance(event, OwnedSecret):
        own = _owner(event) == side_of(state, viewer.player)
        return event if own else concealed(event)
    return event


def _owner(event: OwnedSecret) -> str:
    return "guards" if getattr(event, "hand", None) == "guard" else event.owner
