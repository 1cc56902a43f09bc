"""The report of a whole match: SFB-RES-01 to -08, -13, SFB-END-01 to -07, SFB-MODE-18."""

from __future__ import annotations

from typing import Any, cast

import pytest
from msgspec.structs import replace

from games.lines import Line
from games.rulebook import sentence
from games.ruleset import NextEvent, RuleViolation
from games.super_fantasy_brawl.next_events import next_events
from games.super_fantasy_brawl.pages.report import taps
from games.super_fantasy_brawl.tests.tables import ORGANISER, STRANGER, R, created, fell, ready, result, turn
from games.super_fantasy_brawl.tests.test_turns import ANVIL, DRIFT, at
from games.taps import Amount, Anew, OneOf, Taps
from games.testing import Case, accepts, refuses


def match(mode: Any = "duel", **told: Any) -> Case:
    return ready(mode, "summary", **told)


@accepts(
    "SFB-RES-01",
    "SFB-RES-02",
    "SFB-RES-03",
    "SFB-RES-05",
    "SFB-RES-07",
    "SFB-END-01",
    "SFB-END-03",
    "SFB-END-05",
)
@accepts("SFB-TURN-07")
def test_a_result() -> None:
    case = match().when(result(), R)
    outcome = case.rules.outcome(case.then_accepted())
    assert (outcome.status, outcome.winner, outcome.vp) == ("finished", "red", {"red": 5, "blue": 2})
    assert outcome.figures["vp_difference"] == {"red": 3, "blue": -3}
    assert outcome.figures["knockout_vp"] == {"red": 2, "blue": 1}
    assert {(line.side, line.source, line.vp) for line in outcome.lines} == {
        ("red", "challenge", 3),
        ("red", "knockout", 2),
        ("blue", "challenge", 1),
        ("blue", "knockout", 1),
    }
    created(detail="summary").when(result()).then_accepted()


def test_teams_that_nobody_told_stay_unverified() -> None:
    case = created(detail="summary").when(result())
    assert {"SFB-ROSTER-02", "SFB-SETUP-02"} <= set(case.rules.outcome(case.state).unverified)


@refuses("SFB-RES-01", "SFB-END-05", "SFB-TURN-07", "SFB-END-01", "SFB-END-03")
def test_the_winner_has_the_points() -> None:
    few = match().when(result(vp=(4, 2)))
    few.then_refused("SFB-RES-01", "SFB-END-05", "SFB-TURN-07", "SFB-END-01")
    assert few.read == ["SFB-RES-01"], "one reason"
    match().when(result("blue")).then_refused("SFB-END-03")
    match().when(result(), STRANGER).then_refused("SFB-LOG-02")


@accepts("SFB-MODE-18")
@refuses("SFB-RES-01", "SFB-MODE-18")
def test_a_team_needs_seven() -> None:
    match("superteams").when(result(vp=(7, 6))).then_accepted()
    few, *_echoes = match("superteams").when(result(vp=(6, 2))).then_refused("SFB-RES-01", "SFB-MODE-18")
    assert sentence(few, "en") == "The winner needs 7 victory points; you entered 6."


@refuses("SFB-RES-02", "SFB-RES-08", "SFB-END-04")
def test_the_loser_has_not() -> None:
    match().when(result(vp=(6, 5))).then_refused("SFB-RES-02")
    match().when(result(vp=(5, 5))).then_refused("SFB-RES-08", "SFB-RES-02")
    match().when(result(vp=(5, 6), reason="mutual_knockout")).then_refused("SFB-END-04", "SFB-RES-02")
    match().when(result(vp=(5, 4), reason="mutual_knockout")).then_refused("SFB-END-04")


@accepts("SFB-END-04", "SFB-RES-02", "SFB-RES-08")
@pytest.mark.parametrize("vp", [(5, 5), (6, 5), (7, 7)])
def test_a_mutual_knock_out(vp: tuple[int, int]) -> None:
    match().when(result(vp=vp, knockouts=(3, 3), reason="mutual_knockout", rounds=9)).then_accepted()


