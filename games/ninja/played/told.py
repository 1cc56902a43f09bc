"""What only its players know of a simulated match: cards that they draw, share and choose. Called by `steps.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from games.ninja.facts import LIMITS
from games.ninja.full.character import kind_of_hand
from games.ninja.full.piles import pile
from games.ninja.full.table import first_due, full_of, map_of, room_for_sleepers
from games.ninja.played.seats import Match, some_cards
from games.ruleset import NextEvent

Told = dict[str, Any]
FRESH = {
    "ninja": {"rope": 2, "shuriken": 2, "kenjutsu": 2},
    "traitor": {"rope": 1, "potent_sake": 2, "kenjutsu": 2},
    "solo": {"ninja.rope": 2, "ninja.shuriken": 1, "traitor.kenjutsu": 2, "traitor.it_was_a_cat": 1},
}
"""The hand of an intruder who comes back."""


def _drawn(table: Match, one: NextEvent) -> Told:
    return {"cards": some_cards(table, one.choices["hand"][0], one.choices["count"][0])}


def _shared(table: Match, one: NextEvent) -> Told:
    """NIN-MODE-4P-04: the drawn cards of both, divided anew."""
    piles = full_of(table.state).piles
    cards = [card for own in piles.values() for card in Counter(own.drawn_cards or {}).elements()]
    parts: dict[str, list[str]] = {hand: [] for hand in piles}
    for card in cards:
        parts[table.rng.choice(list(parts))].append(card)
    counts = {hand: len(part) for hand, part in parts.items()}
    return {"counts": counts, "shares": {hand: dict(Counter(part)) for hand, part in parts.items()}}


def _wounds(table: Match, one: NextEvent) -> Told:
    """NIN-MODE-4P-06: to either player."""
    hands = list(full_of(table.state).piles)
    given = Counter(table.rng.choice(hands) for _ in range(first_due(table.state).number))
    return {"counts": {hand: given[hand] for hand in hands}}


def _respawn(table: Match, one: NextEvent) -> Told:
    return {"cards": FRESH[kind_of_hand(table.state, one.choices["intruder"][0])]}


def _bonus(table: Match, one: NextEvent) -> Told:
    full = full_of(table.state)
    beds = full.marks.sleepers if full.marks else {}
    free = [zone for zone in map_of(table.state).barracks for _ in range(2 - beds.get(zone, 0))]
    number = min(LIMITS.bonus_sleepers, room_for_sleepers(table.state))
    zones = dict(Counter(table.rng.sample(free, number)))
    counts: dict[str, int] = {}
    for hand, cards in full.piles.items():
        counts[hand] = min(table.rng.randint(0, 5 // len(full.piles)), cards.deck + cards.discard)
    shares = _cards_of_bonus(table, counts)
    told: Told = {"cards": shares["guard"]} if "guard" in shares else {"counts": counts, "shares": shares}
    return {"count": sum(counts.values()), "sleepers": number, "zones": zones, **told}


def _cards_of_bonus(table: Match, counts: dict[str, int]) -> dict[str, dict[str, int]]:
    """So many cards for every hand, none of them twice."""
    first, *rest = counts
    shares = {first: some_cards(table, first, counts[first])}
    for hand in rest:
        known = pile(table.state, hand).left is not None
        shares[hand] = (
            {} if pile(table.state, hand).shifted and not known else some_cards(table, hand, counts[hand])
        )
        counts[hand] = sum(shares[hand].values())
    return shares


def _cat(table: Match, one: NextEvent) -> Told:
    return {"use": {"bluff": True, "edge": None, "zone": None}}


TOLD: dict[str, Callable[[Match, NextEvent], Told]] = {
    "drawn_cards_shared": _shared,
    "guard_cards_drawn": _drawn,
    "intruder_card_played": _cat,
    "intruder_respawned": _respawn,
    "respawn_bonus_taken": _bonus,
    "wound_cards_returned": _wounds,
}
"""Of an intruder's cards here only the one that answers a guard's listening is asked for."""
