"""Whatever is refused in changed logs reads as a sentence: without gaps, and without English words in Russian."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.last_battle import SYSTEM
from games.last_battle.events import FatesPublished
from games.last_battle.full import events as f
from games.last_battle.tests import tables
from games.last_battle.tests.full.board import exhausted
from games.last_battle.tests.full.plots import later, plotted, strategy
from games.rulebook import load_book, sentence
from games.testing import refuses
from games.tests.changed_logs import check_sentences

NAMES = re.compile(
    r"\b(?:alliance|serpent|heaven|sea|camp|dungeon|portal|pillar|marker|compromat)-[-\w#]+|\b(?:blow|barrage|brawl|shot|song|storm|word)\b"
)
"""Ids that no language translates, and what the cards of made-up figures call their actions."""
LATE = re.compile(r"^[^\[{]{60,}\[ ")
"""A rule without a name or a number in it, and only then the sentence that tells what was wrong."""


def test_every_refusal_reads_as_a_sentence() -> None:
    check_sentences(SYSTEM, NAMES)


@refuses("LB-FACT-03")
def test_what_is_wrong_in_the_facts_is_named_as_the_form_calls_it() -> None:
    case = later(plotted("dungeon"), 2)
    case = exhausted(case).when(f.EndEffectsApplied(turn=2))
    wrong = [{"figure": "a1", "quarter": 5, "centre_cm": 30.0}]
    found = case.when(strategy(2, figures=wrong)).then_refused("LB-FACT-03")
    english, russian = (sentence(found[0], language) for language in ("en", "ru"))
    assert "(Figures, 1, Quarter)" in english and "(Фигуры, 1, Четверть)" in russian


@refuses("LB-LINK-08", "LB-LINK-09")
def test_an_empty_list_of_fates_names_nobody() -> None:
    case = tables.ready("sea").when(FatesPublished(figures=()), tables.A)
    for violation in case.then_refused("LB-LINK-08", "LB-LINK-09"):
        assert "nothing" not in sentence(violation, "en") and "nothing" not in sentence(violation, "ru")


@refuses("LB-SETUP-13")
def test_notes_that_do_not_fit_are_told_what_the_scheme_asks_for() -> None:
    for scheme, note in tables.NOTES.items():
        unique = scheme == "elimination_of_leaders"
        case = tables.hired("serpent" if unique else "camp", a=scheme)
        wrong = case.when(
            tables.note("a", scheme, ("a-lead",) if note[0] else (), () if note[0] else ("a1",))
        )
        for found in wrong.then_refused("LB-SETUP-13"):
            told = sentence(found, "en"), sentence(found, "ru")
            assert "Wanted: " in told[0] and "note_of" not in told[0] + told[1]
    dear = tables.hired(a="vendetta").when(tables.note("a", "vendetta", ("a3",), ("s1",)))
    english, russian = (sentence(dear.violations[0], language) for language in ("en", "ru"))
    assert "(s1)" in english and "one enemy figure that costs as much or more" in english
    assert "(s1)" in russian and "одна вражеская не дешевле её" in russian


@pytest.mark.parametrize("language", ["en", "ru"])
def test_what_decides_stands_before_the_rule(language: str) -> None:
    """Who is refused reads first what was wrong, and the whole rule after it."""
    book = load_book(Path(__file__).parents[1] / "rules.toml")
    told = {id_: rule.message.to(language) for id_, rule in book.rules.items() if rule.message}
    assert not [id_ for id_, text in told.items() if LATE.match(text)]
