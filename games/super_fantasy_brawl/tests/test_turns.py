"""Turn reports: SFB-RES-03 to -12, SFB-KO, SFB-SCORE and SFB-TURN at the level of turns."""

from __future__ import annotations

from typing import Any

import pytest

from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl.next_events import next_events
from games.super_fantasy_brawl.pages.taps import POINTS, taps
from games.super_fantasy_brawl.tests.tables import (
    STRANGER,
    B,
    R,
    claimed,
    created,
    fell,
    ordered,
    over,
    played,
    ready,
    turn,
)
from games.testing import Case, accepts, refuses

ANVIL, BRAMBLE, CINDER = "red:anvil", "red:bramble", "red:cinder"
DRIFT, ECHO, FROST = "blue:drift", "blue:echo", "blue:frost"


def passed(case: Case, rounds: int = 1) -> Case:
    """Rounds in which nothing happens."""
    for _ in range(rounds):
        number = case.state.round + (case.state.phase == "round")
        vp = tuple(side.vp for side in case.state.sides.values())
        for player in case.state.order:
            case = case.when(turn(player, number, vp))
    return case


def at(red: int, blue: int, **told: Any) -> Case:
    """After round 1, with so many points of knock-outs; it is r's turn."""
    case = ready(**told)
    enemy = [DRIFT, ECHO, FROST, "blue:hollow"][: 4 if case.state.mode == "superteams" else 3]
    own = [ANVIL, BRAMBLE, CINDER, "red:glimmer"][: len(enemy)]
    for player in case.state.order:
        falls = []
        vp = {name: side.vp for name, side in case.state.sides.items()}
        side = "red" if player in case.state.sides["red"].players else "blue"
        want, victims = (red, enemy) if side == "red" else (blue, own)
        for victim in victims[: max(0, want - vp[side])]:
            falls.append(fell(victim, None))
        vp[side] += len(falls)
        case = case.when(turn(player, 1, (vp["red"], vp["blue"]), knockouts=tuple(falls)))
    return case


@accepts("SFB-RES-09", "SFB-TURN-01", "SFB-TURN-06", "SFB-KO-02", "SFB-RES-03", "SFB-RES-04", "SFB-END-08")
def test_turns_are_reported_in_order() -> None:
    case = ready().when(turn("r", 1, (1, 0), knockouts=(fell(DRIFT, ANVIL),), levelled_up=(ANVIL,)), R)
    case = case.when(turn("b", 1, (1, 1), knockouts=(fell(BRAMBLE, ECHO),), levelled_up=(ECHO,)), R)
    assert case.state.phase == "round"
    case = case.when(turn("r", 2, (1, 1)), B)
    assert (case.state.round, case.state.active) == (2, "b")
    assert case.state.figures[ANVIL].levelled and case.state.figures[DRIFT].knocked_out == 1


@refuses("SFB-TURN-01", "SFB-TURN-06", "SFB-LOG-02")
def test_whose_turn_it_is() -> None:
    case = ready()
    case.when(turn("b", 1, (0, 0))).then_refused("SFB-TURN-01")
    case.when(turn("r", 2, (0, 0))).then_refused("SFB-TURN-06")
    case.when(turn("r", 1, (0, 0)), STRANGER).then_refused("SFB-LOG-02")
    passed(case).when(turn("r", 1, (0, 0))).then_refused("SFB-TURN-06")


@refuses("SFB-SETUP-01", "SFB-TURN-02")
def test_no_turn_before_the_teams_or_at_another_level() -> None:
    ordered().when(turn("r", 1, (0, 0))).then_refused("SFB-SETUP-01")
    created().when(turn("r", 1, (0, 0))).then_refused("SFB-SETUP-01")
    ready(detail="summary").when(turn("r", 1, (0, 0))).then_refused("SFB-TURN-02")
    ready(detail="full").when(turn("r", 1, (0, 0))).then_refused("SFB-TURN-02")


