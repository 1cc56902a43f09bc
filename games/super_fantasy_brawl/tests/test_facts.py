"""The events, the facts and the rulebook's words fit one another."""

from __future__ import annotations

import pytest

from games.codec import tag
from games.registry import SYSTEMS
from games.rulebook import all_rules, books
from games.super_fantasy_brawl import RULES
from games.super_fantasy_brawl.facts import FACTS, MODES, TRAPS
from games.super_fantasy_brawl.full.chapters import EVENT_TYPES
from games.system import Preset

WORDS = books()["super_fantasy_brawl"].words


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


@pytest.mark.parametrize(
    "preset", SYSTEMS["super_fantasy_brawl"].presets.values(), ids=lambda one: one.name.en
)
def test_standings_of_every_preset_are_those_of_the_catalogue(preset: Preset) -> None:
    """A match point for a win, half for a draw, counted in halves; then VP difference, VP, knock-outs, the matches
    among those still level, and a shared rank."""
    options = preset.options
    assert options["tp"] == {"win": 2, "draw": 1, "loss": 0} and options["bye"] == {"tp": 2}
    assert options["tiebreaks"] == ["points", "vp_diff", "vp", "knockout_vp", "met_points"]
