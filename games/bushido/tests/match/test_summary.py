"""Whole matches in one report, organised play's tables, and the scenarios as data."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from games.bushido import events as e
from games.bushido.organised_play import (
    MASTERS,
    TRUNCATED,
    tournament_points,
)
from games.bushido.scenarios import LAYOUTS, SCENARIOS, check_scenario, last_turns
from games.bushido.tests.match.tables import RULES, B, R, created, warband
from games.ruleset import REFEREE
from games.testing import Case, accepts, refuses


def scored(red: int, blue: int, last_turn: int = 6, reason: Any = "last_turn", **told: Any) -> Any:
    return e.MatchResultRecorded(last_turn=last_turn, reason=reason, vp={"red": red, "blue": blue}, **told)


def asked(scenario: str = "ryodo", **told: Any) -> Case:
    facts = SCENARIOS[scenario]
    case = created(**{"detail": "summary", "rice_limit": facts.rice_limit or 100, **told})
    vim = facts.vim[0] if len(facts.vim) > 1 else None
    return case.when(e.ScenarioSelected(scenario=scenario, vim=vim))


def only(case: Case, *rules: str) -> None:
    """Whoever reads the refusal reads of these rules and no others, each once."""
    case.then_refused(*rules)
    assert case.read == [*rules]


@accepts(
    "BUS-SCORE-01", "BUS-SCORE-02", "BUS-SCORE-03", "BUS-END-03", "BUS-END-07", "BUS-END-08", "BUS-END-10"
)
def test_a_result_that_the_scenario_allows() -> None:
    told = scored(2, 1, sp={"red": 12, "blue": 0}, casualties={"red": 3, "blue": 4}, winner="red")
    outcome = RULES.outcome(asked().when(told, R).then_accepted())
    assert (outcome.winner, outcome.vp, outcome.turn) == ("red", {"red": 2, "blue": 1}, 6)
    assert outcome.figures == {
        "sp": {"red": 12, "blue": 0},
        "vp_difference": {"red": 1, "blue": -1},
        "won": {"red": 1, "blue": 0},
        "casualties": {"red": 3, "blue": 4},
        "enemy_vim_turn": {},
        "tournament_points": {"red": 7, "blue": 2},
    }
    assert RULES.outcome(asked().when(scored(1, 1), B).then_accepted()).winner == "draw"


@refuses("BUS-SCORE-03", "BUS-SCN-05")
@pytest.mark.parametrize(("red", "blue"), [(2, 2), (3, 1), (4, 0)])
def test_never_more_than_three(red: int, blue: int) -> None:
    only(asked().when(scored(red, blue)), "BUS-SCORE-03")


@refuses("BUS-SCORE-02", "BUS-SCORE-03")
def test_only_what_could_be_due() -> None:
    asked().when(scored(1, 0, 1, "time")).then_refused("BUS-SCORE-02")
    asked().when(scored(1, 1, 3, "time")).then_refused("BUS-SCORE-02")
    asked().when(scored(1, 0, 3, "time")).then_accepted()
    asked("depletion").when(scored(3, 0, 4, "time")).then_refused("BUS-SCORE-02")
    asked("bavarian_botoku").when(scored(3, 0, 4)).then_refused("BUS-SCORE-03")


@accepts("BUS-END-05")
@refuses("BUS-END-03", "BUS-END-05", "BUS-END-08", "BUS-END-10")
def test_the_last_turn_must_be_possible() -> None:
    only(asked().when(scored(1, 0, 7)), "BUS-END-03")
    only(asked().when(scored(1, 0, 5)), "BUS-END-08")
    only(asked("depletion").when(scored(1, 0, 4)), "BUS-END-08")
    only(asked("depletion").when(scored(1, 0, 8)), "BUS-END-05")
    asked("depletion").when(scored(1, 0, 7)).then_accepted()
    only(asked().when(scored(0, 0, 0, "wiped_out")), "BUS-END-10")


def test_a_wrong_report_is_told_each_cause_once() -> None:
    """BUS-LOG-08: what two rules say of one number is one sentence; another number has its own."""
    points = {"red": 1, "blue": 0}
    only(asked().when(scored(1, 0, 0, sp=points)), "BUS-SCORE-08", "BUS-END-08")
    wrong = scored(2, 2, 9, sp={"red": 99, "blue": 0}, vim_killed={"red": 3}, winner="blue")
    only(asked().when(wrong), "BUS-SCORE-03", "BUS-END-03", "BUS-SCORE-01", "BUS-VIM-09", "BUS-END-07")


@accepts("BUS-END-02")
@refuses("BUS-END-02", "BUS-END-11", "BUS-END-09")
def test_a_reason_that_holds() -> None:
    asked().when(scored(2, 0, 6, "all_vp")).then_refused("BUS-END-02")
    asked().when(scored(2, 1, 6, "all_vp")).then_accepted()
    asked().when(scored(1, 0, 6, "award")).then_refused("BUS-END-11")
    asked("honbasho").when(scored(1, 0, 2, "award")).then_accepted()
    asked("honbasho").when(scored(0, 0, 2, "last_turn")).then_refused("BUS-END-11")
    asked("honbasho").when(scored(0, 0, 2, "award")).then_refused("BUS-END-02")
    asked().when(scored(1, 0, 3, "conceded")).then_refused("BUS-END-09")
    asked().when(scored(1, 0, 3, "time", by_side="red")).then_refused("BUS-END-09")
    asked().when(scored(1, 0, 3, "time", by_side="green")).then_refused("BUS-END-09")
    alive = {"red": 1, "blue": 1}
    case = asked().when(warband("r")).when(warband("b"))
    case.when(scored(0, 0, 3, "wiped_out", casualties=alive)).then_refused("BUS-END-02")
    case.when(scored(0, 0, 3, "wiped_out", casualties={"red": 5, "blue": 1})).then_accepted()
    nobody = {"red": 0, "blue": 0}
    asked().when(scored(0, 0, 3, "wiped_out", casualties=nobody)).then_refused("BUS-END-02")
    asked().when(scored(0, 0, 3, "wiped_out", casualties=alive)).then_accepted()


@accepts("BUS-END-09", "BUS-END-11", "BUS-VIM-09")
@refuses("BUS-END-09", "BUS-END-11", "BUS-VIM-09")
@pytest.mark.parametrize("clock", [False, True])
@pytest.mark.parametrize("scenario", ["ryodo", "honbasho", "seigyo"])
def test_only_what_can_end_this_match_is_offered(scenario: str, clock: bool) -> None:
    """Each reason that is offered holds with some result, no other with any; so do VIM that fell."""
    case = asked(scenario, player_clock=clock)
    (offer,) = [one for one in RULES.next_events(case.state, REFEREE) if one.type == "match_result_recorded"]
    facts = SCENARIOS[scenario]
    for reason in get_args(e.EndReason):
        by_side = "red" if reason in ("conceded", "clock") else None
        told = (
            scored(red, blue, turn, reason, by_side=by_side)
            for turn in (1, 5, 6)
            for red in range(facts.vp_total + 1)
            for blue in range(facts.vp_total + 1 - red)
        )
        holds = any(not case.when(one).violations for one in told)
        assert holds == (reason in offer.choices["reason"]), reason
    assert (offer.choices.get("vim_killed") == ()) == (not facts.vim)


@accepts("BUS-SCORE-01", "BUS-SCORE-03")
@refuses("BUS-SCORE-01", "BUS-SCORE-03")
@pytest.mark.parametrize("scenario", ["ryodo", "sacred_idols", "honbasho", "bavarian_botoku"])
def test_the_points_that_are_offered_are_those_of_the_scenario(scenario: str) -> None:
    case, total = asked(scenario), SCENARIOS[scenario].vp_total
    (offer,) = [one for one in RULES.next_events(case.state, REFEREE) if one.type == "match_result_recorded"]
    assert offer.counts == {"vp": (0, total)}
    last, reason = max(last_turns(SCENARIOS[scenario]), default=3), offer.choices["reason"][0]
    won = {"last_turn": last, "reason": reason}
    case.when(scored(total, 0, **won)).then_accepted()
    case.when(scored(total, 1, **won)).then_refused("BUS-SCORE-03")
    if most := offer.limits.get("sp.red"):
        case.when(scored(total, 0, **won, sp={"red": most[1], "blue": 0})).then_accepted()
        case.when(scored(total, 0, **won, sp={"red": most[1] + 1, "blue": 0})).then_refused("BUS-SCORE-01")
    assert ("sp.red" in offer.limits) == (scenario != "bavarian_botoku"), "kills score without a limit"


@accepts("BUS-END-09")
@refuses("BUS-END-07")
def test_the_winner_follows() -> None:
    asked().when(scored(1, 2, winner="red")).then_refused("BUS-END-07")
    asked().when(scored(1, 1, winner="red")).then_refused("BUS-END-07")
    told = scored(1, 0, 3, "conceded", by_side="red", winner="blue")
    assert RULES.outcome(asked().when(told).then_accepted()).winner == "blue"
    case = asked(player_clock=True)
    case.when(scored(0, 3, 1, "clock", by_side="red")).then_accepted()
    case.when(scored(3, 0, 1, "clock", by_side="red")).then_refused("BUS-SCORE-02")


@accepts("BUS-END-09")
@refuses("BUS-END-09")
def test_the_clock_gives_all_that_was_still_to_come() -> None:
    case = asked("sacred_idols", player_clock=True)
    case.when(scored(0, 0, 1, "clock", by_side="blue")).then_refused("BUS-END-09")
    case.when(scored(0, 2, 5, "clock", by_side="blue")).then_refused("BUS-END-09")
    case.when(scored(1, 2, 5, "clock", by_side="blue")).then_accepted()
    case.when(scored(2, 0, 4, "clock", by_side="blue")).then_accepted()


@accepts("BUS-SCORE-08", "BUS-TOUR-08")
@refuses("BUS-SCORE-08", "BUS-TOUR-08")
def test_nothing_before_the_first_turn() -> None:
    asked().when(scored(0, 0, 0, "time")).then_accepted()
    early = scored(0, 0, 0, "time", sp={"red": 1, "blue": 0})
    only(asked().when(early), "BUS-SCORE-08")
    only(asked(whole_result=True).when(early), "BUS-TOUR-08")
    clock = scored(3, 0, 0, "clock", by_side="blue")
    only(asked(player_clock=True).when(clock), "BUS-SCORE-08")


@refuses("BUS-SCORE-01")
@pytest.mark.parametrize(
    ("scenario", "most"), [("shin_keii", 15), ("ryodo", 12), ("sacred_idols", 0), ("botoku", 18 + 12)]
)
def test_scenario_points_have_a_limit(scenario: str, most: int) -> None:
    asked(scenario).when(scored(1, 0, sp={"red": most, "blue": 0})).then_accepted()
    asked(scenario).when(scored(0, 0, sp={"red": 0, "blue": most + 1})).then_refused("BUS-SCORE-01")


@accepts("BUS-SCORE-02")
@refuses("BUS-SCORE-02")
def test_scenario_points_say_who_had_the_last_award() -> None:
    """Of Shin Keii's awards the one of turn 6 hangs on the points that stand at the end; others had their own."""
    case, ahead, level = asked("shin_keii"), {"red": 3, "blue": 5}, {"red": 5, "blue": 5}
    case.when(scored(2, 0, sp=ahead)).then_refused("BUS-SCORE-02")
    case.when(scored(0, 0, sp=ahead)).then_refused("BUS-SCORE-02")
    case.when(scored(2, 1, sp=ahead)).then_accepted()
    case.when(scored(2, 1, sp=level)).then_refused("BUS-SCORE-02")
    case.when(scored(2, 0, sp=level)).then_accepted()
    case.when(scored(2, 0)).then_accepted()
    case.when(scored(2, 0, 5, "time", sp=ahead)).then_accepted()
    case.when(scored(2, 0, 6, "time", sp=ahead)).then_accepted()
    case.when(scored(1, 0, 4, "wiped_out", sp=ahead)).then_refused("BUS-SCORE-02")
    case.when(scored(1, 0, 5, "wiped_out", sp=ahead)).then_accepted()
    long = asked("depletion")
    long.when(scored(2, 0, 5, sp=ahead)).then_refused("BUS-SCORE-02")
    long.when(scored(2, 1, 5, sp=ahead)).then_accepted()
    long.when(scored(3, 0, 5, "all_vp", sp=ahead)).then_refused("BUS-SCORE-02")
    long.when(scored(2, 0, 5, "wiped_out", sp=ahead)).then_accepted()


