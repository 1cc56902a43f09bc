"""Warbands as text: what is written is read back as it was, and what people write by hand is understood."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from games.bushido.cards import parse_cards
from games.bushido.roster.builder import changed, pasted, sheet, text, told
from games.bushido.sample import CARDS, FACTION, WARBAND
from games.faults import in_russian

PROFILES = parse_cards((Path(__file__).parent.parent / "profiles_2016.csv").read_text(), "csv")[0]
TWO = changed(told(WARBAND, {"pick-lists": "two"}), "add:second:rokuro", CARDS)
SIDE = changed(told(WARBAND, {"pick-lists": "sideboard"}), "add:sideboard:kohana", CARDS)


def read(written: str, cards: Any = CARDS, body: Any = None) -> dict[str, Any]:
    found, unread = pasted(body or {}, written, cards)
    assert unread == []
    return found


@pytest.mark.parametrize("body", [WARBAND, TWO, SIDE], ids=["one", "two", "sideboard"])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_list_that_is_written_is_read_back(body: dict[str, Any], language: str) -> None:
    written = text(body, CARDS, language)
    again = read(written)
    assert text(again, CARDS, language) == written
    assert sheet(again, CARDS).sections == sheet(told(body, {}), CARDS).sections
    assert again["terms"] == told(body, {})["terms"]


def test_what_is_written() -> None:
    english, russian = (text(WARBAND, CARDS, language).splitlines() for language in ("en", "ru"))
    assert english[:3] == [f"Faction: {FACTION}", "Limit: 100", "Theme: Night Watch"]
    assert russian[:3] == [f"Фракция: {FACTION}", "Лимит: 100", "Тема: Ночная стража"]
    assert "3x Lantern Guards" in english and "+ Oiled Lantern #2" in english and "Spilled Oil X=2" in english


@pytest.mark.parametrize(
    "line",
    [
        *("Lantern Guards x3", "3 lantern guards", "3х Lantern-Guards (9)", "- 3x Lantern Guards; 9 rice"),
        *("Lantern Guards ×3 - 9", "• Стража фонарей x3 9 риса", "3 guards"),
    ],
)
def test_a_card_in_many_hands(line: str) -> None:
    assert read(line)["models"] == ({"profile": "guards", "count": 3},)


def test_a_name_that_ends_in_a_number_or_is_in_two_factions() -> None:
    row = {"kind": "profile", "faction": "Reed Banner"}
    known = {**CARDS, "t7": {**row, "name": "Unit 7"}, "other": {**row, "name": "Lantern Guards"}}
    assert read("Reed Banner, 70\nUnit 7\nLantern Guards", known)["models"] == (
        {"profile": "t7"},
        {"profile": "other"},
    )
    mine = {"faction": FACTION, "models": ["other"]}
    assert read(text(mine, known, "en"), known)["models"] == ({"profile": "other"},)


def test_the_faction_is_that_of_most_cards_where_nobody_says_it() -> None:
    found = read("Akio Takashi 13\nMizuchi 12\n2 Bobata", PROFILES)
    assert found["faction"] == "Prefecture of Ryu" and len(found["models"]) == 3
    named = read("Savage Wave (70 rice)\nBobata", PROFILES)
    assert named["faction"] == "Savage Wave" and named["terms"] == {"rice_limit": 70}


def test_without_an_edition_every_name_is_a_card_and_its_price_is_kept() -> None:
    found = read("Faction: Mine\nCaptain; 12\n2x Guard 4\n+ Sword", {})
    assert found["models"] == (
        {"profile": "Captain"},
        {"profile": "Guard", "count": 2, "enhancements": ({"card": "Sword"},)},
    )
    assert {id_: one["rice"] for id_, one in found["facts"].items()} == {"Captain": 12, "Guard": 4}
    assert {**read(text(found, {}, "ru"), {}), "terms": {}} == {**found, "terms": {}}


def test_nobody_reads_a_faction_that_is_not_chosen() -> None:
    assert text({}, {}, "en") == "Limit: 100\n"


def test_a_line_that_says_nothing_is_told_and_the_list_stays() -> None:
    before = told(WARBAND, {})
    found, unread = pasted(before, "Rokuro the Lost\nLimit: many\n0x Lantern Guards\nSudden Fog", CARDS)
    assert found == before
    assert [(one.line, one.text) for one in unread] == [
        (1, "Rokuro the Lost"),
        (2, "Limit: many"),
        (3, "0x Lantern Guards"),
    ]


@pytest.mark.parametrize("piece", ["a", " ", "\n", "1 ", "x3 ", "; ", "a\n", "+", "(9", "#1"])
def test_no_text_takes_long(piece: str) -> None:
    begun = perf_counter()
    pasted({}, "Guards" + piece * (20_000 // len(piece)), CARDS)
    assert perf_counter() - begun < 2


def test_a_name_that_is_nearly_one_of_the_edition_is_asked_about() -> None:
    """Nothing is guessed, but nobody has to look through the whole edition for a slip of the pen."""
    before = {"faction": FACTION, "models": []}
    written = "2x Nite Ferrymen\nСтражи фонарей\n+ Inheritd Blade\nmy cat"
    found, unread = pasted(before, written, CARDS)
    assert found == before
    assert [one.what for one in unread] == [
        "the edition has no card of this name; is it Night Ferrymen?",
        "the edition has no card of this name; is it Стража фонарей?",
        "the edition has no card of this name; is it Inherited Blade?",
        "the edition has no card of this name",
    ]
    asked = "в издании нет карты с таким названием; возможно, это Стража фонарей?"
    assert in_russian(unread[1].what) == asked