@refuses("SFB-LOG-02")
def test_only_champions_and_sides_of_the_match() -> None:
    case = ready()
    case.when(turn("r", 1, (1, 0), knockouts=(fell("blue:anvil"),))).then_refused("SFB-LOG-02")
    strange = e.TurnRecorded(round=1, player="r", vp_after={"red": 0, "green": 0})
    case.when(strange).then_refused("SFB-LOG-02")


@refuses(
    "SFB-RES-09", "SFB-RES-03", "SFB-KO-02", "SFB-RES-04", "SFB-KO-10", "SFB-KO-11", "SFB-KO-12", "SFB-END-08"
)
def test_points_follow_from_what_is_told() -> None:
    case = ready()
    one = (fell(DRIFT, ANVIL),)
    wrong = turn("r", 1, (0, 0), knockouts=one, levelled_up=(ANVIL,))
    case.when(wrong).then_refused("SFB-RES-09", "SFB-RES-03", "SFB-KO-02", "SFB-RES-04")
    two = (fell(DRIFT), fell(ECHO))
    case.when(turn("r", 1, (1, 0), knockouts=two)).then_refused("SFB-RES-09", "SFB-KO-10")
    both = (fell(DRIFT), fell(ANVIL))
    case.when(turn("r", 1, (1, 0), knockouts=both)).then_refused("SFB-RES-09", "SFB-KO-11")
    case = case.when(turn("r", 1, (1, 0), knockouts=one, levelled_up=(ANVIL,)))
    again = turn("b", 1, (1, 2), knockouts=(fell(ANVIL),))
    case.when(again).then_refused("SFB-RES-09", "SFB-KO-12")
    case.when(turn("b", 1, (0, 0))).then_refused("SFB-END-08", "SFB-RES-09")


@accepts("SFB-KO-10", "SFB-KO-11", "SFB-KO-12")
def test_several_out_of_action_in_a_turn() -> None:
    told = turn("r", 1, (2, 1), knockouts=(fell(DRIFT), fell(ECHO), fell(ANVIL)))
    case = ready().when(told)
    assert {name: side.vp for name, side in case.state.sides.items()} == {"red": 2, "blue": 1}
    levelled = turn("r", 1, (1, 0), knockouts=(fell(DRIFT, ANVIL),), levelled_up=(ANVIL,))
    ready().when(levelled).when(turn("b", 1, (1, 1), knockouts=(fell(ANVIL),))).then_accepted()


@accepts("SFB-KO-04", "SFB-KO-07", "SFB-TRAP-11", "SFB-REACT-09")
def test_who_has_the_credit() -> None:
    case = ready()
    for one in (fell(ANVIL, None, "own"), fell(ANVIL, None, "trap"), fell(ANVIL, DRIFT, "enemy", "reaction")):
        up = (DRIFT,) if one.by else ()
        case.when(turn("r", 1, (0, 1), knockouts=(one,), levelled_up=up)).then_accepted()
    twice = (fell(ANVIL, None, "own"), fell(ANVIL, None, "own"))
    case.when(turn("r", 1, (0, 2), knockouts=twice)).then_accepted()


@refuses("SFB-KO-04", "SFB-KO-07", "SFB-TRAP-11", "SFB-REACT-09")
def test_who_cannot_have_it() -> None:
    case = ready()
    own = (fell(ANVIL, BRAMBLE, "own"),)
    case.when(turn("r", 1, (0, 1), knockouts=own)).then_refused("SFB-KO-04")
    case.when(turn("r", 1, (0, 1), knockouts=(fell(ANVIL, DRIFT, "own"),))).then_refused("SFB-KO-04")
    case.when(turn("r", 1, (1, 0), knockouts=(fell(DRIFT, ANVIL, "trap"),))).then_refused("SFB-TRAP-11")
    twice = (fell(DRIFT), fell(DRIFT))
    case.when(turn("r", 1, (2, 0), knockouts=twice)).then_refused("SFB-KO-07")
    wrong = (fell(DRIFT, ANVIL, "enemy", "reaction"),)
    case.when(turn("r", 1, (1, 0), knockouts=wrong, levelled_up=(ANVIL,))).then_refused("SFB-REACT-09")


