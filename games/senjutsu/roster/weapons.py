"""A character and its weapons: SEN-ROSTER-01, -02, -19. Called by `check.py` and `registration.py`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.gaps import known, some
from games.ruleset import RuleViolation
from games.senjutsu.facts import CARDS, CHARACTERS, OPPONENTS

Violations = Iterator[RuleViolation]
COVERED = tuple(key for key, opponent in OPPONENTS.types.items() if opponent.cover)


def check_character(character: str, core_card: str | None, cover: bool) -> Violations:
    """SEN-ROSTER-01: the core ability card is the character's own. SEN-ROSTER-19: who may hide."""
    own = CHARACTERS.get(character)
    owner = next((key for key, one in CHARACTERS.items() if one.core == core_card), None)
    if core_card is not None and owner != character and (own is not None or owner is not None):
        yield RuleViolation(
            "SEN-ROSTER-01", {"card": core_card, "character": character, "legal": known(own and own.core)}
        )
    if cover and character not in COVERED:
        yield RuleViolation("SEN-ROSTER-19", {"character": character, "legal": list(COVERED)})


class Arms(NamedTuple):
    """The weapons of a character with their core cards, how many of these it has room for, and what it may choose
    from; None: unknown."""

    character: str
    weapons: tuple[str, ...]
    cards: tuple[str, ...]
    slots: int
    options: tuple[str, ...] | None

    def refused(self) -> RuleViolation:
        cards, weapons = some(list(self.cards)), some(list(self.weapons))
        told = {"character": self.character, "cards": cards, "weapons": weapons, "limit": self.slots}
        return RuleViolation("SEN-ROSTER-02", told)


def check_weapons(arms: Arms) -> Violations:
    """SEN-ROSTER-02: at least one weapon core card, no more than slots, each for a weapon of the character, and every
    weapon with its card."""
    cards = arms.cards
    wrong = not 1 <= len(cards) <= arms.slots or len(set(cards)) < len(cards)
    wrong = wrong or any(CARDS.get(card) and CARDS[card].core_kind != "weapon" for card in cards)
    wrong = wrong or (arms.options is not None and not set(arms.weapons) <= set(arms.options))
    bare = not all(any(_fits(card, (weapon,)) for card in cards) for weapon in arms.weapons)
    if wrong or bare or not all(_fits(card, arms.weapons) for card in cards):
        yield arms.refused()


def _fits(card: str, weapons: tuple[str, ...]) -> bool:
    """A weapon named among the card's keywords; unknown keywords fit."""
    keywords = CARDS[card].weapon_keywords if card in CARDS else None
    return keywords is None or bool(set(keywords) & set(weapons))


def unchecked_weapons(arms: Arms) -> Violations:
    """The options of a character are a picture: only the weapon of its printed deck is known."""
    printed = CHARACTERS[arms.character].weapons if arms.character in CHARACTERS else ()
    unknown = not arms.cards or any(card not in CARDS for card in arms.cards)
    if unknown or not (arms.options or set(arms.weapons) <= set(printed)):
        yield arms.refused()
