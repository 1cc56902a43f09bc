"""Who may be recruited, and who with whom."""

from __future__ import annotations

from games.bushido.sample import CARDS
from games.bushido.tests.roster.warbands import broken, only, report_of, warband, with_fields
from games.testing import accepts, refuses

REED = with_fields(
    stranger={"kind": "profile", "name": "Reed Spearman", "faction": "Reed Banner", "cost": {"value": 5}}
)


@accepts("BUS-ROSTER-03", "BUS-ROSTER-04", "BUS-ROSTER-05", "BUS-ROSTER-07", "BUS-ROSTER-28", "BUS-ROSTER-32")
def test_a_faction_with_its_ronin_and_ronin_alone() -> None:
    assert (
        broken("hidemori", "jirota") == broken("jirota", "physician") == broken("tessho", "ironsnout") == []
    )


@refuses("BUS-ROSTER-03")
def test_ronin_are_no_faction() -> None:
    assert "BUS-ROSTER-03" in [
        one.rule for one in report_of({"faction": "Ronin", "models": ["jirota"]}).violations
    ]


@refuses("BUS-ROSTER-04")
def test_a_model_of_another_faction() -> None:
    told = only("BUS-ROSTER-04", "hidemori", "stranger", cards_known=REED)
    assert (told["model"], told["told"]) == ("Reed Spearman", "Reed Banner")
    assert only("BUS-ROSTER-04", "hidemori", "fog")["told"] == "kind_event"


@accepts("BUS-ROSTER-04", "BUS-ROSTER-27")
@refuses("BUS-ROSTER-04")
def test_a_card_that_allows_a_model_opens_the_faction_to_it() -> None:
    friend = {"kind": "profile", "name": "Reed Archer", "faction": "Reed Banner", "cost": {"value": 5}}
    pair = {
        "friend": {**friend, "allows": ["stranger"]},
        "stranger": {**REED["stranger"], "allows": ["friend"]},
    }
    cards = {**REED, **pair, "tessho": {**CARDS["tessho"], "allows": ["stranger"]}}
    assert broken("tessho", "stranger", cards_known=cards) == []
    assert broken("tessho", "stranger", "friend", cards_known=cards) == []
    assert broken("hidemori", "stranger", "friend", cards_known=cards) == ["BUS-ROSTER-04"] * 2


@refuses("BUS-ROSTER-05")
def test_a_ronin_who_fights_for_others() -> None:
    cards = with_fields(physician={"available_to": ["Reed Banner"]})
    assert broken("jirota", "physician", cards_known=cards) == ["BUS-ROSTER-04", "BUS-ROSTER-05"]
    assert broken("hidemori", "physician", cards_known=cards) == ["BUS-ROSTER-04"]


@refuses("BUS-ROSTER-07")
def test_a_profile_card_twice() -> None:
    assert only("BUS-ROSTER-07", "hidemori", "bearer", "hidemori")["told"] == 2


@accepts("BUS-ROSTER-08")
@refuses("BUS-ROSTER-08")
def test_models_of_a_card() -> None:
    for profile, most in (("guards", 3), ("hidemori", 1), ("wisps", 3)):
        assert broken({"profile": profile, "count": most}) == []
        told = only("BUS-ROSTER-08", {"profile": profile, "count": most + 1})
        assert (told["expected"], told["repair"]) == (most, {"take_so_many": most})
    assert only("BUS-ROSTER-08", "bearer", {"profile": "guards", "count": 0})["repair"] == {"take_so_many": 1}


@refuses("BUS-ROSTER-28")
def test_a_model_that_needs_another() -> None:
    told = only("BUS-ROSTER-28", "ironsnout")
    assert told["repair"] == {"recruit": ["Tessho of the Boar Path"], "or_leave_out": "Ironsnout"}


@accepts("BUS-ROSTER-30", "BUS-TRT-47", "BUS-TOUR-31")
@refuses("BUS-ROSTER-30", "BUS-TRT-47")
def test_hatred() -> None:
    terms = {"unreleased": True}
    assert broken("sanae", "akabane", terms=terms) == ["BUS-ROSTER-30", "BUS-TRT-47"]
    assert broken("hidemori", "akabane", terms=terms) == broken("sanae", "hidemori") == []
    named = with_fields(sanae={"traits": ["Hatred [Boars, Captain of Lamps]"]})
    assert broken("sanae", "hidemori", cards_known=named) == ["BUS-ROSTER-30", "BUS-TRT-47"]


@refuses("BUS-TOUR-31")
def test_a_model_that_is_not_released() -> None:
    assert broken("akabane") == ["BUS-TOUR-31"]


@refuses("BUS-ROSTER-32")
def test_a_warband_without_models() -> None:
    assert broken(cards=["fog"]) == ["BUS-ROSTER-32"]


def test_unknown_facts_are_warnings() -> None:
    bare = {"one": {"name": "One", "faction": "Lantern Court", "cost": {"value": 3}}}
    report = report_of(warband({"profile": "one", "count": 2}, "nobody"), bare)
    assert report.ok
    told = {one.params["card"]: one.params["rules"] for one in report.warnings}
    assert {"BUS-ROSTER-08", "BUS-ROSTER-28", "BUS-ROSTER-30"} <= set(told["One"])
    assert {"BUS-ROSTER-02", "BUS-ROSTER-04"} <= set(told["nobody"])
    alone = report_of(warband("one"), bare).warnings
    rules = [rule for one in alone for rule in one.params.get("rules", ())]
    assert rules and "BUS-ROSTER-30" not in rules, "whoever is alone has nobody to hate"
