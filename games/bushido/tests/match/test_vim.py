"""Very important models: who may be one, closest, killed, hidden; flank plans; early ends."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.bushido import events as e
from games.bushido.tests.match.tables import (
    MODELS,
    RULES,
    B,
    R,
    chosen,
    created,
    fell,
    passed,
    ready,
    turn,
    vp,
    warband,
)
from games.moves import plain, possible
from games.ruleset import REFEREE, SYSTEM, Viewer
from games.secrets import commitment
from games.testing import Case, accepts, refuses


def named(side: str, model: str | None, **told: Any) -> e.VimAssigned:
    return e.VimAssigned(side=side, model=model, **told)


def placed(scenario: str, vim: str | None = None) -> Case:
    case = chosen(scenario, vim)
    return case if scenario == "honbasho" else case.when(e.ObjectivesPlaced(near="red"))


@accepts("BUS-VIM-01", "BUS-VIM-02", "BUS-VIM-04")
@pytest.mark.parametrize("kind", ["open", "hidden", "nominated"])
def test_each_side_names_its_vim(kind: str) -> None:
    assert len(ready("seigyo", kind).then_accepted().vims) == 2


@refuses("BUS-VIM-01", "BUS-VIM-02", "BUS-VIM-04")
def test_models_that_cannot_be_a_vim() -> None:
    case = placed("seigyo", "open")
    case.when(named("red", "blue:chief"), R).then_refused("BUS-VIM-01")
    case.when(named("red", None)).then_refused("BUS-VIM-01")
    case.when(named("red", "red:wolf"), R).then_refused("BUS-VIM-02")
    case.when(named("red", "red:grunt"), R).then_refused("BUS-VIM-02")
    case.when(named("red", "red:chief"), R).when(named("red", "red:second"), R).then_refused("BUS-VIM-01")
    ready("ryodo").when(named("red", "red:chief"), R).then_refused("BUS-VIM-01")
    case = placed("seigyo", "nominated")
    case.when(named("red", "red:chief"), R).then_refused("BUS-VIM-01")
    case.when(named("red", "blue:scout"), R).then_refused("BUS-VIM-04")


@accepts("BUS-SCN-17")
@refuses("BUS-SCN-17")
def test_the_vim_of_the_duel_is_the_one_of_the_list() -> None:
    listed = replace(warband("r"), list_vim="second")
    case = created(rice_limit=50).when(listed, R).when(warband("b"), B)
    case = case.when(e.ScenarioSelected(scenario="duel"), R)
    case.when(named("red", "red:second"), R).when(named("blue", "blue:chief"), B).then_accepted()
    case.when(named("red", "red:chief"), R).then_refused("BUS-VIM-01", "BUS-SCN-17")
    created().when(replace(warband("r"), list_vim="nobody"), R).then_refused("BUS-LOG-04")


@accepts("BUS-VIM-05")
@refuses("BUS-VIM-05")
def test_no_vim_without_a_legal_model() -> None:
    placed("seigyo").when(named("red", None, none_legal=True), R).then_refused("BUS-VIM-05")
    case = created().when(warband("r", MODELS[4:])).when(warband("b"))
    case = case.when(e.ScenarioSelected(scenario="seigyo", vim="open")).when(e.ObjectivesPlaced(near="red"))
    case = case.when(named("red", None, none_legal=True), R).when(named("blue", "blue:chief"), B)
    assert RULES.outcome(case.then_accepted()).figures["enemy_vim_turn"] == {"blue": 1}
    case = passed(case, 4).when(turn(5, length_die=5, vim_distance={"blue": 9.0}))
    assert vp(case) == {"red": 0, "blue": 1}


@accepts("BUS-VIM-10", "BUS-VIM-09")
def test_the_closest_vim_scores() -> None:
    case = passed(ready("ichi_no_riten"), 4)
    told = {"red": 3.5, "blue": 3.6}
    assert vp(case.when(turn(5, length_die=4, vim_distance=told))) == {"red": 1, "blue": 0}
    case = case.when(turn(5, length_die=4, casualties=(fell("red:chief"),), vim_distance={"blue": 9.0}))
    outcome = RULES.outcome(case.then_accepted())
    assert outcome.vp == {"red": 0, "blue": 1}
    assert outcome.figures["enemy_vim_turn"] == {"blue": 5}


@refuses("BUS-VIM-10")
def test_a_distance_for_each_vim_and_only_when_it_counts() -> None:
    case = passed(ready("ichi_no_riten"), 4)
    case.when(turn(5, length_die=4)).then_refused("BUS-VIM-10")
    case.when(turn(5, length_die=4, vim_distance={"red": 3.0})).then_refused("BUS-VIM-10")
    case.when(turn(5, length_die=3, vim_distance={"red": 3.0, "blue": 2.0})).then_refused("BUS-VIM-10")


@accepts("BUS-VIM-07")
@refuses("BUS-VIM-07")
def test_a_vim_that_returns_is_one_no_more() -> None:
    case = passed(ready("ichi_no_riten"), 2).when(turn(3, casualties=(fell("red:chief"),)))
    case = case.when(turn(4, arrivals=(e.Arrival(model="red:chief", side="red"),)))
    both = {"red": 1.0, "blue": 2.0}
    case.when(turn(5, length_die=4, vim_distance=both)).then_refused("BUS-VIM-10", "BUS-VIM-07")
    assert vp(case.when(turn(5, length_die=4, vim_distance={"blue": 2.0}))) == {"red": 0, "blue": 1}


@accepts("BUS-VIM-11", "BUS-END-11", "BUS-SCN-16", "BUS-SCN-17")
@refuses("BUS-VIM-11")
@pytest.mark.parametrize(("scenario", "reason"), [("honbasho", "award"), ("duel", "all_vp")])
def test_a_vim_kills_the_other(scenario: str, reason: str) -> None:
    case = passed(ready(scenario), 1)
    kill = turn(2, casualties=(fell("blue:chief", "red:chief"),))
    outcome = RULES.outcome(case.when(kill).then_accepted())
    assert (outcome.vp, outcome.winner, outcome.carry["reason"]) == ({"red": 1, "blue": 0}, "red", reason)
    case.when(turn(2, awards={"at_once": "red"})).then_refused("BUS-SCORE-02", "BUS-VIM-11")
    other = case.when(turn(2, casualties=(fell("blue:chief", "red:grunt"),)))
    assert vp(other) == {"red": 0, "blue": 0} and other.state.phase == "turns"
    both = case.when(turn(2, casualties=(fell("blue:chief", "red:chief"), fell("red:chief", "blue:chief"))))
    assert vp(both) == {"red": 0, "blue": 0}


@accepts("BUS-VIM-11")
@refuses("BUS-VIM-11")
def test_the_vim_that_ended_a_match_by_the_clock_did_not_fall_too() -> None:
    both = (fell("blue:chief", "red:chief"), fell("red:chief"))
    ready("honbasho").when(turn(1, casualties=both)).then_refused("BUS-VIM-11")
    ready("honbasho").when(turn(1, casualties=both[::-1])).then_refused("BUS-VIM-11")
    assert vp(ready("duel").when(turn(1, casualties=both))) == {"red": 1, "blue": 0}, "its turn goes on"


@accepts("BUS-HID-06", "BUS-HID-07", "BUS-VIM-06", "BUS-HID-02")
def test_hidden_vim_are_revealed_at_the_end() -> None:
    case = passed(ready("ichi_no_riten", "hidden"), 4).when(turn(5, length_die=6))
    assert case.state.phase == "reveal" and RULES.outcome(case.state).status == "open"
    case = case.when(e.VimRevealed(side="red", model="red:chief", inches=4.0), R)
    case = case.when(e.VimRevealed(side="blue", model="blue:chief", inches=3.0), B)
    outcome = RULES.outcome(case.then_accepted())
    assert (outcome.status, outcome.vp, outcome.turn) == ("finished", {"red": 0, "blue": 1}, 5)


@refuses("BUS-VIM-06", "BUS-HID-02")
def test_no_hidden_vim_is_opened_early_not_even_a_dead_one() -> None:
    case = ready("ichi_no_riten", "hidden")
    early = e.VimRevealed(side="red", model="red:chief")
    case.when(early).then_refused("BUS-VIM-06", "BUS-HID-02", "BUS-LOG-02")
    dead = case.when(turn(1, casualties=(fell("red:chief"),)))
    dead.when(early).then_refused("BUS-VIM-06", "BUS-HID-02", "BUS-LOG-02")


@refuses("BUS-HID-06", "BUS-HID-07", "BUS-VIM-10", "BUS-LOG-02", "BUS-LOG-03")
def test_reveals_that_are_refused() -> None:
    ready("ichi_no_riten", "open").when(e.VimRevealed(side="red", model="red:chief")).then_refused(
        "BUS-LOG-02"
    )
    case = passed(ready("ichi_no_riten", "hidden"), 4).when(turn(5, length_die=6))
    true = e.VimRevealed(side="red", model="red:chief", inches=4.0)
    case.when(e.VimRevealed(side="red", model="red:second", inches=4.0), R).then_refused("BUS-HID-06")
    case.when(e.VimRevealed(side="red", model="red:chief"), R).then_refused("BUS-VIM-10")
    case.when(true, B).then_refused("BUS-LOG-03")
    case.when(e.VimRevealed(side="red"), R).then_refused("BUS-LOG-03")
    case.when(e.VimRevealed(side="red"), SYSTEM).then_accepted()
    case.when(true, R).when(true, R).then_refused("BUS-HID-07")


def test_a_secret_that_the_log_never_held_is_opened_by_its_salt() -> None:
    sealed = commitment("pepper", {"model": "red:chief"})
    case = placed("ichi_no_riten", "hidden").when(e.VimAssigned(side="red", commitment=sealed), R)
    case = case.when(named("blue", "blue:chief"), B)
    case = passed(case, 4).when(turn(5, length_die=6))
    told: dict[str, Any] = {"side": "red", "inches": 4.0, "salt": "pepper"}
    case.when(e.VimRevealed(model="red:second", **told), R).then_refused("BUS-HID-06")
    case.when(e.VimRevealed(model="red:chief", **{**told, "salt": "salt"}), R).then_refused("BUS-HID-06")
    case.when(e.VimRevealed(model="red:chief", **told), R).then_accepted()


@refuses("BUS-VIM-02")
def test_a_secret_vim_that_was_never_legal_shows_at_the_reveal() -> None:
    sealed = commitment("pepper", {"model": "red:grunt"})
    case = placed("ichi_no_riten", "hidden").when(e.VimAssigned(side="red", commitment=sealed), R)
    case = case.when(named("blue", "blue:chief"), B).when(e.MatchEnded(reason="time"))
    case.when(e.VimRevealed(side="red", model="red:grunt", salt="pepper"), R).then_refused("BUS-VIM-02")


def planned(side: str, model: str, number: int | None, edge: Any = "east") -> e.FlankPlanRecorded:
    return e.FlankPlanRecorded(side=side, model=model, turn=number, edge=edge)


def arrived(number: int, edge: Any = "east", **told: Any) -> e.FlankRevealed:
    return e.FlankRevealed(side="red", model="red:scout", turn=number, edge=edge, **told)


@accepts("BUS-SETUP-20", "BUS-SETUP-21", "BUS-HID-06")
def test_a_model_comes_from_the_flank() -> None:
    case = ready("ryodo").when(planned("red", "red:scout", 3), R)
    assert case.state.models["red:scout"].place == "elsewhere"
    case = passed(case, 2).when(arrived(3), R)
    assert case.then_accepted().models["red:scout"].place == "battlefield"
    late = passed(ready("ryodo").when(planned("red", "red:scout", 3), R), 3)
    late.when(arrived(3, deployed=False), R).then_accepted()


@accepts("BUS-HID-03")
@refuses("BUS-SETUP-20", "BUS-SETUP-21", "BUS-HID-03", "BUS-HID-06", "BUS-LOG-04")
def test_flanks_that_are_refused() -> None:
    case = ready("ryodo")
    case.when(planned("red", "red:scout", 5), R).then_refused("BUS-SETUP-20")
    case.when(planned("red", "red:scout", 1), R).then_refused("BUS-SETUP-20")
    case.when(planned("red", "red:scout", 3, None), R).then_refused("BUS-SETUP-20")
    case.when(planned("red", "red:chief", 3), R).then_refused("BUS-SETUP-20")
    case.when(planned("red", "blue:scout", 3), R).then_refused("BUS-LOG-04")
    case.when(arrived(1), R).then_refused("BUS-SETUP-21")
    case = passed(case.when(planned("red", "red:scout", 3), R), 1)
    case.when(planned("red", "red:scout", 4), R).then_refused("BUS-SETUP-20")
    case.when(arrived(2), R).then_refused("BUS-HID-06")
    case.when(arrived(3), R).then_refused("BUS-SETUP-21", "BUS-HID-03")
    assert not passed(case, 2).when(arrived(3), R).violations, "in its turn it is opened"
    case = passed(case, 3)
    case.when(arrived(3), R).then_refused("BUS-SETUP-21")
    case.when(turn(4), B).then_refused("BUS-SETUP-21")


def across(edition: str, deployment: Any, when: int = 0) -> Case:
    """A match by turns in which red's scout may be planned for turn 3, or returns to be so in a later turn."""
    case = created(edition=edition).when(warband("r"), R).when(warband("b"), B)
    case = case.when(e.ScenarioSelected(scenario="ryodo", deployment=deployment), R)
    case = case.when(e.ObjectivesPlaced(near="red"), R)
    return case.when(turn(1, casualties=(fell("red:scout"),))) if when else case


