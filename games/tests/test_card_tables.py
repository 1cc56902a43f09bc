"""What an edition of cards cannot keep is refused by every game before anything is stored, by row and column."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.editions import ANY_ROWS
from games.faults import Fault
from games.registry import CARD_PARSERS
from games.tables import LONGEST_ID

ROWS: dict[str, dict[str, Any]] = {
    "last_battle": {"figure_id": "guard", "name": "Guard"},
    "senjutsu": {"id": "A-201", "name": "Storm Cut"},
    "super_fantasy_brawl": {"kind": "champion", "id": "anvil", "name": "Anvil"},
    "bushido": {"kind": "terrain", "id": "shrine", "name": "Shrine"},
}


@pytest.mark.parametrize("system", ROWS)
def test_a_text_with_a_character_that_no_database_stores_is_refused(system: str) -> None:
    row = ROWS[system]
    cards, problems = CARD_PARSERS[system](json.dumps([row]), "json")
    assert len(cards) == 1 and not problems
    cards, problems = CARD_PARSERS[system](json.dumps([{**row, "name": r"\u0000 in letters"}]), "json")
    assert len(cards) == 1 and not problems, "the six letters are no such character"
    cards, problems = CARD_PARSERS[system](json.dumps([{**row, "name": "Gu\0ard"}]), "json")
    assert not cards
    (problem,) = problems
    assert problem.row == 1 and "U+0000" in problem.what
    assert isinstance(problem.what, Fault) and "U+0000" in problem.what.ru


@pytest.mark.parametrize(("system", "key"), [("last_battle", "figure_id"), ("bushido", "id")])
def test_an_id_is_no_longer_than_an_edition_stores(system: str, key: str) -> None:
    for length, count in ((LONGEST_ID, 1), (LONGEST_ID + 1, 0)):
        cards, problems = CARD_PARSERS[system](json.dumps([{**ROWS[system], key: "g" * length}]), "json")
        assert len(cards) == count
        assert [(one.row, one.column) for one in problems] == [(1, key)] * (1 - count)


@pytest.mark.parametrize("id_", ["g" * (LONGEST_ID + 1), "g\0"])
def test_a_game_without_a_table_of_its_own_refuses_both(id_: str) -> None:
    assert ANY_ROWS.parse("id,name\nguard,Guard\n", "csv") == (
        {"guard": {"id": "guard", "name": "Guard"}},
        [],
    )
    cards, problems = ANY_ROWS.parse(f"id,name\n{id_},Guard\n", "csv")
    assert not cards and [one.row for one in problems] == [2]