@refuses("SFB-RES-05")
def test_how_far_the_points_go() -> None:
    match().when(result(vp=(8, 2))).then_accepted()
    match().when(result(vp=(9, 2))).then_refused("SFB-RES-05")
    match().when(result(vp=(8, 8), reason="mutual_knockout")).then_refused("SFB-RES-05")
    match(track=None).when(result(vp=(9, 2))).then_accepted()


@refuses("SFB-RES-03", "SFB-RES-04")
def test_points_add_up() -> None:
    match().when(result(vp=(5, 2), challenge_vp={"red": 2, "blue": 1})).then_refused("SFB-RES-03")
    falls = {"blue:drift": 1, "red:anvil": 1}
    match().when(told(falls)).then_refused("SFB-RES-04")


def told(falls: dict[str, int], **more: Any) -> Any:
    """A result of 2 and 1 points by knock-outs that also tells of the champions."""
    return replace(result(), knockouts=falls, **more)


@accepts("SFB-RES-04")
def test_champions_of_a_result() -> None:
    case = match().when(told({"blue:drift": 2, "red:anvil": 1}, levelled=("red:anvil",)))
    figures = case.then_accepted().figures
    assert figures["blue:drift"].knocked_out == 2 and figures["red:anvil"].levelled


@refuses("SFB-LOG-02")
def test_only_sides_and_champions_of_the_match() -> None:
    match().when(told({"blue:anvil": 2, "red:anvil": 1})).then_refused("SFB-LOG-02")
    match().when(told({"drift": 2})).then_refused("SFB-LOG-02")
    match().when(result("green")).then_refused("SFB-LOG-02")
    match().when(result(vp=(5, 2), challenge_vp={"red": 3})).then_refused("SFB-LOG-02")


@accepts("SFB-RES-06")
@refuses("SFB-RES-06", "SFB-RES-07")
def test_challenges_need_rounds() -> None:
    match().when(result(vp=(5, 0), knockouts=(5, 0), rounds=1)).then_accepted()
    match().when(result(rounds=1)).then_refused("SFB-RES-06")
    match().when(result(vp=(5, 2), knockouts=(0, 0), rounds=3)).then_refused("SFB-RES-07")
    match().when(result(vp=(5, 2), knockouts=(0, 0), rounds=6)).then_accepted()
    match(allow_round1_challenges=True).when(result(rounds=1)).then_accepted()


@accepts("SFB-RES-13", "SFB-RES-08", "SFB-END-07")
@refuses("SFB-RES-13", "SFB-END-07")
def test_ended_early() -> None:
    match().when(result(vp=(3, 2), reason="organiser")).then_accepted()
    match().when(result("draw", vp=(3, 3), reason="organiser")).then_accepted()
    match().when(result("blue", vp=(3, 2), reason="concession")).then_accepted()
    match().when(result("blue", vp=(3, 2), reason="organiser")).then_refused("SFB-RES-13")
    match().when(result(vp=(5, 2), reason="concession")).then_refused("SFB-RES-13")
    match().when(result("draw", vp=(3, 2), reason="organiser")).then_refused("SFB-RES-13", "SFB-END-07")
    match().when(result("draw", vp=(3, 3), reason="concession")).then_refused("SFB-RES-13", "SFB-END-07")
    match().when(result("draw", vp=(5, 5), reason="mutual_knockout")).then_refused("SFB-END-07")


@accepts("SFB-LOG-02")
@refuses("SFB-LOG-02")
def test_that_the_organisers_stopped_it_they_alone_report() -> None:
    """As by turns, in both kinds of logs; and so it is offered."""
    for case in (match(), at(2, 1)):
        stopped = result(vp=(3, 2), reason="organiser")
        case.when(stopped, ORGANISER).then_accepted()
        case.when(stopped, R).then_refused("SFB-LOG-02")
        offers = [one for one in next_events(case.state) if one.type == "match_result_recorded"]
        assert [(one.staff, "organiser" in one.choices["reason"], _asks(case, one)) for one in offers] == [
            (False, False, False),
            (True, True, True),
        ]


def _asks(case: Case, offer: NextEvent) -> bool:
    """Whether the report offers by a tap that the organisers stopped the match."""
    told = taps(case.state, offer)
    assert told is not None
    reasons = told.groups[-1].rows[-1]
    assert isinstance(reasons, OneOf)
    return "organiser" in [one.key for one in reasons.choices]


