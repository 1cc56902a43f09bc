"""What texts of cards may say outside Resolve: SEN-TURN-04, SEN-DISC-01, -03. Called by `next_events.py` and
`forced.py`."""

from __future__ import annotations

from collections.abc import Iterator

from games.ruleset import NextEvent
from games.senjutsu.full.effects import is_awaited, may_follow, texts_of
from games.senjutsu.full.legal.next_resolve import CAUSE, by_cards, own, played
from games.senjutsu.full.preconditions import END_EFFECTS, standing_actors, table
from games.senjutsu.state import SenjutsuState

FOLLOWED = "effect_resolved"


def outside(state: SenjutsuState) -> Iterator[NextEvent]:
    """That a text is followed, and what it does. What cards in play do is offered beside."""
    full = table(state)
    if full.step == "discard" and full.stage > END_EFFECTS:
        return
    found = dict[str, None]()
    for actor in standing_actors(state):
        for card in texts_of(state, actor):
            if may_follow(state, actor, card):
                yield own(state, FOLLOWED, actor, card=(card,))
                found[card] = None
    due, lying = awaited(state), played(state)
    apart = [card for card in found if card not in lying]
    yield from by_cards(state, tuple(card for card in apart if card in due))
    yield from by_cards(state, tuple(card for card in apart if card not in due))


def awaited(state: SenjutsuState) -> set[str]:
    """The cards with a text that says that its time is now."""
    return {
        card
        for actor in standing_actors(state)
        for card in texts_of(state, actor)
        if is_awaited(state, actor, card)
    }


def waits_for_nothing(state: SenjutsuState, offer: NextEvent) -> bool:
    """Whether an offer is only that of a text outside Resolve of which nobody knows that its time is now."""
    if state.full is None or state.full.step not in ("draw", "discard"):
        return False
    field = CAUSE.get(offer.type, "card" if offer.type == FOLLOWED else "")
    cards = set(offer.choices.get(field, ()))
    return bool(cards) and cards.isdisjoint({*played(state), *awaited(state)})
