"""Special cards: who may take and carry them, and how many."""

from __future__ import annotations

from typing import Any

import pytest

from games.bushido.tests.roster.warbands import broken, only, with_fields
from games.testing import accepts, refuses


def carrying(profile: str, *cards: Any, count: int = 1) -> dict[str, Any]:
    return {"profile": profile, "count": count, "enhancements": list(cards)}


@accepts("BUS-ROSTER-12", "BUS-ROSTER-13", "BUS-ROSTER-14", "BUS-ROSTER-15", "BUS-ROSTER-16", "BUS-ROSTER-17")
@accepts("BUS-ROSTER-18", "BUS-ROSTER-19", "BUS-ROSTER-20", "BUS-ROSTER-21", "BUS-ROSTER-22", "BUS-ROSTER-36")
def test_cards_as_they_should_be() -> None:
    assert broken(carrying("hidemori", "inherited_blade", "vow"), carrying("jirota", "signal_drum")) == []
    assert (
        broken(carrying("wisps", {"card": "feather", "model": 1}, count=2), carrying("moths", "feather"))
        == []
    )
    assert broken(carrying("kohana", "oiled_lantern"), "heron") == []
    assert (
        broken(
            "bearer", cards=["well", "basin", {"card": "bell", "count": 2}, {"card": "screen", "count": 2}]
        )
        == []
    )
    each = [{"card": "oiled_lantern", "model": 1}, {"card": "oiled_lantern", "model": 2}]
    assert broken(carrying("guards", "drilled", *each, count=2)) == []


@refuses("BUS-ROSTER-12")
def test_a_card_of_another_faction() -> None:
    cards = with_fields(fog={"faction": "Reed Banner"})
    assert only("BUS-ROSTER-12", "bearer", cards=["fog"], cards_known=cards)["told"] == "Reed Banner"
    assert broken("bearer", cards=["hidemori"])[0] == "BUS-ROSTER-12"


@refuses("BUS-ROSTER-13")
def test_too_many_copies() -> None:
    assert only("BUS-ROSTER-13", "bearer", cards=[{"card": "bell", "count": 3}])["expected"] == 2
    assert only("BUS-ROSTER-13", "bearer", cards=["fog", "fog"])["told"] == 2
    assert (
        only("BUS-ROSTER-13", carrying("hidemori", "vow"), carrying("rokuro", "vow"))["card"]
        == "Vow of Silence"
    )


@refuses("BUS-ROSTER-14")
@pytest.mark.parametrize(
    ("model", "cards"),
    [
        (carrying("guards", "oiled_lantern", count=2), []),
        (carrying("guards", {"card": "oiled_lantern", "model": 3}, count=2), []),
        (carrying("hidemori", "fog"), []),
        ("hidemori", ["oiled_lantern"]),
    ],
)
def test_an_enhancement_without_its_model(model: Any, cards: list[str]) -> None:
    assert broken(model, cards=cards) == ["BUS-ROSTER-14"]


@refuses("BUS-ROSTER-15")
def test_an_enhancement_of_the_insignificant() -> None:
    assert only("BUS-ROSTER-15", carrying("bearer", "oiled_lantern"))["repair"] == {
        "leave_out": "Oiled Lantern"
    }


@refuses("BUS-ROSTER-16")
@pytest.mark.parametrize(
    ("model", "words"), [("moths", ["Animal", "Swarm"]), ("wisps", ["Kami"]), ("lion", ["Construct"])]
)
def test_an_enhancement_that_does_not_name_the_kind(model: str, words: list[str]) -> None:
    assert only("BUS-ROSTER-16", carrying(model, "oiled_lantern"))["keyword"] == words


def test_a_word_of_the_required_types_is_enough_for_a_kind() -> None:
    by_trait = with_fields(wisps={"types": ["Spirit"]})
    assert broken(carrying("wisps", "feather"), cards_known=by_trait) == []


@refuses("BUS-ROSTER-17")
def test_a_ronin_with_a_card_of_the_faction() -> None:
    assert broken(carrying("jirota", "oiled_lantern")) == ["BUS-ROSTER-17"]


@refuses("BUS-ROSTER-18", "BUS-ROSTER-19")
def test_required_and_excluded_types() -> None:
    assert broken(carrying("oyuki", "inherited_blade")) == ["BUS-ROSTER-18"]
    assert broken(carrying("sanae", "inherited_blade")) == ["BUS-ROSTER-19"]
    assert broken(carrying("kohana", "vow")) == ["BUS-ROSTER-19"]
    assert broken("hidemori", cards=[{"card": "spilled_oil", "x": 1}]) == ["BUS-ROSTER-18"]


@refuses("BUS-ROSTER-20")
def test_two_pieces_of_equipment() -> None:
    told = only("BUS-ROSTER-20", carrying("hidemori", "inherited_blade", "signal_drum"))
    assert told["told"] == ["Inherited Blade", "Signal Drum"]
    both = [{"card": "signal_drum", "model": 2}, {"card": "oiled_lantern", "model": 2}]
    assert broken(carrying("guards", *both, count=2)) == ["BUS-ROSTER-20"]


@refuses("BUS-ROSTER-21")
def test_equipment_on_both_forms_of_a_model() -> None:
    cards = with_fields(heron={"types": ["Spirit"]})
    models = (carrying("kohana", "oiled_lantern"), carrying("heron", "signal_drum"))
    assert only("BUS-ROSTER-21", *models, cards_known=cards)["other"] == "The White Heron"


@refuses("BUS-ROSTER-22")
def test_the_back_of_an_event() -> None:
    assert broken("bearer", cards=["burning_ground"]) == ["BUS-ROSTER-22"]


@refuses("BUS-ROSTER-36")
def test_communal_cards() -> None:
    assert only("BUS-ROSTER-36", "bearer", cards=["well", "deep_well"])["told"] == "Well of Lanterns"
    cards = with_fields(well={"faction": "Ronin"})
    assert broken("bearer", cards=["well"], cards_known=cards) == ["BUS-ROSTER-36"]
