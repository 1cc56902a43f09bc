"""The examples, the vocabulary page, the facts and the rulebook's words fit one another."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.codec import codec_for, tag
from games.rulebook import all_rules, books
from games.ruleset import Event
from games.secrets import sealed
from games.super_fantasy_brawl import RULES
from games.super_fantasy_brawl.examples import EXAMPLES, vocabulary
from games.super_fantasy_brawl.facts import FACTS, MODES, TRAPS
from games.super_fantasy_brawl.full.table import EVENT_TYPES

PAGE = Path(__file__).parents[3] / "docs" / "events" / "super_fantasy_brawl.md"
WORDS = books()["super_fantasy_brawl"].words


def test_the_vocabulary_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == vocabulary(), (
        "write `vocabulary()` to docs/events/super_fantasy_brawl.md"
    )


@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: tag(type(event)))
def test_an_example_survives_the_codec(event: Event) -> None:
    codec = codec_for(RULES)
    kept = sealed(event, "salt")
    type_, public, secret = codec.to_row(kept)
    stored = codec.from_row(type_, 1, public.decode(), secret.decode() if secret else None)
    assert stored == kept


def test_the_words_of_the_sentences_are_the_names_of_the_facts() -> None:
    for kind, trap in TRAPS.items():
        assert WORDS[kind] == trap.name
    for key, mode in MODES.items():
        assert WORDS[key].en.casefold() == mode.name.en.casefold()
        assert WORDS[key].ru.casefold() == mode.name.ru.casefold()
    for core, name in FACTS.cores.items():
        assert name.en.startswith(WORDS[core].en) and name.ru.startswith(WORDS[core].ru)
    for keyword, one in FACTS.keywords.items():
        word = WORDS.get(f"keyword_{keyword}") or WORDS.get(keyword)
        assert keyword == "battered" or (word is not None and word == one.name), keyword


def test_every_event_has_a_word() -> None:
    assert {tag(kind) for kind in (*RULES.event_types, *EVENT_TYPES)} <= set(WORDS)


def test_the_russian_sentences_use_the_terms_of_the_rulebook() -> None:
    """The track has cells of its own name, and champions are shut out, not "banned"."""
    for rule in all_rules().values():
        if rule.id.startswith("SFB-"):
            told = " ".join(text.ru for text in (rule.title, rule.message, rule.reason) if text is not None)
            for wrong in (
                "клетка трека",
                "клетке трека",
                "клетки трека",
                "забан",
                "базовой стороне",
                "минует",
            ):
                assert wrong not in told.casefold(), (rule.id, told)
