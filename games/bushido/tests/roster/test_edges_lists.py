"""Where two rules of a list meet: forms and prices together, communal cards, lists for one game, lists of scenarios."""

from __future__ import annotations

from typing import Any

from games.bushido.events import WarbandRegistered
from games.bushido.opening import bring_list
from games.bushido.sample import CARDS, FACTION
from games.bushido.tests.roster.warbands import Edition, broken, report_of, warband, with_fields
from games.ruleset import Roster
from games.testing import accepts, refuses

ONE: dict[str, Any] = {
    "kind": "profile",
    "faction": FACTION,
    "types": ["Human"],
    "traits": [],
    "unique": True,
    "allows": [],
    "requires": [],
    "wound_tracks": [5],
    "cost": {"value": 7},
}
POOL: dict[str, Any] = {"kind": "communal", "name": "Pool", "faction": FACTION}
EVENT: dict[str, Any] = {"kind": "event", "name": "Rain", "faction": FACTION, "cost": {"value": 2}}
NET: dict[str, Any] = {
    "kind": "enhancement",
    "name": "Net",
    "faction": FACTION,
    "cost": {"value": 1},
    "max": 2,
    "equipment": False,
    "required": ["Swarm"],
    "excluded": [],
}
THEME: dict[str, Any] = {"kind": "theme", "faction": FACTION, "permitted": [], "permitted_ronin": []}
THEMES = with_fields(day={**THEME, "name": "Day"}, night={**THEME, "name": "Night"})


def brought(*models: Any, known: Edition = CARDS, **told: Any) -> WarbandRegistered:
    roster = Roster(system="bushido", kind="warband", name="mine", body=warband(*models, **told))
    (event,) = bring_list("r", roster, known)
    assert isinstance(event, WarbandRegistered)
    return event


@accepts("BUS-ROSTER-21")
@refuses("BUS-ROSTER-10")
def test_a_form_without_a_price_may_stand_before_the_one_that_is_bought() -> None:
    assert broken("heron", "kohana", total=9) == broken("kohana", "heron", total=9) == []
    assert broken("heron") == ["BUS-ROSTER-10"]


def test_forms_of_one_model_are_one_model_on_the_table() -> None:
    event = brought({"profile": "kohana", "enhancements": ["feather"]}, "heron", "bearer", vim="heron")
    assert [model.id for model in event.models] == ["kohana", "bearer"]
    assert event.list_vim == "kohana" and "heron" in event.sheets
    moved = brought("kohana", {"profile": "heron", "enhancements": ["feather"]})
    assert [one.on for one in moved.specials] == ["kohana"]
    priced = brought("heron", known=with_fields(heron={"cost": {"kind": "Sp"}}))
    assert [model.rice for model in priced.models] == [9]


@accepts("BUS-VIM-08", "BUS-ROSTER-21")
def test_another_form_comes_along_whichever_card_names_the_other() -> None:
    known = with_fields(two=ONE, fox={**ONE, "cost": {"kind": "Su"}, "same_model_as": ["two"]})
    assert [*brought("two", known=known).sheets] == ["two", "fox"]
    known = with_fields(two={**ONE, "same_model_as": ["fox"]}, fox={**ONE, "cost": {"kind": "Su"}})
    event = brought("fox", "two", known=known)
    assert [(model.id, model.rice) for model in event.models] == [("fox", 7)]
    assert [*event.sheets] == ["fox", "two"]


@accepts("BUS-ROSTER-14")
def test_an_enhancement_for_a_whole_card_comes_to_the_table_on_each_of_its_models() -> None:
    second = {"card": "oiled_lantern", "model": 2}
    event = brought({"profile": "guards", "count": 3, "enhancements": ["drilled", second]})
    assert [(one.card, one.on, one.also_on) for one in event.specials] == [
        ("drilled", "guards", ("guards-2", "guards-3")),
        ("oiled_lantern", "guards-2", ()),
    ]


@accepts("BUS-ROSTER-09")
@refuses("BUS-ROSTER-09")
def test_a_price_for_two_cards_is_paid_once_in_any_order() -> None:
    pair = {"value": 7, "kind": "for_all", "together": ["other"]}
    known = with_fields(one={**ONE, "cost": pair}, other={**ONE, "cost": {"value": 9}})
    for models in (("one", "other"), ("other", "one")):
        assert broken(*models, cards_known=known, total=7) == []
        assert broken(*models, cards_known=known, total=16) == ["BUS-ROSTER-09"]


@accepts("BUS-ROSTER-36")
@refuses("BUS-ROSTER-36")
def test_one_copy_of_a_communal_card() -> None:
    known = with_fields(pool=POOL)
    assert broken("guards", cards_known=known, cards=["pool"]) == []
    assert broken("guards", cards_known=known, cards=[{"card": "pool", "count": 2}]) == ["BUS-ROSTER-36"]


@refuses("BUS-ROSTER-13")
def test_no_copies_of_a_card_are_none_taken() -> None:
    known = with_fields(rain=EVENT)
    assert broken("guards", cards_known=known, cards=["rain"]) == []
    assert broken("guards", cards_known=known, cards=[{"card": "rain", "count": 0}]) == ["BUS-ROSTER-13"]


@accepts("BUS-TOUR-23")
@refuses("BUS-TOUR-23")
def test_of_two_lists_one_is_played() -> None:
    two = {"lists": "two"}
    lists: dict[str, Any] = {"second": warband("archers"), "terms": two}
    assert broken("guards", **lists, played=warband("archers")) == []
    assert broken("guards", **lists, played=warband("guards")) == []
    assert broken("guards", **lists, played=warband("tessho")) == ["BUS-TOUR-23"]


