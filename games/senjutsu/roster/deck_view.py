"""What a deck looks like: counts by rank, type, initiative and focus.

Unknown facts are counted as unknown, never guessed. Called by `builder`.
"""

from __future__ import annotations

from collections import Counter

import msgspec

from games.ruleset import Cards
from games.senjutsu.roster.deck import Deck

UNKNOWN = "unknown"
RANKS = ("wood", "steel", "gold", "jade", UNKNOWN)


class Chart(msgspec.Struct, frozen=True):
    """Copies by value. A card with several types counts for each; `initiative` is the curve, in ascending order."""

    size: int
    ranks: dict[str, int]
    types: dict[str, int]
    initiative: dict[int, int]
    unknown_initiative: int
    focus: dict[int, int]
    unknown_focus: int


def chart(deck: Deck, cards: Cards | None = None) -> Chart:
    """The figures of a deck; `cards` are the imported edition, which alone knows what a card costs in focus."""
    ranks, types = Counter(dict.fromkeys(RANKS, 0)), Counter[str]()
    curve, focus = Counter[int](), Counter[int]()
    for key, count in deck.cards.items():
        card = deck.card(key)
        ranks[card.rank or UNKNOWN] += count
        for type_ in card.types or (UNKNOWN,):
            types[type_] += count
        if card.initiative is not None:
            curve[card.initiative] += count
        cost = (cards or {}).get(key, {}).get("mandatory_focus")
        if cost is not None:
            focus[cost] += count
    size = sum(deck.cards.values())
    return Chart(
        size=size,
        ranks=dict(ranks),
        types=dict(types),
        initiative=dict(sorted(curve.items())),
        unknown_initiative=size - sum(curve.values()),
        focus=dict(sorted(focus.items())),
        unknown_focus=size - sum(focus.values()),
    )
