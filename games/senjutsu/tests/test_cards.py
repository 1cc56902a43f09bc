"""Imported cards: what comes in, and every problem by row and column."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

from games.senjutsu.cards import parse_cards
from games.senjutsu.pages.card_taps import WRITTEN
from games.senjutsu.tests.decks import broken, deck, swapped
from games.tests.made_up import anything

CSV = """id;name;owner;rank;types;initiative;prepared;counterattack
A-201;Storm Cut;student;gold;attack|defence;7;yes;3|5
A-202;;;;none;;нет;
"""


def test_a_table_of_cards() -> None:
    cards, problems = parse_cards(CSV, "csv")
    assert problems == []
    assert cards["A-201"] == {
        "id": "A-201",
        "name": "Storm Cut",
        "owner": "student",
        "rank": "gold",
        "types": ("attack", "defence"),
        "initiative": 7,
        "prepared": True,
        "counterattack": (3, 5),
    }
    assert cards["A-202"] == {"id": "A-202", "types": (), "prepared": False}


def test_imported_cards_judge_a_deck() -> None:
    cards, _ = parse_cards(CSV, "csv")
    assert broken(deck(swapped("A-048", A_201=1)), cards) == []
    assert broken(deck(swapped("A-048", "A-048", A_201=2)), cards) == ["SEN-ROSTER-07"]
    assert broken(deck(swapped("A-048", A_202=1), prepared=["A-202"]), cards) == ["SEN-SETUP-08"]


@pytest.mark.parametrize("text", ['{"A-201": {"name": "Cut"}}', '[{"id": "A-201", "name": "Cut"}]'])
def test_json_in_both_forms(text: str) -> None:
    assert parse_cards(text, "json") == ({"A-201": {"id": "A-201", "name": "Cut"}}, [])


@pytest.mark.parametrize(
    ("text", "format_", "places"),
    [
        ("name\nCut\n", "csv", [(1, "id")]),
        ("id,id\nA-201,A-201\n", "csv", [(1, "id")]),
        ("id,rank,colour\nA-201,silver,red\n,gold,\n", "csv", [(2, "colour"), (2, "rank"), (3, "id")]),
        ("id,initiative\nA-201,fast\nA-201,100\n", "csv", [(2, "initiative"), (3, "initiative")]),
        ("id\nA-201\nA-201\n", "csv", [(3, "id")]),
        ("id\nA-201,x\n", "csv", [(2, "")]),
        ("{", "json", [(1, "")]),
        ("3", "json", [(1, "")]),
        ("[3]", "json", [(1, "")]),
    ],
)
def test_problems_are_named_by_row_and_column(text: str, format_: str, places: list[tuple[int, str]]) -> None:
    cards, problems = parse_cards(text, format_)
    assert [(problem.row, problem.column) for problem in problems] == places
    assert set(cards) <= {"A-201"}


@pytest.mark.soak
@anything(st.text(), st.sampled_from(["csv", "json"]))
def test_no_text_breaks_the_reader(text: str, format_: str) -> None:
    cards, problems = parse_cards(text, format_)
    assert all(card["id"] == key for key, card in cards.items())
    assert all(problem.row >= 1 and problem.what for problem in problems)


def test_a_card_of_an_opponent_is_typed_by_its_number_alone() -> None:
    """ "4" was refused, with an example of a player's card."""
    read = WRITTEN["foe_card"].read
    typed = {"4": "S-004", "041": "S-041", "S-004": "S-004", "k-995": "K-995", "997": "K-997"}
    assert {text: read(text) for text in typed} == typed
    assert read("оглушение") == "stun" and read("nothing like it") is None
    assert "S-004" in WRITTEN["foe_card"].fault.en and "S-004" in WRITTEN["foe_card"].fault.ru
