"""A character and its weapons: SEN-ROSTER-01, -02, -19. Called by `roster.py` and `registration.py`."""

from __future__ import annotations

from collections.abc import Iterator

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


def check_weapons(
    character: str,
    weapons: tuple[str, ...],
    weapon_cards: tuple[str, ...],
    slots: int,
    options: tuple[str, ...] | None,
) -> Violations:
    """SEN-ROSTER-02: at least one weapon core card, no more than slots, each for a weapon of the character."""
    params = _params(character, weapons, weapon_cards, slots)
    wrong = not 1 <= len(weapon_cards) <= slots or len(set(weapon_cards)) < len(weapon_cards)
    wrong = wrong or any(CARDS.get(card) and CARDS[card].core_kind != "weapon" for card in weapon_cards)
    wrong = wrong or (options is not None and not set(weapons) <= set(options))
    if wrong or not all(_fits(card, weapons) for card in weapon_cards):
        yield RuleViolation("SEN-ROSTER-02", params)


def _params(
    character: str, weapons: tuple[str, ...], weapon_cards: tuple[str, ...], slots: int
) -> dict[str, object]:
    return {
        "character": character,
        "cards": some(list(weapon_cards)),
        "weapons": some(list(weapons)),
        "limit": slots,
    }


def _fits(card: str, weapons: tuple[str, ...]) -> bool:
    """A weapon named among the card's keywords; unknown keywords fit."""
    keywords = CARDS[card].weapon_keywords if card in CARDS else None
    return keywords is None or bool(set(keywords) & set(weapons))


def unchecked_weapons(
    character: str,
    weapons: tuple[str, ...],
    weapon_cards: tuple[str, ...],
    slots: int,
    options: tuple[str, ...] | None,
) -> Violations:
    """The options of a character are a picture: only the weapon of its printed deck is known."""
    printed = CHARACTERS[character].weapons if character in CHARACTERS else ()
    named = [card for card in weapon_cards if card in CARDS]
    if not weapon_cards or len(named) < len(weapon_cards) or not (options or set(weapons) <= set(printed)):
        yield RuleViolation("SEN-ROSTER-02", _params(character, weapons, weapon_cards, slots))
