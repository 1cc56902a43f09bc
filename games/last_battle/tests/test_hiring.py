"""Squads at the table and in rosters: LB-ROSTER."""

from __future__ import annotations

from typing import Any

import pytest

from games.last_battle import RULES
from games.last_battle import events as e
from games.last_battle.roster.check import squad_hired
from games.last_battle.tests.tables import A, chosen, hired, opened, squad
from games.ruleset import Roster, RosterReport, Setup
from games.testing import accepts, refuses

CARDS: dict[str, dict[str, Any]] = {
    "captain": {"name": "Captain", "is_leader_trait": True, "unique": True, "cost": 10, "size": 2},
    "guard": {"name": "Guard", "is_leader_trait": False, "unique": False, "cost": 5, "size": 2},
    "giant": {"name": "Giant", "is_leader_trait": False, "unique": True, "cost": 12, "size": 3},
    "riddle": {"name": "Riddle"},
}


def judged(leader: str | None, *figures: Any, **body: Any) -> RosterReport:
    body = {"leader": leader, "figures": list(figures), **body}
    return RULES.check_roster(Roster(system="last_battle", kind="warband", name="W", body=body), CARDS)


def rules(report: RosterReport) -> list[str]:
    return [violation.rule for violation in report.violations]


@accepts("LB-ROSTER-01")
def test_a_squad_is_hired_after_the_schemes() -> None:
    chosen().when(squad("a"), A).then_accepted()


@refuses("LB-ROSTER-01")
def test_a_squad_without_a_scheme() -> None:
    opened().when(squad("a"), A).then_refused("LB-ROSTER-01")


@refuses("LB-MULTI-02")
def test_a_player_has_one_squad() -> None:
    chosen().when(squad("a"), A).when(squad("a"), A).then_refused("LB-MULTI-02")


@accepts("LB-ROSTER-02", "LB-ROSTER-03")
def test_a_legal_warband() -> None:
    assert judged("captain", *["guard"] * 5) == RosterReport()


@refuses("LB-ROSTER-02")
def test_a_leader_needs_the_trait() -> None:
    assert rules(judged("guard")) == ["LB-ROSTER-02"]
    assert rules(judged(None, "guard")) == ["LB-ROSTER-02"]
    plain = e.SquadHired(player="a", leader="g", figures=(e.Figure("g", traits=("Brave",)),))
    chosen().when(plain, A).then_refused("LB-ROSTER-02")
    chosen().when(e.SquadHired(player="a", leader=None), A).then_refused("LB-ROSTER-02")


@refuses("LB-ROSTER-03")
def test_26_points_are_too_many() -> None:
    one_point = {"figure_id": "imp", "cost": 1}
    report = judged("captain", *["guard"] * 5, one_point)
    assert rules(report) == ["LB-ROSTER-03"]
    assert report.violations[0].params == {"cost": 26, "limit": 25}
    figures = tuple(e.Figure(f"f{n}", cost=13) for n in range(2))
    chosen().when(e.SquadHired(player="a", leader="l", figures=figures), A).then_refused("LB-ROSTER-03")


@accepts("LB-ROSTER-04")
def test_a_second_leader_costs_its_points() -> None:
    other = {"figure_id": "duke", "cost": 25, "traits": ["Leader"], "unique": True}
    assert judged("captain", other).ok
    assert rules(judged("captain", {**other, "cost": 26})) == ["LB-ROSTER-03"]


@accepts("LB-ROSTER-05")
def test_available_figures() -> None:
    assert judged("captain", "guard", available=["captain", "guard"]).ok
    setup = Setup(options={"available_figures": {"a": ["a-lead", "a0", "a1", "a2", "a3", "a4"]}})
    chosen(setup=setup).when(squad("a"), A).then_accepted()


@refuses("LB-ROSTER-05")
def test_unavailable_figures() -> None:
    assert rules(judged("captain", "guard", available=["captain"])) == ["LB-ROSTER-05"]
    setup = Setup(options={"available_figures": {"a": ["a-lead"]}})
    chosen(setup=setup).when(squad("a"), A).then_refused("LB-ROSTER-05")


