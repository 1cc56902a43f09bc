"""The end by turns, concessions, organisers, rulings: SFB-END-01 to -07, SFB-RES-13, SFB-LOG-03, -04."""

from __future__ import annotations

import pytest

from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl.tests.tables import ORGANISER, STRANGER, B, R, created, fell, over, ready, turn
from games.super_fantasy_brawl.tests.test_turns import ANVIL, DRIFT, ECHO, at
from games.testing import Case, accepts, refuses


def ruling(rule: str | None = None) -> e.RulingRecorded:
    return e.RulingRecorded(organiser="o", note="as agreed", rule=rule)


def won(red: int = 5) -> Case:
    """Red has its points."""
    case = at(3, 0)
    falls = (fell(DRIFT), fell(ECHO), fell("blue:frost"))[: red - 3]
    return case.when(turn("r", 2, (red, 0), knockouts=falls))


@accepts("SFB-END-01", "SFB-END-03", "SFB-END-06", "SFB-TURN-08")
def test_the_side_with_the_points_wins() -> None:
    case = won(6).when(over("red", (6, 0)), B)
    assert (case.state.winner, case.state.phase) == ("red", "closed")
    own = at(0, 0).when(turn("r", 2, (0, 3), knockouts=tuple(fell(ANVIL, None, "own") for _ in range(3))))
    own = own.when(turn("b", 2, (0, 5), knockouts=(fell(ANVIL), fell("red:bramble"))))
    own.when(over("blue", (0, 5))).then_accepted()


@refuses("SFB-END-03", "SFB-END-06", "SFB-END-07", "SFB-RES-13", "SFB-LOG-02")
def test_nobody_else_does() -> None:
    case = won()
    case.when(over("blue", (5, 0))).then_refused("SFB-END-03", "SFB-END-06")
    case.when(over("draw", (5, 0))).then_refused("SFB-END-03", "SFB-END-07")
    case.when(over("red", (5, 1))).then_refused("SFB-END-06")
    case.when(over("red", (5, 0), "mutual_knockout")).then_refused("SFB-END-03")
    case.when(over("red", (5, 0), "organiser"), ORGANISER).then_refused("SFB-RES-13")
    case.when(over("red", (5, 0)), STRANGER).then_refused("SFB-LOG-02")
    case.when(e.MatchConceded(side="blue")).then_refused("SFB-END-02")


@refuses("SFB-END-05", "SFB-END-01", "SFB-TURN-07", "SFB-MODE-18")
def test_no_end_without_the_points() -> None:
    """One reason, one refusal: of a win that nobody has, of another end, of rounds that are thought to be over."""
    round_over, four = at(3, 0), at(4, 0, mode="superteams")
    case, four = round_over.when(turn("r", 2, (3, 0))), four.when(turn(four.state.order[0], 2, (4, 0)))
    for refused, rule in (
        (case.when(over("red", (3, 0))), "SFB-END-01"),
        (case.when(over("red", (3, 0), "mutual_knockout")), "SFB-END-05"),
        (four.when(over("red", (4, 0))), "SFB-MODE-18"),
        (round_over.when(over("red", (3, 0))), "SFB-TURN-07"),
    ):
        others = {"SFB-END-05", "SFB-TURN-07"} - {rule}
        refused.then_refused(rule, *others)
        assert refused.read == [rule]


@accepts("SFB-END-05", "SFB-END-07", "SFB-RES-13")
def test_organisers_and_concessions_end_a_match() -> None:
    at(2, 1).when(over("red", (2, 1), "organiser"), ORGANISER).then_accepted()
    at(2, 2).when(over("draw", (2, 2), "organiser"), ORGANISER).then_accepted()
    at(2, 1).when(over("blue", (2, 1), "concession"), R).then_accepted()
    case = at(2, 1).when(e.MatchConceded(side="red"), R)
    assert case.rules.outcome(case.then_accepted()).winner == "blue"


@refuses("SFB-RES-13", "SFB-END-07", "SFB-LOG-02")
def test_how_they_cannot() -> None:
    case = at(2, 1)
    case.when(over("blue", (2, 1), "organiser"), ORGANISER).then_refused("SFB-RES-13")
    case.when(over("red", (2, 1), "organiser"), R).then_refused("SFB-LOG-02")
    case.when(over("red", (2, 1), "concession"), R).then_refused("SFB-RES-13")
    case.when(over("draw", (2, 1), "organiser"), ORGANISER).then_refused("SFB-RES-13", "SFB-END-07")
    case.when(e.MatchConceded(side="red"), B).then_refused("SFB-LOG-02")
    case.when(e.MatchConceded(side="green")).then_refused("SFB-LOG-02")


@accepts("SFB-LOG-03", "SFB-LOG-04")
@refuses("SFB-LOG-03")
def test_nothing_follows_the_end() -> None:
    case = won().when(over("red", (5, 0)))
    case.when(turn("b", 2, (5, 0))).then_refused("SFB-LOG-03")
    case.when(over("red", (5, 0))).then_refused("SFB-LOG-03")
    case.when(e.MatchConceded(side="red")).then_refused("SFB-LOG-03")
    case.when(ruling(), ORGANISER).then_accepted()


@accepts("SFB-LOG-04")
def test_a_ruling_lifts_one_rule_for_one_event() -> None:
    case = ready()
    out_of_order = turn("b", 1, (0, 0))
    case.when(out_of_order).then_refused("SFB-TURN-01")
    lifted = case.when(ruling("SFB-TURN-01"), ORGANISER)
    assert lifted.when(out_of_order).then_accepted().overridden == ("SFB-TURN-01",)
    other = lifted.when(turn("r", 1, (0, 0)))
    other.when(turn("r", 1, (0, 0))).then_refused("SFB-TURN-01")
    assert "SFB-TURN-01" in case.rules.outcome(lifted.state).carry["overridden"]


@refuses("SFB-LOG-04", "SFB-LOG-02")
@pytest.mark.parametrize("rule", ["SFB-LOG-02", "SFB-HID-09", "SFB-END-06", "SFB-MOON-01", "WL-RES-01"])
def test_what_no_ruling_lifts(rule: str) -> None:
    ready().when(ruling(rule), ORGANISER).then_refused("SFB-LOG-04")
    ready().when(ruling("SFB-TURN-01"), R).then_refused("SFB-LOG-02")
    lifted = ready().when(ruling("SFB-RES-09"), ORGANISER)
    lifted.when(turn("r", 1, (1, 0), knockouts=(fell("blue:anvil"),))).then_refused("SFB-LOG-02")


@refuses("SFB-SETUP-01")
def test_nothing_ends_before_it_is_open() -> None:
    from games.super_fantasy_brawl import RULES
    from games.testing import given

    given(RULES).when(e.MatchConceded(side="red")).then_refused("SFB-SETUP-01")
    given(RULES).when(over("red", (0, 0), "organiser")).then_refused("SFB-SETUP-01")
    created(detail="summary").when(over("red", (5, 0))).then_refused("SFB-TURN-02")
