"""Prepared cards and starting hands: SEN-SETUP-08 to -10. Called through `rules.py`."""

from __future__ import annotations

from collections import Counter
from typing import Any

from games.gaps import known
from games.ruleset import Actor, RuleViolation
from games.senjutsu.full.cards import definition, pile, possible
from games.senjutsu.full.events import PreparedTaken, StartingHandDrawn
from games.senjutsu.full.preconditions import at, put, table, with_body
from games.senjutsu.full.state import Pile, changed, flagged, with_pile
from games.senjutsu.permissions import Violations, same
from games.senjutsu.state import SenjutsuState


@at("prepared", "hands")
def check_prepared_taken(state: SenjutsuState, event: PreparedTaken, by: Actor) -> Violations:
    """SEN-SETUP-08, -09: once, before the player's starting hand, no more than the hand limit, with the symbol."""
    own = pile(state, event.player)
    if own.taken is not None or own.dealt:
        yield RuleViolation("SEN-SETUP-01", {"late": event.player})
    yield from _check_prepared(state, event)


def _check_prepared(state: SenjutsuState, event: PreparedTaken) -> Violations:
    limit = state.fighters[event.player].hand_limit
    cards = event.cards or ()
    strange = [card for card in cards if definition(state, card).prepared is False]
    own = pile(state, event.player)
    missing = not possible(state, event.player, set(cards), event.count if own.deck is None else own.deck)
    if strange or missing or (limit is not None and event.count > limit):
        yield RuleViolation(
            "SEN-SETUP-08", {"actor": event.player, "card": strange or list(cards) or event.count}
        )
    for card, copies in sorted(Counter(cards).items()):
        if copies > 1:
            yield RuleViolation("SEN-SETUP-09", {"actor": event.player, "card": card, "count": copies})
    if event.cards is not None and len(cards) != event.count:
        yield told_count(event.count, len(cards))


def told_count(expected: int, told: int) -> RuleViolation:
    """SEN-LOG-08: as many cards are named as were counted."""
    return RuleViolation("SEN-LOG-08", {"what": "what_cards", "expected": expected, "told": told})


def on_prepared_taken(state: SenjutsuState, event: PreparedTaken) -> SenjutsuState:
    own = in_hand_now(pile(state, event.player), event.count, event.cards)
    return put(state, with_pile(table(state), event.player, taken=event.count, **own))


def in_hand_now(own: Pile, count: int, cards: tuple[str, ...] | None) -> dict[str, Any]:
    """The cards of a player of which so many come from the deck into the hand."""
    deck = None if own.deck is None else max(0, own.deck - count)
    return {"deck": deck, "hand": own.hand + count, "held": (*own.held, *(cards or ()))}


@at("prepared", "hands")
def check_starting_hand_drawn(state: SenjutsuState, event: StartingHandDrawn, by: Actor) -> Violations:
    """SEN-SETUP-10: exactly up to the hand limit; SEN-ZONE-02: cards that can lie in the deck."""
    own, limit = pile(state, event.player), state.fighters[event.player].hand_limit or event.hand_limit
    yield from _check_limits(state, event, own.taken or 0)
    due = None if limit is None else max(0, limit - (own.taken or 0))
    hidden = event.count if own.deck is None else own.deck
    if own.dealt or (due is not None and event.count != due) or event.count > hidden:
        params = {"actor": event.player, "told": event.count, "expected": 0 if own.dealt else known(due)}
        yield RuleViolation("SEN-SETUP-10", params)
    elif event.cards is not None:
        if len(event.cards) != event.count:
            yield told_count(event.count, len(event.cards))
        if not possible(state, event.player, event.cards, hidden):
            yield RuleViolation("SEN-ZONE-02", {"actor": event.player, "cards": list(event.cards)})


def _check_limits(state: SenjutsuState, event: StartingHandDrawn, taken: int) -> Violations:
    """SEN-LOG-08: numbers of the character card as they were registered; SEN-SETUP-08: the prepared cards fit."""
    fighter = state.fighters[event.player]
    yield from same("hand_limit", fighter.hand_limit, event.hand_limit)
    yield from same("wound_limit", fighter.wound_limit, event.wound_limit)
    if fighter.hand_limit is None and event.hand_limit is not None and taken > event.hand_limit:
        yield RuleViolation("SEN-SETUP-08", {"actor": event.player, "card": taken})


def on_starting_hand_drawn(state: SenjutsuState, event: StartingHandDrawn) -> SenjutsuState:
    """SEN-END-01, -02: limits that nobody registered hold from here on."""
    own = in_hand_now(pile(state, event.player), event.count, event.cards)
    full = changed(with_pile(table(state), event.player, dealt=True, **own), step="hands")
    told = {"hand_limit": event.hand_limit, "wound_limit": event.wound_limit}
    state = with_body(
        state, event.player, **{name: limit for name, limit in told.items() if limit is not None}
    )
    if state.fighters[event.player].hand_limit is None:
        full = flagged(full, "SEN-SETUP-10")
    return put(state, full)