@accepts("BUS-SETUP-20", "BUS-SETUP-23")
@refuses("BUS-SETUP-20", "BUS-SETUP-23")
def test_by_the_reference_a_flank_is_a_neutral_edge() -> None:
    """Between corners each edge has a neutral part; by the book any edge will do."""
    for when, rule in ((0, "BUS-SETUP-20"), (1, "BUS-SETUP-23")):
        case = across("reference", "baseline", when)
        for edge in ("north", "south"):
            case.when(planned("red", "red:scout", 3, edge), R).then_refused(rule)
        for edge in ("east", "west"):
            case.when(planned("red", "red:scout", 3, edge), R).then_accepted()
        for edition, deployment in (("book", "baseline"), ("reference", "corner_edge"), ("reference", None)):
            free = across(edition, deployment, when)
            free.when(planned("red", "red:scout", 3, "north"), R).then_accepted()


def test_a_plan_that_the_log_never_held_arrives_from_a_neutral_edge_too() -> None:
    for edge, legal in (("north", False), ("east", True)):
        sealed_as = commitment("s", {"turn": 3, "edge": edge})
        plan = e.FlankPlanRecorded(side="red", model="red:scout", commitment=sealed_as)
        case = passed(across("reference", "baseline").when(plan, R), 2)
        told = case.when(arrived(3, edge, salt="s"), R)
        told.then_accepted() if legal else told.then_refused("BUS-SETUP-21")
        case.when(arrived(3, edge, salt="s", deployed=False), R).then_accepted()