@accepts("SFB-RES-01", "SFB-RES-02", "SFB-RES-08", "SFB-END-08")
def test_whoever_stops_logging_turns_reports_the_rest() -> None:
    case = at(2, 1).when(result(vp=(5, 1), knockouts=(4, 1), rounds=6), R)
    state = case.then_accepted()
    assert (state.phase, state.winner, state.round) == ("closed", "red", 6)
    outcome = case.rules.outcome(state)
    assert outcome.vp == {"red": 5, "blue": 1} and outcome.figures["knockout_vp"]["red"] == 4
    late = {(line.side, line.source): line.vp for line in outcome.lines if line.turn is None}
    assert late == {("red", "challenge"): 1, ("red", "knockout"): 2}
    ready().when(result(), R).then_accepted()


@refuses("SFB-END-08", "SFB-TURN-06", "SFB-RES-04", "SFB-RES-01")
def test_what_the_turns_have_told_stays_true() -> None:
    case = at(2, 1)
    case.when(result("blue", vp=(1, 5), knockouts=(1, 3), rounds=6)).then_refused("SFB-END-08")
    case.when(result(vp=(5, 1), knockouts=(4, 1), rounds=1)).then_refused("SFB-TURN-06")
    case.when(result(vp=(4, 1), knockouts=(4, 1), rounds=6)).then_refused("SFB-RES-01")
    told = result(vp=(5, 1), knockouts=(4, 1), rounds=6)
    fewer = {"blue:drift": 0, "blue:echo": 4, "red:anvil": 1}
    assert case.state.figures["blue:drift"].knocked_out
    case.when(replace(told, knockouts=fewer)).then_refused("SFB-RES-04")
    whole = ready().when(turn("r", 1, (0, 0))).when(turn("b", 1, (0, 0)))
    whole.when(result(vp=(5, 0), knockouts=(5, 0), rounds=1)).then_refused("SFB-TURN-06")
    report = next(one for one in next_events(whole.state) if one.type == "match_result_recorded")
    rounds = cast(Taps, taps(whole.state, report)).groups[-1].rows[0]
    assert cast(Amount, rounds).start == 2
    stopped = result("draw", vp=(0, 0), knockouts=(0, 0), rounds=1, reason="organiser")
    whole.when(stopped, ORGANISER).then_accepted()


@accepts("SFB-RES-12")
@refuses("SFB-RES-12")
def test_whoever_is_levelled_up_took_somebody_out_of_action() -> None:
    three = ("red:anvil", "red:bramble", "red:cinder")
    told = match().when(result(levelled=three)).then_refused("SFB-RES-12")
    assert told[0].params == {"side": "red", "limit": 2, "levelled": 3}
    match().when(result(levelled=("red:anvil", "red:anvil"))).then_refused("SFB-RES-12")
    match().when(result(levelled=("blue:drift", "blue:echo"))).then_refused("SFB-RES-12")
    match().when(result(levelled=(*three[:2], "blue:drift"))).then_accepted()


@accepts("SFB-ROSTER-02", "SFB-MODE-03")
@refuses("SFB-ROSTER-02", "SFB-MODE-03")
def test_no_more_champions_fall_than_play() -> None:
    """Also where nobody told the teams."""
    four = {f"blue:{slug}": 1 for slug in ("drift", "echo", "frost", "ivy")}
    told: dict[str, Any] = {"vp": (5, 0), "knockouts": (4, 0)}
    open_ = created(detail="summary")
    report = result(**told)
    open_.when(replace(report, knockouts=four)).then_refused("SFB-ROSTER-02")
    open_.when(replace(report, knockouts={**dict(list(four.items())[:3]), "blue:drift": 2})).then_accepted()
    teams = created("superteams", detail="summary")
    long = result(vp=(7, 0), knockouts=(4, 0))
    teams.when(replace(long, knockouts=four)).then_accepted()
    five = {**four, "blue:jolt": 1}
    teams.when(replace(result(vp=(7, 0), knockouts=(5, 0)), knockouts=five)).then_refused("SFB-MODE-03")


