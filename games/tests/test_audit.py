"""Judging a whole portable log: order first, then every event, voidings included."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from games.audit import judge_log
from games.match import EventVoided
from games.portable import BadLog, Line, PortableLog, log_of, read_log, write_log
from games.ruleset import SYSTEM, Actor, Event, Setup
from games.testing import accepts, refuses
from games.tests.toy import ANNA, BORIS, OPENED, PLAYED, RED_TWO, TOY, PointsScored, find_toy

HEADER, LINES = log_of(TOY, "match", Setup(), PLAYED)


def log(lines: Sequence[Line]) -> PortableLog:
    return read_log(write_log(HEADER, lines), find_toy)


def played(*events: tuple[Event, Actor]) -> PortableLog:
    return read_log(write_log(*log_of(TOY, "match", Setup(), events)), find_toy)


@accepts("WL-LOG-01", "WL-LOG-02")
def test_a_legal_log_is_accepted_and_gives_its_state() -> None:
    lines = [msgspec.structs.replace(line, key=f"key {line.seq}") for line in LINES]
    judgement = judge_log(log(lines))
    assert judgement.refused == []
    assert (judgement.seq, judgement.state.play.vp) == (5, {"red": 2, "blue": 1})


@refuses("WL-LOG-01")
@pytest.mark.parametrize(
    ("order", "line", "seq", "expected"),
    [((0, 1, 3, 4), 4, 4, 3), ((0, 1, 1, 2), 4, 2, 3), ((1, 2), 2, 2, 1), ((0, 2, 1), 3, 3, 2)],
)
def test_gaps_doubles_and_swaps_are_refused(
    order: tuple[int, ...], line: int, seq: int, expected: int
) -> None:
    judgement = judge_log(log([LINES[place] for place in order]))
    assert [(refused.line, refused.seq) for refused in judgement.refused] == [(line, seq)]
    violation = judgement.refused[0].violations[0]
    assert (violation.rule, violation.params) == ("WL-LOG-01", {"seq": seq, "expected": expected})


@refuses("WL-LOG-02")
def test_a_key_on_two_events_is_refused() -> None:
    lines = [msgspec.structs.replace(line, key="tap") for line in LINES]
    first = judge_log(log(lines)).refused[0]
    assert (first.line, first.seq, first.violations[0].rule) == (3, 2, "WL-LOG-02")
    assert first.violations[0].params == {"seq": 2, "key": "tap", "first": 1}


def test_an_illegal_event_before_a_gap_comes_first() -> None:
    wrong = msgspec.structs.replace(LINES[2], data={"side": "red", "points": 9})
    judgement = judge_log(log([*LINES[:2], wrong, LINES[4]]))
    assert [refused.violations[0].rule for refused in judgement.refused] == ["TOY-VP-01", "WL-LOG-01"]


def test_every_refusal_is_found_with_its_line() -> None:
    wrong = (PointsScored(side="red", points=9), ANNA)
    judgement = judge_log(played((OPENED, SYSTEM), wrong, (RED_TWO, ANNA), wrong))
    assert [(refused.line, refused.seq) for refused in judgement.refused] == [(3, 2), (5, 4)]
    assert judgement.state.play.vp == {"red": 2, "blue": 0}


def test_a_state_in_between_knows_nothing_of_a_later_voiding() -> None:
    void = (EventVoided(seqs=(2,), reason="typed twice"), SYSTEM)
    voided = played((OPENED, SYSTEM), (RED_TWO, ANNA), void)
    assert judge_log(voided).state.play.vp["red"] == 0
    assert judge_log(voided, at=2).state.play.vp["red"] == 2
    assert judge_log(voided, at=0).state == TOY.initial(Setup())


def test_a_voiding_by_a_player_is_refused_in_a_file_too() -> None:
    void = (EventVoided(seqs=(2,), reason="I lost"), BORIS)
    refused = judge_log(played((OPENED, SYSTEM), (RED_TWO, ANNA), void)).refused
    assert [refusal.violations[0].rule for refusal in refused] == ["WL-VOID-01"]


@pytest.mark.parametrize("at", [-1, 6])
def test_a_place_outside_the_log_is_bad_input(at: int) -> None:
    with pytest.raises(BadLog, match=f"there is no entry {at}: the log has 5"):
        judge_log(log(LINES), at)
