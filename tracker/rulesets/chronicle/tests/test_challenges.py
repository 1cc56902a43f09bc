"""Challenges: issued, accepted, declined, lapsed by the deadline that the definition gives; a match follows."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.testing import accepts, refuses
from tracker.rulesets.chronicle import events as ev
from tracker.rulesets.chronicle.challenges import overdue
from tracker.rulesets.chronicle.moments import deadline
from tracker.rulesets.chronicle.templates import templates
from tracker.rulesets.chronicle.tests.table import STAFF, Table
from tracker.rulesets.chronicle.tests.test_rules import ANN, BOB, STRANGER, linked, war

LATER = "2026-01-09T00:00:00Z"


def dare(table: Table, **more: Any) -> ev.ChallengeIssued:
    return ev.ChallengeIssued(**{"id": "d1", "roster": "r", "against": "s", "at": table.at(), **more})


def answer(table: Table, accepted: bool = True, at: str = "", id_: str = "d1") -> ev.ChallengeAnswered:
    return ev.ChallengeAnswered(id=id_, accepted=accepted, at=at or table.at())


def dared(definition: str = "", **more: Any) -> Table:
    table = war(definition)
    table.tell(dare(table, stake="mill", **more), ANN)
    return table


def river(**challenge: Any) -> str:
    told = ", ".join(
        f'{key} = "{one}"' if isinstance(one, str) else f"{key} = {one}" for key, one in challenge.items()
    )
    return templates()["river-war"].replace(
        'challenge = { days = 3, unanswered = "declined", stake = "place" }', f"challenge = {{ {told} }}"
    )


@accepts("CHR-CHA-01", "CHR-CHA-02", "CHR-CHA-03", "CHR-CHA-04", "CHR-CHA-06")
def test_check_18_a_challenge_is_taken_and_its_match_follows() -> None:
    table = dared()
    made = table.world.challenges[0]
    assert (made.status, made.until) == ("open", deadline(made.at, 3))
    table.tell(answer(table), BOB)
    table.tell(linked(table, "m1", challenge="d1", stake="mill"))
    now = table.world.challenges[0]
    assert (now.status, now.link) == ("played", "m1")
    table.heard("m1")
    table.settle("m1")
    table.tell(dare(table, id="d2"), ANN)  # another one, now that the first is played
    table.tell(answer(table, False, id_="d2"), STAFF)
    assert [one.status for one in table.world.challenges] == ["played", "declined"]


@pytest.mark.parametrize(
    ("at", "days", "until"),
    [
        ("2026-01-30T10:00:00Z", 3, "2026-02-02T10:00:00Z"),
        ("2028-02-28T10:00:00.5Z", 1, "2028-02-29T10:00:00.5Z"),
        ("2027-12-31T23:59:59Z", 366, "2028-12-31T23:59:59Z"),
    ],
)
def test_a_deadline_is_so_many_days_later(at: str, days: int, until: str) -> None:
    assert deadline(at, days) == until


@accepts("CHR-CHA-05")
def test_check_18_it_lapses_when_the_days_are_over() -> None:
    """Three days after it was made, by the entry of the clock; nobody is overdue a moment before."""
    table = dared()
    until = table.world.challenges[0].until
    assert not overdue(table.state, until) and [one.id for one in overdue(table.state, LATER)] == ["d1"]
    table.tell(ev.ChallengeLapsed(id="d1", at=LATER))
    assert table.world.challenges[0].status == "lapsed"
    assert table.refused(answer(table, at=LATER), BOB) == ["CHR-CHA-03"]


def test_silence_may_mean_yes() -> None:
    table = dared(river(days=2, unanswered="accepted"))
    table.tell(ev.ChallengeLapsed(id="d1", at=LATER))
    assert table.world.challenges[0].status == "accepted"
    table.tell(replace(linked(table, "m1", challenge="d1", stake="mill"), at=LATER))


@refuses("CHR-CHA-05", "CHR-CHA-03")
def test_nothing_lapses_early_or_twice() -> None:
    table = dared()
    early = ev.ChallengeLapsed(id="d1", at=table.world.challenges[0].until)
    assert table.refused(early) == ["CHR-CHA-05"]
    assert table.refused(ev.ChallengeLapsed(id="d9", at=LATER)) == ["CHR-CHA-03"]
    assert table.refused(ev.ChallengeLapsed(id="d1", at=LATER), STAFF) == ["CHR-WHO-02"]


@refuses("CHR-CHA-01")
def test_without_days_there_are_none() -> None:
    table = war(river(stake="place"))
    assert table.refused(dare(table), ANN) == ["CHR-CHA-01"]


@refuses("CHR-CHA-02", "CHR-LNK-01", "CHR-LNK-04", "CHR-ROS-03", "CHR-ID-01", "CHR-WHO-03")
def test_one_at_a_time_against_somebody_over_something() -> None:
    table = dared().join("t")
    assert table.refused(dare(table, id="d2"), ANN) == ["CHR-CHA-02"]
    assert table.refused(dare(table, id="d2", roster="s", against="r"), BOB) == ["CHR-CHA-02"]
    assert table.refused(dare(table, id="d2", against="r"), ANN) == ["CHR-LNK-01"]
    assert table.refused(dare(table, id="d2", against="t", stake="moon"), ANN) == ["CHR-LNK-04"]
    assert table.refused(dare(table, id="d2", against="x"), ANN) == ["CHR-ROS-03"]
    assert table.refused(dare(table, against="t"), ANN) == ["CHR-ID-01"]
    assert table.refused(dare(table, id="d2", against="t"), BOB) == ["CHR-WHO-03"]
    assert table.refused(answer(table), ANN) == ["CHR-WHO-03"], "nobody answers for the other one"
    assert table.refused(answer(table), STRANGER) == ["CHR-WHO-03"]


@refuses("CHR-CHA-04")
def test_an_answer_comes_in_time() -> None:
    table = dared()
    assert table.refused(answer(table, at=LATER), BOB) == ["CHR-CHA-04"]


@refuses("CHR-CHA-06")
@pytest.mark.parametrize("more", [{"stake": "ford"}, {"challenge": "d9"}, {"two": "t"}])
def test_the_match_is_the_one_that_was_agreed(more: dict[str, str]) -> None:
    table = dared().join("t")
    table.tell(answer(table), BOB)
    told = {"challenge": "d1", "stake": "mill", **more}
    assert table.refused(linked(table, "m1", **told)) == ["CHR-CHA-06"]


def test_who_leaves_is_waited_for_no_more() -> None:
    table = dared()
    table.tell(ev.RosterLeft(roster="s", at=table.at()), BOB)
    assert table.world.challenges[0].status == "lapsed"
