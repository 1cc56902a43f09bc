"""The catalogue's facts and the rulebook's sentences fit one another."""

from __future__ import annotations

from games.last_battle.facts import BATTLEFIELDS, COMMON_SCHEMES, FACTS, SCHEMES, strategy_of
from games.last_battle.opening import TABLES
from games.last_battle.pages.faces import WORDS
from games.rulebook import books


def test_facts_fit_one_another() -> None:
    assert len(SCHEMES) == 15 and len(COMMON_SCHEMES) == 10
    for key, field in BATTLEFIELDS.items():
        assert SCHEMES[field.unique_scheme].battlefield == key
        assert strategy_of(key).both_sides == (strategy_of(key).one_side_rule is None)
    assert len({field.strategy for field in BATTLEFIELDS.values()}) == len(FACTS.strategies) == 5


def test_as_many_schemes_can_be_dealt_as_there_are() -> None:
    assert TABLES.choice("scheme_draw_count").high == len(COMMON_SCHEMES)


def test_every_rule_named_by_the_facts_is_in_the_rulebook() -> None:
    named = {scheme.rule for scheme in SCHEMES.values()} | {
        s.end_rule for s in SCHEMES.values() if s.end_rule
    }
    named |= {strategy.rule for strategy in FACTS.strategies.values()}
    assert named <= set(books()["last_battle"].rules)


def test_the_words_of_the_sentences_are_the_names_of_the_facts() -> None:
    words = books()["last_battle"].words
    names = {**{key: scheme.name for key, scheme in SCHEMES.items()}, **FACTS.sides}
    assert {key: words[key] for key in names} == names


def test_a_card_is_called_in_refusals_as_it_is_in_the_log() -> None:
    """In a refusal in the middle of a sentence, so without a capital."""
    words, logged = books()["last_battle"].words, WORDS.values["card"]
    for key, name in logged.items():
        for language in ("en", "ru"):
            assert words[key].to(language).casefold() == name.to(language).casefold(), key


def test_the_note_of_a_scheme_is_not_called_as_an_entry_of_the_log() -> None:
    """ "запись" alone is the log's: beside a scheme that is being chosen it is said whose note it is."""
    note = WORDS.lines["note"]
    assert note.ru.startswith("запись к схеме") and note.en.startswith("note")