@accepts("BUS-SETUP-23")
@refuses("BUS-SETUP-23")
def test_a_later_plan_names_a_turn_to_come() -> None:
    """Offered are those that the match can still have."""
    case = ready("ryodo").when(turn(1, casualties=(fell("red:scout"),)))
    offers = RULES.following(case.state)
    plans = [
        one for one in offers if one.type == "flank_plan_recorded" and "red:scout" in one.choices["model"]
    ]
    assert [one.choices["turn"] for one in plans] == [(2, 3, 4, 5, 6)]
    case.when(planned("red", "red:scout", 1), R).then_refused("BUS-SETUP-23")
    case.when(planned("red", "red:scout", 9), R).then_refused("BUS-SETUP-23")
    case = passed(case.when(planned("red", "red:scout", 6), R), 5)
    assert case.when(arrived(6), R).then_accepted().models["red:scout"].returned


@accepts("BUS-VIM-03")
@refuses("BUS-VIM-03", "BUS-VIM-04")
def test_a_vim_does_not_flank() -> None:
    case = placed("seigyo", "hidden").when(named("red", "red:scout"), R).when(named("blue", "blue:chief"), B)
    case.when(planned("red", "red:scout", 3), R).then_refused("BUS-VIM-03")
    case.when(planned("blue", "blue:scout", 3), B).then_accepted()
    unknown = tuple(e.Model(id=model.id) for model in MODELS)
    case = created().when(warband("r", unknown)).when(warband("b", unknown))
    case = case.when(e.ScenarioSelected(scenario="seigyo", vim="nominated")).when(
        e.ObjectivesPlaced(near="red")
    )
    case = case.when(named("blue", "red:scout"), B).when(named("red", "blue:scout"), R)
    case.when(planned("red", "red:scout", 3), R).then_refused("BUS-VIM-04")


