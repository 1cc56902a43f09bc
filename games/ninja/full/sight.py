"""Who sees what at full detail (NIN-HID): each side its own secrets, staff and a settled match everything."""

from __future__ import annotations

from msgspec.structs import replace

from games.ninja.full.events import OwnedSecret, SearchAnswered, ZonesSearched
from games.ninja.full.ownership import knows_search, own_names, owner_of_ways
from games.ninja.full.piles import owner_of_hand
from games.ninja.full.state import Due, FullState, GuardCards, Hidden, Incident, Own, Window
from games.ninja.state import GUARDS, INTRUDER_SIDE, NinjaState, rivals, side_of
from games.ruleset import Event, Viewer
from games.secrets import concealed


def visible_table(state: NinjaState, viewer: Viewer) -> FullState:
    """The table as a viewer may know it."""
    full = state.full
    assert full is not None
    side, names = side_of(state, viewer.player), own_names(state, viewer.player)
    owners = {owner_of_ways(state, name) for name in names}
    return replace(
        full,
        hidden={name: one if name in names else Hidden() for name, one in full.hidden.items()},
        own={owner: one if owner in owners else _known_of(one, side) for owner, one in full.own.items()},
        window=_window(state, full.window, viewer),
        due=tuple(_due(state, one, viewer) for one in full.due),
        sealed=tuple(one for one in full.sealed if one.side == side),
        marks=full.marks if side == GUARDS else None,
        seed=None,
        piles={
            hand: one if _holds(state, hand, viewer) else _closed(one) for hand, one in full.piles.items()
        },
    )


def _known_of(one: Own, side: str | None) -> Own:
    """A passage and ropes of others: what the guards have discovered, and to them what was searched."""
    return replace(one, entrances=None, ropes=(), found=one.found if side == GUARDS else {})


def _due(state: NinjaState, due: Due, viewer: Viewer) -> Due:
    """NIN-MODE-DL-03: that a rival's search, trap or ambush waits to be settled, and where for those who know."""
    searched = due.kind in ("search", "hazard")
    return due if not searched or knows_search(state, viewer.player, due.intruder) else replace(due, zones=())


def _holds(state: NinjaState, hand: str, viewer: Viewer) -> bool:
    """Whether a hand of the guards is the viewer's own; of two guard players each keeps theirs."""
    return viewer.player is not None and owner_of_hand(state, hand) == viewer.player


def _closed(cards: GuardCards) -> GuardCards:
    return replace(cards, hand_cards=None, drawn_cards=None, left=None)


def _window(state: NinjaState, window: Window | None, viewer: Viewer) -> Window | None:
    if window is None:
        return None
    if not knows_search(state, viewer.player, window.intruder):
        window = replace(window, letters=())
    if window.intruder in own_names(state, viewer.player):
        return window
    return replace(window, incidents=tuple(_bare_incident(one) for one in window.incidents))


def _bare_incident(one: Incident) -> Incident:
    return replace(one, secret=None, bluff=None)


def seen(state: NinjaState, event: Event, viewer: Viewer) -> Event:
    """The event with the secrets of the viewer's own side alone."""
    if isinstance(event, OwnedSecret):
        return event if _may_read(state, event, viewer) else concealed(event)
    return event


def _may_read(state: NinjaState, event: OwnedSecret, viewer: Viewer) -> bool:
    """Whether a secret is the viewer's own, or its side's; a rival's search is known to the guards as well."""
    name = intruder_of(event)
    if isinstance(event, ZonesSearched | SearchAnswered):
        return knows_search(state, viewer.player, str(name))
    side, hand = owner_of(event), getattr(event, "hand", None)
    if side == INTRUDER_SIDE and rivals(state):
        return name in own_names(state, viewer.player)
    own = side == side_of(state, viewer.player)
    return own and (hand not in state_piles(state) or _holds(state, str(hand), viewer))


def intruder_of(event: Event) -> str | None:
    """The intruder whose deed or hand an event is; None for what the intruders do together."""
    name: str | None = getattr(event, "intruder", None) or getattr(event, "hand", None)
    return name


def state_piles(state: NinjaState) -> dict[str, GuardCards]:
    return state.full.piles if state.full is not None else {}


def owner_of(event: OwnedSecret) -> str:
    """The side that may know the secret of an event."""
    hand = str(getattr(event, "hand", ""))
    return "guards" if hand.startswith("guard") else event.owner
