"""The catalogue's facts and the rulebook's sentences fit one another."""

from __future__ import annotations

from games.rulebook import books
from games.senjutsu.facts import CARDS, CHARACTERS, FACTS, HORDE, OPPONENTS, SCHOOLS, SELECTION_OF, SIGNATURES


def test_the_printed_decks_name_known_cards_of_the_right_ranks() -> None:
    assert {key: sum(deck.cards.values()) for key, deck in SIGNATURES.items()} == dict.fromkeys(
        CHARACTERS, 30
    )
    for character, deck in SIGNATURES.items():
        assert set(deck.core) | set(deck.cards) <= set(CARDS)
        assert deck.core[0] == CHARACTERS[character].core
        assert {CARDS[card].rank for card in deck.core} == {"core"}
        assert sum(CARDS[card].rank == "jade" for card in deck.cards) == 1


def test_facts_fit_one_another() -> None:
    assert len(SELECTION_OF) == 46 and len(CARDS) == 86
    assert all(CARDS[card].owner == "common" for school in SCHOOLS.values() for card in school.cards)
    assert {len(cards) for cards in HORDE.waves} == {1, 2, 3, 4}
    for kind in OPPONENTS.types.values():
        assert set(kind.fixed) | set(kind.extra_from) <= set(OPPONENTS.selection)
        assert kind.partner is None or OPPONENTS.types[kind.partner].partner is not None
    assert set(FACTS.weapons) == {weapon for one in CHARACTERS.values() for weapon in one.weapons}


def test_the_words_of_the_sentences_are_the_names_of_the_facts() -> None:
    words = books()["senjutsu"].words
    names = {key: one.name for key, one in SCHOOLS.items()}
    names |= {key: one.name for key, one in CHARACTERS.items()}
    assert {key: words[key] for key in names} == names
    assert {key: words[key] for key in FACTS.kamae} == FACTS.kamae
    assert set(OPPONENTS.types) <= set(words)
