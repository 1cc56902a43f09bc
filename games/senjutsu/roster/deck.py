"""Decks: every violation of SEN-ROSTER-03 to -20, and a warning for each rule that unknown facts leave unchecked.

Pure: a deck and the organisers' rules in, violations out. Called by `check.py` (forms, command lines) and by
`registration.py` (a deck that is registered for a match).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import msgspec

from games.ruleset import RuleViolation
from games.senjutsu.facts import CARDS, CHARACTERS, FACTS, LIMITS, SIGNATURES, STANDARD_SCHOOLS, Card

Violations = Iterator[RuleViolation]
ABILITY_CARD = re.compile(r"A-\d{3}")
COPY_RULES = {
    "wood": "SEN-ROSTER-05",
    "steel": "SEN-ROSTER-06",
    "gold": "SEN-ROSTER-07",
    "jade": "SEN-ROSTER-09",
}
DECK_LIMITS = {
    "gold": ("SEN-ROSTER-08", LIMITS.gold_cards),
    "jade": ("SEN-ROSTER-09", LIMITS.jade_cards),
}


class DeckRules(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the organisers set: mode of play, size of a built deck, and the forbidden schools of this event.

    `schools` maps a school to its cards; None stands for the printed ones.
    """

    competitive: bool = False
    deck_size: int = LIMITS.deck_size
    signature_requires_40: bool = False
    schools: dict[str, tuple[str, ...]] | None = None


class Deck(msgspec.Struct, frozen=True, omit_defaults=True):
    """A deck as its owner wrote it: copies by card. `facts` are imported cards that the base box does not know;
    `weapon_cards` are the weapon core cards beside it, () where they were not told.
    """

    character: str
    cards: dict[str, int]
    signature: bool = False
    schools: tuple[str, ...] = ()
    poison: tuple[str, ...] = ()
    prepared: tuple[str, ...] = ()
    weapon_cards: tuple[str, ...] = ()
    facts: dict[str, Card] = {}

    def card(self, key: str) -> Card:
        """What is known: a certain fact of the rulebook, else the import, else what the rulebook lets infer."""
        base, told = CARDS.get(key), self.facts.get(key)
        if base is not None and (told is None or base.rank_source == "certain"):
            return base
        return told or Card()


def check_deck(deck: Deck, rules: DeckRules) -> Violations:
    """Every violation, in the order of the rule IDs."""
    yield from _check_no_core_cards(deck)
    yield from _check_size(deck, rules)
    yield from _check_copies(deck)
    yield from _check_owners(deck)
    yield from _check_schools(deck, rules)
    yield from _check_signature(deck, rules)
    yield from _check_poison(deck)
    yield from _check_prepared(deck)


def _check_no_core_cards(deck: Deck) -> Violations:
    """SEN-ROSTER-03."""
    core = sorted(key for key in deck.cards if deck.card(key).rank == "core")
    if core:
        yield RuleViolation("SEN-ROSTER-03", {"cards": core})


def _check_size(deck: Deck, rules: DeckRules) -> Violations:
    """SEN-ROSTER-04; a signature deck is held against its list instead."""
    size = sum(deck.cards.values())
    if not deck.signature and size != rules.deck_size:
        yield RuleViolation("SEN-ROSTER-04", {"count": size, "limit": rules.deck_size})


def _check_copies(deck: Deck) -> Violations:
    """SEN-ROSTER-05 to -09, -17."""
    totals: dict[str, int] = {}
    for key, count in sorted(deck.cards.items()):
        rank = deck.card(key).rank
        if rank == "core":
            continue
        limit = FACTS.copies[rank] if rank else LIMITS.unknown_copies
        if count > limit:
            rule = COPY_RULES[rank] if rank else "SEN-ROSTER-17"
            yield RuleViolation(rule, {"card": key, "count": count, "limit": limit})
        if rank:
            totals[rank] = totals.get(rank, 0) + count
    for scarce, (rule, most) in DECK_LIMITS.items():
        many = [key for key in deck.cards if deck.card(key).rank == scarce]
        if totals.get(scarce, 0) > most and (scarce != "jade" or len(many) > 1):
            yield RuleViolation(rule, {"card": sorted(many), "count": totals[scarce], "limit": most})


def _check_owners(deck: Deck) -> Violations:
    """SEN-ROSTER-10 and -11."""
    for key in sorted(deck.cards):
        owner = deck.card(key).owner
        if not ABILITY_CARD.fullmatch(key):
            yield RuleViolation("SEN-ROSTER-11", {"card": key})
        elif owner not in (None, "common", "weapon", deck.character):
            yield RuleViolation("SEN-ROSTER-10", {"card": key, "owner": owner, "character": deck.character})


def schools_of(deck: Deck) -> tuple[str, ...]:
    """The declared schools; a signature deck declares its own."""
    return deck.schools or _printed_school(deck)


