"""Characters, decks and opponents of matches without a table, out of the known cards. Called by `lists.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.senjutsu import events as e
from games.senjutsu.deck import schools_of
from games.senjutsu.facts import (
    CARDS,
    CHARACTERS,
    FACTS,
    LIMITS,
    OPPONENTS,
    SIGNATURES,
    STANDARD_SCHOOLS,
    Card,
)
from games.senjutsu.foe_decks import NIGHTMARE, REPLACEABLE, used_cards
from games.senjutsu.horde import types_of
from games.senjutsu.play.table import PlayTable
from games.senjutsu.registration import deck_of

if TYPE_CHECKING:  # only `simulate` draws the dice
    from random import Random

OTHERS = tuple(key for key, kind in OPPONENTS.types.items() if kind.character and key not in CHARACTERS)
PAIR = ("ashigaru", "hachiko")
FORBIDDEN = {card for cards in STANDARD_SCHOOLS.values() for card in cards}


def side(table: PlayTable, player: str, free: tuple[str, ...]) -> e.SideRegistered:
    """A character that is `free`, now and then one that the base box does not have."""
    taken = {fighter.character for fighter in table.state.fighters.values()}
    others = tuple(key for key in OTHERS if key not in taken)
    character = table.rng.choice(others if not free or table.chance(0.1) else free)
    known = CHARACTERS.get(character)
    weapons = known.weapons if known else (table.rng.choice(tuple(FACTS.weapons)),)
    return e.SideRegistered(
        player=player,
        character=character,
        core_card=known.core if known else None,
        weapons=weapons,
        weapon_cards=tuple(FACTS.weapons[weapon].card for weapon in weapons),
        advantage=table.rng.choice((None, table.rng.randint(1, 9))),
        hand_limit=None if table.chance(0.1) else table.rng.randint(5, 7),
        wound_limit=None if table.chance(0.1) else table.rng.randint(5, 10),
        cover=character in ("ninja", "assassin"),
    )


def deck(table: PlayTable, player: str) -> e.DeckRegistered:
    """The printed deck of the character, or one that is legal."""
    character = table.state.fighters[player].character or ""
    poison = ("C-002",) if table.chance(0.2) else ()
    printed = SIGNATURES.get(character)
    if printed is not None and table.chance(0.5):
        cards = dict(printed.cards)
        told = e.DeckRegistered(player=player, signature=True, cards=cards, schools=(), poison_cards=poison)
        schools = schools_of(deck_of(told, character))
        return e.DeckRegistered(
            player=player, signature=True, cards=cards, schools=schools, poison_cards=poison
        )
    cards, facts = built_deck(table.rng, character, table.state.options.deck_size)
    return e.DeckRegistered(player=player, cards=cards, schools=(), poison_cards=poison, facts=facts)


def built_deck(rng: Random, character: str, size: int) -> tuple[dict[str, int], dict[str, Card]]:
    """A legal deck of the known cards; what they cannot fill comes from an import of wood cards."""
    pool = [
        key
        for key, card in CARDS.items()
        if card.owner in ("common", character) and card.rank in FACTS.copies and key not in FORBIDDEN
    ]
    rng.shuffle(pool)
    cards: dict[str, int] = {}
    gold = 0
    for key in pool:
        rank = CARDS[key].rank
        if rank is None or (rank == "gold" and gold >= LIMITS.gold_cards) or sum(cards.values()) >= size:
            continue
        cards[key] = min(rng.randint(1, FACTS.copies[rank]), size - sum(cards.values()))
        gold += cards[key] if rank == "gold" else 0
    facts: dict[str, Card] = {}
    while sum(cards.values()) < size:
        key = f"A-{201 + len(facts)}"
        facts[key] = Card(owner=character, rank="wood")
        cards[key] = min(FACTS.copies["wood"], size - sum(cards.values()))
    return cards, facts


def foes_of(table: PlayTable) -> tuple[str, ...]:
    """The types that a solo game is played against: one to four, or a pair."""
    if not table.solo:
        kinds = [key for key, kind in OPPONENTS.types.items() if kind.partner is None]
        pair = table.chance(0.2)
        table.solo = PAIR if pair else tuple(table.rng.sample(kinds, table.rng.randint(1, 4)))
    return table.solo


def foe_deck(table: PlayTable) -> e.VoDeckRegistered | None:
    """The next deck of those that the opponents have, where staff log any."""
    if table.listed is None:
        table.listed = table.chance(0.5)
    if not table.listed:
        return None
    solo = table.state.mode == "solo"
    wanted = {type_: type_ for type_ in foes_of(table)} if solo else types_of(table.state)
    for name, type_ in wanted.items():
        if name not in table.state.foe_decks:
            weak = {*REPLACEABLE} & {*OPPONENTS.types[type_].fixed}
            return _built_foe_deck(table, name, type_, solo and bool(weak) and table.chance(0.2))
    return None


def _built_foe_deck(table: PlayTable, name: str, type_: str, nightmare: bool) -> e.VoDeckRegistered | None:
    """A deck by its recipe from the solo cards that are left; None when they do not suffice."""
    kind = OPPONENTS.types[type_]
    left = _left(table)
    wanted = [deck for deck, number in kind.fixed.items() for _ in range(number)]
    wanted += table.rng.choices(kind.extra_from, k=kind.extra) if kind.extra else []
    cards, swaps = [], []
    for deck in wanted:
        used = deck
        if not left[deck]:
            spare = [other for other in OPPONENTS.selection if other in {*kind.fixed, *kind.extra_from}]
            used = next((other for other in spare if left[other] and other != deck), deck)
            swaps.append(e.Substitution(deck, used))
        if not left[used]:
            return None
        cards.append(left[used].pop())
    own = kind.personal if kind.personal is not None else 2 * kind.character
    cards += [
        f"S-{number}"
        for number in range(
            500 + 10 * len(table.state.foe_decks), 500 + 10 * len(table.state.foe_decks) + own
        )
    ]
    if nightmare and not swaps:
        cards = _nightmare(table, cards, left[NIGHTMARE])
        cards += [f"K-{500 + len(table.state.foe_decks)}"] if kind.character and kind.personal is None else []
    return e.VoDeckRegistered(
        vo_deck=name,
        vo_type=type_,
        nightmare=nightmare and not swaps,
        cards=tuple(cards),
        substitutions=tuple(swaps),
    )


def _left(table: PlayTable) -> dict[str, list[str]]:
    """The unused solo cards of each selection deck, shuffled."""
    used = used_cards(table.state)
    left = {deck: [card for card in cards if card not in used] for deck, cards in OPPONENTS.selection.items()}
    for cards in left.values():
        table.rng.shuffle(cards)
    return left


def _nightmare(table: PlayTable, cards: list[str], nightmares: list[str]) -> list[str]:
    """One card of D3 or D4 makes place for one of D8."""
    weak = {card for deck in REPLACEABLE for card in OPPONENTS.selection[deck]}
    out = table.rng.choice([card for card in cards if card in weak])
    return [nightmares[0] if card == out else card for card in cards]
