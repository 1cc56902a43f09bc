"""Cards between hand, deck, discard pile and play: SFB-DECK-01 to -07, SFB-HID-01, -02.

`check_draw`/`drew`, `check_hand_card`/`from_hand`, `check_planned`/`planned` and `put_away` are the doors for every
chapter that touches cards. Cards that were not told are counted; what a told card contradicts is refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from games.ruleset import RuleViolation
from games.super_fantasy_brawl.full.common import put, table
from games.super_fantasy_brawl.full.state import NO_SEAT, Seat, changed, with_seat
from games.super_fantasy_brawl.permissions import Violations
from games.super_fantasy_brawl.state import SfbState, mode_of

Cards = tuple[str, ...]


def seat(state: SfbState, player: str) -> Seat:
    """A player's cores and cards."""
    return table(state).seats.get(player, NO_SEAT)


def without(cards: Iterable[Any], gone: Iterable[Any]) -> tuple[Any, ...]:
    """The cards without one copy of each of `gone`."""
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)


def available(state: SfbState, player: str, refreshing: bool = False) -> int:
    """How many cards can be drawn at all; in the refresh phase the hand has been discarded already."""
    own = seat(state, player)
    return own.deck + own.discard + (own.hand if refreshing else 0)


def needs_reshuffle(state: SfbState, player: str, count: int, refreshing: bool = False) -> bool:
    """SFB-DECK-04: the deck does not suffice, and there is something to shuffle."""
    own = seat(state, player)
    return own.deck < count and available(state, player, refreshing) > own.deck


def check_reshuffle_done(state: SfbState, player: str, count: int, refreshing: bool = False) -> Violations:
    """SFB-DECK-04: a draw that needs the reshuffle comes right after it, another one never."""
    if needs_reshuffle(state, player, count, refreshing) != (table(state).needs == player):
        yield RuleViolation(
            "SFB-DECK-04", {"player": player, "deck": seat(state, player).deck, "count": count}
        )


def check_draw(state: SfbState, player: str, count: int, cards: Cards | None) -> Violations:
    """SFB-DECK-07, SFB-LOG-08: as many cards as told, all of them from the deck, planned cards first."""
    if cards is None:
        return
    own = seat(state, player)
    if len(cards) != count:
        params = {"what": "what_cards", "expected": count, "told": len(cards)}
        yield RuleViolation("SFB-LOG-08", params)
        return
    shuffled = table(state).needs == player
    below = tuple(card for card in own.top[len(cards) :] if card is not None)
    elsewhere = (*own.held, *own.play, *below, *(() if shuffled else own.open))
    strange = foreign(own, cards, elsewhere)
    top = own.top[: len(cards)]
    wrong = [told for planned, told in zip(top, cards, strict=False) if planned not in (None, told)]
    early = [card for card in cards if shuffled and card in own.open]
    if strange:
        yield RuleViolation("SFB-DECK-07", {"player": player, "cards": strange})
    elif wrong:
        planned_ = [card for card in top if card is not None]
        yield RuleViolation("SFB-DECK-07", {"player": player, "cards": wrong, "planned": planned_})
    elif len(own.open) == own.discard and len(early) > max(0, count - own.deck):
        yield RuleViolation("SFB-DECK-07", {"player": player, "cards": early, "deck": own.deck})


def foreign(own: Seat, cards: Cards, elsewhere: Iterable[str]) -> list[str]:
    """The cards that cannot come from where they are said to come: not the player's, twice, or known elsewhere."""
    known = set(elsewhere)
    return [
        card
        for at, card in enumerate(cards)
        if card in known or card in cards[:at] or (own.cards is not None and card not in own.cards)
    ]


