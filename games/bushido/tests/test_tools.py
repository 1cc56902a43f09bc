"""The calculators and reference sheets of the table: all 121 cells, reductions in their order, tests and ties."""

from __future__ import annotations

import pytest

from games.bushido.full.fighting import wounds as table
from games.bushido.pages.tools import (
    BOARD,
    TOOLS,
    both_pools,
    challenged,
    damage,
    damage_pool,
    opposed,
    own_pool,
    references,
    wounded,
)
from games.bushido.scenarios import SCENARIOS

NOTHING = {"plus": 0, "half": 0, "tough": 0, "durable": 0, "strong": 0, "weak": 0, "level": 0}
TEST = {"pool": 3, "plus": 0, "support": 2, "value": 4}
BOTH = {**TEST, "other_pool": 3, "other_plus": 0, "other_support": 2}


def wounds(**told: int) -> int:
    return int(wounded({**NOTHING, **told}).result.en.removeprefix("Wounds: "))


@pytest.mark.parametrize("row", range(2, 13))
def test_every_cell_of_the_table_with_its_place(row: int) -> None:
    for level in range(11):
        worked = wounded({**NOTHING, "roll": row, "level": level})
        grid = worked.grid
        assert grid is not None
        assert grid.cells[grid.row][grid.column] == table.wounds(row, level) == wounds(roll=row, level=level)
        assert (grid.rows[grid.row], grid.columns[grid.column]) == (row, level)


def test_rows_and_columns_end_where_the_table_does() -> None:
    assert wounds(roll=2, plus=-9, level=4) == table.wounds(2, 4)
    assert wounds(roll=12, plus=9, level=20) == 13


def test_what_reduces_wounds_does_so_in_its_order() -> None:
    assert wounds(roll=9, level=4) == 5
    assert wounds(roll=9, level=4, half=1) == 2
    assert wounds(roll=9, level=4, half=1, tough=1) == 1
    assert wounds(roll=9, level=4, tough=9) == 0
    assert wounds(roll=9, level=4, durable=1) == 1
    assert wounds(roll=2, level=0, tough=-2) == 0, "Tough below 0 adds only to a wound"
    assert wounds(roll=9, level=4, tough=-2) == 7


def test_strong_and_weak_keep_two_of_three() -> None:
    assert damage_pool({**NOTHING, "strong": 1}) == {"damage": 3} == damage_pool({**NOTHING, "weak": 1})
    assert damage_pool({**NOTHING, "strong": 1, "weak": 1}) == {"damage": 2} == damage_pool(NOTHING)
    strong = damage({**NOTHING, "strong": 1, "level": 3}, {"damage": "164"})
    weak = damage({**NOTHING, "weak": 1, "level": 3}, {"damage": "164"})
    assert "6, 4 = 10" in strong.steps[0].en and "4, 1 = 5" in weak.steps[0].ru


def test_a_challenge_counts_the_best_die_and_its_support() -> None:
    assert challenged(TEST, {"own": "521"}).result.en == "Passed with 6, success level 2"
    assert challenged(TEST, {"own": "311"}).result.en == "Failed with 3"
    assert challenged({**TEST, "plus": 3}, {"own": "111"}).result.en == "Failed with 0"
    assert own_pool({**TEST, "pool": -1}) == {"own": 1}


def test_ties_go_to_more_dice_then_to_the_active_player() -> None:
    assert opposed(BOTH, {"own": "51", "other": "42"}).result.en == "The opponent wins, 5 : 5"
    assert opposed(BOTH, {"own": "42", "other": "51"}).result.en == "The active player wins, 5 : 5"
    assert opposed(BOTH, {"own": "51", "other": "51"}).result.en == "The active player wins, 5 : 5"
    lost = opposed(BOTH, {"own": "2", "other": "62"})
    assert lost.result.en == "The opponent wins, 2 : 7" and lost.steps[-1].en == "Success level: 5"
    assert both_pools({**BOTH, "pool": -1, "other_pool": 2}) == {"own": 1, "other": 4}


def test_every_scenario_has_a_sheet_in_both_languages() -> None:
    sheets = {sheet.key: sheet for sheet in references()}
    assert sheets.keys() == SCENARIOS.keys()
    for key, sheet in sheets.items():
        awards = [label.en for label, _value in sheet.lines if "VP" in label.en]
        assert len(awards) == len(SCENARIOS[key].awards)
        assert all(text.en and text.ru and "{" not in text.en for line in sheet.lines for text in line)
        assert all(0 < mark.x < BOARD and 0 < mark.y < BOARD for mark in sheet.marks)
    omaju = {label.en: value.en for label, value in sheets["omaju"].lines}
    assert omaju["First influence"] == "complex action" and omaju["Length"] == "fixed, 6 turns"


def test_tools_have_words_and_keys_of_their_own() -> None:
    assert len({tool.key for tool in TOOLS}) == len(TOOLS)
    assert all((tool.worked is None) != (tool.pools is None) for tool in TOOLS)


def test_the_sheets_tell_what_is_special_in_the_scenarios_of_the_community() -> None:
    lines = {one.key: {title.en: told for title, told in one.lines} for one in references()}
    assert lines["bavarian_botoku"]["Enemy killed in melee in a zone"].ru == "очки сценария: 1"
    assert lines["duel"]["Scouts"].en == "every model, to 8 inches" and "The ring" in lines["duel"]
    assert not {"Scouts", "The ring"} & set(lines["ryodo"])