@accepts("SFB-TURN-03")
@refuses("SFB-TURN-03")
def test_only_champions_of_the_active_player_act() -> None:
    told = turn("r", 1, (1, 0), knockouts=(fell(DRIFT, "red:cinder"),), levelled_up=("red:cinder",))
    ready().when(told).then_accepted()
    ready("superteams").when(told).then_refused("SFB-TURN-03")
    basic = turn("r", 1, (0, 1), knockouts=(fell(ANVIL, DRIFT, cause="basic"),), levelled_up=(DRIFT,))
    ready().when(basic).then_refused("SFB-TURN-03")


@accepts("SFB-RES-12")
@refuses("SFB-RES-12")
def test_levels_follow_from_credits() -> None:
    case = ready()
    credit = (fell(DRIFT, ANVIL),)
    case.when(turn("r", 1, (1, 0), knockouts=credit)).then_refused("SFB-RES-12")
    case.when(turn("r", 1, (1, 0), knockouts=credit, levelled_up=(BRAMBLE,))).then_refused("SFB-RES-12")
    case.when(turn("r", 1, (0, 0), levelled_up=(ANVIL,))).then_refused("SFB-RES-12")
    mutual = (fell(DRIFT, ANVIL), fell(ANVIL, DRIFT, cause="reaction"))
    both = turn("r", 1, (1, 1), knockouts=mutual, levelled_up=(ANVIL, DRIFT))
    state = case.when(both).then_accepted()
    assert state.figures[ANVIL].levelled and state.figures[DRIFT].levelled
    up = case.when(turn("r", 1, (1, 0), knockouts=credit, levelled_up=(ANVIL,)))
    up = up.when(turn("b", 1, (1, 0)))
    again = turn("r", 2, (2, 0), knockouts=(fell(ECHO, ANVIL),), levelled_up=(ANVIL,))
    up.when(again).then_refused("SFB-RES-12")
    up.when(turn("r", 2, (2, 0), knockouts=(fell(ECHO, ANVIL),))).then_accepted()


@accepts(
    "SFB-SCORE-02", "SFB-SCORE-03", "SFB-SCORE-04", "SFB-SCORE-08", "SFB-SCORE-09", "SFB-RES-07", "SFB-RES-11"
)
def test_a_challenge_gives_the_points_of_its_cell() -> None:
    case = passed(ready())
    case = case.when(turn("r", 2, (1, 0), challenges=(claimed(1),)))
    state = case.then_accepted()
    assert state.sides["red"].challenge == 1 and state.track.cells == ("?", None, None, None)
    assert state.track.discard == ("?",)


@refuses("SFB-SCORE-02", "SFB-SCORE-04", "SFB-SCORE-08", "SFB-SCORE-09", "SFB-RES-11")
def test_what_cannot_be_scored() -> None:
    case = passed(ready())
    for item, rule in (
        (claimed(0, 0), "SFB-SCORE-02"),
        (claimed(1, 2), "SFB-SCORE-04"),
        (claimed(2, 1), "SFB-SCORE-08"),
        (claimed(9, 1), "SFB-SCORE-02"),
    ):
        told = turn("r", 2, (item.vp, 0), challenges=(item,))
        case.when(told).then_refused(rule, "SFB-RES-11")
    twice = turn("r", 2, (2, 0), challenges=(claimed(1), claimed(1)))
    case.when(twice).then_refused("SFB-SCORE-09", "SFB-RES-11")
    named = ready().when(e.ChallengeCardLaid(cell=0, card="t_raid"))
    other = turn("r", 2, (1, 0), challenges=(claimed(1, card="t_pack"),))
    passed(named).when(other).then_refused("SFB-SCORE-09")


