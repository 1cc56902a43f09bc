"""Cards as tiles to be tapped: those of a deck or of a hand, suit by suit. Called through the game's faces."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from games.faces import Tile, Tiles
from games.last_battle.facts import FACTS
from games.last_battle.full.cards import in_deck
from games.last_battle.full.state import FullState, Pile
from games.last_battle.state import LastBattleState
from games.rulebook import Text
from games.ruleset import NextEvent
from games.words import Words

SUITS = ("P", "C", "S", "W")
MAJORS = Text("Major arcana", "Старшие арканы")
Cards = Mapping[str, tuple[Sequence[str], Collection[str]]]
"""Field -> (the cards that are shown, those of them that can be tapped)."""
Of = Callable[[LastBattleState, FullState, NextEvent], Cards]


def every_card(state: LastBattleState, pile: Pile) -> list[str]:
    """The cards that a side can have, in the order of the tiles."""
    top = FACTS.deck.top_value[state.deck_profile]
    minor = pile.listed or tuple(f"{suit}-{value}" for suit in SUITS for value in range(1, top + 1))
    granted = [card for card in FACTS.deck.arcana if card in pile.granted]
    return [*minor, "M-death", "M-wheel", *granted]


def tiles(state: LastBattleState, told: NextEvent, words: Words) -> dict[str, Tiles]:
    """The fields of an event that are tapped on cards."""
    fields = FIELDS.get(told.type)
    if state.full is None or fields is None:
        return {}
    return {
        name: _tiles(shown, legal, words) for name, (shown, legal) in fields(state, state.full, told).items()
    }


def _tiles(cards: Sequence[str], legal: Collection[str], words: Words) -> Tiles:
    rows: dict[str, list[Tile]] = {}
    for card in cards:
        suit, _dash, rank = card.partition("-")
        named = words.named("rank", rank)
        plain = named is None or named.en == rank
        rows.setdefault(suit, []).append(
            Tile(card) if suit == "M" else Tile(card, rank, None if plain else named)
        )
    titled = ((words.named("suit", suit) or MAJORS, tuple(row)) for suit, row in rows.items())
    return Tiles(tuple(titled), frozenset(card for card in cards if card not in legal))


def _deck(state: LastBattleState, pile: Pile) -> tuple[list[str], set[str]]:
    """LB-DECK-02: every card, and those that can still lie in the deck."""
    every = every_card(state, pile)
    return every, {card for card in every if in_deck(state, pile, card)}


def _from_deck(field: str) -> Of:
    def of(state: LastBattleState, full: FullState, told: NextEvent) -> Cards:
        side = told.choices["side"][0]
        return {} if side is None else {field: _deck(state, full.piles[side])}

    return of


def _initiative(state: LastBattleState, full: FullState, told: NextEvent) -> Cards:
    sides = [side for side in full.piles if told.choices.get(f"{side}_card") != ()]
    return {f"{side}_card": _deck(state, full.piles[side]) for side in sides}


def _listed(state: LastBattleState, full: FullState, told: NextEvent) -> Cards:
    """LB-DECK-01: the cards besides Death and the Wheel that the organisers listed."""
    minor = [card for card in every_card(state, Pile()) if not card.startswith("M-")]
    listed = told.choices.get("cards", minor)
    return {"cards": (minor, listed)} if listed else {}


def _from_hand(field: str) -> Of:
    """LB-FATE-03: a card of the hand, or any where not all of them were told."""

    def of(state: LastBattleState, full: FullState, told: NextEvent) -> Cards:
        pile = full.piles[told.choices["side"][0]]
        every = every_card(state, pile)
        known = bool(pile.hand) and not pile.unknown
        hand = [card for card in every if card in pile.hand] if known else every
        return {field: (hand, hand)}

    return of


FIELDS: dict[str, Of] = {
    "check_flipped": _from_deck("cards"),
    "deck_prepared": _listed,
    "fate_cheated": _from_hand("card"),
    "hand_discarded": _from_hand("cards"),
    "hand_drawn": _from_deck("cards"),
    "hanged_man_used": _from_deck("drawn"),
    "initiative_flipped": _initiative,
    "prolong_flipped": _from_deck("card"),
}
