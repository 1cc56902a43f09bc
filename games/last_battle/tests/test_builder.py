"""A warband built figure by figure, and as text; a stored body of any form opens."""

from __future__ import annotations

from typing import Any

import pytest

from games.last_battle.roster.builder import changed, pasted, sheet, text, told

CARDS: dict[str, dict[str, Any]] = {
    "giant": {"name": "Stone Giant", "cost": 15, "size": 3, "unique": True, "is_leader_trait": False},
    "queen": {"name": "Queen", "cost": 9, "is_leader_trait": True},
    "scout": {"name": "Scout"},
}
BAND: dict[str, Any] = {"leader": "queen", "figures": ["giant", {"figure_id": "scout", "cost": 5}, "scout"]}


def test_equal_figures_are_one_line_and_unknown_costs_are_counted() -> None:
    lead, figures = sheet(BAND, CARDS).sections
    assert [(line.id, line.price, line.most) for line in lead.lines] == [("queen", 0, 1)]
    assert [(line.id, line.count, line.price, line.most) for line in figures.lines] == [
        ("giant", 1, 15, 1),
        ("scout", 1, 5, 25),
        ("scout", 1, None, 25),
    ]
    assert (figures.spent, figures.limit, figures.unpriced, figures.models) == (20, 25, 1, 0)
    asked = [[one.field for one in line.asked] for line in (*lead.lines, *figures.lines)]
    assert asked == [["size"], [], ["cost", "size", "unique"], ["cost", "size", "unique"]]


def test_what_is_offered_depends_on_the_part_and_a_leader_comes_first() -> None:
    assert sheet({}, CARDS).section == "leader" and sheet(BAND, CARDS).section == "list"
    assert [one.id for one in sheet(BAND, CARDS, "leader").offers] == ["queen", "scout"]
    offers = {one.id: one for one in sheet(BAND, CARDS, "list").offers}
    assert not offers["giant"].fits and not offers["queen"].fits and offers["scout"].price is None


def test_one_change_at_a_time() -> None:
    body = changed({}, "add:leader:queen", CARDS)
    body = changed(body, "add:list:2x Scout; 5; 1", CARDS)
    body = changed(body, "add:list:giant", CARDS)
    scout = {"figure_id": "scout", "cost": 5, "size": 1}
    assert body == {"leader": "queen", "figures": [scout, scout, {"figure_id": "giant"}]}
    more = changed(body, "add:list:scout", CARDS)
    assert more["figures"].count(scout) == 3  # with the facts that are stated already
    assert (
        changed(more, "less:list.0", CARDS)
        == body
        == changed(changed(body, "more:list.0", CARDS), "less:list.0", CARDS)
    )
    assert changed(body, "drop:list.0", CARDS)["figures"] == [{"figure_id": "giant"}]
    assert "leader" not in changed(body, "drop:leader.0", CARDS)
    for nothing in ("", "add:list:; 5", "less:list.9", "drop:list.x", "more:nobody.0", "fly:list.0"):
        assert changed(body, nothing, CARDS) == body


def test_what_no_card_tells_is_stated_and_unstated() -> None:
    stated = {"fact|list.1|cost": "6", "fact|list.1|unique": "no", "fact|leader.0|leader_trait": "yes"}
    body = told(BAND, {**stated, "fact|list.7|cost": "1", "pick-battlefield": "dungeon"})
    assert body["figures"][0] == {"figure_id": "queen", "traits": ["Leader"]}
    assert body["figures"][2] == {"figure_id": "scout", "cost": 6, "unique": False}
    assert body["battlefield"] == "dungeon"
    empty = {"fact|list.1|cost": "many", "fact|list.1|unique": "", "fact|leader.0|leader_trait": ""}
    again = told(body, {**empty, "pick-battlefield": ""})
    assert again == {"leader": "queen", "figures": [{"figure_id": "giant"}, *[{"figure_id": "scout"}] * 2]}


@pytest.mark.parametrize("language", ["en", "ru"])
def test_its_text_is_read_back_to_the_same_list(language: str) -> None:
    body = {
        "leader": "queen",
        "figures": [
            {"figure_id": "queen", "size": 2, "traits": []},
            {"figure_id": "giant", "unique": False},
            *[{"figure_id": "Nobody Known", "cost": 5}] * 2,
        ],
        "available": ["giant"],
    }
    assert pasted({"available": ["giant"]}, text(body, CARDS, language), CARDS) == (body, [])
    assert "Stone Giant" in text(body, CARDS, language)


@pytest.mark.parametrize(
    ("wrong", "line"),
    [
        ("Queen\nScout; many", 2),
        ("Queen\n; 5", 2),
        ("Queen\nScout; 5; 1; unique; more", 2),
        ("{", 1),
        ('{"figures": 7}', 1),
    ],
)
def test_a_line_that_says_nothing_is_told_and_changes_nothing(wrong: str, line: int) -> None:
    body, unread = pasted(BAND, wrong, CARDS)
    assert body == BAND and [one.line for one in unread] == [line]


@pytest.mark.parametrize("body", [{}, {"figures": 7}, {"leader": 1}, {"leader": None, "more": 1}])
def test_a_body_of_another_form_is_an_empty_warband(body: dict[str, Any]) -> None:
    assert not any(section.lines for section in sheet(body, CARDS).sections)


def test_the_serpents_army_has_no_limit_of_points() -> None:
    """LB-ROSTER-08: the organisers put it together; nothing is too dear for it."""
    shown = sheet({**BAND, "side": "serpent"}, CARDS, "list")
    assert shown.sections[1].limit is None and all(one.fits for one in shown.offers)
