"""Imported figure cards: CSV and JSON, and problems that name row and column."""

from __future__ import annotations

import pytest

from games.last_battle.cards import parse_figures

HEADING = "figure_id,name,unique,is_leader_trait,cost,move,actions\n"


def test_csv_with_unknown_facts() -> None:
    text = (
        HEADING
        + 'gaspar,Gaspar,yes,да,12,"7.5","[{""name"": ""Blow"", ""damage"": [2, 3, 4]}]"\nguard,Guard,,,,,\n'
    )
    cards, problems = parse_figures(text, "csv")
    assert problems == []
    assert cards["guard"] == {"figure_id": "guard", "name": "Guard"}
    assert cards["gaspar"]["unique"] is True and cards["gaspar"]["move"] == 7.5
    assert cards["gaspar"]["actions"][0]["damage"] == (2, 3, 4)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_csv_of_spreadsheets(delimiter: str) -> None:
    text = "\ufefffigure_id,name,cost\r\na,Анна,5\r\n\r\n".replace(",", delimiter)
    assert parse_figures(text, "csv") == ({"a": {"figure_id": "a", "name": "Анна", "cost": 5}}, [])


def test_json_as_a_list_or_by_id() -> None:
    expected = {"a": {"figure_id": "a", "name": "A", "cost": 3}}
    assert parse_figures('[{"figure_id": "a", "name": "A", "cost": 3, "size": null}]', "json") == (
        expected,
        [],
    )
    assert parse_figures('{"a": {"name": "A", "cost": 3}}', "json") == (expected, [])


@pytest.mark.parametrize(
    ("row", "column", "line"),
    [
        (3, "cost", "b,B,,,five,,"),
        (3, "cost", "b,B,,,-1,,"),
        (3, "unique", "b,B,maybe,,,,"),
        (3, "figure_id", ",B,,,,,"),
        (3, "name", "b,,,,,,"),
        (3, "actions", "b,B,,,,,smash"),
        (3, "actions", 'b,B,,,,,"[{""nam"": 1}]"'),
        (3, "figure_id", "a,A again,,,,,"),
        (3, "", "b,B,,,,,,,,9"),
    ],
)
def test_csv_problems_name_row_and_column(row: int, column: str, line: str) -> None:
    cards, problems = parse_figures(HEADING + "a,A,,,,,\n" + line + "\n", "csv")
    assert (problems[0].row, problems[0].column) == (row, column)
    assert "a" in cards and problems[0].what


@pytest.mark.parametrize(
    "text", ["figure_id\na\n", "figure_id,name,salary\na,A,1\n", "figure_id,name,name\na,A,A\n", ""]
)
def test_bad_headings(text: str) -> None:
    cards, problems = parse_figures(text, "csv")
    assert cards == {} and problems[0].row == 1


@pytest.mark.parametrize(
    "text", ["{", "3", '"x"', "[3]", '[{"name": "A"}]', '[{"figure_id": "a", "name": "A", "x": 1}]']
)
def test_bad_json(text: str) -> None:
    cards, problems = parse_figures(text, "json")
    assert cards == {} and problems


def test_an_open_quote() -> None:
    assert parse_figures('figure_id,name\na,"A\n', "csv")[1]