@accepts("LB-ROSTER-06")
def test_size_2_in_the_dungeon() -> None:
    assert judged("captain", "guard", battlefield="dungeon").ok
    assert judged("captain", "giant", battlefield="sea").ok
    chosen("dungeon").when(squad("a"), A).then_accepted()


@refuses("LB-ROSTER-06")
@pytest.mark.parametrize("side", ["alliance", "serpent"])
def test_size_3_in_the_dungeon(side: str) -> None:
    assert rules(judged("captain", "giant", battlefield="dungeon", side=side)) == ["LB-ROSTER-06"]
    big = e.SquadHired(player=side[0], leader="l", figures=(e.Figure("l", size=3, traits=("Leader",)),))
    chosen("dungeon").when(big).then_refused("LB-ROSTER-06")


@accepts("LB-ROSTER-07")
def test_common_figures_repeat() -> None:
    assert judged("captain", "guard", "guard").ok


@refuses("LB-ROSTER-07")
def test_a_unique_figure_appears_once() -> None:
    assert rules(judged("captain", "giant", "giant")) == ["LB-ROSTER-07"]
    assert rules(judged("captain", "captain", "captain")) == ["LB-ROSTER-07"]
    case = chosen(players=2).when(squad("a"))
    twin = e.SquadHired(player="a2", leader="a-lead", figures=())
    case.when(twin).then_refused("LB-ROSTER-07")
    dead = Setup(options={"dead_figures": ["a3"]})
    chosen(setup=dead).when(squad("a"), A).then_refused("LB-ROSTER-07")


@accepts("LB-ROSTER-08")
def test_the_serpents_army_has_no_limit() -> None:
    assert judged(None, "giant", "guard", "guard", "guard", side="serpent").ok
    chosen().when(e.SquadHired(player="s", leader=None, figures=(e.Figure("dragon", 60),))).then_accepted()


@accepts("LB-ROSTER-09")
def test_a_leader_alone() -> None:
    assert judged("captain").ok
    assert judged("captain", "captain").ok, "the leader may stand among the figures too"


def test_unknown_facts_are_warnings() -> None:
    report = judged("riddle", "riddle", "riddle", "stranger", battlefield="dungeon")
    assert report.ok
    assert {warning.rule for warning in report.warnings} == {
        "LB-ROSTER-02",
        "LB-ROSTER-03",
        "LB-ROSTER-06",
        "LB-ROSTER-07",
    }


def test_all_violations_at_once() -> None:
    report = judged("guard", "giant", "giant", "guard", "guard", battlefield="dungeon")
    assert set(rules(report)) == {"LB-ROSTER-02", "LB-ROSTER-03", "LB-ROSTER-06", "LB-ROSTER-07"}


@accepts("WL-ROS-01")
def test_the_form_of_a_body() -> None:
    assert judged("captain", {"figure_id": "x", "cost": 3, "size": 1}).ok


@refuses("WL-ROS-01")
@pytest.mark.parametrize(
    "body", [{"leeder": "x"}, {"figures": "guard"}, {"battlefield": "moon"}, {"figures": [{"cost": 1}]}]
)
def test_another_form_is_named(body: dict[str, Any]) -> None:
    report = RULES.check_roster(Roster(system="last_battle", kind="warband", name="W", body=body), CARDS)
    assert rules(report) == ["WL-ROS-01"]
    assert report.violations[0].params["problem"]


def test_a_roster_becomes_the_event_that_hires_it() -> None:
    body = {"leader": "captain", "figures": ["guard", "guard"]}
    event = squad_hired("a", Roster(system="last_battle", kind="warband", name="W", body=body), CARDS)
    state = chosen().when(event, A).then_accepted()
    assert state.squads["a"].leader.traits == ("Leader",)
    assert [figure.cost for figure in state.squads["a"].figures] == [5, 5]


def test_hiring_fills_every_squad() -> None:
    state = hired().then_accepted()
    assert all(len(one.all_figures()) == 6 for one in state.squads.values())
