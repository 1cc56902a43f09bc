"""Who sees which card and token (SFB-HID-01 to -09): the table and the events without the secrets of others.

Hands, mulligans and planned cards belong to the side; what is looked at to one player; trap tokens to staff alone,
until the one that a champion stands on is turned over. Called by `games.super_fantasy_brawl.visibility`.
"""

from __future__ import annotations

from msgspec.structs import replace

from games.ruleset import Event, Viewer
from games.super_fantasy_brawl.full.events import (
    CardsDrawn,
    CardsPlanned,
    InformationShown,
    MulliganResolved,
    OpeningHandDrawn,
    RefreshCompleted,
    TrapSupplyShuffled,
    TrapTokenPlaced,
)
from games.super_fantasy_brawl.full.state import FullState, Seat, Slot
from games.super_fantasy_brawl.state import SfbState, side_of

OF_SIDE = (CardsDrawn, CardsPlanned, MulliganResolved, OpeningHandDrawn, RefreshCompleted)
"""Secrets of the side of the player whose event it is."""


def visible_table(state: SfbState, viewer: Viewer) -> FullState:
    """The table as `viewer` may know it while the match goes on."""
    full = state.full
    assert full is not None
    own = side_of(state, viewer.player or "")
    seats = {
        player: seat if own and side_of(state, player) == own else face_down(seat)
        for player, seat in full.seats.items()
    }
    turned = turning(full)
    traps = tuple(slot if slot.slot in turned or slot.token is None else hidden(slot) for slot in full.traps)
    turned_over = hidden(full.turned) if full.turned is not None else None
    return replace(full, seats=seats, traps=traps, turned=turned_over, supply=None, salt="")


def face_down(seat: Seat) -> Seat:
    """SFB-HID-01, -02: the numbers, and no card of hand or deck."""
    if not seat.held and not any(seat.top):
        return replace(seat, top=()) if seat.top else seat
    return replace(seat, held=(), top=())


def hidden(slot: Slot) -> Slot:
    """SFB-HID-03."""
    return replace(slot, token=None)


def turning(full: FullState) -> tuple[str, ...]:
    """SFB-TRAP-03: the tokens that must be turned over next; their kind is public from now on."""
    if not full.due:
        return ()
    return tuple(str(due.told.get("slot")) for due in full.due if due.kind == "trap_triggered")


def is_open(state: SfbState, event: Event, viewer: Viewer) -> bool:
    """Whether `viewer` may see the secret fields of an event while the match goes on."""
    if isinstance(event, TrapSupplyShuffled):
        return False
    if isinstance(event, TrapTokenPlaced):
        full = state.full
        return full is not None and (event.slot in turning(full) or _was_turned(full, event.slot))
    if isinstance(event, InformationShown):
        return event.viewer is None or (viewer.player is not None and viewer.player == event.viewer)
    if isinstance(event, OF_SIDE):
        own = side_of(state, viewer.player or "")
        return own != "" and own == side_of(state, event.player)
    return True


def _was_turned(full: FullState, slot: str) -> bool:
    """SFB-TRAP-03: the kind of a token that was triggered is public."""
    return any(known.slot == slot for known in full.known)