@refuses("BUS-VIM-09", "BUS-VIM-11")
def test_vim_in_a_result() -> None:
    asked().when(scored(0, 0, vim_killed={"red": 2})).then_refused("BUS-VIM-09")
    case = asked("ichi_no_riten")
    case.when(scored(0, 0, 5, vim_killed={"red": 6})).then_refused("BUS-VIM-09")
    outcome = RULES.outcome(case.when(scored(0, 1, 5, vim_killed={"red": 4})).then_accepted())
    assert outcome.figures["enemy_vim_turn"] == {"blue": 4}
    duel = asked("duel")
    duel.when(scored(1, 0, 3, "all_vp", vim_killed={"red": 3})).then_refused("BUS-VIM-11")
    duel.when(scored(1, 0, 3, "all_vp", vim_killed={"blue": 3})).then_accepted()
    duel.when(scored(1, 0, 3, "all_vp", vim_killed={"red": 3, "blue": 3})).then_accepted()
    only(duel.when(scored(1, 0, 3, "all_vp", vim_killed={"red": 2, "blue": 3})), "BUS-VIM-11")


@refuses("BUS-SETUP-01")
def test_a_result_needs_its_scenario() -> None:
    created(detail="summary").when(scored(0, 0)).then_refused("BUS-SETUP-01")


