"""Imported editions: what comes in, in every form, and every problem by row and column."""

from __future__ import annotations

import tomllib

import msgspec
import pytest
from hypothesis import strategies as st

from games.super_fantasy_brawl.cards import Edition, edition_of, parse_edition
from games.super_fantasy_brawl.definitions import Effect, Targeting
from games.super_fantasy_brawl.facts import FOLDER
from games.super_fantasy_brawl.play.training import EDITION
from games.tests.made_up import anything

CSV = """id;kind;name;champion;type;core;move;targeting;attack;defence_mod;effects;base;levelled;cards
anvil;champion;Anvil;;;;;;;;;2/6;2/?;
A-1;card;Hammer;anvil;attack;destruction;1;indirect 2 3;4;;post push 2 target;;;
A-2;card;Brace;anvil;reaction;creation;-;none;-;-1;"pre damage 1 attacker; post heal self";;;
A-3;card;;gwaien;;;;;;;;;;
"""
FILE = (FOLDER / "training.toml").read_text(encoding="utf-8")
ARENA = "id;kind;name;cells;statues;trap_cells;zones;areas\n"


def test_a_table_of_champions_and_cards() -> None:
    rows, problems = parse_edition(CSV, "csv")
    assert problems == []
    edition = edition_of(rows)
    assert (edition.champions["anvil"].base.health, edition.champions["anvil"].levelled.health) == (6, None)
    hammer, brace = edition.cards["A-1"], edition.cards["A-2"]
    assert hammer.targeting == Targeting(kind="indirect", min=2, max=3)
    assert (hammer.moves, hammer.move, hammer.strikes, hammer.attack) == (True, 1, True, 4)
    assert hammer.effects == (Effect(timing="post", keyword="push", x=2, on="target"),)
    assert brace.defence_mod == -1 and brace.move is None and brace.effects is not None
    assert [effect.keyword for effect in brace.effects] == ["damage", "heal"]
    assert edition.cards["A-3"].type is None


def test_the_training_edition_comes_in_as_toml_and_comes_out_as_it_is() -> None:
    told = msgspec.json.encode(tomllib.loads(FILE)).decode()
    rows, problems = parse_edition(told, "json")
    assert problems == [] and edition_of(rows) == EDITION
    again, problems = parse_edition(msgspec.json.encode(list(rows.values())).decode(), "json")
    assert (again, problems) == (rows, [])
    by_id = {id_: {k: v for k, v in row.items() if k != "id"} for id_, row in rows.items()}
    assert parse_edition(msgspec.json.encode(by_id).decode(), "json") == (rows, [])


def test_rows_of_other_kinds_are_left_alone() -> None:
    assert edition_of({"x": {"id": "x", "kind": "song"}}) == Edition()


@pytest.mark.parametrize(
    ("text", "format_", "places"),
    [
        ("name\nAnvil\n", "csv", [(1, "id")]),
        ("id,kind,kind\nanvil,champion,champion\n", "csv", [(1, "kind")]),
        ("id,kind\nanvil,song\nbramble,\n", "csv", [(2, "kind"), (3, "kind")]),
        ("id,kind,champion\na:b,card,gwaien\n,card,gwaien\n", "csv", [(2, "id"), (3, "id")]),
        ("id,kind,colour\nanvil,champion,red\n", "csv", [(2, "colour")]),
        ("id,kind,base\nanvil,champion,6\nbramble,champion,1/x\n", "csv", [(2, "base"), (3, "base")]),
        ("id,kind,champion,core\nA-1,card,gwaien,green\n", "csv", [(2, "core")]),
        ("id,kind,champion,move\nA-1,card,gwaien,fast\n", "csv", [(2, "move")]),
        ("id,kind,champion,effects\nA-1,card,gwaien,push\n", "csv", [(2, "effects")]),
        ("id,kind,champion,targeting\nA-1,card,gwaien,far 2\n", "csv", [(2, "targeting")]),
        ("id,kind,champion\nA-1,card,\n", "csv", [(2, "champion")]),
        ("id,kind,champion\nA-1,card,nobody\n", "csv", [(2, "champion")]),
        ("id,kind,champion\nA-1,card,gwaien\nA-1,card,gwaien\n", "csv", [(3, "id")]),
        ("id,kind,cards\nanvil,champion,A-1|A-2|A-3|A-4|A-5|A-5\n", "csv", [(2, "cards")] * 7),
        (ARENA + "a;arena;A;0,0;1,1;;;\n", "csv", [(2, "statues")]),
        (ARENA + "a;arena;A;0,0 1,0;;0,0;;\n", "csv", [(2, "trap_cells")]),
        (ARENA + 'a;arena;A;0,0;;;"{""north"": [[0,0]], ""south"": [[0,0]]}";\n', "csv", [(2, "zones")]),
        (ARENA + 'a;arena;A;0,0;;;"{""north"": [[5,5]]}";\n', "csv", [(2, "zones")]),
        (ARENA + 'a;arena;A;0,0;;;;"{""mid"": [[5,5]]}"\n', "csv", [(2, "areas")]),
        (ARENA + "a;arena;;zero;;;;\n", "csv", [(2, "cells"), (2, "name")]),
        ("{", "json", [(1, "")]),
        ("null", "json", [(1, "")]),
        ("[3]", "json", [(1, "")]),
        ('{"cards": {"A-1": 3}}', "json", [(1, "")]),
        ('[{"id": 3, "kind": "champion"}]', "json", [(1, "id")]),
        ('[{"id": "a", "kind": ["champion"]}]', "json", [(1, "kind")]),
    ],
)
def test_problems_are_named_by_row_and_column(text: str, format_: str, places: list[tuple[int, str]]) -> None:
    _, problems = parse_edition(text, format_)
    assert [(problem.row, problem.column) for problem in problems] == places
    assert all(problem.what for problem in problems)


@anything(st.text(), st.sampled_from(["csv", "json"]))
def test_no_text_breaks_the_reader(text: str, format_: str) -> None:
    rows, problems = parse_edition(text, format_)
    assert all(row["id"] == key for key, row in rows.items())
    assert all(problem.row >= 1 and problem.what for problem in problems)