@refuses("BUS-TOUR-24")
def test_a_game_is_played_with_what_was_handed_in() -> None:
    assert broken("guards", "archers", played=warband("archers")) == []
    assert broken("guards", played=warband("archers")) == ["BUS-TOUR-24"]


@accepts("BUS-TOUR-24")
@refuses("BUS-TOUR-24")
def test_a_sideboard_brings_no_other_theme() -> None:
    told: dict[str, Any] = {"theme": "day", "sideboard": {"models": ["tessho"]}, "cards_known": THEMES}
    told["terms"] = {"lists": "sideboard"}
    assert broken("guards", **told, played=warband("tessho")) == []
    assert broken("guards", **told, played=warband("tessho", theme="day")) == []
    assert broken("guards", **told, played=warband("tessho", theme="night")) == ["BUS-TOUR-24"]


@accepts("BUS-TOUR-25")
@refuses("BUS-TOUR-25")
def test_an_open_list_is_of_the_declared_faction() -> None:
    known = with_fields(other={**ONE, "faction": "Reed Banner"})
    told: dict[str, Any] = {"terms": {"lists": "open"}, "cards_known": known}
    assert broken(**told, played=warband("guards")) == []
    strange = {"faction": "Reed Banner", "models": ["other"]}
    assert broken(**told, played=strange) == ["BUS-TOUR-25"]


@accepts("BUS-SCN-17")
def test_a_list_with_a_sideboard_keeps_its_vim() -> None:
    terms = {"scenario": "duel", "lists": "sideboard"}
    assert broken("hidemori", vim="hidemori", sideboard={"models": ["guards"]}, terms=terms) == []


@accepts("BUS-SCN-16")
@refuses("BUS-ROSTER-02")
def test_honbasho_is_played_to_its_own_limit() -> None:
    known = with_fields(dear={**ONE, "cost": {"value": 90}}, dearer={**ONE, "cost": {"value": 101}})
    terms = {"scenario": "honbasho", "rice_limit": 70}
    assert report_of(warband("dear", terms=terms), known).violations == ()
    assert broken("dearer", cards_known=known, terms=terms) == ["BUS-ROSTER-02"]


@accepts("BUS-ROSTER-16", "BUS-ROSTER-18")
@refuses("BUS-ROSTER-16")
def test_nobody_knows_whether_an_animal_is_a_swarm_before_its_traits_are_known() -> None:
    net = {"profile": "beast", "enhancements": ["net"]}
    beast = {**ONE, "types": ["Animal"]}
    unknown = report_of(warband(net), with_fields(beast={**beast, "traits": None}, net=NET))
    assert unknown.violations == ()
    (warning,) = (one for one in unknown.warnings if one.params.get("card") == "beast")
    assert "BUS-ROSTER-16" in warning.params["rules"]
    for traits, rules in ([["Swarm"], []], [["Tough (1)"], ["BUS-ROSTER-16"]]):
        assert broken(net, cards_known=with_fields(beast={**beast, "traits": traits}, net=NET)) == rules


@accepts("BUS-TOUR-23", "BUS-ROSTER-14", "BUS-ROSTER-37")
@refuses("BUS-TOUR-23")
def test_of_two_lists_one_is_played_as_it_was_built() -> None:
    """Who has an enhancement and what a free X is are fixed at construction; the order of a list is no matter."""
    with_lantern = {"profile": "guards", "enhancements": ["oiled_lantern"]}
    oil = [{"card": "spilled_oil", "x": 1}]
    lists: dict[str, Any] = {"second": warband("tessho"), "cards": oil, "terms": {"lists": "two"}}
    models = (with_lantern, "archers", "bearer")
    assert broken(*models, **lists, played=warband("bearer", "archers", with_lantern, cards=oil)) == []
    moved = ("guards", {"profile": "archers", "enhancements": ["oiled_lantern"]}, "bearer")
    assert broken(*models, **lists, played=warband(*moved, cards=oil)) == ["BUS-TOUR-23"]
    dearer = [{"card": "spilled_oil", "x": 3}]
    assert broken(*models, **lists, played=warband(*models, cards=dearer)) == ["BUS-TOUR-23"]


@accepts("BUS-TOUR-24", "BUS-ROSTER-14", "BUS-ROSTER-20")
@refuses("BUS-ROSTER-20")
def test_a_second_model_of_a_card_comes_out_of_the_sideboard() -> None:
    """A single model has its enhancement without saying so, in the list and in the sideboard."""
    terms = {"lists": "sideboard"}
    guard = {"profile": "guards", "enhancements": ["oiled_lantern"]}
    with_drum = {"profile": "guards", "enhancements": ["signal_drum"]}
    for other in ("guards", with_drum):
        assert broken(guard, sideboard={"models": [other]}, terms=terms) == []
    for_the_first = {**with_drum, "count": 0}
    assert broken(guard, sideboard={"models": [for_the_first]}, terms=terms) == ["BUS-ROSTER-20"]


@accepts("BUS-SCN-18")
@refuses("BUS-SCN-18")
def test_who_rises_in_another_form_is_one_of_those_who_rise() -> None:
    fox = {**ONE, "traits": ["Rise (4)"], "cost": {"kind": "Su"}, "same_model_as": ["two"]}
    known = with_fields(one={**ONE, "traits": ["Rise (5)"]}, two=ONE, fox=fox)
    terms = {"scenario": "bavarian_botoku", "rice_limit": 50}
    assert broken("two", "fox", cards_known=known, terms=terms) == []
    assert broken("one", "two", cards_known=known, terms=terms) == []
    assert broken("one", "two", "fox", cards_known=known, terms=terms) == ["BUS-SCN-18"]