@accepts("BUS-SCORE-04")
@refuses("BUS-SCORE-04")
def test_the_awards_of_every_scenario_add_up() -> None:
    for facts in SCENARIOS.values():
        assert list(check_scenario(facts)) == []
        less = msgspec.structs.replace(facts, awards=facts.awards[1:])
        assert [one.rule for one in check_scenario(less)] == ["BUS-SCORE-04"]


def test_the_published_scenarios() -> None:
    assert [facts.rule for facts in SCENARIOS.values()] == [f"BUS-SCN-{number:02}" for number in range(1, 19)]
    assert len({facts.name.en for facts in SCENARIOS.values()}) == 18
    assert {facts.layout for facts in SCENARIOS.values()} == set(LAYOUTS)
    assert list(last_turns(SCENARIOS["depletion"])) == [5, 6, 7]
    assert list(last_turns(SCENARIOS["omaju"])) == [6] and not last_turns(SCENARIOS["honbasho"])
    assert [len(SCENARIOS[key].objectives) for key in ("depletion", "omaju", "botoku", "ryodo")] == [
        6,
        3,
        2,
        0,
    ]
    assert [len(SCENARIOS[key].zones) for key in ("ryodo", "botoku", "osatsu", "duel")] == [3, 1, 2, 0]
    for layout in LAYOUTS.values():
        places = [(one.x, one.y) for one in layout.objectives.values()]
        places += [(one.x, one.y) for one in layout.zones.values()]
        assert all(0 < x < 24 and 0 < y < 24 for x, y in places)
        assert {zone.follows for zone in layout.zones.values()} - {None} <= set(layout.objectives)


