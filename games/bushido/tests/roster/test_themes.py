"""Themes: whom they let in, and what the organisers ask of them."""

from __future__ import annotations

from games.bushido.sample import CARDS, FACTION
from games.bushido.tests.roster.warbands import broken, only, report_of, warband, with_fields
from games.ruleset import RosterReport
from games.testing import accepts, refuses

UNRELEASED = {"unreleased": True}


@accepts("BUS-ROSTER-23", "BUS-ROSTER-24", "BUS-ROSTER-25", "BUS-ROSTER-26", "BUS-ROSTER-27")
def test_models_of_a_theme() -> None:
    assert broken("guards", "archers", "jirota", "tessho", "ironsnout", theme="night_watch") == []
    assert broken("hidemori", "wisps", theme="still_garden") == []
    assert broken("hidemori", "jirota", "physician", theme="open_road") == []


@refuses("BUS-ROSTER-23")
def test_a_theme_of_another_faction_or_two() -> None:
    cards = with_fields(night_watch={"faction": "Reed Banner"})
    assert broken("guards", theme="night_watch", cards_known=cards) == ["BUS-ROSTER-23"]
    assert "BUS-ROSTER-23" in broken("guards", theme="night_watch", cards=["still_garden"])
    assert broken("guards", theme="fog") == ["BUS-ROSTER-23"]


@refuses("BUS-ROSTER-24")
def test_models_without_a_permitted_type() -> None:
    assert only("BUS-ROSTER-24", "guards", "oyuki", theme="night_watch")["expected"] == [
        "Guard",
        "Peasant",
        "Monk",
    ]
    assert only("BUS-ROSTER-24", "guards", "physician", theme="night_watch")["expected"] == ["Samurai"]
    closed = with_fields(night_watch={"permitted_ronin": []})
    told = only("BUS-ROSTER-24", "guards", "jirota", theme="night_watch", cards_known=closed)
    assert told["expected"] == "ronin_of_no_type"


@accepts("BUS-ROSTER-24")
@refuses("BUS-ROSTER-24")
def test_a_theme_of_the_ronin_that_permits_types_names_the_ronin_too() -> None:
    """Only one that permits nobody in particular is open to all Ronin."""
    closed = with_fields(open_road={"permitted": ["Guard", "Samurai"], "permitted_ronin": ["Physician"]})
    assert broken("guards", "physician", theme="open_road", cards_known=closed) == []
    assert broken("guards", "jirota", theme="open_road", cards_known=closed) == ["BUS-ROSTER-24"]
    unsaid = with_fields(open_road={"permitted": ["Guard", "Samurai"], "permitted_ronin": None})
    report = report_of(warband("guards", "jirota", theme="open_road"), unsaid)
    assert report.ok and any("BUS-ROSTER-24" in one.params["rules"] for one in report.warnings)


@refuses("BUS-ROSTER-25")
def test_a_ronin_in_a_theme_of_the_faction() -> None:
    assert broken("hidemori", "jirota", theme="still_garden") == ["BUS-ROSTER-25"]


@refuses("BUS-ROSTER-26")
def test_what_a_theme_excludes_though_it_permits_it() -> None:
    masked = with_fields(akabane={"types": ["Oni", "Guard"]})
    assert broken("akabane", theme="night_watch", cards_known=masked, terms=UNRELEASED) == ["BUS-ROSTER-26"]
    assert broken("lion", theme="still_garden") == ["BUS-ROSTER-26"]


@refuses("BUS-ROSTER-27")
def test_a_friend_who_is_not_permitted_brings_nobody() -> None:
    cards = with_fields(tessho={"types": ["Hermit"]})
    rules = broken("tessho", "ironsnout", theme="night_watch", cards_known=cards)
    assert sorted(rules) == ["BUS-ROSTER-24", "BUS-ROSTER-24", "BUS-ROSTER-27"]


def test_unknown_types_and_themes_are_warnings() -> None:
    cards = with_fields(oyuki={"types": None}, still_garden={"permitted": None})
    for theme in ("night_watch", "still_garden", "lost_theme"):
        report = report_of(warband("oyuki", theme=theme), cards)
        assert report.ok and any("BUS-ROSTER-24" in one.params["rules"] for one in report.warnings), theme


@accepts("BUS-TOUR-26")
@refuses("BUS-TOUR-26")
def test_what_the_organisers_ask_of_themes() -> None:
    compulsory, prohibited = {"themes": "compulsory"}, {"themes": "prohibited"}
    assert broken("guards", terms=compulsory) == broken("guards", theme="night_watch", terms=prohibited)
    assert broken("guards", terms=compulsory) == ["BUS-TOUR-26"]
    assert broken("guards", theme="night_watch", terms=compulsory) == broken("guards", terms=prohibited) == []


@accepts("BUS-TOUR-26")
@refuses("BUS-TOUR-26")
def test_one_hired_sword() -> None:
    terms = {"themes": "hired_swords"}
    assert broken("hidemori", "jirota", theme="still_garden", terms=terms) == []
    rules = broken("hidemori", "jirota", "physician", theme="still_garden", terms=terms)
    assert rules == ["BUS-TOUR-26", "BUS-ROSTER-25", "BUS-ROSTER-25"]


@accepts("BUS-TOUR-26")
@refuses("BUS-TOUR-26")
def test_named_decks() -> None:
    terms = {"decks": ["First Lamps"]}
    assert broken("guards", theme="night_watch", cards=["fog"], terms=terms) == []
    assert broken("guards", "jirota", theme="still_garden", terms=terms)[-2:] == ["BUS-TOUR-26"] * 2
    undated = with_fields(guards={"deck": None})
    report = report_of({"faction": FACTION, "models": ["guards"], "terms": terms}, undated)
    assert report.ok and "BUS-TOUR-26" in report.warnings[0].params["rules"]


def unknown_of(report: RosterReport) -> dict[str, list[str]]:
    return {one.params["card"]: one.params["facts"] for one in report.warnings if "facts" in one.params}


def test_what_is_unknown_is_told_of_the_card_that_lacks_it() -> None:
    """A Ronin waits for what the theme says of Ronin, a hated model for its traits, an event for the models."""
    cards = with_fields(night_watch={"permitted_ronin": None})
    ronin = report_of(warband("hidemori", "jirota", theme="night_watch"), cards)
    assert unknown_of(ronin) == {CARDS["night_watch"]["name"]: ["fact_permitted_ronin"]}
    cards = with_fields(hidemori={"traits": ["Hatred [Oni]"]}, oyuki={"traits": None})
    hated = unknown_of(report_of(warband("hidemori", "oyuki"), cards))
    assert hated == {CARDS["oyuki"]["name"]: ["fact_traits"]}
    cards = with_fields(hidemori={"types": None})
    oil = {"card": "spilled_oil", "x": 1}
    assert unknown_of(report_of(warband("hidemori", cards=[oil]), cards)) == {
        CARDS["hidemori"]["name"]: ["fact_types"]
    }
