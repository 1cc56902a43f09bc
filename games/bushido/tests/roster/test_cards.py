"""Imported editions: CSV and JSON in, cards out, and every problem with its row and column."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from games.bushido.cards import TABLES, card_of, parse_cards
from games.bushido.profiles import Profile, SpecialCard
from games.bushido.sample import CARDS, SAMPLE

SHORT = """faction,name,rice
Reed Banner,Ito the Invented,13
Reed Banner,"Made-Up, the Sly",0
Salt Harbour,Made-Up,4
"""
"""The columns of lists that communities keep: a faction, a name and a price."""


def parsed(text: str, format: str = "csv") -> tuple[dict[str, Any], list[tuple[int, str]]]:
    rows, problems = parse_cards(text, format)
    return rows, [(one.row, one.column) for one in problems]


def test_a_list_of_names_and_prices_is_an_edition() -> None:
    rows, problems = parsed(SHORT)
    assert problems == [] and len(rows) == 3
    sly = card_of(rows["made-up-the-sly-reed-banner"])
    assert isinstance(sly, Profile) and sly.cost is not None
    assert (sly.name, sly.faction, sly.cost.value, sly.types) == ("Made-Up, the Sly", "Reed Banner", 0, None)


def test_cells_have_short_forms() -> None:
    text = (
        "id;kind;name;faction;types;traits;cost;wound_tracks;unique;max;equipment;permitted\n"
        "g;;Guards;Reed;Bushi|Guard;-;5 Ea;4|4;no;;;\n"
        "k;;Ember;Reed;;;Su;;yes;;;\n"
        "b;enhancement;Blade;Reed;;;1/4 +1;;;2;yes;\n"
        "x;event;Oil;Reed;;;X;;;;;\n"
        "t;theme;Watch;Reed;;;;;;;;-\n"
    )
    rows, problems = parsed(text)
    assert problems == []
    assert rows["g"]["types"] == ("Bushi", "Guard") and rows["g"]["cost"] == {"value": 5, "kind": "Ea"}
    assert rows["g"]["wound_tracks"] == (4, 4) and rows["g"]["traits"] == () and rows["g"]["unique"] is False
    assert rows["k"]["cost"] == {"kind": "Su"} and rows["t"]["permitted"] == ()
    blade = card_of(rows["b"])
    assert isinstance(blade, SpecialCard) and blade.cost is not None
    assert (blade.cost.share, blade.cost.plus, blade.max, blade.equipment) == ((1, 4), 1, 2, True)
    assert rows["x"]["cost"] == {"free": True}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("faction,rice\nA,1\n", [(1, "name")]),
        ("name,rice\n,3\n", [(2, "name")]),
        ("name,rice\nA,many\n", [(2, "cost")]),
        ("name,colour\nA,red\n", [(2, "colour")]),
        ("name,kind\nA,hero\n", [(2, "kind")]),
        ("name,unique\nA,perhaps\nB,yes\n", [(2, "unique")]),
        ("name,faction\nA,B\nA,B\n", [(3, "id")]),
        ("name,requires\nA,nobody\n", [(2, "requires")]),
        ("name,types\nA,B,C\n", [(2, "")]),
    ],
)
def test_problems_name_row_and_column(text: str, told: list[tuple[int, str]]) -> None:
    assert parsed(text)[1] == told


def test_the_sample_as_json_in_each_form() -> None:
    tables = {table: msgspec.to_builtins(getattr(SAMPLE, table)) for table in TABLES}
    for form in (tables, CARDS, list(CARDS.values())):
        rows, problems = parsed(json.dumps(form), "json")
        assert problems == [] and rows == CARDS


@pytest.mark.parametrize(
    "text", ["{", "3", '[{"name": 3}]', '["A"]', '{"profiles": 3}', '[{"name": "A", "cost": true}]']
)
def test_json_of_another_form_is_a_problem(text: str) -> None:
    rows, problems = parsed(text, "json")
    assert rows == {} and problems