@accepts("SFB-SCORE-06", "SFB-RES-06")
@refuses("SFB-SCORE-06", "SFB-RES-06", "SFB-RES-07")
def test_no_challenges_in_the_first_round() -> None:
    told = turn("r", 1, (0, 0), challenges=(claimed(1),))
    ready().when(told).then_refused("SFB-SCORE-06", "SFB-RES-06", "SFB-RES-07")
    allowed = ready("superteams", allow_round1_challenges=True)
    allowed.when(turn("r", 1, (1, 0), challenges=(claimed(2),))).then_accepted()
    ready("superteams").when(turn("r", 1, (1, 0), challenges=(claimed(2),))).then_refused("SFB-SCORE-06")


@refuses("SFB-RES-07")
def test_one_new_challenge_a_round() -> None:
    case = passed(ready(track=None)).when(turn("r", 2, (1, 0), challenges=(claimed(1),)))
    told = turn("b", 2, (1, 1), challenges=(claimed(1),))
    case.when(told).then_refused("SFB-SCORE-08", "SFB-RES-07")


@accepts("SFB-SCORE-05", "SFB-MODE-14", "SFB-MODE-17")
@refuses("SFB-SCORE-05", "SFB-MODE-14", "SFB-MODE-17")
def test_only_the_active_side_scores() -> None:
    """What is scored in a turn counts for the side of its player, in a team for both."""
    case = passed(ready("superteams"))
    case = case.when(turn("r", 2, (0, 0)))
    taken = (claimed(4, 2),)
    case.when(turn("b", 2, (2, 0), challenges=taken)).then_refused("SFB-RES-09", "SFB-MODE-14")
    assert case.when(turn("b", 2, (0, 2), challenges=taken)).then_accepted().sides["blue"].challenge == 2
    duel = passed(ready()).when(turn("r", 2, (0, 0)))
    stolen = turn("b", 2, (1, 0), challenges=(claimed(1),))
    duel.when(stolen).then_refused("SFB-RES-09", "SFB-SCORE-05")
    wrong = turn("r", 1, (0, 1), knockouts=(fell(DRIFT),))
    ready("superteams").when(wrong).then_refused("SFB-RES-09", "SFB-MODE-17")


@accepts("SFB-END-02", "SFB-END-03", "SFB-RES-05", "SFB-RES-10")
@refuses("SFB-END-02", "SFB-RES-10")
def test_the_end_comes_with_the_points() -> None:
    case = at(3, 0).when(turn("r", 2, (5, 0), knockouts=(fell(DRIFT), fell(ECHO))))
    assert case.state.phase == "over"
    case.when(turn("b", 2, (5, 0))).then_refused("SFB-RES-10", "SFB-END-02")
    case.when(over("red", (5, 0))).then_accepted()


@refuses("SFB-RES-05")
def test_nobody_goes_far_over_the_target() -> None:
    case = at(3, 0)
    many = tuple(fell(name) for name in (DRIFT, ECHO, FROST))
    own = tuple(fell(name, None, "own") for name in (ANVIL,) * 9)
    told = turn("r", 2, (6, 9), knockouts=(*many, *own))
    case.when(told).then_refused("SFB-RES-05")


@accepts("SFB-END-04", "SFB-KO-11")
def test_both_sides_get_there_in_one_turn() -> None:
    """X14: 4-4 becomes 5-5; the opponent of the participant who played the card wins."""
    case = at(3, 3).when(turn("r", 2, (4, 3), knockouts=(fell(DRIFT),)))
    case = case.when(turn("b", 2, (4, 4), knockouts=(fell(ANVIL),)))
    mutual = (fell(ECHO, cause="card"), fell(BRAMBLE, cause="reaction"))
    case = case.when(turn("r", 3, (5, 5), knockouts=mutual))
    case.when(over("blue", (5, 5), "mutual_knockout")).then_accepted()
    case.when(over("red", (5, 5), "mutual_knockout")).then_refused("SFB-END-04", "SFB-END-06")


