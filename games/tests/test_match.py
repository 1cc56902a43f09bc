"""The end of every match: confirmation, protest, and a result that no later fix can move."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.campaigns import Campaigns, Lever, Pinned
from games.match import Match, ResultConfirmed, ResultContested
from games.rulebook import Text
from games.ruleset import EVERYONE, SYSTEM, Actor, Event, RuleViolation, Setup, Viewer, fold
from games.secrets import concealed
from games.testing import accepts, given, refuses
from games.tests.toy import (
    ANNA,
    BLUE_ONE,
    BORIS,
    OPENED,
    PLAYED,
    RED_TWO,
    TOY,
    PointsScored,
    Toy,
    ToyState,
)

JUDGE = Actor("judge", "jay")
RESULT: dict[str, Any] = {"vp": {"red": 2, "blue": 1}, "winner": "red"}
BY_RED, BY_BLUE = ResultConfirmed(side="red", **RESULT), ResultConfirmed(side="blue", **RESULT)
BY_STAFF = ResultConfirmed(side="staff", **RESULT)
PROTEST = ResultContested(side="blue", reason="a point was never scored")
CONFIRMED = [*PLAYED, (BY_RED, ANNA), (BY_BLUE, BORIS)]


@accepts("WL-RES-01", "WL-RES-02", "WL-RES-04")
def test_a_result_is_confirmed_when_every_side_has_agreed() -> None:
    first = given(TOY, events=PLAYED).when(BY_RED, ANNA)
    assert TOY.outcome(first.then_accepted()).status == "finished"
    outcome = TOY.outcome(first.when(BY_BLUE, BORIS).then_accepted())
    assert (outcome.status, outcome.vp, outcome.winner) == ("confirmed", RESULT["vp"], "red")


@accepts("WL-RES-02")
def test_staff_confirm_for_everybody() -> None:
    state = given(TOY, events=PLAYED).when(BY_STAFF, JUDGE).then_accepted()
    assert TOY.outcome(state).status == "confirmed"


@refuses("WL-RES-01")
def test_an_open_match_has_no_result_to_confirm_or_contest() -> None:
    running = given(TOY, events=[OPENED, RED_TWO, BLUE_ONE])
    running.when(BY_RED, ANNA).then_refused("WL-RES-01")
    running.when(PROTEST, BORIS).then_refused("WL-RES-01")


@refuses("WL-RES-02")
def test_nobody_speaks_for_the_other_side() -> None:
    played = given(TOY, events=PLAYED)
    played.when(BY_RED, BORIS).then_refused("WL-RES-02")
    played.when(BY_STAFF, ANNA).then_refused("WL-RES-02")
    played.when(PROTEST, ANNA).then_refused("WL-RES-02")
    played.when(ResultConfirmed(side="green", **RESULT), JUDGE).then_refused("WL-RES-02")


@accepts("WL-RES-03")
def test_after_a_protest_a_side_may_confirm_again() -> None:
    protested = given(TOY, events=[*PLAYED, (BY_RED, ANNA)]).when(PROTEST, BORIS)
    assert protested.then_accepted().contested == "blue"
    agreed = protested.when(BY_RED, ANNA).when(BY_BLUE, BORIS).then_accepted()
    assert TOY.outcome(agreed).status == "confirmed"
    assert agreed.contested is None


@refuses("WL-RES-03")
def test_a_result_is_confirmed_once() -> None:
    given(TOY, events=[*PLAYED, (BY_RED, ANNA)]).when(BY_RED, ANNA).then_refused("WL-RES-03")
    given(TOY, events=CONFIRMED).when(PROTEST, BORIS).then_refused("WL-RES-03")
    given(TOY, events=CONFIRMED).when(BY_STAFF, JUDGE).then_refused("WL-RES-03")


@refuses("WL-RES-04")
def test_only_the_logged_result_can_be_confirmed() -> None:
    played = given(TOY, events=PLAYED)
    for wrong in ({"vp": {"red": 2, "blue": 2}}, {"winner": "blue"}, {"vp": {"red": 2}}):
        violation = played.when(ResultConfirmed(**{"side": "red", **RESULT, **wrong}), ANNA).then_refused(
            "WL-RES-04"
        )
        assert violation == (RuleViolation("WL-RES-04", RESULT),)


def test_a_confirmed_result_outlives_a_later_fix_of_scoring() -> None:
    confirmed = given(TOY, events=CONFIRMED).then_accepted()
    rescored = msgspec.structs.replace(
        confirmed, play=msgspec.structs.replace(confirmed.play, vp={"red": 0, "blue": 3})
    )
    assert TOY.outcome(rescored).winner == "red"


@pytest.mark.parametrize("cut", range(len(CONFIRMED) + 2))
def test_a_whole_log_folds_into_what_its_events_come_to_one_by_one(cut: int) -> None:
    """From any state on, with a protest and a confirmation in between and without either."""
    log = [event for event, _ in (*PLAYED, (BY_RED, ANNA), (PROTEST, BORIS), *CONFIRMED[len(PLAYED) :])]
    state = begun = fold(TOY, TOY.initial(Setup()), log[:cut])
    for event in log[cut:]:
        state = TOY.evolve(state, event)
    assert TOY.fold(begun, log[cut:]) == state
    assert TOY.fold(begun, ()) == begun


def test_a_log_with_levers_folds_as_they_bend_it() -> None:
    def bent(event: Event, pinned: Pinned, play: Any) -> Event:
        return msgspec.structs.replace(event, points=1) if isinstance(event, PointsScored) else event

    lever = Lever(name=Text("one point", "одно очко"), of="match", bent=bent)
    match = Match(Toy(), ToyState, Campaigns(levers={"single": lever}))
    setup = Setup(options={"levers": [{"lever": "single", "value": 1}]})
    log = [event for event, _ in PLAYED]
    assert match.fold(match.initial(setup), log) == fold(match, match.initial(setup), log)
    assert match.fold(match.initial(setup), log).play.vp == {"red": 1, "blue": 1}


def test_what_comes_next_is_legal_for_those_who_are_named() -> None:
    played = given(TOY, events=[*PLAYED, (BY_RED, ANNA)])
    offers = [offer for offer in TOY.next_events(played.state, EVERYONE) if offer.type == "result_confirmed"]
    assert [offer.choices["side"] for offer in offers] == [("blue",), ("staff",)]
    for offer in offers:
        values = {name: values[0] for name, values in offer.choices.items()}
        by = Actor("player", offer.players[0]) if offer.players else SYSTEM
        played.when(ResultConfirmed(**values), by).then_accepted()


def test_the_frame_shows_and_hides_what_the_system_does() -> None:
    state = given(TOY, events=PLAYED).state
    assert TOY.visible_to(state, Viewer("player", "anna", "red")).play.hidden == {"red": 7}
    assert TOY.visible_to(state, EVERYONE).play.hidden == {"red": None}
    twin = TOY.redact(state, PLAYED[1][0], Viewer("player", "boris", "blue"))
    assert twin == concealed(PLAYED[1][0])
    assert TOY.redact(state, BY_RED, EVERYONE) == BY_RED
