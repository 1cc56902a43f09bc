"""Lists for scenarios that have their own: Honbasho, The Duel, Bavarian Botoku."""

from __future__ import annotations

from typing import Any

from games.bushido.events import WarbandRegistered
from games.bushido.opening import bring_list
from games.bushido.roster.builder import changed, pasted, sheet, text, told
from games.bushido.sample import CARDS, FACTION
from games.bushido.system import RULES
from games.bushido.tests.roster.warbands import report_of, warband, with_fields
from games.ruleset import Roster
from games.testing import accepts, refuses


def said(scenario: str, *models: Any, **more: Any) -> list[tuple[str, Any]]:
    """(rule, what is due by it) of a list under the terms of a scenario."""
    terms = {"scenario": scenario, **more.pop("terms", {})}
    known = more.pop("known", with_fields())
    report = report_of(warband(*models, terms=terms, **more), known)
    return [(one.rule, one.params.get("due")) for one in report.violations]


@accepts("BUS-SCN-16")
@refuses("BUS-SCN-16")
def test_honbasho_wants_a_model_that_may_be_the_vim() -> None:
    assert said("honbasho", "guards", "oyuki") == []
    assert said("honbasho", "guards", "tessho", "ironsnout") == []
    assert said("honbasho", "guards", "archers") == [("BUS-SCN-16", "a_vim")]
    boar = with_fields(ironsnout={"requires": []})
    assert said("honbasho", "ironsnout", known=boar) == [("BUS-SCN-16", "a_vim")]
    unsure = report_of(
        warband("guards", terms={"scenario": "honbasho"}), with_fields(guards={"unique": None})
    )
    assert unsure.ok and any("BUS-SCN-16" in one.params["rules"] for one in unsure.warnings)


@accepts("BUS-SCN-17")
@refuses("BUS-SCN-17")
def test_the_duel_wants_its_vim_named_and_cheap_enough() -> None:
    assert said("duel", "oyuki", "guards", vim="oyuki", terms={"vim_rice": 28}) == []
    assert said("duel", "oyuki", "guards") == [("BUS-SCN-17", "vim_of_the_list")]
    assert said("duel", "oyuki", vim="hidemori") == [("BUS-SCN-17", "vim_of_the_list")]
    assert said("duel", "oyuki", "guards", vim="guards") == [("BUS-SCN-17", "a_vim")]
    dear = said("duel", "oyuki", "guards", vim="oyuki", terms={"vim_rice": 13})
    assert dear == [("BUS-SCN-17", 13)]
    unsure = with_fields(oyuki={"unique": None})
    assert said("duel", "oyuki", vim="oyuki", known=unsure) == []


@accepts("BUS-SCN-18")
@refuses("BUS-SCN-18")
def test_bavarian_botoku_wants_few_and_cheap_models() -> None:
    three = {"profile": "guards", "count": 3}
    assert said("bavarian_botoku", three, "oyuki", "hidemori") == []
    four = with_fields(guards={"wound_tracks": [4, 4, 4, 4]})
    many = said("bavarian_botoku", {"profile": "guards", "count": 4}, "oyuki", "tessho", known=four)
    assert many == [("BUS-SCN-18", 5)]
    dear = with_fields(hidemori={"cost": {"value": 18}})
    assert said("bavarian_botoku", "hidemori", known=dear) == [("BUS-SCN-18", 17)]
    rising = with_fields(hidemori={"traits": ["Rise (4)"]}, oyuki={"traits": ["Rise (5)"]})
    assert said("bavarian_botoku", "hidemori", "oyuki", known=rising) == [("BUS-SCN-18", "one_model_only")]
    last = with_fields(guards={"traits": ["Last Stand"]})
    twice = said("bavarian_botoku", {"profile": "guards", "count": 2}, known=last)
    assert twice == [("BUS-SCN-18", "one_model_only")]
    assert said("bavarian_botoku", "guards", "oyuki", known=last) == []


def test_the_page_offers_the_scenario_and_a_vim_and_the_match_takes_it_over() -> None:
    body = told({}, {"pick-faction": FACTION, "pick-scenario": "duel"})
    for card in ("oyuki", "hidemori"):
        body = changed(body, f"add:list:{card}", CARDS)
    picks = {one.key: one for one in sheet(body, CARDS).picks}
    assert [*picks["vim"].values] == ["oyuki", "hidemori"] and picks["scenario"].value == "duel"
    body = told(body, {"pick-vim": "oyuki"})
    assert RULES.check_roster(Roster(system="bushido", kind="warband", name="x", body=body), CARDS).ok
    (event,) = bring_list("ann", Roster(system="bushido", kind="warband", name="x", body=body), CARDS)
    assert isinstance(event, WarbandRegistered) and event.list_vim == "oyuki"
    free = told(body, {"pick-scenario": ""})
    assert "vim" not in {one.key for one in sheet(free, CARDS).picks}


@accepts("BUS-SCN-17", "BUS-TOUR-23")
@refuses("BUS-SCN-17")
def test_each_of_two_lists_names_its_own_vim_on_the_page_and_in_its_text() -> None:
    body = told({}, {"pick-faction": FACTION, "pick-scenario": "duel", "pick-lists": "two"})
    assert "vim_second" not in {one.key for one in sheet(body, CARDS).picks}
    for place in ("list:oyuki", "second:hidemori", "second:kohana"):
        body = changed(body, f"add:{place}", CARDS)
    body = told(body, {"pick-vim": "oyuki"})
    first = Roster(system="bushido", kind="warband", name="x", body=body)
    assert {one.rule for one in RULES.check_roster(first, CARDS).violations} == {"BUS-SCN-17"}
    picks = {one.key: one for one in sheet(body, CARDS).picks}
    assert [*picks["vim_second"].values] == ["hidemori", "kohana"]
    both = told(body, {"pick-vim": "oyuki", "pick-vim_second": "hidemori", "pick-faction": FACTION})
    assert RULES.check_roster(Roster(system="bushido", kind="warband", name="x", body=both), CARDS).ok
    for language in ("en", "ru"):
        again, unread = pasted(both, text(both, CARDS, language), CARDS)
        named = (again["vim"], again["second"]["vim"], again["second"].get("theme"))
        assert (named, unread) == (("oyuki", "hidemori", None), [])


@accepts("BUS-ROSTER-13", "BUS-SCN-17")
@refuses("BUS-ROSTER-13")
def test_in_the_duel_no_special_card_comes_twice_and_none_is_offered_twice() -> None:
    """Bell at Dusk and Oiled Lantern have Max (2)."""
    for scenario, most in (("duel", 1), ("", 2)):
        body = told({}, {"pick-faction": FACTION, "pick-scenario": scenario})
        for card in ("oyuki", "hidemori", "bell"):
            body = changed(body, f"add:list:{card}", CARDS)
        body = told(changed(body, "fit:list.models.0:oiled_lantern", CARDS), {"pick-vim": "oyuki"})
        (section,) = sheet(body, CARDS).sections
        lines = {line.id: line for line in section.lines}
        assert lines["bell"].most == most
        assert ("oiled_lantern" in {add.id for add in lines["hidemori"].adds}) == (most == 2)
        assert (changed(body, "add:list:bell", CARDS) != body) == (most == 2)
        bells = {**body, "cards": [{"card": "bell", "count": 2}]}
        for twice in (bells, changed(body, "fit:list.models.1:oiled_lantern", CARDS)):
            more = Roster(system="bushido", kind="warband", name="x", body=twice)
            broken = [one.rule for one in RULES.check_roster(more, CARDS).violations]
            assert broken == ([] if most == 2 else ["BUS-ROSTER-13"]), twice