def _printed_school(deck: Deck) -> tuple[str, ...]:
    """The school of the printed deck, of a signature deck that has one."""
    printed = SIGNATURES.get(deck.character) if deck.signature else None
    return (printed.school,) if printed is not None and printed.school is not None else ()


def forbidden_schools(rules: DeckRules) -> Mapping[str, tuple[str, ...]]:
    """SEN-ROSTER-12: school -> its cards, as the organisers have them; none in casual play (SEN-ROSTER-15)."""
    if not rules.competitive:
        return {}
    return STANDARD_SCHOOLS if rules.schools is None else rules.schools


def _check_schools(deck: Deck, rules: DeckRules) -> Violations:
    """SEN-ROSTER-12 to -15: competitive play only; SEN-ROSTER-16: a signature deck is legal there as it is printed,
    whatever schools the organisers forbid."""
    declared, forbidden = schools_of(deck), forbidden_schools(rules)
    as_printed = deck.signature and declared == _printed_school(deck)
    if as_printed or not rules.competitive:
        return
    strange = [school for school in declared if school not in forbidden]
    if strange or len(set(declared)) > 1:
        yield RuleViolation("SEN-ROSTER-12", {"schools": list(declared), "legal": list(forbidden)})
    for school, members in forbidden.items():
        used = sorted(set(members) & set(deck.cards))
        if used and school not in declared:
            rule = "SEN-ROSTER-13" if declared else "SEN-ROSTER-14"
            yield RuleViolation(rule, {"cards": used, "school": school, "declared": list(declared)})


def _check_signature(deck: Deck, rules: DeckRules) -> Violations:
    """SEN-ROSTER-16: the printed list, card by card, where there is one and the organisers allow it."""
    if not deck.signature:
        return
    printed = SIGNATURES.get(deck.character)
    wanted = printed.cards if printed else {}
    wrong = sorted(key for key in {*wanted, *deck.cards} if wanted.get(key) != deck.cards.get(key))
    wrong += strange_weapons(deck.character, deck.weapon_cards)
    fault: tuple[str, object] | None = None
    if printed is None:
        fault = "signature_missing", list(SIGNATURES)
    elif wrong:
        fault = "signature_differs", wrong
    elif rules.signature_requires_40:
        fault = "signature_small", LIMITS.deck_size
    if fault is not None:
        params = {"character": deck.character, "fault": fault[0], "told": fault[1]}
        yield RuleViolation("SEN-ROSTER-16", params)


def strange_weapons(character: str, weapon_cards: tuple[str, ...]) -> list[str]:
    """SEN-ROSTER-16: in which weapon core cards a character's differ from those of its printed list, as far as they are
    told; a weapon is chosen for a deck that is built."""
    printed = SIGNATURES.get(character)
    if printed is None or not weapon_cards:
        return []
    return sorted({*weapon_cards} ^ {key for key in printed.core if CARDS[key].core_kind == "weapon"})


def _check_poison(deck: Deck) -> Violations:
    """SEN-ROSTER-20."""
    for key in sorted(set(deck.poison)):
        known = key in FACTS.poison or (key.startswith("C-") and key in deck.facts)
        if deck.poison.count(key) > 1 or not known:
            yield RuleViolation("SEN-ROSTER-20", {"card": key, "count": deck.poison.count(key)})


def _check_prepared(deck: Deck) -> Violations:
    """SEN-SETUP-08 and -09, as far as a list can show them."""
    for key in sorted(set(deck.prepared)):
        if key not in deck.cards or deck.card(key).prepared is False:
            yield RuleViolation("SEN-SETUP-08", {"card": key})
        if deck.prepared.count(key) > 1:
            yield RuleViolation("SEN-SETUP-09", {"card": key, "count": deck.prepared.count(key)})


def unchecked(deck: Deck) -> Violations:
    """What unknown facts left unchecked: ranks and owners of cards, symbols of prepared cards."""
    for key in sorted(deck.cards):
        card = deck.card(key)
        if card.rank is None:
            yield RuleViolation("SEN-ROSTER-17", {"card": key, "limit": LIMITS.unknown_copies})
        if card.owner is None:
            yield RuleViolation("SEN-ROSTER-10", {"card": key, "character": deck.character})
    for key in sorted(set(deck.prepared) & set(deck.cards)):
        if deck.card(key).prepared is None:
            yield RuleViolation("SEN-SETUP-08", {"card": key})
    if deck.character not in CHARACTERS:
        yield RuleViolation("SEN-ROSTER-01", {"unknown": deck.character})


def counted(rows: Mapping[str, int] | tuple[tuple[str, int], ...]) -> dict[str, int]:
    """Copies by card: the same number on several rows is summed (SEN-ROSTER-17)."""
    found: dict[str, int] = {}
    for key, count in rows.items() if isinstance(rows, Mapping) else rows:
        found[key] = found.get(key, 0) + count
    return found