def drew(state: SfbState, player: str, count: int, cards: Cards | None) -> SfbState:
    """The hand after a draw; a reshuffle that was announced for it has happened."""
    full, own = table(state), seat(state, player)
    deck, rest = own.deck, own
    if full.needs == player:
        deck, rest = own.deck + own.discard, replace(own, discard=0, open=())
    top = rest.top[count:]
    known = cards if cards is not None else tuple(card for card in rest.top[:count] if card is not None)
    rest = replace(rest, deck=max(0, deck - count), hand=own.hand + count, held=(*own.held, *known), top=top)
    return put(state, changed(full, needs="", seats={**full.seats, player: rest}))


def check_hand_card(state: SfbState, player: str, card: str, rule: str = "SFB-ACT-02") -> Violations:
    """The card can be in the hand: it is one of the player's, and known neither in another place nor as missing."""
    own = seat(state, player)
    complete = len(own.held) >= own.hand
    elsewhere = card in own.open or card in own.play or card in own.top
    strange = own.cards is not None and card not in own.cards
    if own.hand < 1 or strange or (card not in own.held and (complete or elsewhere)):
        yield RuleViolation(rule, {"player": player, "card": card, "place": place_of(own, card)})


def place_of(own: Seat, card: str) -> str:
    """Where a card lies that is not in the hand, as a word of `rules.toml`. Said to its player, who may know it."""
    if own.cards is not None and card not in own.cards:
        return "no_card_of_deck"
    places = {"in_discard": own.open, "in_play": own.play, "on_deck": own.top}
    return next((name for name, cards in places.items() if card in cards), "in_deck")


def with_own(state: SfbState, player: str, own: Seat, **changes: Any) -> SfbState:
    """The match with a player's cores and cards, and other fields of the table, changed."""
    full = table(state)
    return put(state, changed(full, seats={**full.seats, player: own}, **changes))


def from_hand(own: Seat, card: str, to_play: bool = True) -> Seat:
    """The card leaves the hand: into play, or to the discard pile."""
    changes: dict[str, Any] = {"hand": max(0, own.hand - 1), "held": without(own.held, (card,))}
    if to_play:
        changes["play"] = (*own.play, card)
    else:
        changes |= {"discard": own.discard + 1, "open": (*own.open, card)}
    return replace(own, **changes)


def put_away(own: Seat) -> Seat:
    """SFB-ACT-10, SFB-REACT-10, SFB-DECK-06: the cards in play go to the discard pile."""
    if not own.play:
        return own
    return replace(own, play=(), discard=own.discard + len(own.play), open=(*own.open, *own.play))


def check_planned(state: SfbState, player: str, count: int, cards: Cards | None) -> Violations:
    """SFB-EFF-10, SFB-DECK-07: cards of the player's hand."""
    own = seat(state, player)
    if count > own.hand:
        yield RuleViolation("SFB-EFF-10", {"told": count, "limit": own.hand, "keyword": "plan"})
    elif cards is not None and len(cards) != count:
        yield RuleViolation("SFB-LOG-08", {"what": "what_cards", "expected": count, "told": len(cards)})
    elif cards is not None:
        complete = len(own.held) >= own.hand
        strange = foreign(own, cards, (*own.open, *own.play, *(card for card in own.top if card)))
        strange += [card for card in cards if complete and card not in own.held and card not in strange]
        if strange:
            yield RuleViolation("SFB-DECK-07", {"player": player, "cards": strange})


def planned(state: SfbState, player: str, count: int, cards: Cards | None) -> SfbState:
    """The cards lie on top of the deck. Which ones left a known hand may be untold: then no card of it is sure."""
    own = seat(state, player)
    top: tuple[str | None, ...] = cards if cards is not None else (None,) * count
    changes = {
        "hand": max(0, own.hand - count),
        "held": () if cards is None and count else without(own.held, cards or ()),
        "deck": own.deck + count,
        "top": (*top, *own.top),
    }
    return put(state, with_seat(table(state), player, **changes))


def check_conserved(state: SfbState, player: str) -> bool:
    """SFB-DECK-01: hand, deck, discard pile and play hold the whole personal deck."""
    own = seat(state, player)
    return own.hand + own.deck + own.discard + len(own.play) == mode_of(state).deck
