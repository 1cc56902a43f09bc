"""Who tells what at a simulated table, and what a player may hold. Called by the other parts of a simulated match."""

from __future__ import annotations

from collections import Counter

from games.ninja.full import events as f
from games.ninja.full.piles import owner_of_hand
from games.ninja.full.sight import intruder_of
from games.ninja.full.table import full_of
from games.ninja.state import NinjaState, player_of
from games.ruleset import Event
from games.simulated import Table

Match = Table[NinjaState]
PRINTED = {
    "patrol_listen": 6,
    "sentry_listen": 8,
    "patrol_search": 6,
    "sentry_search": 4,
    "awaken": 4,
    "kenjutsu": 6,
    "secret_passage": 2,
}
"""A guard deck as it may be printed: the rulebook tells how many cards there are, not how many of each."""


def guards(table: Match, event: Event) -> None:
    table.log(event, table.of_side("guards"))


def intruders(table: Match, event: Event) -> None:
    """By a player of the intruders, of rivals by the one whose intruder it is."""
    owner = player_of(table.state, str(intruder_of(event)))
    table.log(event, table.of_side("intruders") if owner is None else table.player(owner))


def of_hand(table: Match, hand: str, event: Event) -> None:
    """By the guard player whose hand it is."""
    table.log(event, table.player(str(owner_of_hand(table.state, hand))))


def card_use(edge: tuple[str, str] | None = None, zone: str | None = None) -> f.CardSecret:
    return f.CardSecret(bluff=edge is None and zone is None, edge=edge, zone=zone)


def left_in_deck(state: NinjaState, hand: str) -> list[str]:
    """Cards in a guard player's deck and discard: as the log tells them, or those of which the players have printed
    copies at hand; once cards have gone from one player to the other, any that are left of both."""
    piles = full_of(state).piles
    if (known := piles[hand].left) is not None:
        return sorted(Counter(known).elements())
    mine = [one for key, one in piles.items() if key == hand or piles[hand].shifted]
    left = Counter({key: number * len(mine) // len(piles) for key, number in PRINTED.items()})
    for cards in mine:
        left -= Counter(cards.hand_cards or {}) + Counter(cards.drawn_cards or {})
        left -= Counter(secret_passage=cards.table)
    hands = [key for key, one in piles.items() if one in mine]
    shown = full_of(state).shown.values()
    left -= Counter(kenjutsu=sum(one.wounded_by.get(key, 0) for one in shown for key in hands))
    return sorted(left.elements())


def some_cards(table: Match, hand: str, count: int) -> dict[str, int]:
    keys = table.rng.sample(left_in_deck(table.state, hand), count)
    return {key: keys.count(key) for key in keys}
