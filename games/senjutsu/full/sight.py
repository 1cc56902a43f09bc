"""Who sees which card (SEN-HID-02 to -09): the table and the events without the secrets of others.

Hands, the selected card, prepared and searched cards, face-down discards and poison decks are their owner's; bleeding
discards and everything of the virtual opponents' decks are for staff. Called by `games.senjutsu.visibility`.
"""

from __future__ import annotations

import msgspec

from games.ruleset import Event, Viewer
from games.senjutsu.chapters.results import is_decided
from games.senjutsu.full.effect_events import CollisionHappened, VoDeckSeen
from games.senjutsu.full.events import (
    BleedDiscarded,
    CardDrawn,
    CardSelected,
    CardsMoved,
    HandTrimmed,
    PreparedTaken,
    StartingHandDrawn,
)
from games.senjutsu.full.reveal import from_hand
from games.senjutsu.full.state import FullState, Pile, Seat
from games.senjutsu.state import SenjutsuState, standing

OWNED = (
    CardDrawn,
    CardSelected,
    CardsMoved,
    CollisionHappened,
    HandTrimmed,
    PreparedTaken,
    StartingHandDrawn,
    VoDeckSeen,
)
"""Secrets of the player whose event it is."""


def choices_open(state: SenjutsuState, viewer: Viewer) -> bool:
    """SEN-HID-03: to everybody once `cards_revealed` is logged; to those at the table as soon as every choice is made.

    Then all are final, and one of the players must tell what the cards say. A match that a concession has decided
    comes to no reveal.
    """
    if state.full is None or state.full.step != "select":
        return True
    return viewer.player in state.fighters and all_chose(state)


def all_chose(state: SenjutsuState) -> bool:
    """Whether everybody has made the choice of this turn, so that the reveal comes next."""
    full = state.full
    if full is None or full.step != "select" or is_decided(state):
        return False
    return all(player in full.seats and full.seats[player].chosen for player in standing(state))


def less_own_choice(state: SenjutsuState, viewer: Viewer) -> SenjutsuState:
    """SEN-HID-03: whoever chose counts the hand without that card at once; for all others it stays until the reveal."""
    full = state.full
    seat = full.seats.get(viewer.player) if full is not None and viewer.player is not None else None
    if full is None or seat is None or viewer.player is None or seat.card is None or full.step != "select":
        return state
    return state if seat.commitment in full.unturned else from_hand(state, viewer.player, seat.card)


def visible_table(state: SenjutsuState, full: FullState, viewer: Viewer) -> FullState:
    """The table as `viewer` may know it while the match goes on."""
    piles = {actor: _visible_pile(actor, pile, viewer) for actor, pile in full.piles.items()}
    turned_up = choices_open(state, viewer)
    seats = {
        actor: seat if actor == viewer.player or (turned_up and _turned(full, seat)) else _face_down(seat)
        for actor, seat in full.seats.items()
    }
    return msgspec.structs.replace(full, piles=piles, seats=seats)


def _turned(full: FullState, seat: Seat) -> bool:
    """Whether the card is turned up with the others: its player did not concede before."""
    return seat.commitment not in full.unturned


def _visible_pile(actor: str, pile: Pile, viewer: Viewer) -> Pile:
    if actor == viewer.player:
        return msgspec.structs.replace(pile, bled=()) if pile.bled else pile
    if not (pile.held or pile.down or pile.bled or pile.gone):
        return pile
    return msgspec.structs.replace(pile, held=(), down=(), bled=(), gone=())


def _is_new(state: SenjutsuState, event: CardSelected) -> bool:
    """Whether it is a choice of this turn; those of earlier turns have been revealed."""
    seat = state.full.seats.get(event.player) if state.full is not None else None
    return seat is not None and seat.chosen and seat.commitment == event.commitment


def _face_down(seat: Seat) -> Seat:
    """SEN-HID-03: that a card was chosen, and nothing else."""
    return seat if seat.card is None else msgspec.structs.replace(seat, card=None)


def is_open(state: SenjutsuState, event: Event, viewer: Viewer) -> bool:
    """Whether `viewer` may see the secret fields of an event while the match goes on (SEN-HID-05: bleeding: staff)."""
    if isinstance(event, CardSelected) and viewer.player != event.player:
        left = state.full is not None and event.commitment in state.full.unturned
        return not left and (choices_open(state, viewer) or not _is_new(state, event))
    if isinstance(event, BleedDiscarded):
        return False
    if isinstance(event, CardsMoved) and event.source == "discard":
        return True
    if isinstance(event, OWNED):
        owner = getattr(event, "player", None) or getattr(event, "actor", None)
        return viewer.player is not None and viewer.player == owner
    return True
