"""Two lists, sideboards and open lists."""

from __future__ import annotations

from typing import Any

from games.bushido.sample import FACTION, WARBAND
from games.bushido.tests.roster.warbands import broken, report_of, warband
from games.testing import accepts, refuses

TWO = {"lists": "two"}
SIDE = {"lists": "sideboard"}


@accepts("BUS-TOUR-23")
@refuses("BUS-TOUR-23")
def test_two_lists_of_one_faction() -> None:
    other = warband("oyuki", "sanae")
    assert broken("hidemori", second=other, terms=TWO) == []
    assert broken("hidemori", terms=TWO) == broken("hidemori", second=other) == ["BUS-TOUR-23"]
    assert "BUS-TOUR-23" in broken("hidemori", second={**other, "faction": "Reed Banner"}, terms=TWO)


def test_each_list_is_judged_and_named() -> None:
    report = report_of(warband("hidemori", second=warband("ironsnout"), terms=TWO))
    assert [(one.rule, one.params["list"]) for one in report.violations] == [("BUS-ROSTER-28", "second_list")]


@accepts("BUS-TOUR-24")
def test_a_sideboard_and_a_list_out_of_it() -> None:
    side = {"models": ["hidemori"], "cards": [{"card": "screen", "count": 2}]}
    free = {name: told for name, told in WARBAND.items() if name not in ("theme", "total")}
    played = warband("hidemori", "guards", cards=["screen", "fog"])
    body: dict[str, Any] = {**free, "models": ["guards", "rokuro"], "sideboard": side, "terms": SIDE}
    body["cards"] = ["fog"]
    assert report_of({**body, "played": played}).violations == ()


@refuses("BUS-TOUR-24")
def test_sideboards_that_are_not_legal() -> None:
    side = {"models": ["hidemori", "oyuki", "physician"]}
    assert broken("guards", sideboard={"cards": ["fog"]}) == ["BUS-TOUR-24"]
    assert broken("guards", sideboard=side, terms=SIDE) == ["BUS-TOUR-24"]
    strange = broken("guards", sideboard={"cards": ["fog"]}, terms=SIDE, played=warband("guards", "sanae"))
    assert strange == ["BUS-TOUR-24"]


def test_models_of_the_sideboard_join_those_of_their_card() -> None:
    two = {"profile": "guards", "count": 2}
    assert broken(two, sideboard={"models": ["guards"]}, terms=SIDE) == []
    assert broken(two, sideboard={"models": [two]}, terms=SIDE) == ["BUS-ROSTER-08"]


@accepts("BUS-TOUR-25")
@refuses("BUS-TOUR-25")
def test_an_open_list_is_a_faction_at_first() -> None:
    terms = {"lists": "open"}
    assert report_of({"faction": FACTION, "terms": terms}).ok
    assert broken(theme="night_watch", terms=terms) == broken(cards=["fog"], terms=terms) == ["BUS-TOUR-25"]
    assert broken("hidemori", cards=["fog"], terms=terms) == []
