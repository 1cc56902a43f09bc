"""What a rules lawyer would ask of scenarios: objectives that go away, are prayed at, or are measured to."""

from __future__ import annotations

from typing import Any

import pytest

from games.bushido.full import events as f
from games.bushido.full.steps import now
from games.bushido.state import points
from games.bushido.tests.full.fights import MINE, THEIRS
from games.bushido.tests.full.tables import (
    RULES,
    B,
    act,
    begun,
    main_over,
    playing,
    refused,
    turn_over,
    waited,
)
from games.ruleset import EVERYONE
from games.testing import Case, accepts, refuses

ALLY = "red:second"


def at(case: Case, model: str, interaction: str, objective: str) -> Case:
    """A model acts at an objective."""
    return act(case, model, "simple_scenario", interaction=interaction, objective=objective)


def last_turn_of_muzukashi(*prayers: str) -> Case:
    """END 4 of turn 5, which is the last; these models have prayed in it."""
    case = playing("muzukashi")
    for _ in range(3):
        case = begun(turn_over(case))
    case = begun(turn_over(case).when(f.GameLengthRolled(die=6)))
    for model in prayers:
        case = at(case, model, "prayer", "neutral_left")
    return main_over(case)


@accepts("BUS-SCORE-05", "BUS-VIM-10", "BUS-SCN-09")
@refuses("BUS-TURN-22", "BUS-TURN-18")
def test_nobody_measures_to_an_objective_that_is_about_to_go() -> None:
    """Muzukashi: the loser of the award for scenario points may take away the objective beside which the VIM of the
    scorer stands; only then its distance is told."""
    case = last_turn_of_muzukashi(MINE)
    assert now(case.state) == "removal"
    early = f.VimMeasured(side="red", inches=0.5)
    refused(case, early, "BUS-TURN-22")
    case = case.when(f.ObjectiveRemoved(side="blue", objective="neutral_left"), B)
    assert {one.type for one in RULES.next_events(case.state, EVERYONE) if not one.optional} == {
        "vim_measured"
    }
    case = case.when(f.VimMeasured(side="red", inches=6.5)).when(f.VimMeasured(side="blue", inches=3.0))
    assert points(case.state) == {"red": 1, "blue": 1}
    refused(case, early, "BUS-TURN-18")
    assert case.when(f.TurnEnded()).then_accepted().winner == "draw"


@accepts("BUS-SCORE-02", "BUS-VIM-10")
def test_where_nobody_scores_before_it_the_distance_is_told_at_once() -> None:
    case = last_turn_of_muzukashi(MINE, THEIRS)
    assert now(case.state) == "distances"
    case = case.when(f.VimMeasured(side="red", inches=0.5)).when(f.VimMeasured(side="blue", inches=3.0))
    assert points(case.state) == {"red": 1, "blue": 0}


@pytest.mark.parametrize("order", [("prayer", "influence"), ("influence", "prayer")])
@accepts("BUS-OBJ-07", "BUS-OBJ-02")
@refuses("BUS-OBJ-07")
def test_who_prays_at_an_objective_does_nothing_else_there_in_that_turn(order: tuple[Any, Any]) -> None:
    """Ninki has both. Another model, another objective and the next turn are free."""
    first, second = order
    case = waited(at(playing("ninki"), MINE, first, "far_left"), THEIRS)
    again = f.ActionDeclared(action="simple_scenario", interaction=second, objective="far_left")
    mine = act(case, MINE)
    refused(mine, again, "BUS-OBJ-07")
    offered = [
        one.choices for one in RULES.next_events(mine.state, EVERYONE) if one.type == "action_declared"
    ]
    places = [one["objective"] for one in offered if one.get("interaction") == (second,)]
    assert places and "far_left" not in places[0]
    at(case, MINE, second, "far_right").then_accepted()
    at(case, ALLY, second, "far_left").then_accepted()
    at(begun(turn_over(case)), MINE, second, "far_left").then_accepted()


@accepts("BUS-OBJ-07", "BUS-OBJ-04")
def test_who_only_influences_may_do_so_again() -> None:
    """From enemy to neutral to friendly (decision 8-03)."""
    case = waited(at(playing("ninki"), MINE, "influence", "far_left"), THEIRS)
    assert at(case, MINE, "influence", "far_left").then_accepted().objectives["far_left"].alignment == "red"