def test_tournament_points() -> None:
    assert set(MASTERS) == set(TRUNCATED) == {(a, b) for a in range(4) for b in range(4 - a)}
    assert sorted(MASTERS.values()) == list(range(10))
    for (own, other), points in MASTERS.items():
        assert points + tournament_points(other, own) == (9 if own != other else 2 * points)
    assert tournament_points(2, 1, truncated=True) == 4


@accepts("BUS-TOUR-14")
@refuses("BUS-TOUR-14")
def test_a_result_tells_all_that_the_ranking_needs() -> None:
    sp = {"red": 4, "blue": 1}
    event: dict[str, Any] = {"whole_result": True}
    asked(**event).when(scored(1, 0)).then_refused("BUS-TOUR-14")
    asked(**event).when(scored(1, 0, sp=sp)).then_accepted()
    asked(**event).when(scored(0, 0, 0, "conceded", by_side="red")).then_accepted()
    asked().when(scored(1, 0)).then_accepted()
    none = dict.fromkeys(sp, 0)
    asked("duel", **event).when(scored(1, 0, 3, "all_vp", sp=none)).then_refused("BUS-TOUR-14")
    told = scored(1, 0, 3, "all_vp", sp=none, vim_killed={"blue": 3})
    asked("duel", **event).when(told).then_accepted()


@accepts("BUS-VIM-10")
@refuses("BUS-VIM-10")
@pytest.mark.parametrize("scenario", ["ichi_no_riten", "muzukashi", "seigyo"])
def test_a_vim_that_fell_is_closest_to_nothing(scenario: str) -> None:
    """The award of the last turn is for a VIM on the battlefield: two fallen ones give it to nobody."""
    case = asked(scenario)
    case.when(scored(3, 0, vim_killed={})).then_accepted()
    case.when(scored(3, 0, vim_killed={"blue": 3})).then_accepted()
    case.when(scored(3, 0, vim_killed={"red": 3})).then_refused("BUS-VIM-10")
    case.when(scored(2, 1, vim_killed={"red": 3})).then_accepted()
    case.when(scored(2, 1, vim_killed={"red": 3, "blue": 6})).then_refused("BUS-VIM-10")
    case.when(scored(2, 0, vim_killed={"red": 3, "blue": 6})).then_accepted()
    case.when(scored(2, 0, 5, "time", vim_killed={"red": 3, "blue": 4})).then_accepted()
    case.when(scored(3, 0)).then_accepted()
