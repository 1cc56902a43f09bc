"""Decks to start a test from, and how a deck is judged as a file."""

from __future__ import annotations

from typing import Any

from games.ruleset import Roster, RosterReport
from games.senjutsu.facts import CARDS
from games.senjutsu.system import RULES

STUDENT: dict[str, int] = {
    **dict.fromkeys(("A-048", "A-049", "A-050"), 3),
    **dict.fromkeys(("A-044", "A-045", "A-046", "A-047"), 2),
    **dict.fromkeys(("A-040", "A-042", "A-043"), 1),
    **dict.fromkeys(("A-121", "A-122", "A-123", "A-124"), 3),
    **dict.fromkeys(("A-099", "A-102", "A-103", "A-104"), 2),
}
"""A legal built deck of 40 cards: 9 + 8 + 3 + 12 + 8, of no forbidden school."""
GOLD = tuple(key for key, card in CARDS.items() if card.rank == "gold" and card.owner == "common")


def deck(cards: Any = None, **told: Any) -> dict[str, Any]:
    """The body of a student's deck."""
    base = {
        "character": "student",
        "weapons": ["katana"],
        "weapon_cards": ["A-070"],
        "cards": cards or STUDENT,
    }
    return {**base, **told}


def judged(body: dict[str, Any], cards: dict[str, dict[str, Any]] | None = None) -> RosterReport:
    """The report of a deck file."""
    return RULES.check_roster(Roster(system="senjutsu", kind="deck", name="Test", body=body), cards or {})


def broken(body: dict[str, Any], cards: dict[str, dict[str, Any]] | None = None) -> list[str]:
    """The rules that a deck breaks."""
    return [violation.rule for violation in judged(body, cards).violations]


def swapped(*removed: str, **added: int) -> dict[str, int]:
    """The built deck without one copy of each removed card, with the added ones (`A_048=1`)."""
    cards = dict(STUDENT)
    for key in removed:
        cards[key] -= 1
    for key, count in added.items():
        cards[key.replace("_", "-")] = cards.get(key.replace("_", "-"), 0) + count
    return {key: count for key, count in cards.items() if count}
