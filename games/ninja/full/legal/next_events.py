"""What may come next at full detail: kinds of event, who may log them, and their few legal values.

Nothing is narrowed by the other side's secrets (NIN-HID-16), since the state is what its reader sees; their secrets
narrow their own list alone. Whole events are made by `moves.py`. Called by `next_events.py` of the game.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.codec import tag
from games.ninja.chapters.finish import due_reason, ends_now, may_search
from games.ninja.events import GameEnded
from games.ninja.facts import DECKS, LIMITS
from games.ninja.full import events as f
from games.ninja.full.legal.moves_guards import groups
from games.ninja.full.legal.next_owed import owed, shown_cards
from games.ninja.full.legal.next_setup import SETUP
from games.ninja.full.legal.offer import (
    Choices,
    by,
    by_each,
    by_guards,
    by_hand,
    by_intruders,
    everybody,
    guards_moved,
    typed_window,
)
from games.ninja.full.phases import ORDER, patrols_to_move, still_to_move
from games.ninja.full.piles import pile
from games.ninja.full.table import first_due, full_of
from games.ninja.full.window import finished, has_left
from games.ninja.state import INTRUDER_SIDE, NinjaState, result_of, rivals
from games.ruleset import NextEvent

WINDOW = (
    f.IntruderMoved,
    f.IntruderDetected,
    f.IntruderHidden,
    f.GuardNeutralised,
    f.IntruderCardPlayed,
    f.PassageEntered,
    f.PassageLeft,
    f.IntruderLeftMap,
)


def in_full(state: NinjaState) -> Iterator[NextEvent]:
    """The kinds of event that are open, each with the players who may log it."""
    full = full_of(state)
    if full.due:
        yield from owed(state, first_due(state))
    elif full.step in SETUP:
        yield from SETUP[full.step](state)
    elif full.step == "intruder_action":
        yield from _of_intruders(state)
    else:
        yield from _of_guards(state)
    if state.turn and not full.due:
        yield by(state, f.AlertRecorded, everybody(state), level=(state.alert,))


def _of_guards(state: NinjaState) -> Iterator[NextEvent]:
    full = full_of(state)
    if full.may_move or full.may_step or (full.step == "patrol" and patrols_to_move(state)):
        yield guards_moved(state)
    for hand in full.piles:
        if any(one.visible for one in full.shown.values()):
            yield by_hand(state, f.GuardAttacked, hand)
        if full.step in ("alert", "guard_action"):
            yield from _cards(state, hand)
        if full.step == "guard_action" and not (full.listened or full.played_alert or full.played_action):
            yield by_hand(state, f.FreeListenOrdered, hand)
    if full.may_share:
        hands, cards = tuple(full.piles), tuple(DECKS["guard"].cards)
        each = {f"shares.{hand}.*": cards for hand in hands}
        yield by_guards(state, f.DrawnCardsShared, **{"counts.*": hands, "shares.*": hands, **each})
    yield from _forming(state)
    if full.step != "patrol" or not patrols_to_move(state):
        following = ORDER[ORDER.index(full.step) + 1]
        split = (False, True) if state.mode == "four" and following == "guard_action" else (False,)
        yield by_guards(state, f.PhaseStarted, phase=(following,), split=split)


def _forming(state: NinjaState) -> Iterator[NextEvent]:
    """NIN-MOV-11: without a map the table tells who of a zone may form a patrol; nobody types a name of them."""
    if state.map is not None:
        if next(groups(state), None) is not None:
            yield by_guards(state, f.PatrolReformed)
    elif found := tuple(groups(state)):
        yield by_guards(state, f.PatrolReformed, guards=found)


def _cards(state: NinjaState, hand: str) -> Iterator[NextEvent]:
    """The cards that may be played from a hand, as far as its reader knows it."""
    cards, alert = pile(state, hand), full_of(state).step == "alert"
    number, known = (cards.drawn, cards.drawn_cards) if alert else (cards.hand, cards.hand_cards)
    kinds = tuple(
        card for card in DECKS["guard"].cards if card != "kenjutsu" and (known is None or known.get(card))
    )
    spent = not alert and full_of(state).played_action >= LIMITS.cards_in_action
    if number and kinds and not spent and not full_of(state).listened:
        yield by_hand(state, f.GuardCardPlayed, hand, card=kinds)


def _of_intruders(state: NinjaState) -> Iterator[NextEvent]:
    full, waiting = full_of(state), still_to_move(state)
    window = full.window
    busy = window is not None and not full.shown[window.intruder].moved
    names = (window.intruder,) if busy and window is not None else waiting
    gone = busy and has_left(state, names[0])
    for kind in WINDOW[:1] if gone else WINDOW if waiting and (busy or finished(state)) else ():
        yield from typed_window(state, kind, names) if state.map is None else by_each(state, kind, names)
    if window is not None and full.shown[window.intruder].moved:
        if not full.shown[window.intruder].searched:
            openly = {"zones": ()} if rivals(state) else {"secret_zones": ()}
            yield from by_each(state, f.ZonesSearched, (window.intruder,), **openly)
        if not finished(state):
            yield from by_each(state, f.IntruderPassed, (window.intruder,))
        yield from shown_cards(state)
    if ends_now(state):
        told: Choices = {"reason": (due_reason(state),), "result": (result_of(state),)}
        players = state.sides[INTRUDER_SIDE] if may_search(state) else everybody(state)
        yield NextEvent(type=tag(GameEnded), players=players, choices=told)
    elif not waiting and finished(state):
        yield by_intruders(state, f.TurnEnded, turn=(state.turn,))
