"""Hands: what may be chosen from the three decks, in every mode and variant. All violations of a choice at once.

The rulebook does not tell how many copies of a card there are: a choice is legal where some deck of the right size
could hold it (`feasible`), or, with known `copies`, where this deck does. Called by the setup of a match, by respawns
and by the check of a list that a player brings along.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from games.gaps import some
from games.ninja.cards import copies_of
from games.ninja.facts import DECKS, INTRUDERS, LIMITS, Deck, suggested
from games.ruleset import Cards, RuleViolation

Violations = Iterator[RuleViolation]
Kind = Literal["guard", "guard_a", "guard_b", "ninja", "traitor", "solo"]
Chosen = Mapping[str, int]
Copies = Mapping[str, int]

SOLO_HAND = 8
SOLO_RESPAWN = 6
HALF = 2
GUARDS_OF_FOUR = ("guard_a", "guard_b")


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A hand as its owner wrote it: `cards` maps card keys to numbers, in a `solo` hand with their deck
    (`ninja.kenjutsu`); `delta` is the option that gives both intruders more or fewer cards."""

    hand: Kind
    cards: dict[str, int]
    delta: int = 0


def deck_of(hand: str) -> Deck:
    """The deck from which a hand is chosen; a solo hand has two, see `parts`."""
    return "guard" if hand in ("guard", *GUARDS_OF_FOUR) else "traitor" if hand == "traitor" else "ninja"


def size_of(hand: Kind, delta: int = 0, respawn: bool = False) -> int:
    """NIN-SETUP-04, -05, NIN-MODE-4P-01, NIN-MODE-SOLO-02, NIN-MODE-BAL-01."""
    if hand in GUARDS_OF_FOUR:
        return DECKS["guard"].hand // HALF
    if hand == "guard":
        return DECKS["guard"].hand
    if hand == "solo":
        return SOLO_RESPAWN if respawn else SOLO_HAND + delta
    facts = INTRUDERS["traitor" if hand == "traitor" else "ninja"]
    return facts.respawn_hand if respawn else facts.hand + delta


def check_hand(hand: Kind, cards: Chosen, *, delta: int = 0, copies: Copies | None) -> Violations:
    """Every violation of a hand at the start: unknown cards, its size, and a choice that no deck can hold."""
    yield from check_names(hand, cards)
    yield from check_size(hand, cards, size_of(hand, delta))
    yield from check_feasible(hand, cards, copies=copies)


def check_names(hand: Kind, cards: Chosen) -> Violations:
    """NIN-LOG-06: cards of this deck."""
    legal = keys_of(hand)
    for key, number in sorted(cards.items()):
        if key not in legal or number < 0:
            yield RuleViolation("NIN-LOG-06", {"told": {some(key): number}, "legal": sorted(legal)})


def keys_of(hand: Kind) -> list[str]:
    """The cards that a hand may hold."""
    if hand == "solo":
        return [f"{deck}.{key}" for deck in INTRUDERS for key in DECKS[deck].cards]
    return list(DECKS[deck_of(hand)].cards)


def check_size(hand: Kind, cards: Chosen, due: int) -> Violations:
    """NIN-SETUP-04, NIN-SETUP-05, NIN-MODE-4P-01, NIN-MODE-SOLO-02."""
    told = sum(cards.values())
    if told == due:
        return
    if hand == "solo":
        rule = "NIN-MODE-SOLO-02"
    elif hand in GUARDS_OF_FOUR:
        rule = "NIN-MODE-4P-01"
    else:
        rule = "NIN-SETUP-05" if hand == "guard" else "NIN-SETUP-04"
    yield RuleViolation(rule, {"expected": due, "told": told})


def parts(hand: Kind, cards: Chosen) -> dict[Deck, dict[str, int]]:
    """The cards by the deck that they come from; unknown cards are left out."""
    found: dict[Deck, dict[str, int]] = (
        {"ninja": {}, "traitor": {}} if hand == "solo" else {deck_of(hand): {}}
    )
    for key, number in cards.items():
        for deck, part in found.items():
            bare = key.removeprefix(f"{deck}.") if hand == "solo" and key.startswith(f"{deck}.") else key
            if bare in DECKS[deck].cards and (hand != "solo" or bare != key):
                part[bare] = number
    return found