@accepts("BUS-END-09", "BUS-TOUR-27")
@refuses("BUS-END-09", "BUS-TOUR-27")
def test_a_match_ends_early() -> None:
    case = passed(ready("ryodo", player_clock=True), 2)
    outcome = RULES.outcome(case.when(e.MatchEnded(reason="conceded", by_side="blue"), B).then_accepted())
    assert (outcome.winner, outcome.incomplete, outcome.vp) == ("red", True, {"red": 0, "blue": 0})
    assert RULES.outcome(case.when(e.MatchEnded(reason="time"), R).then_accepted()).winner == "draw"
    outcome = RULES.outcome(case.when(e.MatchEnded(reason="clock", by_side="red")).then_accepted())
    assert outcome.vp == {"red": 0, "blue": 2}, "the award of turn 2 is lost"
    case.when(e.MatchEnded(reason="conceded", by_side="blue"), R).then_refused("BUS-LOG-03")
    case.when(e.MatchEnded(reason="clock", by_side="blue"), R).then_refused("BUS-LOG-03")
    case.when(e.MatchEnded(reason="time", by_side="blue")).then_refused("BUS-END-09")
    clockless = ready("ryodo").when(e.MatchEnded(reason="clock", by_side="blue"))
    clockless.then_refused("BUS-END-09", "BUS-TOUR-27")
    assert clockless.read == ["BUS-END-09"]


