"""The rulebook's facts, read once from `catalogue/`: limits, intruders, decks, suggested hands, the practice map.

Read by every chapter of the rules.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from games.catalogue import load
from games.ninja.maps.graph import ZoneMap
from games.rulebook import Text

FOLDER = Path(__file__).parent / "catalogue"

Character = Literal["ninja", "traitor"]
Name = Literal["ninja", "traitor", "solo"]
"""An intruder; `solo` is the one of a mixed hand until everybody knows which it is (NIN-MODE-SOLO-02)."""
Deck = Literal["guard", "ninja", "traitor"]


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of every match. `steps_...` are zones, `sleepers_in_zone` marks S, `objects` castle zones."""

    turns: int
    last_respawn: int
    guards: int
    drunk: int
    posts: int
    sentries: int
    patrols: int
    solo_patrols: int
    sleepers: int
    sleepers_in_zone: int
    cards_in_action: int
    steps_by_card: int
    steps_of_intruder: int
    searches: int
    bonus_cards: int
    bonus_sleepers: int
    targets_in_castle: int
    objects: int
    traps: int
    ambushes: int
    letters: tuple[str, ...]


class IntruderFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An intruder: cards at the start and after a respawn, wounds that kill, what a Kenjutsu of its deck alarms."""

    name: Text
    hand: int
    respawn_hand: int
    wounds: int
    kenjutsu_alert: int


class CardFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card of a deck: at `least` so many copies, and so many in the suggested hand."""

    name: Text
    least: int
    suggested: int = 0


class DeckFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deck: cards in all, cards of the hand at the start; `even`: of every card an even number (four players)."""

    total: int
    hand: int
    cards: dict[str, CardFacts]
    even: bool = False


class Base(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file `base.toml`."""

    limits: Limits
    intruders: dict[Character, IntruderFacts]
    decks: dict[Deck, DeckFacts]


BASE = load(FOLDER / "base.toml", Base)
LIMITS = BASE.limits
MOST_DEATHS = 2
"""Of one intruder: it comes back once (NIN-RESP-02)."""
INTRUDERS = BASE.intruders
DECKS = BASE.decks
PRACTICE = load(FOLDER / "practice.toml", ZoneMap)


def suggested(deck: Deck) -> dict[str, int]:
    """The rulebook's own hand of a deck: card -> number."""
    return {key: card.suggested for key, card in DECKS[deck].cards.items() if card.suggested}
