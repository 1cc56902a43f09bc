"""The opening of a match: sides, warbands, scenario, objectives, and who may log what."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from games.bushido import events as e
from games.bushido.scenarios import SCENARIOS
from games.bushido.tests.match.tables import (
    MODELS,
    RULES,
    SIDES,
    STRANGER,
    B,
    R,
    chosen,
    created,
    passed,
    ready,
    turn,
    warband,
)
from games.rulebook import sentence
from games.ruleset import REFEREE, NextEvent
from games.secrets import sealed
from games.testing import accepts, given, refuses


@accepts("BUS-GEN-01", "BUS-SETUP-01", "BUS-SETUP-02", "BUS-SETUP-03", "BUS-LOG-02", "BUS-LOG-03")
def test_a_match_is_set_up() -> None:
    case = ready("depletion")
    state = case.state
    assert RULES.sides(state) == {"red": ("r",), "blue": ("b",)}
    assert state.objectives["near_left"].alignment == "red"
    assert state.objectives["far_left"].alignment == "blue"
    assert state.objectives["neutral_left"].alignment == "neutral"
    assert len(state.models) == 10 and state.models["red:chief"].side == "red"
    assert RULES.outcome(passed(case, 1).then_accepted()).turn == 1


@refuses("BUS-GEN-01")
@pytest.mark.parametrize(
    "sides",
    [
        {"red": ("r",)},
        {"red": ("r",), "blue": ("b",), "green": ("g",)},
        {"red": ("r",), "blue": ("r",)},
        {"red": ("r",), "blue": ()},
        {"red": ("r",), "neutral": ("b",)},
        {"red": ("r",), "draw": ("b",)},
    ],
)
def test_two_sides_with_players_of_their_own(sides: Any) -> None:
    given(RULES).when(e.MatchCreated(sides=sides)).then_refused("BUS-GEN-01")


@refuses("BUS-LOG-02", "BUS-LOG-03")
def test_who_may_log_and_when() -> None:
    given(RULES).when(warband("r")).then_refused("BUS-LOG-02")
    given(RULES).when(e.MatchCreated(sides=SIDES), R).then_refused("BUS-LOG-03")
    created().when(e.MatchCreated(sides=SIDES)).then_refused("BUS-LOG-02")
    created().when(warband("r"), B).then_refused("BUS-LOG-03")
    created().when(warband("nobody")).then_refused("BUS-LOG-03")
    created().when(e.ScenarioSelected(scenario="ryodo"), STRANGER).then_refused("BUS-LOG-03")
    ready("ryodo").when(turn(1), STRANGER).then_refused("BUS-LOG-03")
    ready("ryodo").when(turn(1, first_side="green")).then_refused("BUS-LOG-03")
    (half,) = ready("ryodo").when(turn(1, sp_after={"red": 0})).then_refused("BUS-LOG-03")
    assert sentence(half, "en") == "A number belongs to each side; none is entered for Blue."


@accepts("BUS-LOG-09")
@refuses("BUS-LOG-09")
def test_each_level_has_its_events() -> None:
    result = e.MatchResultRecorded(last_turn=6, reason="last_turn", vp={"red": 0, "blue": 0})
    ready("ryodo").when(result).then_refused("BUS-LOG-09")
    chosen("ryodo", detail="summary").when(turn(1)).then_refused("BUS-LOG-09")
    chosen("ryodo", detail="summary").when(e.ObjectivesPlaced(near="red")).then_refused("BUS-LOG-09")
    chosen("ryodo", detail="summary").when(result).then_accepted()


@refuses("BUS-LOG-06")
@accepts("BUS-LOG-06")
def test_nothing_after_the_end() -> None:
    case = passed(ready("ryodo"), 6)
    assert case.state.phase == "closed"
    case.when(turn(7)).then_refused("BUS-LOG-06")
    case.when(e.MatchEnded(reason="time")).then_refused("BUS-LOG-06")


@refuses("BUS-SETUP-01")
def test_the_set_up_has_an_order() -> None:
    created().when(turn(1)).then_refused("BUS-SETUP-01")
    created().when(e.ObjectivesPlaced(near="red")).then_refused("BUS-SETUP-01")
    chosen("ryodo").when(turn(1)).then_refused("BUS-SETUP-01")
    chosen("ryodo").when(warband("r")).then_refused("BUS-SETUP-01")
    chosen("ryodo").when(e.ScenarioSelected(scenario="omaju")).then_refused("BUS-SETUP-01")
    ready("ryodo").when(e.ObjectivesPlaced(near="blue")).then_refused("BUS-SETUP-01")
    chosen("honbasho").when(e.ObjectivesPlaced(near="blue")).then_refused("BUS-SETUP-01")
    chosen("honbasho").when(turn(1)).then_refused("BUS-SETUP-01")
    early = e.VimAssigned(side="red", model="red:chief")
    created(rice_limit=100).when(e.ScenarioSelected(scenario="honbasho")).when(early).then_refused(
        "BUS-SETUP-01"
    )


@refuses("BUS-SETUP-02")
def test_a_scenario_that_exists_with_its_choices() -> None:
    created().when(e.ScenarioSelected(scenario="chess")).then_refused("BUS-SETUP-02")
    open_choice = created().when(e.ScenarioSelected(scenario="muzukashi")).then_refused("BUS-SETUP-02")
    assert [one.rule for one in open_choice] == ["BUS-SETUP-02"], "a choice still to be made is told once"
    other = e.ScenarioSelected(scenario="muzukashi", vim="list")
    created().when(other).then_refused("BUS-SETUP-02", "BUS-SCN-09")
    created().when(e.ScenarioSelected(scenario="ryodo", vim="open")).then_refused("BUS-SETUP-02")
    corner = e.ScenarioSelected(scenario="keii", deployment="corner_edge")
    created().when(corner).then_refused("BUS-SETUP-02", "BUS-SCN-13")


@refuses("BUS-SETUP-03")
def test_objectives_of_the_size_that_the_scenario_names() -> None:
    chosen("omaju").when(e.ObjectivesPlaced(near="red", base_mm=50)).then_refused("BUS-SETUP-03")
    chosen("ryodo").when(e.ObjectivesPlaced(near="red", base_mm=50)).then_refused("BUS-SETUP-03")
    case = chosen("depletion").when(e.ObjectivesPlaced(near="blue", base_mm=50))
    assert case.then_accepted().objectives["near_left"].alignment == "blue"


@refuses("BUS-LOG-04")
def test_models_have_ids_of_their_own() -> None:
    created().when(warband("r", (MODELS[0], MODELS[0]))).then_refused("BUS-LOG-04")


@accepts("BUS-SCN-16", "BUS-SCN-17", "BUS-SCN-18")
@refuses("BUS-SCN-16", "BUS-SCN-17", "BUS-SCN-18")
@pytest.mark.parametrize(("scenario", "rule"), [("honbasho", 16), ("duel", 17), ("bavarian_botoku", 18)])
def test_a_scenario_may_name_the_rice_limit(scenario: str, rule: int) -> None:
    chosen(scenario).then_accepted()
    chosen(scenario, rice_limit=70).then_refused(f"BUS-SCN-{rule}")


@refuses("BUS-SCN-18")
def test_a_scenario_may_limit_the_models() -> None:
    six = (*MODELS, e.Model(id="more"))
    case = created(rice_limit=50).when(e.ScenarioSelected(scenario="bavarian_botoku"))
    case.when(warband("r", six)).then_refused("BUS-SCN-18")
    created(rice_limit=50).when(warband("r", six)).when(
        e.ScenarioSelected(scenario="bavarian_botoku")
    ).then_refused("BUS-SCN-18")


@pytest.mark.parametrize("limit", [50, 100])
def test_a_scenario_with_another_rice_limit_is_not_offered(limit: int) -> None:
    """What is offered is accepted: nobody has to guess which scenarios the limit of the match leaves."""
    case = created(rice_limit=limit)
    offers = [one for one in RULES.next_events(case.state, REFEREE) if one.type == "scenario_selected"]
    free = {key for key, one in SCENARIOS.items() if one.rice_limit is None}
    assert free <= {key for offer in offers for key in offer.choices["scenario"]}
    for told in (whole for offer in offers for whole in every_choice(offer)):
        case.when(e.ScenarioSelected(**told), R).then_accepted()


def every_choice(offer: NextEvent) -> Iterator[dict[str, Any]]:
    """What a program tells of an offer: one value of each field that has any, in every way."""
    open_ = {name: values for name, values in offer.choices.items() if values}
    return (dict(zip(open_, values, strict=True)) for values in product(*open_.values()))


def test_a_scenario_for_fewer_models_than_a_warband_has_is_not_offered() -> None:
    few = min(one.most_models for one in SCENARIOS.values() if one.most_models is not None)
    many = tuple(e.Model(id=f"m{number}", rice=1) for number in range(few + 1))
    case = created(rice_limit=50).when(warband("r", many), R)
    offers = [one for one in RULES.next_events(case.state, REFEREE) if one.type == "scenario_selected"]
    offered = {key for offer in offers for key in offer.choices["scenario"]}
    assert offered and not [key for key in offered if SCENARIOS[key].most_models == few]


def test_a_turn_offers_the_alignments_that_an_objective_may_have() -> None:
    case = ready("idols")
    (offer,) = (one for one in RULES.next_events(case.state, REFEREE) if one.type == "turn_recorded")
    for objective in offer.choices["alignment.*"]:
        for told in offer.choices[f"alignment.{objective}"]:
            case.when(turn(1, alignment={objective: told}), R).then_accepted()


def test_a_turn_offers_the_alignments_that_a_prayer_may_name() -> None:
    case = ready("depletion")
    (offer,) = (one for one in RULES.next_events(case.state, REFEREE) if one.type == "turn_recorded")
    now = {one.alignment for one in case.state.objectives.values()}
    assert set(offer.choices["prayers.alignment"]) == now
    for objective in offer.choices["prayers.objective"]:
        told = case.state.objectives[objective].alignment
        for side in offer.choices["prayers.side"]:
            prayer = e.Prayer(side=side, objective=objective, alignment=told)
            case.when(turn(1, prayers=(prayer,)), R).then_accepted()
    for told in offer.choices["prayers"]:
        case.when(turn(1, prayers=(e.Prayer(**told),)), R).then_accepted()


def test_no_turn_is_offered_before_the_last_plan_of_a_flank_is_opened() -> None:
    plan = e.FlankPlanRecorded(side="red", model="red:scout", turn=4, edge="east")
    case = ready("idols").when(sealed(plan, "s"), R)
    for number in (1, 2, 3):
        assert "turn_recorded" in {one.type for one in RULES.next_events(case.state, REFEREE)}
        case = case.when(turn(number), R)
    assert "turn_recorded" not in {one.type for one in RULES.next_events(case.state, REFEREE)}
    case.when(turn(4), R).then_refused("BUS-SETUP-21")
    opened = e.FlankRevealed(side="red", model="red:scout", turn=4, edge="east", salt="s")
    case = case.when(opened, R)
    assert "turn_recorded" in {one.type for one in RULES.next_events(case.state, REFEREE)}