@accepts("SFB-END-04")
@refuses("SFB-END-04")
def test_who_played_the_card_may_stay_unknown() -> None:
    case = at(3, 3).when(turn("r", 2, (4, 3), knockouts=(fell(DRIFT),)))
    case = case.when(turn("b", 2, (4, 4), knockouts=(fell(ANVIL),)))
    unknown = case.when(turn("r", 3, (5, 5), knockouts=(fell(ECHO), fell(BRAMBLE))))
    for side in ("red", "blue"):
        ended = unknown.when(over(side, (5, 5), "mutual_knockout"))
        assert "SFB-END-04" in ended.rules.outcome(ended.then_accepted()).unverified
    reacted = (fell(ECHO, None, "own", "reaction"), fell(BRAMBLE, FROST, cause="reaction"))
    other = case.when(turn("r", 3, (5, 5), knockouts=reacted, levelled_up=(FROST,)))
    other.when(over("red", (5, 5), "mutual_knockout")).then_accepted()
    other.when(over("blue", (5, 5), "mutual_knockout")).then_refused("SFB-END-04")
    other.when(over("red", (5, 5), "vp_target")).then_refused("SFB-END-04")


@accepts("SFB-END-04")
@refuses("SFB-END-04")
@pytest.mark.parametrize(
    ("falls", "winner"),
    [
        ((fell(ECHO, CINDER), fell(BRAMBLE, FROST)), "blue"),
        ((fell(ECHO, CINDER), fell(BRAMBLE)), "blue"),
        ((fell(ECHO), fell(BRAMBLE, None, "trap")), "blue"),
        ((fell(ECHO, cause="card"), fell(BRAMBLE)), "blue"),
        ((fell(ECHO, None, "own"), fell(BRAMBLE, FROST)), "red"),
    ],
)
def test_the_credit_tells_who_played_the_card(falls: tuple[e.Knockout, ...], winner: str) -> None:
    """In a turn the other side acts by reactions alone; one knock-out by the active player is enough."""
    case = at(3, 3).when(turn("r", 2, (4, 3), knockouts=(fell(DRIFT),)))
    case = case.when(turn("b", 2, (4, 4), knockouts=(fell(ANVIL),)))
    up = tuple(one.by for one in falls if one.by)
    case = case.when(turn("r", 3, (5, 5), knockouts=falls, levelled_up=up))
    loser = {"red": "blue", "blue": "red"}[winner]
    case.when(over(winner, (5, 5), "mutual_knockout")).then_accepted()
    case.when(over(loser, (5, 5), "mutual_knockout")).then_refused("SFB-END-04", "SFB-END-06")


@accepts("SFB-END-04")
def test_only_the_last_action_tells_who_played_the_card() -> None:
    """An attack earlier in the turn does not count: the reaction alone brought both sides their last points."""
    case = at(2, 3).when(turn("r", 2, (3, 3), knockouts=(fell(DRIFT),)))
    case = case.when(turn("b", 2, (3, 4), knockouts=(fell(ANVIL),)))
    falls = (
        fell(ECHO, cause="card"),
        fell(FROST, None, "own", "reaction"),
        fell(BRAMBLE, DRIFT, cause="reaction"),
    )
    case = case.when(turn("r", 3, (5, 5), knockouts=falls, levelled_up=(DRIFT,)))
    case.when(over("blue", (5, 5), "mutual_knockout")).then_refused("SFB-END-04")
    case.when(over("red", (5, 5), "mutual_knockout")).then_accepted()


@accepts("SFB-LOG-05")
def test_what_a_turn_report_cannot_show_stays_unverified() -> None:
    case = passed(ready(track=None), 2)
    assert {"SFB-SCORE-03", "SFB-SCORE-04"} <= set(case.rules.outcome(case.state).unverified)


