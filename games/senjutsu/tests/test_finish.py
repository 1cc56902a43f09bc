"""How matches end: summaries, ends that follow from turns, concession, time, annulment, and what they score."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.ruleset import REFEREE, Outcome
from games.senjutsu import RULES
from games.senjutsu import events as e
from games.senjutsu.pages.report import taps
from games.senjutsu.tests.tables import (
    STRANGER,
    B,
    R,
    created,
    fallen,
    fell,
    foe,
    over,
    ready,
    side,
    solo,
    turn,
)
from games.taps import Taps
from games.testing import Case, accepts, refuses

TEAMS = {"red": ("r", "r2"), "blue": ("b", "b2")}
THREE = {"red": ("r",), "blue": ("b",), "green": ("g",)}


def outcome(case: Case) -> Outcome:
    return RULES.outcome(case.then_accepted())


def summary(**told: Any) -> Case:
    return ready(detail="summary", **told)


@accepts("SEN-END-06", "SEN-END-10", "SEN-EFF-02", "SEN-SCORE-01", "SEN-SCORE-03")
def test_a_whole_duel_in_one_event() -> None:
    finals = {"r": e.Final(4, 2, 1), "b": e.Final(9)}
    case = summary().when(over("red", turns=8, defeats=(fell("b", turn=8),), finals=finals), B)
    seen = outcome(case)
    assert (seen.status, seen.winner, seen.turn, seen.vp) == ("finished", "red", 8, {"red": 7, "blue": 4})
    assert seen.figures["match_points"] == {"red": 3, "blue": 0}
    assert seen.figures["counted_wounds"] == {"red": 4, "blue": 7}, "overkill is not counted"
    assert seen.figures["wound_difference"] == {"red": 3, "blue": -3}
    assert seen.carry["defeats"] == {"b": "wounds"}


def test_a_typed_result_needs_no_registration() -> None:
    seen = outcome(created(detail="summary").when(over("red", defeats=(fell("b"),))))
    assert seen.winner == "red"
    assert {"SEN-ROSTER-01", "SEN-ROSTER-04", "SEN-END-01", "SEN-END-02"} == set(seen.unverified)


@accepts("SEN-LOG-08", "SEN-END-06", "SEN-END-10")
@pytest.mark.parametrize("detail", ["turns", "full"])
def test_a_table_that_kept_its_match_on_paper_reports_it_whole(detail: str) -> None:
    """Also where turns were to be logged: no turn is there that the report could contradict."""
    told = over("red", turns=8, defeats=(fell("b", turn=8),), finals={"r": e.Final(4), "b": e.Final(7)})
    case = ready(detail=detail)
    offered = [event for event in RULES.next_events(case.state, REFEREE) if event.type == "match_finished"]
    assert ("red", "blue", "draw") in [event.choices["winner"] for event in offered]
    seen = outcome(case.when(told, B))
    assert (seen.status, seen.winner, seen.turn, seen.vp) == ("finished", "red", 8, {"red": 7, "blue": 4})


@refuses("SEN-LOG-08", "SEN-END-10", "SEN-END-06")
def test_a_report_never_overrules_turns_that_were_logged() -> None:
    told = over("red", turns=8, defeats=(fell("b", turn=8),))
    ready().when(turn(1, r=0, b=2)).when(told).then_refused("SEN-LOG-08")
    ready().when(over("red", defeats=(fell("b"),), finals={"b": e.Final(3)})).then_refused("SEN-END-10")
    ready().when(over("red")).then_refused("SEN-END-06")


@accepts("SEN-END-05", "SEN-MULTI-02")
def test_defeated_together_is_a_draw() -> None:
    case = ready().when(turn(1, r=fallen(), b={"stuns": 5, "defeated": "stun"})).when(over("draw"))
    assert outcome(case).figures["match_points"] == {"red": 1, "blue": 1}


@refuses("SEN-END-05", "SEN-END-06")
def test_the_winner_follows_from_the_defeats() -> None:
    both = (fell("r"), fell("b"))
    summary().when(over("red", defeats=both)).then_refused("SEN-END-05", "SEN-END-06")
    summary().when(over("red", defeats=(fell("r"),))).then_refused("SEN-END-06")
    summary().when(over("red")).then_refused("SEN-END-06")
    ready().when(turn(1, r=0, b=0)).when(over("red")).then_refused("SEN-END-06")
    summary().when(over("red", defeats=(fell("b"),)), STRANGER).then_refused("SEN-LOG-04")
    summary().when(over("red", defeats=(fell("x"), fell("b")))).then_refused("SEN-LOG-04")
    summary().when(over("red", defeats=(fell("b"), fell("b")))).then_refused("SEN-LOG-04")


@refuses("SEN-END-10", "SEN-EFF-02")
@pytest.mark.parametrize(
    ("rule", "cause", "winner", "loser"),
    [
        ("SEN-END-10", "wounds", e.Final(7), e.Final(7)),
        ("SEN-END-10", "wounds", e.Final(0, 0, 5), e.Final(7)),
        ("SEN-END-10", "wounds", e.Final(0), e.Final(6)),
        ("SEN-END-10", "stun", e.Final(0), e.Final(7)),
        ("SEN-EFF-02", "execution", e.Final(0, 1), e.Final(0)),
    ],
)
def test_final_numbers_fit_the_cause(rule: str, cause: str, winner: e.Final, loser: e.Final) -> None:
    told = over("red", defeats=(fell("b", cause),), finals={"r": winner, "b": loser})
    summary().when(told).then_refused(rule)


@accepts("SEN-LOG-08")
@refuses("SEN-LOG-08")
def test_a_report_agrees_with_the_turns() -> None:
    case = ready().when(turn(1, r={"wounds": 2, "stuns": 1}, b=fallen()))
    right = {
        "turns": 1,
        "defeats": (fell("b"),),
        "finals": {"r": e.Final(2, 0, 1), "b": e.Final(7)},
    }
    case.when(over("red", **right)).then_accepted()
    wrong: tuple[dict[str, Any], ...] = (
        {"turns": 4},
        {"defeats": (fell("b", "stun"),)},
        {"defeats": ()},
        {"finals": {"r": e.Final(3, 0, 1)}},
    )
    for told in wrong:
        case.when(over("red", **{**right, **told})).then_refused("SEN-LOG-08")
    late = over("red", turns=3, defeats=(fell("b", turn=4),))
    summary().when(late).then_refused("SEN-LOG-08")


@accepts("SEN-LOG-08")
@refuses("SEN-LOG-08")
def test_a_report_ends_with_the_defeat_that_decides() -> None:
    """SEN-END-04: who is alone has won, so that nobody falls after it."""
    case, late = summary(), (fell("b", turn=8), fell("r", turn=9))
    case.when(over("red", turns=8, defeats=late[:1])).then_accepted()
    case.when(over("red", turns=9, defeats=late[:1])).then_accepted()
    for told in (over("draw", turns=9, defeats=late), over("draw", defeats=late)):
        case.when(told).then_refused("SEN-LOG-08")
    case.when(over("draw", turns=8, defeats=(fell("b", turn=8), fell("r", turn=8)))).then_accepted()
    three = summary(mode="multi", sides=THREE)
    all_fell = (*late, fell("g", turn=9))
    three.when(over("draw", turns=9, defeats=all_fell)).then_accepted()
    three.when(over("draw", turns=9, defeats=(*late, fell("g", turn=8)))).then_refused("SEN-LOG-08")


@accepts("SEN-LOG-08")
@refuses("SEN-LOG-08")
def test_nobody_is_beaten_before_the_first_turn() -> None:
    case = summary()
    case.when(over("red", turns=0, defeats=(fell("b", "concession"),))).then_accepted()
    for defeat in (fell("b"), fell("b", turn=0), fell("b", turn=3)):
        case.when(over("red", turns=0, defeats=(defeat,))).then_refused("SEN-LOG-08")


@accepts("SEN-HORDE-15")
@refuses("SEN-HORDE-15")
def test_a_lord_is_lost_only_where_there_is_one() -> None:
    lost = over("vo", turns=4, defeats=(fell("r", "lord", turn=4),))
    summary(mode="horde", fallen_lord=True).when(lost).then_accepted()
    summary(mode="horde").when(lost).then_refused("SEN-HORDE-15")
    summary().when(over("red", defeats=(fell("b", "lord"),))).then_refused("SEN-HORDE-15")


@accepts("SEN-MULTI-03", "SEN-MULTI-02", "SEN-SCORE-03", "SEN-SCORE-04")
def test_a_team_wins_together() -> None:
    case = ready("team", sides=TEAMS).when(turn(1, r=fallen(), r2=0, b=fallen(), b2=2))
    seen = outcome(case.when(turn(2, r2=3, b2=fallen(8))).when(over("red")))
    assert seen.figures["counted_wounds"] == {"red": 10, "blue": 14}
    assert seen.figures["wound_difference"] == {"red": 4, "blue": -4}


@refuses("SEN-MULTI-02", "SEN-MULTI-03", "SEN-END-06")
def test_until_one_team_is_left() -> None:
    case = ready("team", sides=TEAMS).when(turn(1, r=fallen(), r2=0, b=fallen(), b2=2))
    case.when(over("red")).then_refused("SEN-MULTI-02", "SEN-END-06")
    case.when(turn(2, r2=0, b2=fallen())).when(over("blue")).then_refused("SEN-MULTI-03", "SEN-END-06")
    ready("multi", sides=THREE).when(turn(1, r=fallen(), b=0, g=0)).when(over("blue")).then_refused(
        "SEN-MULTI-02", "SEN-END-06"
    )


@accepts("SEN-MULTI-04", "SEN-SCORE-04")
def test_places_in_reverse_order_of_defeat() -> None:
    sides = {**THREE, "gold": ("o",)}
    case = ready("multi", sides=sides).when(turn(1, r=fallen(), b=fallen(), g=0, o=0))
    seen = outcome(case.when(turn(2, g=1, o=fallen())).when(over("green")))
    assert seen.carry["places"] == {"green": 1, "gold": 2, "red": 3, "blue": 3}
    assert seen.figures["wound_difference"] == {"red": -7, "blue": -7, "green": -1, "gold": -7}


@accepts("SEN-SCORE-02")
def test_a_draw_of_three_gives_points_to_those_who_fell_last() -> None:
    case = ready("multi", sides=THREE).when(turn(1, r=fallen(), b=0, g=0))
    seen = outcome(case.when(turn(2, b=fallen(), g=fallen())).when(over("draw")))
    assert seen.figures["match_points"] == {"red": 0, "blue": 1, "green": 1}


def report_of(case: Case) -> Taps:
    """The form of a report of the whole match."""
    forms = (taps(case.state, one) for one in RULES.next_events(case.state, REFEREE))
    return next(form for form in forms if form is not None)


@accepts("SEN-MULTI-04")
def test_the_report_of_three_sides_asks_for_the_turns_of_the_defeats() -> None:
    """Without them whoever fell first shared a place with whoever held out longest."""
    case = summary(sides=THREE, mode="multi")
    form = report_of(case)
    assert form.read is not None
    asked = {row.key: row for group in form.groups for row in group.rows}
    assert {"c:r:turn", "c:b:turn", "c:g:turn"} <= set(asked)
    fell_ = {"c:r:cause": "wounds", "c:r:turn": 4, "c:b:cause": "stun", "c:b:turn": 9}
    told = form.read({**dict.fromkeys(asked), **fell_, "turns": 9}, {})
    ended = case.when(msgspec.convert({**told, "type": "match_finished"}, e.MatchFinished))
    assert outcome(ended).carry["places"] == {"green": 1, "blue": 2, "red": 3}
    assert not any(row.key.endswith(":turn") for group in report_of(summary()).groups for row in group.rows)


@accepts("SEN-SCORE-02", "SEN-MULTI-04", "SEN-END-08")
def test_who_gives_up_fell_before_the_turn_that_follows() -> None:
    left = ready("multi", sides=THREE).when(turn(1, r=0, b=0, g=0)).when(e.SideConceded(player="r"), R)
    seen = outcome(left.when(turn(2, b=fallen(), g=0)).when(over("green")))
    assert seen.carry["places"] == {"green": 1, "blue": 2, "red": 3}
    seen = outcome(left.when(turn(2, b=fallen(), g=fallen())).when(over("draw")))
    assert seen.figures["match_points"] == {"red": 0, "blue": 1, "green": 1}
    seen = outcome(left.when(e.SideConceded(player="b"), B).when(over("green")))
    assert seen.carry["places"] == {"green": 1, "blue": 2, "red": 3}


@accepts("SEN-SCORE-02", "SEN-MULTI-04")
def test_a_defeat_of_a_report_without_its_turn_belongs_to_the_last_one() -> None:
    case = summary(mode="multi", sides=THREE)
    told = over("draw", turns=6, defeats=(fell("r", turn=2), fell("b", turn=6), fell("g")))
    assert outcome(case.when(told)).figures["match_points"] == {"red": 0, "blue": 1, "green": 1}
    left = case.when(e.SideConceded(player="r"), R)
    for rest in ((fell("b"), fell("g")), (fell("b", turn=6), fell("g", turn=6))):
        seen = outcome(left.when(over("draw", turns=6, defeats=rest)))
        assert seen.figures["match_points"] == {"red": 0, "blue": 1, "green": 1}
    seen = outcome(case.when(over("draw", defeats=(fell("r"), fell("b"), fell("g")))))
    assert seen.figures["match_points"] == {"red": 1, "blue": 1, "green": 1}


@accepts("SEN-END-08")
@refuses("SEN-END-08", "SEN-LOG-04")
def test_conceding() -> None:
    case = ready("multi", sides=THREE).when(turn(1, r=fallen(), b=0, g=0))
    case.when(e.SideConceded(player="r"), R).then_refused("SEN-END-08")
    case.when(e.SideConceded(player="b"), R).then_refused("SEN-LOG-04")
    seen = outcome(case.when(e.SideConceded(player="b"), B).when(over("green", turns=2)))
    assert seen.carry["defeats"] == {"r": "wounds", "b": "concession"}


@accepts("SEN-END-09", "SEN-SCORE-02")
def test_time_is_up() -> None:
    case = ready(time_limit=True).when(turn(1, r=2, b=3))
    assert outcome(case.when(over("red", reason="time"))).figures["match_points"] == {"red": 3, "blue": 0}
    even = ready(time_limit=True).when(turn(1, r=2, b=2)).when(over("draw", reason="time"))
    assert outcome(even).figures["match_points"] == {"red": 1, "blue": 1}


@accepts("SEN-END-09", "SEN-SCORE-02")
def test_a_draw_by_time_gives_points_to_the_best_of_those_who_stand() -> None:
    case = summary(mode="multi", sides=THREE, time_limit=True)
    even = {"r": e.Final(2), "b": e.Final(2)}
    told = over(
        "draw", reason="time", turns=9, defeats=(fell("g", turn=4),), finals={**even, "g": e.Final(7)}
    )
    fallen_one = outcome(case.when(told))
    behind = outcome(case.when(over("draw", reason="time", finals={**even, "g": e.Final(5)})))
    for seen in (fallen_one, behind):
        assert seen.figures["match_points"] == {"red": 1, "blue": 1, "green": 0}
    unknown = created("multi", "summary", THREE, time_limit=True).when(over("draw", reason="time"))
    assert outcome(unknown).figures["match_points"] == {"red": 1, "blue": 1, "green": 1}


@accepts("SEN-END-09", "SEN-MULTI-04", "SEN-SCORE-02")
@refuses("SEN-END-09")
def test_a_report_by_time_that_leaves_wounds_out_names_any_winner() -> None:
    """SEN-LOG-05: what nobody told is not judged, and no wounds are not none."""
    case = summary(mode="multi", sides=THREE, time_limit=True)
    for finals in (None, {"r": e.Final(4), "b": e.Final(3)}):
        seen = outcome(case.when(over("red", reason="time", turns=9, finals=finals)))
        assert seen.carry["places"]["red"] == 1 and 1 not in list(seen.carry["places"].values())[1:]
        assert "SEN-END-09" in seen.unverified
        even = outcome(case.when(over("draw", reason="time", turns=9, finals=finals)))
        assert even.figures["match_points"] == {"red": 1, "blue": 1, "green": 1}
    told = {"r": e.Final(4), "b": e.Final(3), "g": e.Final(3)}
    case.when(over("red", reason="time", finals=told)).then_refused("SEN-END-09")
    case.when(over("g", reason="time")).then_refused("SEN-END-09")
    even = outcome(case.when(over("draw", reason="time", finals=told)))
    assert even.figures["match_points"] == {"red": 0, "blue": 1, "green": 1}
    assert "SEN-END-09" not in even.unverified


@accepts("SEN-LOG-08", "SEN-MULTI-04")
@refuses("SEN-LOG-08")
def test_a_report_names_who_gave_up_before_it_as_it_was() -> None:
    case = summary(mode="multi", sides=THREE)
    left = case.when(e.SideConceded(player="r"), R).when(e.SideConceded(player="b"), B)
    gone = (fell("r", "concession"), fell("b", "concession"))
    for listed in (None, gone, gone[:1]):
        seen = outcome(left.when(over("green", turns=5, defeats=listed)))
        assert seen.carry["places"] == {"green": 1, "blue": 2, "red": 3}
    later = (fell("r", "concession", turn=4), fell("b", "concession", turn=3))
    seen = outcome(left.when(over("green", turns=5, defeats=later)))
    assert seen.carry["places"] == {"green": 1, "red": 2, "blue": 3}
    left.when(over("green", turns=5, defeats=(fell("r"), gone[1]))).then_refused("SEN-LOG-08")


@accepts("SEN-SOLO-22", "SEN-END-04")
@refuses("SEN-SOLO-22", "SEN-LOG-08")
def test_allies_of_a_solo_game_win_while_one_stands() -> None:
    case = summary(mode="solo", sides={"red": ("r", "b")})
    case.when(over("red", turns=6, defeats=(fell("r", turn=4),))).then_accepted()
    both = (fell("r", turn=4), fell("b", turn=6))
    case.when(over("vo", turns=6, defeats=both)).then_accepted()
    case.when(over("red", turns=6, defeats=both)).then_refused("SEN-SOLO-22")
    case.when(over("vo", turns=5, defeats=both)).then_refused("SEN-LOG-08")


@accepts("SEN-END-09", "SEN-MULTI-04")
def test_by_time_places_follow_the_wounds_left() -> None:
    case = ready("multi", sides={**THREE, "gold": ("o",)}, time_limit=True)
    case = case.when(turn(1, r=2, b=3, g=fallen(), o=3))
    seen = outcome(case.when(over("red", reason="time")))
    assert seen.carry["places"] == {"red": 1, "blue": 2, "gold": 2, "green": 4}
    unknown = created("multi", "summary", THREE, time_limit=True).when(over("red", reason="time"))
    assert outcome(unknown).carry["places"] == {"red": 1, "blue": 2, "green": 2}


@refuses("SEN-END-09")
def test_time_needs_a_limit_and_wounds_to_compare() -> None:
    case = ready(time_limit=True).when(turn(1, r=2, b=3))
    case.when(over("blue", reason="time")).then_refused("SEN-END-09")
    case.when(over("draw", reason="time")).then_refused("SEN-END-09")
    ready().when(turn(1, r=2, b=3)).when(over("red", reason="time")).then_refused("SEN-END-09")
    decided = ready(time_limit=True).when(turn(1, r=2, b=fallen()))
    decided.when(over("red", reason="time")).then_refused("SEN-END-09")


@accepts("SEN-END-10")
@refuses("SEN-END-10")
def test_a_report_names_no_fall_by_nothing() -> None:
    """No limit is 0, also where nobody knows it."""
    case = created(detail="summary").when(side("r"))
    case = case.when(side("b", wound_limit=None, hand_limit=None))
    for cause, enough in (("wounds", e.Final(1)), ("stun", e.Final(0, 0, 1))):
        case.when(over("red", defeats=(fell("b", cause),), finals={"b": enough})).then_accepted()
        none = over("red", defeats=(fell("b", cause),), finals={"b": e.Final(0)})
        case.when(none).then_refused("SEN-END-10")


@accepts("SEN-LOG-03")
@refuses("SEN-LOG-03", "SEN-LOG-04")
def test_after_the_end_staff_may_annul() -> None:
    case = summary().when(over("red", defeats=(fell("b"),)))
    case.when(over("red", defeats=(fell("b"),))).then_refused("SEN-LOG-03")
    case.when(e.MatchAnnulled(reason="x"), R).then_refused("SEN-LOG-04")
    annulled = case.when(e.MatchAnnulled(reason="The wrong table."))
    seen = outcome(annulled)
    assert (seen.winner, seen.incomplete, seen.figures["match_points"]) == (
        "draw",
        True,
        {"red": 0, "blue": 0},
    )
    annulled.when(e.MatchAnnulled(reason="again")).then_refused("SEN-LOG-02")


@accepts("SEN-LOG-08")
@refuses("SEN-LOG-08")
def test_no_turn_is_begun_after_the_one_that_decided() -> None:
    """SEN-END-04: only what ends between two turns may have broken off one that nobody recorded."""
    decided = ready().when(turn(1, r=2, b=fallen()))
    decided.when(over("red", turns=1)).then_accepted()
    decided.when(over("red", turns=2)).then_refused("SEN-LOG-08")
    alone = solo("katana").when(turn(1, {"vo-1": foe(7, True)}, r=0))
    alone.when(over("red", turns=2)).then_refused("SEN-LOG-08")
    given = ready().when(turn(1, r=2, b=2)).when(e.SideConceded(player="b"))
    for turns in (1, 2):
        given.when(over("red", turns=turns)).then_accepted()
    given.when(over("red", turns=3)).then_refused("SEN-LOG-08")
    for case, span in ((given, (1, 2)), (decided, (1, 1))):  # what is taken is what is offered
        (end,) = (one for one in RULES.next_events(case.state, REFEREE) if one.type == "match_finished")
        assert end.limits["turns"] == span
    timed = ready(time_limit=True).when(turn(1, r=2, b=3))
    timed.when(over("red", turns=2, reason="time")).then_accepted()
    three = ready("multi", sides=THREE).when(turn(1, r=0, b=fallen(), g=0)).when(e.SideConceded(player="g"))
    three.when(over("red", turns=2)).then_accepted()


@accepts("SEN-LOG-08")
@refuses("SEN-LOG-08")
def test_a_report_tells_no_other_turns_of_defeats_than_the_log() -> None:
    case = ready("multi", sides=THREE).when(turn(1, r=0, b=fallen(), g=0)).when(turn(2, r=0, g=0))
    case = case.when(e.SideConceded(player="g"))
    for blue, green, fits in ((1, 2, True), (1, 3, True), (None, None, True), (2, 2, False), (1, 1, False)):
        defeats = (fell("b", turn=blue), fell("g", "concession", green))
        told = case.when(over("red", defeats=defeats))
        told.then_accepted() if fits else told.then_refused("SEN-LOG-08")


@accepts("SEN-END-05", "SEN-END-08")
@refuses("SEN-END-08")
def test_nobody_gives_up_as_the_last_one() -> None:
    """A draw is of those who fell together, never of who gave up: whoever was left had won (SEN-MULTI-04)."""
    gave_up, fought = fell("r", "concession"), fell("b")
    for defeats in ((gave_up, fell("b", "concession")), (gave_up, fought)):
        told = summary().when(over("draw", defeats=defeats)).then_refused("SEN-END-08")
        assert told[0].params["gave_up"][0] == "r"
    three = summary(mode="multi", sides=THREE)
    three.when(over("draw", defeats=(gave_up, fought, fell("g")))).then_accepted()
    three.when(over("draw", defeats=(gave_up, fell("b", "concession"), fell("g")))).then_refused("SEN-END-08")
    logged = three.when(e.SideConceded(player="g"))
    logged.when(over("draw", defeats=(fell("r"), fought))).then_accepted()


@refuses("SEN-LOG-08")
def test_nobody_falls_before_the_first_turn() -> None:
    summary().when(over("red", turns=3, defeats=(fell("b", turn=0),))).then_refused("SEN-LOG-08")
    summary().when(over("red", turns=0, defeats=(fell("b", "concession", 0),))).then_accepted()
