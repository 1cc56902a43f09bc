"""A team or pool built champion by champion, and as text; a stored body of any form opens."""

from __future__ import annotations

from typing import Any

import pytest

from games.faults import Fault
from games.super_fantasy_brawl.roster.builder import changed, pasted, sheet, text, told

POOL: dict[str, Any] = {"use": "pool", "champions": ["goldarr", "gwaien"]}


def test_champions_are_added_up_to_the_size_of_the_list_and_taken_away() -> None:
    body = changed(POOL, "add:list:Килгор", {})
    assert body == {"use": "pool", "champions": ["goldarr", "gwaien", "kilgore"]}
    (section,) = sheet(body, {}).sections
    assert (section.spent, section.limit) == (3, 5) and [line.id for line in section.lines] == body[
        "champions"
    ]
    offers = {offer.id: offer for offer in sheet(body, {}).offers}
    assert offers["deryn"].fits and not offers["gwaien"].fits and offers["gwaien"].taken == 1
    assert changed(body, "drop:kilgore", {}) == changed(body, "less:kilgore", {}) == POOL
    assert changed(body, "add:list:Nobody Known", {})["champions"][-1] == "nobody_known"
    for nothing in ("", "add:list: ", "drop:nobody", "fly:gwaien"):
        assert changed(POOL, nothing, {}) == POOL


def test_what_it_is_for_sets_its_size() -> None:
    body = told(POOL, {"pick-use": "team", "pick-mode": "superteams"})
    assert sheet(body, {}).sections[0].limit == 2
    assert told(POOL, {"pick-use": "fun"}) == POOL  # of no known use


def test_an_edition_names_its_champions_and_says_what_their_cards_tell() -> None:
    cards: dict[str, dict[str, Any]] = {
        "nova": {"kind": "champion", "name": "Nova", "name_ru": "Нова", "base": {"defence": 2, "health": 6}},
        "slash": {"kind": "card", "name": "Slash"},
    }
    body = changed(POOL, "add:list:нова", cards)
    line = sheet(body, cards).sections[0].lines[-1]
    assert (line.id, line.name.ru, line.facts[0].values) == ("nova", "Нова", ("2/6",))
    assert "slash" not in {offer.id for offer in sheet(body, cards).offers}


@pytest.mark.parametrize("language", ["en", "ru"])
def test_its_text_is_read_back_to_the_same_list(language: str) -> None:
    body = {"mode": "superteams", "champions": ["goldarr", "nobody_known"]}
    assert pasted({}, text(body, {}, language), {}) == (body, [])


def test_a_champion_that_nobody_knows_is_called_by_its_words() -> None:
    body, _unread = pasted(POOL, "Zed the Great\nгроза морей", {})
    assert body["champions"] == ["zed_the_great", "гроза_морей"]
    names = [line.name.en for line in sheet(body, {}).sections[0].lines]
    assert names == ["Zed the great", "Гроза морей"]
    odd = {**body, "champions": ["a__b"]}
    assert pasted(odd, text(odd, {}, "en"), {})[0]["champions"] == ["a__b"]


def test_the_heading_may_be_that_of_the_page() -> None:
    for line in ("What the list is for: the team of every match", "Для чего список: команда для всех партий"):
        body, unread = pasted(POOL, f"{line}\nGwaien", {})
        assert (body["champions"], unread) == (["gwaien"], []) and body.get("use", "team") == "team"


def test_a_heading_that_says_nothing_is_told_and_changes_nothing() -> None:
    body, unread = pasted(POOL, "Gwaien\nFor: fun", {})
    assert body == POOL and [(one.line, one.text) for one in unread] == [(2, "For: fun")]
    what = unread[0].what
    assert isinstance(what, Fault) and "For:" in what.to("en") and "For:" not in what.to("ru")
    assert "Для чего:" in what.to("ru") and "Режим:" in what.to("ru")


@pytest.mark.parametrize("body", [{}, {"champions": 7}, {"use": "x"}, {"champions": [], "more": 1}])
def test_a_body_of_another_form_is_an_empty_pool(body: dict[str, Any]) -> None:
    (section,) = sheet(body, {}).sections
    assert (section.spent, section.limit, section.lines) == (0, 5, ())