def offered(case: Case, kind: str, viewer: Viewer = REFEREE) -> dict[str, dict[str, tuple[Any, ...]]]:
    """Side -> what is offered of it to this viewer."""
    told = RULES.next_events(RULES.visible_to(case.then_accepted(), viewer), viewer)
    return {one.choices["side"][0]: dict(one.choices) for one in told if one.type == kind}


def test_opening_a_hidden_vim_is_offered_whole_to_whoever_knows_it_alone() -> None:
    case = passed(ready("ichi_no_riten", "hidden"), 4)
    case = case.when(turn(5, length_die=6, casualties=(fell("blue:chief"),)))
    red = {"side": ("red",), "model": ("red:chief",)}
    blue = {"side": ("blue",), "model": ("blue:chief",), "inches": ()}
    assert offered(case, "vim_revealed") == {"red": red, "blue": blue}
    assert offered(case, "vim_revealed", Viewer("player", "r", "red"))["blue"] == {"side": ("blue",)}
    case.when(e.VimRevealed(side="blue", model="blue:chief"), B).then_accepted()


def test_that_no_model_may_be_a_vim_is_offered_where_it_is_so() -> None:
    case = created().when(warband("r", MODELS[4:])).when(warband("b"))
    case = case.when(e.ScenarioSelected(scenario="seigyo", vim="open")).when(e.ObjectivesPlaced(near="red"))
    told = offered(case, "vim_assigned")
    assert told["red"] == {"side": ("red",), "model": (), "none_legal": (True,)}
    assert told["blue"]["model"] and told["blue"]["none_legal"] == (False,)


@accepts("BUS-VIM-05")
def test_a_model_is_offered_or_that_there_is_none_and_either_is_taken() -> None:
    """Of models whose facts nobody told: the form took a model and "none" together, which the rules refuse."""
    unknown = tuple(replace(one, unique=None) for one in MODELS)
    case = created().when(warband("r", unknown)).when(warband("b"))
    case = case.when(e.ScenarioSelected(scenario="seigyo", vim="open")).when(e.ObjectivesPlaced(near="red"))
    offers = [one for one in RULES.next_events(case.then_accepted(), REFEREE) if one.type == "vim_assigned"]
    own = (possible(e.VimAssigned, one) for one in offers if one.choices["side"] == ("red",))
    red: list[Any] = [event for one in own for event in plain(RULES, one)]
    assert {event.none_legal for event in red} == {True, False}
    for event in red:
        assert (event.model is None) == event.none_legal
        case.when(event, R).then_accepted()
