"""The five strategies: numbers that follow from the table and the facts (LB-SCORE-04, LB-SEA-05, LB-CAMP-05 ...)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.last_battle import events as e
from games.last_battle.full import events as f
from games.last_battle.tests.full.board import A, S, all_of, exhausted, started, table, tidy
from games.last_battle.tests.full.plots import killed, later, over, plotted, scoring, strategy
from games.testing import Case, accepts, refuses


def due(case: Case) -> Case:
    """The strategy of the turn comes next."""
    return exhausted(case).when(f.EndEffectsApplied(turn=table(case).turn))


def closing(battlefield: str = "heaven") -> Case:
    """In turn 1 a1 closes a portal of the Serpent."""
    return all_of(
        plotted(battlefield),
        f.FigureActivated(figure="a1"),
        f.ActionDeclared(figure="a1", action="interact", ap=1, engaged=False),
        f.PortalClosed(portal_id="portal-2", figure="a1", distance_cm=3.0),
        f.ActivationEnded(figure="a1", out_of_sight_of_all_enemies=False),
    )


@accepts("LB-HEAV-11", "LB-SCORE-04")
def test_a_closed_portal_scores() -> None:
    state = due(closing()).when(strategy(1, alliance=1), A).then_accepted()
    assert state.strategy == {"serpent": 0, "alliance": 1} and state.full.step == "scoring"


@refuses("LB-HEAV-11", "LB-SCORE-04", "LB-FACT-01", "LB-SCORE-06")
def test_a_number_that_the_portals_do_not_give() -> None:
    case = due(closing())
    told = case.when(strategy(1), A).then_refused("LB-HEAV-11", "LB-FACT-01", "LB-SCORE-04")
    assert told[1].params["vp"] == 0 and told[1].params["computed"] == 1
    case.when(strategy(1, serpent=1, alliance=1), S).then_refused("LB-HEAV-11")
    case.when(strategy(1, alliance=2)).then_refused("LB-SCORE-06")


@refuses("LB-SCORE-04")
def test_once_a_turn_in_its_own_turn() -> None:
    case = due(plotted())
    case.when(strategy(2)).then_refused("LB-SCORE-04")
    case.when(e.StrategyScored(serpent=0, alliance=0, moment="at_once")).then_refused("LB-SCORE-04")
    case.when(strategy(1)).when(strategy(1)).then_refused("LB-SCORE-04")
    plotted().when(strategy(1)).then_refused("LB-LOG-05")


@refuses("LB-SCORE-07", "LB-FACT-03", "LB-LOG-01")
def test_numbers_and_facts_that_cannot_be() -> None:
    case = due(plotted("sea", told={"swimmer": True}))
    case.when(strategy(1, alliance=-1)).then_refused("LB-SCORE-07")
    case.when(strategy(1, towers=[])).then_refused("LB-FACT-03")
    case.when(strategy(1, pillars=[{"pillar": 4}])).then_refused("LB-FACT-03")
    coarse = [{"pillar": "pillar-1", "figures": [{"figure": "a1", "cm": 2.25}]}]
    case.when(strategy(1, pillars=coarse)).then_refused("LB-LOG-01")


def pillars(*near: list[tuple[str, float | None]]) -> list[dict[str, Any]]:
    return [
        {"pillar": f"pillar-{n}", "figures": [{"figure": name, "cm": cm} for name, cm in figures]}
        for n, figures in enumerate(near, start=1)
    ]


def at_sea() -> Case:
    return due(later(plotted("sea", told={"swimmer": True}), 2))


@accepts("LB-FACT-02", "LB-SEA-05", "LB-FACT-03")
def test_both_pillars() -> None:
    case = at_sea()
    case.when(
        strategy(2, alliance=1, pillars=pillars([("a1", 6.0)], [("a2", 0.0), ("s1", 7.0)]))
    ).then_accepted()
    all_four = pillars([("a1", 6.0), ("s1", 1.0)], [("a2", 0.0), ("s2", 5.0)])
    case.when(strategy(2, serpent=1, alliance=1, pillars=all_four)).then_accepted()
    state = case.when(strategy(2, alliance=1)).then_accepted()
    assert "LB-SEA-05" in state.full.unverified
    sure = case.when(strategy(2, alliance=1, pillars=pillars([("a1", 6.0)], [("a2", 0.0)]))).then_accepted()
    assert "LB-SEA-05" not in sure.full.unverified
    case.when(strategy(2, alliance=1, pillars=pillars([("a1", None)], [("a2", 0.0)]))).then_accepted()


@refuses("LB-SEA-05", "LB-FACT-01", "LB-FACT-02")
def test_one_pillar_is_not_enough() -> None:
    case = at_sea()
    near = pillars([("a1", 6.0)], [("a2", 6.1)])
    case.when(strategy(2, alliance=1, pillars=near)).then_refused("LB-SEA-05", "LB-FACT-01")
    case.when(strategy(2, alliance=1, pillars=near[:1])).then_refused("LB-SEA-05")
    case.when(strategy(2, pillars=pillars([("x9", 1.0)]))).then_refused("LB-SEA-05", "LB-FACT-02")
    case.when(strategy(2, pillars=[*near, *near])).then_refused("LB-SEA-05", "LB-FACT-02")


@refuses("LB-SCORE-08")
def test_nothing_in_turn_1() -> None:
    due(plotted("sea", told={"swimmer": True})).when(strategy(1, alliance=1)).then_refused("LB-SCORE-08")


def spied() -> Case:
    """In turn 2 a1 studied s1."""
    case = later(plotted(), 2)
    return all_of(
        case,
        f.FigureActivated(figure="a1"),
        f.ActionDeclared(figure="a1", action="interact", ap=1, target="s1", engaged=True),
        f.ConditionChanged(figure="a1", condition="information_gatherer", change="gained", cause="study"),
        f.ActivationEnded(figure="a1", out_of_sight_of_all_enemies=False),
    )


@accepts("LB-CAMP-05", "LB-CAMP-06", "LB-CAMP-07")
def test_information_gathered() -> None:
    state = due(spied()).when(strategy(2, alliance=1)).then_accepted()
    assert state.full.pieces["a1"].conditions == () and state.strategy["alliance"] == 1


@refuses("LB-CAMP-05", "LB-CAMP-06", "LB-CAMP-07")
def test_information_not_gathered() -> None:
    case = due(spied())
    case.when(strategy(2)).then_refused("LB-CAMP-05")
    case.when(strategy(2, serpent=1)).then_refused("LB-CAMP-05")
    case.when(strategy(2, serpent=1, alliance=1)).then_refused("LB-CAMP-05", "LB-CAMP-07")
    old = later(spied_and_scored(), 3)
    due(old).when(strategy(3, alliance=1)).then_refused("LB-CAMP-05")


def spied_and_scored() -> Case:
    return started(tidy(due(spied()).when(strategy(2, alliance=1))))


def bled() -> Case:
    """In turn 2 at Serpent a1 kills s1."""
    case = killed(later(plotted("serpent"), 2), "s1", "a1")
    return case.when(
        f.ConditionChanged(figure="a1", condition="blood_spiller", change="gained", cause="a kill")
    )


@accepts("LB-SERP-04", "LB-SERP-05", "LB-SERP-06")
def test_blood_scores() -> None:
    state = due(bled()).when(strategy(2, alliance=1)).then_accepted()
    assert state.full.pieces["a1"].conditions == ()


@refuses("LB-SERP-04", "LB-SERP-05", "LB-SERP-06")
def test_blood_that_was_not_spilled() -> None:
    case = due(bled())
    case.when(strategy(2, serpent=1)).then_refused("LB-SERP-04")
    case.when(strategy(2, serpent=1, alliance=1)).then_refused("LB-SERP-04", "LB-SERP-06")
    washed = started(tidy(case.when(strategy(2, alliance=1))))
    due(washed).when(strategy(3, alliance=1)).then_refused("LB-SERP-04")


def with_points(case: Case, alliance: int) -> Case:
    """The Alliance has so many VP for the strategy already."""
    points = {"serpent": 0, "alliance": alliance}
    return Case(case.rules, case.setup, msgspec.structs.replace(case.then_accepted(), strategy=points))


@accepts("LB-SCORE-01")
@refuses("LB-SCORE-01")
def test_a_fifth_point_is_refused_by_the_cap() -> None:
    """LB-LOG-10: the Alliance does have more Blood Spillers; what is missing is room."""
    with_points(due(bled()), 3).when(strategy(2, alliance=1), A).then_accepted()
    full_up = with_points(due(bled()), 4)
    full_up.when(strategy(2, alliance=1), A).then_refused("LB-SCORE-01")
    full_up.when(strategy(2), A).then_accepted()


def quarters(**figures: tuple[int | None, float | None]) -> list[dict[str, Any]]:
    named = {name.replace("_", "-"): place for name, place in figures.items()}
    return [{"figure": name, "quarter": quarter, "centre_cm": cm} for name, (quarter, cm) in named.items()]


@accepts("LB-DUNG-02", "LB-DUNG-03", "LB-DUNG-04", "LB-DUNG-05")
def test_quarters() -> None:
    case = due(later(plotted("dungeon"), 2))
    two = quarters(a1=(1, 20.1), a2=(2, 30.0), s1=(3, 40.0))
    case.when(strategy(2, alliance=1, figures=two)).then_accepted()
    both = quarters(a1=(1, 20.1), a2=(2, 30.0), s1=(3, 40.0), s2=(4, 40.0))
    case.when(strategy(2, serpent=1, alliance=1, figures=both)).then_accepted()
    equal = quarters(a1=(1, 20.1), a2=(2, 30.0), s1=(2, 40.0))
    case.when(strategy(2, figures=equal)).then_accepted()
    unknown = quarters(a1=(1, None), a2=(2, 30.0), s1=(3, 40.0))
    state = case.when(strategy(2, alliance=1, figures=unknown)).then_accepted()
    assert "LB-DUNG-05" in state.full.unverified
    case.when(strategy(2, alliance=1, figures=quarters(a1=(1, 25.0)))).then_accepted()


@refuses("LB-DUNG-02", "LB-DUNG-03", "LB-DUNG-04", "LB-DUNG-05")
@pytest.mark.parametrize(
    ("figures", "rule"),
    [
        (quarters(a1=(1, 20.0), a2=(2, 30.0), s1=(3, 40.0)), "LB-DUNG-03"),
        (quarters(a1=(None, 50.0), a2=(2, 30.0), s1=(3, 40.0)), "LB-DUNG-03"),
        (quarters(a1=(1, 50.0), a2=(2, 30.0), s1=(1, 40.0)), "LB-DUNG-04"),
    ],
)
def test_quarters_that_nobody_controls(figures: list[dict[str, Any]], rule: str) -> None:
    case = due(later(plotted("dungeon"), 2))
    case.when(strategy(2, alliance=1, figures=figures)).then_refused("LB-DUNG-05", rule, "LB-FACT-01")
    case.when(strategy(2, figures=quarters(x9=(1, 50.0)))).then_refused("LB-DUNG-02", "LB-FACT-02")
    stranger = quarters(a1=(1, 50.0), s1=(2, 50.0), x9=(1, 50.0))
    case.when(strategy(2, figures=stranger)).then_refused("LB-DUNG-02", "LB-FACT-02")


@accepts("LB-HEAV-12", "LB-END-02")
def test_open_portals_at_the_end() -> None:
    end = e.StrategyScored(serpent=1, alliance=1, moment="game_end")
    state = over(plotted("heaven")).when(end).then_accepted()
    assert state.strategy == {"serpent": 1, "alliance": 1} and state.turn == 5
    result = e.GameEnded(serpent_vp=1, alliance_vp=1, result="draw")
    over(plotted("heaven")).when(end).when(result).then_accepted()


@refuses("LB-HEAV-12", "LB-END-02", "LB-SCORE-04")
def test_open_portals_too_early_or_wrong() -> None:
    end = e.StrategyScored(serpent=1, alliance=0, moment="game_end")
    case = over(plotted("heaven"))
    case.when(end).then_refused("LB-HEAV-12", "LB-FACT-01", "LB-SCORE-04")
    case.when(e.GameEnded(serpent_vp=0, alliance_vp=0, result="draw")).then_refused("LB-SCORE-04")
    scoring(plotted("heaven")).when(end).then_refused("LB-END-02")
    over(plotted("camp")).when(end).then_refused("LB-SCORE-04")


@accepts("LB-END-01", "LB-END-04")
def test_the_end_at_sea() -> None:
    """No flip there: the scoring of turn 5 leads to the end."""
    end = e.GameEnded(serpent_vp=0, alliance_vp=0, result="draw")
    state = over(plotted("dungeon")).when(end).then_accepted()
    assert state.phase == "closed" and state.turn == 5


@refuses("LB-END-01")
def test_no_end_before_the_last_turn() -> None:
    end = e.GameEnded(serpent_vp=0, alliance_vp=0, result="draw")
    scoring(later(plotted("dungeon"), 4)).when(end).then_refused("LB-END-01")
    scoring(later(plotted("camp"), 5)).when(end).then_refused("LB-END-01")
