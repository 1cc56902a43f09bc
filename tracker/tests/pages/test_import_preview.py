"""The preview of an import says what a card tells in the words of its game, in the reader's language."""

from __future__ import annotations

import json
import re
import tomllib
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

import games
from games.bushido.cards import TABLES
from games.registry import SYSTEMS
from games.rulebook import books
from tracker.commands import ImportReport
from tracker.pages.organiser.catalogues import report_view
from tracker.tests.pages.brawl import organiser

pytestmark = pytest.mark.django_db(transaction=True)
GAMES = Path(games.__file__).parent
FIGURE: dict[str, Any] = {
    "figure_id": "guard",
    "name": "Guard",
    "unique": True,
    "move": 12.5,
    "actions": [
        {
            "name": "Blade",
            "kind": "melee",
            "cost_ap": 1,
            "type": "simple",
            "resist": "defence",
            "damage": [1, 2, 3],
            "triggers": [{"suit": "P", "text": "Bleed"}],
        }
    ],
}
ABILITY: dict[str, Any] = {
    "id": "A-900",
    "name": "Cut",
    "types": ["attack"],
    "rank": "core",
    "core_kind": "weapon",
    "required_kamae": "aggression",
    "prepared": True,
    "instant": ["replacement"],
    "normal_when": ["own_part"],
}


def rows_of(path: Path) -> list[dict[str, Any]]:
    """The tables of a catalogue as rows."""
    tables = tomllib.loads(path.read_text())
    return [
        {"id": id_, "kind": TABLES[table], **row}
        for table, rows in tables.items()
        if table in TABLES
        for id_, row in rows.items()
    ]


TEXTS = {
    "bushido": json.dumps(rows_of(GAMES / "bushido/catalogue/sample.toml")),
    "last_battle": json.dumps([FIGURE]),
    "ninja": json.dumps([{"id": "guard.kenjutsu", "kind": "card", "copies": 3}]),
    "senjutsu": json.dumps([ABILITY]),
    "super_fantasy_brawl": (GAMES / "super_fantasy_brawl/catalogue/training.toml").read_text(),
}
OF_ANOTHER = {"kind=card"}
"""A kind of card of Brawl, which is no cause."""
OF_PROGRAMS = re.compile(r"[\[\]{}]|True|False|None|(?<=\w)_(?=\w)|'")


def preview(system: str, text: str, language: str) -> tuple[list[str], list[str]]:
    """(what the facts are called, the facts) as they are read."""
    client = Client(headers={"Accept-Language": language})
    client.force_login(organiser().user)
    sent = {"name": "Trial", "key": "trial", "text": text, "how": "preview"}
    answer = client.post(f"/cards/{system}/", sent)
    page = answer.content.decode()
    assert answer.status_code == 200, re.findall(r"<li><b>.*", page)[:3]
    heads = re.findall(r"<dt[^>]*>(.*?)</dt>", page)
    cells = re.findall(r"<dd>(.*?)</dd>", page, re.DOTALL)
    return [unescape(one) for one in heads], [unescape(re.sub("<[^>]+>", "", one)) for one in cells]


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("system", TEXTS)
def test_nobody_reads_a_value_of_the_program(system: str, language: str) -> None:
    heads, cells = preview(system, TEXTS[system], language)
    traits = re.compile(r"\[[^\[\]'{}]+\]")  # `Hatred [Oni]` is printed so
    strange = [one for one in (*heads, *cells) if OF_PROGRAMS.search(traits.sub("", one))]
    assert not strange, strange[:5]
    if language == "ru":
        assert not [one for one in heads if re.search("[a-z]", one)], heads


def test_facts_have_the_words_of_the_game() -> None:
    _heads, cells = preview("last_battle", TEXTS["last_battle"], "ru")
    told = " | ".join(cells)
    assert "12,5" in told and "да" in cells and "Тип: простое" in told and "Масть: Пентакли" in told
    _heads, cells = preview("senjutsu", TEXTS["senjutsu"], "en")
    assert "replacement" in cells and "yes" in cells and "weapon" in cells


def test_a_board_is_told_by_its_first_hexes() -> None:
    _heads, cells = preview("super_fantasy_brawl", TEXTS["super_fantasy_brawl"], "en")
    assert any(re.search(r"and \d+ more$", one) for one in cells)


@pytest.mark.parametrize("system", sorted(TEXTS))
def test_a_fact_of_a_card_is_called_as_the_log_calls_it(system: str) -> None:
    """«Полёт» stood in the preview for what the rulebook, the pad and the refusals of Brawl call «пролёт»."""
    words = SYSTEMS[system].words
    said = {
        "": words.values.get("cause", {}) | words.values.get("kind", {}),
        "effect_": books()[system].words,
    }
    other = [
        (fact, printed.ru, text.ru)
        for fact, printed in words.printed.items()
        for prefix, table in said.items()
        if fact.startswith(("kind=", "keyword=")) and (text := table.get(prefix + fact.partition("=")[2]))
        if printed.ru.casefold() != text.ru.casefold()
    ]
    assert [one for one in other if one[0] not in OF_ANOTHER] == []


def test_cores_of_brawl_are_those_of_its_rulebook() -> None:
    told = " | ".join(preview("super_fantasy_brawl", TEXTS["super_fantasy_brawl"], "ru")[1])
    assert "сотворение" in told and "управление" in told


def test_a_card_lacks_nothing_that_cards_of_its_kind_do_not_have() -> None:
    """Of 83 cards 1178 fields were unknown: champions had no hexes, and the arena no attack."""
    cards = [
        {"id": "a", "kind": "card", "name": "A", "attack": 2, "defence_mod": 1},
        {"id": "b", "kind": "card", "name": "B", "attack": 3},
        {"id": "c", "kind": "champion", "name": "C", "defence": 4},
    ]
    report = ImportReport({str(one["id"]): one for one in cards}, [], None)
    view = report_view(report, "super_fantasy_brawl")
    lacking = {card["id"]: card["unknown"] for group in view["groups"] for card in group["cards"]}
    assert view["unknown"] == 1 and [len(lacking[id_]) for id_ in "abc"] == [0, 1, 0]
