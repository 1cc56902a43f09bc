"""An invented training edition: a board, study cards, a deck and the cards of opponents, for tests and simulations.

Nothing here is printed anywhere: the real cards are pictures and have to be imported. Every kind of effect, of cost
and of instant occurs. The edition stands in `catalogue/training.toml`. Used by the tests of this package and by
`games.senjutsu.play.simulate`; what comes with opponents is dealt by `training_foes.py`.
"""

from __future__ import annotations

from typing import Any

import msgspec

from games.catalogue import load
from games.hexes import Hex, within
from games.senjutsu.events import DeckRegistered, MatchCreated, SideRegistered
from games.senjutsu.facts import CHARACTERS, FACTS, FOLDER, Card
from games.senjutsu.full.definitions import Definition

Printed = dict[str, dict[str, Any]]


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tables of the file. Cards are printed without what they have not: `usual` or `usual_solo` tells that."""

    radius: int
    starts: tuple[Hex, ...]
    letters: dict[str, Hex]
    study: dict[str, tuple[str, ...]]
    values: dict[str, tuple[int, int, int]]
    copies: dict[str, int]
    decks: dict[str, tuple[str, ...]]
    usual: dict[str, Any]
    usual_solo: dict[str, Any]
    core: Printed
    cards: Printed
    solo: Printed
    poisons: Printed


TOLD = load(FOLDER / "training.toml", Edition)
NONE = TOLD.usual
"""What a card of the edition has not, unless it says so."""
BOARD: tuple[Hex, ...] = tuple(sorted(within((0, 0), TOLD.radius)))
STARTS = TOLD.starts


def definitions(printed: Printed, usual: dict[str, Any]) -> dict[str, Definition]:
    """The cards of a table of the file, whole."""
    return {card: msgspec.convert({**usual, **_whole(one)}, Definition) for card, one in printed.items()}


def _whole(printed: dict[str, Any]) -> dict[str, Any]:
    """With the initiative of every part, which TOML cannot say to be none."""
    parts = [{"initiative": None, **part} for part in printed.get("parts", ())]
    return {**printed, "parts": parts} if parts else printed


CORE = definitions(TOLD.core, NONE)
DECK_CARDS = definitions(TOLD.cards, NONE)
DECK: dict[str, int] = {card: TOLD.copies[str(one.rank)] for card, one in DECK_CARDS.items()}
"""A legal deck of 40 cards."""
WEAPON_OF = {key: (one.weapons[0], FACTS.weapons[one.weapons[0]].card) for key, one in CHARACTERS.items()}
EDITION: dict[str, Definition] = {
    **DECK_CARDS,
    **{one.core: CORE["ability"] for one in CHARACTERS.values()},
    **{card: CORE["weapon"] for _, card in WEAPON_OF.values()},
}
"""Every card of the training edition by its id."""


def facts() -> dict[str, Card]:
    """What the deck list tells of its cards, as an import would."""
    return {
        card: Card(name=one.name, owner="common", rank=one.rank, types=one.types)
        for card, one in DECK_CARDS.items()
    }


def opening(mode: str, sides: dict[str, tuple[str, ...]], **told: Any) -> MatchCreated:
    """A match at full detail with the training edition."""
    base: dict[str, Any] = {
        "board": BOARD,
        "starts": STARTS,
        "cards": EDITION,
        "studies": dict.fromkeys(CHARACTERS, TOLD.study),
        "detail": "full",
    }
    return MatchCreated(mode=mode, sides=sides, **{**base, **told})  # type: ignore[arg-type]


def side(player: str, character: str, **told: Any) -> SideRegistered:
    """A player's character with its invented values."""
    advantage, hand, wounds = TOLD.values[character]
    weapon, card = WEAPON_OF[character]
    base: dict[str, Any] = {
        "weapons": (weapon,),
        "weapon_cards": (card,),
        "core_card": CHARACTERS[character].core,
    }
    values = {"advantage": advantage, "hand_limit": hand, "wound_limit": wounds}
    return SideRegistered(player=player, character=character, **{**base, **values, **told})


def deck(player: str, **told: Any) -> DeckRegistered:
    """A player's deck."""
    base: dict[str, Any] = {"cards": DECK, "schools": (), "poison_cards": ("C-002",), "facts": facts()}
    return DeckRegistered(player=player, **{**base, **told})