@pytest.mark.parametrize("mode", ["duel", "superteams"])
def test_every_level_of_a_mode_opens(mode: str) -> None:
    for detail in ("summary", "turns", "full"):
        assert ready(mode, detail).state.rosters
    assert played(ready(mode), turn("r", 1, (0, 0))).state.active == "b"


@accepts("SFB-TURN-08", "SFB-END-02")
@refuses("SFB-TURN-08")
def test_nobody_falls_after_the_turn_has_brought_the_points() -> None:
    """Scoring comes first, and the action that brings the last point is the last one: there nobody falls twice."""
    scored = {"challenges": (claimed(1),)}
    hit = {"knockouts": (fell(DRIFT, ANVIL),), "levelled_up": (ANVIL,)}
    both = at(3, 3).when(turn("r", 2, (4, 3), knockouts=(fell(DRIFT),)))
    both = both.when(turn("b", 2, (4, 4), knockouts=(fell(ANVIL),)))
    both.when(turn("r", 3, (6, 4), **scored, **hit)).then_refused("SFB-TURN-08")
    assert both.when(turn("r", 3, (5, 4), **scored)).then_accepted().phase == "over"
    at(3, 0).when(turn("r", 2, (5, 0), **scored, **hit)).then_accepted()
    twice = {"knockouts": (fell(ANVIL, None, "trap"), fell(ANVIL, None, "trap"))}
    both.when(turn("r", 3, (4, 6), **twice)).then_refused("SFB-TURN-08")
    at(0, 3).when(turn("r", 2, (0, 5), **twice)).then_accepted()
    # One action may take several at once, and in whatever order they are told.
    three = tuple(fell(name, ANVIL) for name in (DRIFT, ECHO, FROST))
    both.when(turn("r", 3, (7, 4), knockouts=three, levelled_up=(ANVIL,))).then_accepted()
    mixed = (fell(BRAMBLE, None, "own"), *twice["knockouts"])
    at(0, 3).when(turn("r", 2, (0, 6), knockouts=mixed)).then_accepted()
    both.when(turn("r", 3, (4, 7), knockouts=mixed)).then_refused("SFB-TURN-08")


@accepts("SFB-SCORE-04", "SFB-SCORE-02")
@refuses("SFB-SCORE-04", "SFB-SCORE-02")
def test_a_cell_of_an_unknown_track_gives_the_same_each_time_and_never_nothing() -> None:
    """Nobody imported the values: the first score of a cell tells what it gives."""
    case = passed(ready(track=None))
    case.when(turn("r", 2, (0, 0), challenges=(claimed(1, 0),))).then_refused("SFB-SCORE-02")
    scored = case.when(turn("r", 2, (2, 0), challenges=(claimed(1, 2),))).when(turn("b", 2, (2, 0)))
    scored.when(turn("r", 3, (3, 0), challenges=(claimed(1, 1),))).then_refused("SFB-SCORE-04")
    again = scored.when(turn("r", 3, (4, 0), challenges=(claimed(1, 2),)))
    assert again.then_accepted().track.told == ((1, 2),)


@pytest.mark.parametrize(
    ("mode", "rounds", "spaces"),
    [("duel", 1, [1]), ("duel", 6, [1, 2, 3, 4, 5]), ("superteams", 2, [2, 3, 4, 5, 6])],
)
def test_the_report_of_a_turn_asks_for_the_points_of_spaces_with_a_card(
    mode: Any, rounds: int, spaces: list[int]
) -> None:
    """Nobody told the track: four players, whose track is longer, were asked for fewer, and all for empty ones."""
    case = passed(ready(mode, track=None), rounds)
    (offer,) = [one for one in next_events(case.state) if one.type == "turn_recorded"]
    told = taps(case.state, offer)
    assert told is not None
    assert [row.key for row in told.groups[0].rows] == [f"{POINTS}{cell}" for cell in spaces]
