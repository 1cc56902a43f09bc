"""What warbands cost: limits, declared totals, changed and computed prices."""

from __future__ import annotations

from typing import Any

import pytest

from games.bushido.opening import at_event
from games.bushido.sample import WARBAND
from games.bushido.tests.roster.warbands import broken, only, report_of, warband, with_fields
from games.rulebook import sentence
from games.ruleset import RuleViolation
from games.testing import accepts, refuses


@accepts("BUS-ROSTER-02", "BUS-ROSTER-09", "BUS-ROSTER-11", "BUS-ROSTER-37")
def test_the_sample_warband_is_legal_and_spends_100_rice() -> None:
    report = report_of(WARBAND)
    assert report.violations == report.warnings == ()


@refuses("BUS-ROSTER-02")
def test_more_than_the_limit() -> None:
    told = only("BUS-ROSTER-02", "hidemori", "oyuki", "rokuro", terms={"rice_limit": 32})
    assert (told["told"], told["limit"], told["repair"]) == (39, 32, {"leave_out": ["Gate Sergeant Rokuro"]})
    said = [sentence(RuleViolation("BUS-ROSTER-02", told), language) for language in ("en", "ru")]
    assert said[0].endswith("(as agreed). Too much: 7. It is enough to leave out: Gate Sergeant Rokuro.")
    assert said[1].endswith("(по договорённости). Лишнее: 7. Достаточно убрать: Gate Sergeant Rokuro.")


def test_several_things_are_left_out_where_one_is_not_enough() -> None:
    told = only("BUS-ROSTER-02", "hidemori", "oyuki", "rokuro", terms={"rice_limit": 10})
    assert told["repair"] == {"leave_out": ["Hidemori, Captain of Lamps", "Oyuki, Keeper of Embers"]}


def test_less_than_the_limit_is_a_warning() -> None:
    report = report_of(warband("hidemori"))
    assert report.ok
    (warning,) = report.warnings
    assert (warning.rule, warning.params["repair"]) == ("BUS-ROSTER-02", {"rice_left": 84})
    assert sentence(warning, "en").endswith("(as agreed). Left to spend: 84.")


@accepts("BUS-ROSTER-01", "BUS-TOUR-01")
@pytest.mark.parametrize(("size", "limit"), [("small", 40), ("medium", 75), ("standard", 100), ("other", 63)])
def test_sizes_of_games(size: str, limit: int) -> None:
    assert broken("hidemori", terms={"size": size, "rice_limit": limit}) == []


@refuses("BUS-TOUR-01")
@pytest.mark.parametrize(("size", "limit"), [("small", 41), ("medium", 100), ("standard", 70)])
def test_other_limits_than_the_size_has(size: str, limit: int) -> None:
    told = only("BUS-TOUR-01", "hidemori", terms={"size": size, "rice_limit": limit})
    assert told["told"] == limit


@refuses("BUS-ROSTER-01")
def test_a_limit_is_a_positive_number() -> None:
    assert broken("hidemori", terms={"rice_limit": 0})[0] == "BUS-ROSTER-01"


@accepts("BUS-ROSTER-01")
@refuses("BUS-ROSTER-02")
def test_the_limit_of_the_event_wins_over_that_of_the_list() -> None:
    body = warband("hidemori", "bearer", terms={"rice_limit": 5})
    assert [one.rule for one in report_of(body).violations] == ["BUS-ROSTER-02"]
    assert report_of(at_event(body, {"rice_limit": 70})).ok


@refuses("BUS-ROSTER-09")
def test_a_declared_total_that_is_wrong() -> None:
    told = only("BUS-ROSTER-09", {"profile": "guards", "count": 2}, "ferrymen", total=24)
    assert (told["expected"], told["repair"]) == (19, {"declare": 19})


@pytest.mark.parametrize(
    ("model", "rice"),
    [
        ({"profile": "guards", "count": 3}, 15),
        ({"profile": "ferrymen", "count": 2}, 9),
        ({"profile": "rokuro", "enhancements": ["inherited_blade"]}, 11),
        ({"profile": "wisps", "count": 2, "enhancements": [{"card": "feather", "model": 1}]}, 10),
    ],
)
def test_what_cards_cost(model: Any, rice: int) -> None:
    assert broken(model, total=rice) == [] and "BUS-ROSTER-09" in broken(model, total=rice + 1)


def test_one_price_for_cards_together() -> None:
    cost = {"value": 13, "kind": "for_all", "together": ["physician"]}
    cards = with_fields(jirota={"cost": cost})
    assert broken("jirota", "physician", cards_known=cards, total=13) == []


@refuses("BUS-ROSTER-11")
def test_a_theme_changes_the_cost() -> None:
    archers = {"profile": "archers", "count": 2}
    assert broken(archers, theme="night_watch", total=10) == broken(archers, total=12) == []
    assert broken(archers, theme="night_watch", total=12) == ["BUS-ROSTER-09", "BUS-ROSTER-11"]


def test_a_theme_changes_the_cost_of_a_special_card_to_1_at_least() -> None:
    cards = with_fields(night_watch={"cost_changes": {"Sudden Fog": -9}})
    assert broken("bearer", cards=["fog"], theme="night_watch", total=4, cards_known=cards) == []


@accepts("BUS-ROSTER-10")
@refuses("BUS-ROSTER-10")
def test_what_is_summoned_is_not_recruited() -> None:
    assert only("BUS-ROSTER-10", "oyuki", "ember")["cost"] == "Su"
    assert only("BUS-ROSTER-10", "heron")["cost"] == "Sp"
    assert broken("oyuki") == []


@refuses("BUS-ROSTER-37")
def test_a_free_price_is_told_once_and_for_all() -> None:
    assert only("BUS-ROSTER-37", "bearer", cards=["spilled_oil"])["told"] == "not_told"
    assert only("BUS-ROSTER-37", "bearer", cards=[{"card": "spilled_oil", "x": 0}])["told"] == 0
    assert only("BUS-ROSTER-37", "bearer", cards=[{"card": "fog", "x": 3}])["legal"] == "no_x"


def test_unknown_prices_are_warnings_and_known_ones_still_count() -> None:
    cards = with_fields(rokuro={"cost": None})
    report = report_of(warband("rokuro", "hidemori"), cards)
    assert report.ok and [one.rule for one in report.warnings] == ["BUS-LOG-08"]
    assert report.warnings[0].params["rules"] == ["BUS-ROSTER-02"], "no total was declared"
    declared = report_of(warband("rokuro", "hidemori", total=20), cards)
    assert declared.warnings[0].params["rules"] == ["BUS-ROSTER-02", "BUS-ROSTER-09"]
    assert broken("rokuro", "hidemori", cards_known=cards, total=15) == ["BUS-ROSTER-09"]
    assert broken("rokuro", "hidemori", cards_known=cards, total=20) == []
    assert broken("rokuro", "hidemori", cards_known=cards, terms={"rice_limit": 15}) == ["BUS-ROSTER-02"]


def test_a_body_of_another_form() -> None:
    for body in ({}, {"faction": 1}, {"faction": "A", "models": [{}]}, warband(terms={"size": "huge"})):
        assert [one.rule for one in report_of(body).violations] == ["WL-ROS-01"]


@accepts("BUS-ROSTER-36")
def test_a_communal_card_is_free_whatever_it_prints() -> None:
    priced = with_fields(well={"cost": {"value": 3}})
    assert broken("bearer", cards=["well"], cards_known=priced, total=3) == []
    assert broken("bearer", cards=["well"], cards_known=priced, total=6) == ["BUS-ROSTER-09"]
