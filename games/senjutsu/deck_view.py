"""What a deck looks like: counts by rank, type, owner and initiative, and what changed between two revisions.

Unknown facts are counted as unknown, never guessed. Called by the deck page and the API.
"""

from __future__ import annotations

import msgspec

from games.senjutsu.deck import Deck
from games.senjutsu.facts import Card

UNKNOWN = "unknown"
RANKS = ("wood", "steel", "gold", "jade", UNKNOWN)


class Chart(msgspec.Struct, frozen=True):
    """Copies by value. A card with several types counts for each; `initiative` is the curve, in ascending order."""

    size: int
    ranks: dict[str, int]
    types: dict[str, int]
    owners: dict[str, int]
    initiative: dict[int, int]
    unknown_initiative: int


def chart(deck: Deck) -> Chart:
    """The figures of a deck."""
    ranks: dict[str, int] = dict.fromkeys(RANKS, 0)
    types: dict[str, int] = {}
    owners: dict[str, int] = {}
    curve: dict[int, int] = {}
    for key, count in deck.cards.items():
        card = deck.card(key)
        _add(ranks, card.rank or UNKNOWN, count)
        _add(owners, card.owner or UNKNOWN, count)
        for type_ in card.types or (UNKNOWN,):
            _add(types, type_, count)
        if card.initiative is not None:
            curve[card.initiative] = curve.get(card.initiative, 0) + count
    size = sum(deck.cards.values())
    return Chart(size, ranks, types, owners, dict(sorted(curve.items())), size - sum(curve.values()))


def _add(counts: dict[str, int], key: str, count: int) -> None:
    counts[key] = counts.get(key, 0) + count


def difference(old: dict[str, int], new: dict[str, int]) -> dict[str, tuple[int, int]]:
    """Card -> (copies before, copies after), for every card whose copies changed, by number."""
    keys = sorted({*old, *new})
    return {key: (old.get(key, 0), new.get(key, 0)) for key in keys if old.get(key, 0) != new.get(key, 0)}


def inferred(deck: Deck) -> dict[str, Card]:
    """The cards whose rank is inferred from their number and not printed or imported: a page says so."""
    cards = {key: deck.card(key) for key in deck.cards}
    return {key: card for key, card in cards.items() if card.rank and card.rank_source == "inferred"}
