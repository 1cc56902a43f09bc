"""Cards that cards move between zones, and searches: SEN-ZONE-01, -02, SEN-DRAW-06, SEN-EFF-09. Called through
`rules.py`."""

from __future__ import annotations

from typing import Any

from games.ruleset import Actor, RuleViolation
from games.senjutsu.full.cards import check_not_ended, core_cards, pile, possible, text_allows, without
from games.senjutsu.full.cursor import check_effect, effect_at, effect_done
from games.senjutsu.full.definitions import Search
from games.senjutsu.full.discard import holds
from games.senjutsu.full.events import STUN, CardsMoved
from games.senjutsu.full.hands import told_count
from games.senjutsu.full.preconditions import check_end_stage, in_step, opening, passing, put, resolves, table
from games.senjutsu.full.state import Pile, with_pile
from games.senjutsu.permissions import Violations
from games.senjutsu.state import SenjutsuState

ZONES = ("deck", "hand", "discard", "removed")


def _in_time(state: SenjutsuState, _event: CardsMoved) -> Violations:
    """SEN-LOG-02: the text of a card may say any time but Reveal."""
    return () if resolves(state) else in_step(state, "draw", "select", "resolve", "discard")


@opening(_in_time)
def check_cards_moved(state: SenjutsuState, event: CardsMoved, by: Actor) -> Violations:
    """By a card that may do so, deck cards only, as many as lie there."""
    return passing(
        event, _check_cause(state, event), _check_numbers(state, event), _check_names(state, event)
    )


def _check_cause(state: SenjutsuState, event: CardsMoved) -> Violations:
    """SEN-DRAW-06: a search is an effect of the part; other moves stand in a card's text."""
    if event.search and resolves(state):
        yield from check_effect(state, event.player, Search, event.effect)
        effect = effect_at(state, event.player, Search, event.effect)
        most = effect.count if isinstance(effect, Search) else event.count
        if event.source != "deck" or event.count > most:
            place = None if event.source == "deck" else f"zone_{event.source}"
            told = event.count if event.count > most else None
            params = {"actor": event.player, "told": told, "expected": most, "place": place}
            yield RuleViolation("SEN-DRAW-06", params)
        return
    yield from check_end_stage(state, event.player)
    yield from check_not_ended(state, event.by)
    if not text_allows(state, event.by):
        params = {
            "actor": event.player,
            "card": event.by,
            "effect": "effect_other",
            "verdict": "effect_elsewhere",
        }
        yield RuleViolation("SEN-ATK-13", params)


def _check_numbers(state: SenjutsuState, event: CardsMoved) -> Violations:
    """SEN-ZONE-01: a zone gives what it has; cards in play are moved by the turn alone."""
    own = pile(state, event.player)
    here = {"deck": own.deck, "hand": own.hand, "discard": own.discard, "removed": own.removed}
    have = here.get(event.source)
    bad = event.source == event.to or event.source not in ZONES or event.to not in ZONES
    if bad or (have is not None and event.count > have):
        params = {"actor": event.player, "told": event.count, "expected": have or 0}
        yield RuleViolation("SEN-ZONE-01", params)


def _check_names(state: SenjutsuState, event: CardsMoved) -> Violations:
    """SEN-EFF-09: no conditions, no core cards; SEN-ZONE-02: copies that can lie there."""
    if event.cards is None:
        return
    strange = [card for card in event.cards if card == STUN or card in core_cards(state, event.player)]
    strange += [card for card in event.cards if card.startswith("C-")]
    if strange:
        yield RuleViolation("SEN-EFF-09", {"actor": event.player, "cards": strange})
    elif len(event.cards) != event.count:
        yield told_count(event.count, len(event.cards))
    elif not _lie_there(state, event, event.cards):
        yield RuleViolation("SEN-ZONE-02", {"actor": event.player, "cards": list(event.cards)})


def _lie_there(state: SenjutsuState, event: CardsMoved, cards: tuple[str, ...]) -> bool:
    own = pile(state, event.player)
    if event.source == "hand":
        return holds(state, event.player, cards)
    if event.source == "discard":
        hidden = own.discard - len(own.open) - len(own.down)
        return len(without(cards, (*own.open, *own.down))) <= hidden
    if event.source == "removed":
        return len(without(cards, own.gone)) <= own.removed - len(own.gone)
    return possible(state, event.player, cards, len(cards))


def on_cards_moved(state: SenjutsuState, event: CardsMoved) -> SenjutsuState:
    full = table(state)
    if event.search and resolves(state):
        full = effect_done(state, event.player, Search, event.effect)
    own = pile(state, event.player)
    changes = _taken(own, event)
    return put(state, with_pile(full, event.player, **_laid(own, event, changes)))


def _taken(own: Pile, event: CardsMoved) -> dict[str, Any]:
    cards = event.cards or ()
    if event.source == "deck":
        return {"deck": None if own.deck is None else max(0, own.deck - event.count)}
    if event.source == "hand":
        return {"hand": max(0, own.hand - event.count), "held": without(own.held, cards)}
    if event.source == "discard":
        return _off_discard(own, event.count, cards)
    return {"removed": max(0, own.removed - event.count), "gone": without(own.gone, cards)}


def _off_discard(own: Pile, count: int, cards: tuple[str, ...]) -> dict[str, Any]:
    """Where more cards left unnamed than nobody knew, nobody knows which of the known ones still lie there."""
    left, rest = max(0, own.discard - count), without(cards, own.open)
    open_, down = without(own.open, cards), without(own.down, rest)
    known = len(open_) + len(down) <= left
    return {"discard": left, "open": open_ if known else (), "down": down if known else ()}


def _laid(own: Pile, event: CardsMoved, changes: dict[str, Any]) -> dict[str, Any]:
    cards = event.cards or ()
    if event.to == "deck":
        return {**changes, "deck": None if own.deck is None else own.deck + event.count}
    if event.to == "hand":
        return {**changes, "hand": own.hand + event.count, "held": (*own.held, *cards)}
    if event.to == "discard":
        return {**changes, "discard": own.discard + event.count, "down": (*own.down, *cards)}
    return {**changes, "removed": own.removed + event.count, "gone": (*own.gone, *cards)}