def check_feasible(
    hand: Kind, cards: Chosen, *, copies: Copies | None, table: Chosen | None = None
) -> Violations:
    """NIN-SETUP-06: each deck could hold its part of the hand, and the cards that lie on the table with it."""
    halved = hand in GUARDS_OF_FOUR
    for deck, part in parts(hand, cards).items():
        with_table = {key: part.get(key, 0) + (table or {}).get(key, 0) for key in {*part, *(table or {})}}
        if not feasible(deck, with_table, copies=copies, halved=halved):
            total = DECKS[deck].total // (HALF if halved else 1)
            yield RuleViolation("NIN-SETUP-06", {"told": counted(part), "deck": deck, "limit": total})


def counted(cards: Chosen) -> dict[str, int]:
    """The cards of which there are some, for a sentence."""
    return {card: number for card, number in sorted(cards.items()) if number}


def feasible(deck: Deck, cards: Chosen, *, copies: Copies | None = None, halved: bool = False) -> bool:
    """Whether a deck of the right size can hold these cards.

    With `copies` (of the whole deck) this deck must; otherwise the cards beyond what the rulebook proves must fit into
    the cards that it leaves open. `halved`: the half of a guard deck of four players.
    """
    share = HALF if halved else 1
    if copies is not None:
        return all(number <= copies.get(key, 0) // share for key, number in cards.items())
    facts = DECKS[deck]
    needed = (max(cards.get(key, 0), card.least // share) for key, card in facts.cards.items())
    paired = facts.even and not halved
    return sum(number + (number % 2 if paired else 0) for number in needed) <= facts.total // share


def check_split(first: Chosen, second: Chosen, copies: Copies | None = None) -> Violations:
    """NIN-MODE-4P-01: the hands of two guard players, each alone, then together: both halves are alike."""
    alone = [fault for hand in (first, second) for fault in check_hand("guard_a", hand, copies=copies)]
    yield from alone
    if alone:
        return
    most = {key: max(first.get(key, 0), second.get(key, 0)) for key in {*first, *second}}
    if not feasible("guard", most, copies=copies, halved=True):
        yield RuleViolation("NIN-SETUP-06", {"told": counted(most), "deck": "guard", "limit": 18})


def check_missions(letters: Mapping[str, str], *, disputed: bool = False) -> Violations:
    """NIN-SETUP-03, NIN-MODE-DL-01: known letters, different ones unless the lands are disputed."""
    for name, letter in sorted(letters.items()):
        if letter not in LIMITS.letters:
            yield RuleViolation("NIN-LOG-06", {"told": {name: some(letter)}, "legal": list(LIMITS.letters)})
    if not disputed and len(set(letters.values())) < len(letters):
        yield RuleViolation("NIN-SETUP-03", {"told": dict(sorted(letters.items()))})


def check_list(body: Body, cards: Cards) -> Violations:
    """A hand that a player brings along; NIN-MODE-BAL-01: how many cards more or fewer it may have."""
    yield from check_hand(body.hand, body.cards, delta=body.delta, copies=_copies(body.hand, cards))
    if not -4 <= body.delta <= 3:
        yield RuleViolation("NIN-MODE-BAL-01", {"told": body.delta, "low": -4, "high": 3})


def suggested_hand(hand: Kind) -> dict[str, int]:
    """The rulebook's hand; of two guard players each takes half of it, a mixed one is four cards of either deck."""
    if hand != "solo":
        share = HALF if hand in GUARDS_OF_FOUR else 1
        return {card: number // share for card, number in suggested(deck_of(hand)).items()}
    found: dict[str, int] = {}
    for deck in INTRUDERS:
        for card in list(suggested(deck))[: SOLO_HAND // len(INTRUDERS)]:
            found[f"{deck}.{card}"] = 1
    return found


def _copies(hand: Kind, cards: Cards) -> Copies | None:
    """The numbers of an imported edition; None while one is unknown, and for a hand of two decks."""
    return None if hand == "solo" else copies_of(cards, deck_of(hand))
