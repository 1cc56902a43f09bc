"""Deck files: all violations of the deck rules (SEN-ROSTER), and warnings where a fact is unknown.

A roster's body is `{"character": key, "cards": {id: copies}}` (or rows of [id, copies]); weapons, school, signature,
poison, prepared cards and the organisers' rules may stand beside. Facts of cards come from the imported edition.
Called by `rules.py` for every form and command line that checks a deck, and by commands that register one.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from games.ruleset import Cards, Roster, RosterReport, RuleViolation
from games.senjutsu.events import DeckRegistered
from games.senjutsu.facts import CARDS, CHARACTERS, LIMITS, SIGNATURES, Card
from games.senjutsu.permissions import Violations
from games.senjutsu.roster.deck import Deck, DeckRules, check_deck, counted, unchecked
from games.senjutsu.roster.weapons import Arms, check_weapons, unchecked_weapons
from games.senjutsu.state import shared

Copies = Annotated[int, msgspec.Meta(ge=1, le=99)]
Advantage = Annotated[int, msgspec.Meta(ge=0, le=99)]


class Body(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The body of a deck. A signature deck may leave its cards out. `weapon_slots` and `weapon_options`: imported.

    `wound_limit`, `hand_limit`, `advantage`: the numbers on the character card, where the owner told them.
    """

    character: str
    cards: dict[str, Copies] | tuple[tuple[str, Copies], ...] = ()
    signature: bool = False
    weapons: tuple[str, ...] = ()
    weapon_cards: tuple[str, ...] = ()
    weapon_slots: int = 1
    weapon_options: tuple[str, ...] | None = None
    wound_limit: Copies | None = None
    hand_limit: Copies | None = None
    advantage: Advantage | None = None
    schools: tuple[str, ...] = ()
    poison: tuple[str, ...] = ()
    prepared: tuple[str, ...] = ()
    format: Literal["casual", "competitive"] = "casual"
    deck_size: Copies = LIMITS.deck_size
    signature_requires_40: bool = False
    forbidden: dict[str, tuple[str, ...]] | None = None


def list_report(body: Body, cards: Cards) -> RosterReport:
    """Every violation of a deck; unknown facts are warnings. Raises `msgspec.ValidationError` for a broken import."""
    deck = deck_of(body, cards)
    armed = Arms(body.character, body.weapons, body.weapon_cards, body.weapon_slots, body.weapon_options)
    told = bool(body.weapons or body.weapon_cards)
    violations = (*_nobody(body), *(check_weapons(armed) if told else ()), *check_deck(deck, rules_of(body)))
    return RosterReport(violations, (*unchecked_weapons(armed), *unchecked(deck)) if body.character else ())


def rules_of(body: Body) -> DeckRules:
    """The organisers' rules, as a body tells them."""
    return DeckRules(body.format == "competitive", body.deck_size, body.signature_requires_40, body.forbidden)


def _nobody(body: Body) -> Violations:
    """SEN-ROSTER-01: a deck is one character's."""
    if not body.character:
        yield RuleViolation("SEN-ROSTER-01", {"characters": [*CHARACTERS]})


def deck_of(body: Body, cards: Cards) -> Deck:
    """The deck with every imported fact that it needs. Raises `msgspec.ValidationError` for a broken import."""
    copies = counted(body.cards)
    if body.signature and not copies and body.character in SIGNATURES:
        copies = dict(SIGNATURES[body.character].cards)
    facts = {key: fact_of(cards[key]) for key in (*copies, *body.poison) if key in cards}
    return Deck(**{**shared(body, Deck), "cards": copies, "facts": facts})


def fact_of(card: object) -> Card:
    """An imported card as far as a deck asks for it."""
    told = dict(card) if isinstance(card, dict) else msgspec.to_builtins(card)
    wanted = {name: told[name] for name in Card.__struct_fields__ if told.get(name) is not None}
    return msgspec.convert({**wanted, "rank_source": "imported"}, Card)


def deck_registered(player: str, roster: Roster, cards: Cards) -> DeckRegistered:
    """The event by which `player` brings this deck. Raises `msgspec.ValidationError` for a body of another form."""
    body = msgspec.convert(roster.body, Body)
    deck = deck_of(body, cards)
    return DeckRegistered(
        player=player,
        signature=body.signature,
        cards=deck.cards,
        schools=body.schools,
        poison_cards=body.poison,
        facts=deck.facts,
    )


def name_of(key: str, language: str = "en", facts: Cards | None = None) -> str:
    """A card's name in a language as far as it is known; the number otherwise."""
    told = (facts or {}).get(key, {})
    card = CARDS.get(key, Card())
    names = [told.get("name_ru") or card.name_ru] if language.startswith("ru") else []
    return next((name for name in (*names, told.get("name"), card.name) if name), key)
