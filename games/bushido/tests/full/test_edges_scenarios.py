"""What a rules lawyer would ask of scenarios: objectives that go away, are prayed at, or are measured to."""

from __future__ import annotations

from games.bushido.full import events as f
from games.bushido.full.steps import now
from games.bushido.state import points
from games.bushido.tests.full.fights import MINE, THEIRS
from games.bushido.tests.full.tables import RULES, B, act, begun, main_over, playing, refused, turn_over
from games.ruleset import EVERYONE
from games.testing import Case, accepts, refuses


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