@accepts("SFB-RES-07", "SFB-CHAL-06")
@refuses("SFB-RES-07")
@pytest.mark.parametrize(
    ("mode", "rounds", "vp", "over"),
    [
        ("duel", 2, (1, 0), (2, 0)),
        ("duel", 3, (1, 1), (3, 0)),
        ("duel", 4, (2, 2), (3, 2)),
        ("duel", 5, (4, 2), (4, 3)),
        ("superteams", 2, (4, 0), (3, 2)),
        ("superteams", 3, (4, 3), (4, 4)),
    ],
)
def test_challenges_give_what_they_can_have_come_to(
    mode: str, rounds: int, vp: tuple[int, int], over: tuple[int, int]
) -> None:
    """On the tracks 0, 1, 1, 2 and 0, 0, 1, 1, 2 a card is worth 2 only after it has come all the way."""
    told: dict[str, Any] = {"reason": "concession", "knockouts": (0, 0), "rounds": rounds}
    match(mode).when(result(vp=vp, **told)).then_accepted()
    match(mode).when(result(vp=over, **told)).then_refused("SFB-RES-07")
    match(mode, track=None).when(result(vp=over, **told)).then_accepted()


@refuses("SFB-LOG-02")
def test_a_result_that_names_a_strange_side_is_told_the_sides_of_the_match() -> None:
    """It read "You cannot act for side A" of a match whose sides are called otherwise, and not how."""
    case = match().when(replace(result(), winner="green"), R)
    refused = next(one for one in case.violations if one.rule == "SFB-LOG-02")
    assert sentence(refused, "en").endswith("The sides of this match: blue, red.")
    assert sentence(refused, "ru").endswith("Стороны этой партии: blue, red.")


@pytest.mark.parametrize(("side", "named"), [("a", "сторона А"), ("b", "сторона Б")])
def test_a_side_of_an_event_is_called_by_its_name_in_a_refusal(side: str, named: str) -> None:
    """Events seat sides `a` and `b`: "a: points of challenges and knock-outs add up to 4"."""
    broken = RuleViolation("SFB-RES-03", {"side": side, "expected": 4, "told": 5})
    assert sentence(broken, "ru").startswith(f"{named}: ")


@accepts("SFB-RES-05")
@refuses("SFB-RES-05")
def test_what_came_beyond_the_target_came_at_once() -> None:
    """SFB-END-02: three champions fall in one action at the most; the challenges of one phase are scored together."""
    for track in ((0, 1, 2, 1), None):
        case = match(track=track)
        case.when(result(vp=(7, 2), knockouts=(6, 1))).then_accepted()
        case.when(result(vp=(8, 2), knockouts=(4, 1))).then_accepted()
        case.when(result(vp=(8, 2), knockouts=(7, 1))).then_refused("SFB-RES-05")
        case.when(result(vp=(6, 2), knockouts=(2, 1))).then_accepted()
    match("superteams").when(result(vp=(11, 2), knockouts=(9, 1))).then_refused("SFB-RES-05")
    match("superteams").when(result(vp=(10, 2), knockouts=(9, 1))).then_accepted()


def test_champions_of_turns_that_are_taken_back_with_their_result_stay_where_the_points_do() -> None:
    """SFB-RES-04, -12: a result at the desk replaces the turns; no row asks for the champions that they told."""
    left = ready()
    ended = left.when(turn("r", 1, (1, 0), knockouts=(fell(DRIFT, ANVIL),), levelled_up=(ANVIL,)), R)
    found = taps(left.state, NextEvent(type="match_result_recorded", staff=True))
    assert found is not None and found.kept is not None
    same, fewer = ({"knockout_vp": {"red": red, "blue": 0}} for red in (1, 0))
    kept = found.kept(Anew(ended.state, left.state, None, same))
    assert kept is not None and kept.data == {"knockouts": {DRIFT: 1}, "levelled": (ANVIL,)}
    gone = found.kept(Anew(ended.state, left.state, None, fewer))
    assert gone is not None and (gone.data, gone.says) == ({}, Line("stay_lost"))
    assert found.kept(Anew(ended.state, ended.state, None, same)) is None, (
        "beside the turns they are told already"
    )
