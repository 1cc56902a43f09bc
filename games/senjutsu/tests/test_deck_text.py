"""Decks as text, there and back; charts and differences."""

from __future__ import annotations

import msgspec
import pytest

from games.senjutsu.facts import SIGNATURES, Card
from games.senjutsu.roster.check import Body
from games.senjutsu.roster.deck import Deck
from games.senjutsu.roster.deck_text import from_text, to_text
from games.senjutsu.roster.deck_view import chart
from games.senjutsu.tests.decks import STUDENT, deck

CARDS = {"A-243": {"name": "Storm Cut", "name_ru": "Удар бури"}}


@pytest.mark.parametrize("language", ["en", "ru"])
def test_there_and_back(language: str) -> None:
    full = deck({**STUDENT, "A-243": 2}, format="competitive", schools=["jade_river"], poison=["C-002"])
    body = msgspec.convert({**full, "prepared": ["A-048"], "signature": True}, Body)
    read, problems = from_text(to_text(body, CARDS, language), CARDS)
    assert problems == [] and msgspec.convert(read, Body) == body


def test_what_people_type() -> None:
    text = "Персонаж: Ученица\nschool: Jade River\n# mine\n2x A-044\nInsightful Blow\n3 Рубящий водопад\n1 удар бури"
    assert from_text(text, CARDS) == (
        {"character": "student", "schools": ("jade_river",), "cards": {"A-044": 3, "A-048": 3, "A-243": 1}},
        [],
    )


def test_lines_that_cannot_be_read_are_told_with_their_number() -> None:
    body, problems = from_text("character: ronin\n2 Unknown Blow\ncolour: red\n0 A-044\n")
    assert body == {"character": "ronin", "cards": {}}
    assert [(problem.line, problem.text) for problem in problems] == [
        (2, "2 Unknown Blow"),
        (3, "colour: red"),
        (4, "0 A-044"),
    ]


def test_a_chart_counts_every_copy_and_guesses_nothing() -> None:
    facts = {
        "A-243": Card(rank="wood", owner="common", types=("attack", "defence"), initiative=7),
    }
    seen = chart(Deck("ronin", {**SIGNATURES["ronin"].cards, "A-243": 2}, facts=facts))
    assert (seen.size, seen.ranks["gold"], seen.ranks["jade"], seen.ranks["unknown"]) == (32, 5, 1, 0)
    assert seen.types == {"unknown": 30, "attack": 2, "defence": 2}
    assert (seen.initiative, seen.unknown_initiative) == ({7: 2}, 30)
    assert sum(seen.ranks.values()) == 32
