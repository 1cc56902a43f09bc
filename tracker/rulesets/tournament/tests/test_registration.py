"""Creation, who may log what, and the people of a tournament."""

from __future__ import annotations

import pytest

from games.testing import accepts, given, refuses
from tracker.pairing.structs import Weights
from tracker.rulesets.tournament import RULES
from tracker.rulesets.tournament import events as ev
from tracker.rulesets.tournament.tests.story import (
    FOUR,
    JUDGE,
    ORGANISER,
    after,
    ann,
    created,
    history,
    joined,
    result,
    to_closed,
    to_started,
)


@accepts(
    "TRN-CRE-01",
    "TRN-CRE-02",
    "TRN-CRE-03",
    "TRN-CRE-04",
    "TRN-CRE-05",
    "TRN-CRE-06",
    "TRN-CRE-07",
    "TRN-WHO-01",
)
def test_an_organiser_creates_a_tournament():
    points = ev.TournamentPoints(6, 4, 3, {"3-0": 9, "0-3": 0, "1-1": 5})
    event = created(weights=Weights(club=0), prohibited=(("ann", "bob"),), tp=points, bye=ev.ByeValue(9))
    state = given(RULES).when(event, ORGANISER).then_accepted()
    assert state.created.name == "Cup"


@refuses("TRN-CRE-01")
def test_it_is_created_once():
    history(created()).when(created()).then_refused("TRN-CRE-01")


@refuses("TRN-CRE-01")
def test_nothing_comes_before_the_creation():
    given(RULES).when(ev.PlayerRegistered(player="ann")).then_refused("TRN-CRE-01")


@refuses("TRN-CRE-02", "TRN-CRE-03", "TRN-CRE-04", "TRN-CRE-05", "TRN-CRE-06", "TRN-CRE-07")
@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ({"tp": ev.TournamentPoints(3, 2, 0)}, "TRN-CRE-02"),
        ({"tp": ev.TournamentPoints(1, 0, 2)}, "TRN-CRE-02"),
        ({"tp": ev.TournamentPoints(2, 1, 0)}, "TRN-CRE-03"),
        ({"bye": ev.ByeValue(4)}, "TRN-CRE-03"),
        ({"tiebreaks": ()}, "TRN-CRE-04"),
        ({"tiebreaks": ("points", "luck")}, "TRN-CRE-04"),
        ({"tiebreaks": ("points", "points")}, "TRN-CRE-04"),
        ({"sides": ("serpent", "serpent")}, "TRN-CRE-05"),
        ({"prohibited": (("ann", "ann"),)}, "TRN-CRE-06"),
        ({"tp": ev.TournamentPoints(6, 4, 3, {"3-0": 9})}, "TRN-CRE-07"),
    ],
)
def test_options_that_make_no_sense(options, rule):
    given(RULES).when(created(**options)).then_refused(rule)


@refuses("TRN-CRE-02", "TRN-CRE-03")
def test_all_that_is_wrong_with_the_options_is_said_at_once():
    options = {"tp": ev.TournamentPoints(1, 1, 0), "bye": ev.ByeValue(3), "tiebreaks": ()}
    given(RULES).when(created(**options)).then_refused("TRN-CRE-02", "TRN-CRE-03", "TRN-CRE-04")


@refuses("TRN-WHO-01")
@pytest.mark.parametrize(
    "event",
    [
        ev.PlayerRegistered(player="eve"),
        ev.PlayerReinstated(player="ann"),
        ev.ListsLocked(),
        ev.RoundPublished(round=1),
        ev.RoundStarted(round=1),
        ev.MatchOpened(round=1, table=1, match="m"),
        ev.RoundClosed(round=1),
        ev.TournamentFinished(),
    ],
)
def test_players_do_not_run_the_event(event):
    history(*joined(*FOUR)).when(event, ann()).then_refused("TRN-WHO-01")


@accepts("TRN-WHO-01")
@refuses("TRN-WHO-01")
def test_nobody_disqualifies_the_own_self():
    case, out = history(*joined("ann")), ev.PlayerDropped(player="ann", disqualified=True)
    case.when(out, ann()).then_refused("TRN-WHO-01")
    assert case.when(out).then_accepted().entrants["ann"].disqualified


@accepts("TRN-WHO-02")
def test_a_player_checks_in_lists_and_drops_for_the_own_self():
    case = history(created(), ev.PlayerRegistered(player="ann"))
    case = case.when(ev.PlayerCheckedIn(player="ann"), ann())
    case = case.when(ev.PlayerCheckInWithdrawn(player="ann"), ann())
    case = case.when(ev.ListSubmitted(player="ann", ok=True, warband="w", revision="1", digest="d"), ann())
    case = case.when(ev.ListWithdrawn(player="ann"), ann())
    assert case.when(ev.PlayerDropped(player="ann"), ann()).then_accepted().entrants["ann"].dropped


@refuses("TRN-WHO-02")
@pytest.mark.parametrize(
    "event",
    [
        ev.PlayerCheckedIn(player="bob"),
        ev.PlayerCheckInWithdrawn(player="bob"),
        ev.PlayerDropped(player="bob"),
        ev.ListSubmitted(player="bob", ok=True, warband="w", revision="1", digest="d"),
        ev.ListWithdrawn(player="bob"),
    ],
)
def test_a_player_does_nothing_for_others(event):
    history(*joined(*FOUR)).when(event, ann()).then_refused("TRN-WHO-02")


@refuses("TRN-WHO-03")
def test_nobody_types_a_result():
    case = history(*to_started(*joined(*FOUR)))
    for actor in (ORGANISER, JUDGE, ann()):
        case.when(result(1, 1), actor).then_refused("TRN-WHO-03")
        case.when(ev.ResultWithdrawn(round=1, table=1, reason="x"), actor).then_refused("TRN-WHO-03")


@accepts("TRN-WHO-03")
def test_the_system_records_results():
    history(*to_started(*joined(*FOUR))).when(result(1, 1)).then_accepted()


@accepts("TRN-REG-01")
def test_late_entry_joins_between_rounds():
    state = (
        history(*to_closed(*joined(*FOUR)))
        .when(ev.PlayerRegistered(player="late", club="north"))
        .then_accepted()
    )
    assert state.entrants["late"].number == 5


@refuses("TRN-REG-01")
def test_nobody_registers_twice():
    history(*joined(*FOUR)).when(ev.PlayerRegistered(player="ann")).then_refused("TRN-REG-01")


@refuses("TRN-REG-02")
@pytest.mark.parametrize(
    "event",
    [
        ev.PlayerCheckedIn(player="eve"),
        ev.PlayerCheckInWithdrawn(player="eve"),
        ev.PlayerDropped(player="eve"),
        ev.PlayerReinstated(player="eve"),
        ev.ListSubmitted(player="eve", ok=True, warband="w", revision="1", digest="d"),
        ev.ListWithdrawn(player="eve"),
    ],
)
def test_who_is_not_registered_does_nothing(event):
    history(*joined(*FOUR)).when(event).then_refused("TRN-REG-02")


@accepts("TRN-REG-02", "TRN-REG-03", "TRN-REG-04")
def test_checking_in_and_out():
    case = history(created(), ev.PlayerRegistered(player="ann")).when(ev.PlayerCheckedIn(player="ann"))
    assert [entrant.player for entrant in case.then_accepted().present()] == ["ann"]
    assert case.when(ev.PlayerCheckInWithdrawn(player="ann")).then_accepted().present() == ()


@refuses("TRN-REG-03")
def test_nobody_is_checked_in_twice_or_after_dropping():
    case = history(*joined("ann", "bob"), ev.PlayerDropped(player="bob"))
    case.when(ev.PlayerCheckedIn(player="ann")).then_refused("TRN-REG-03")
    case.when(ev.PlayerCheckedIn(player="bob")).then_refused("TRN-REG-03")


@refuses("TRN-REG-04")
def test_only_a_check_in_is_withdrawn():
    case = history(created(), ev.PlayerRegistered(player="ann"))
    case.when(ev.PlayerCheckInWithdrawn(player="ann")).then_refused("TRN-REG-04")


@accepts("TRN-REG-05", "TRN-REG-06")
def test_dropping_and_coming_back():
    case = history(*joined("ann", "bob")).when(ev.PlayerDropped(player="ann", reason="train"))
    assert [entrant.player for entrant in case.then_accepted().present()] == ["bob"]
    back = case.when(ev.PlayerReinstated(player="ann")).then_accepted()
    assert [entrant.player for entrant in back.present()] == ["ann", "bob"]


@refuses("TRN-REG-05", "TRN-REG-06")
def test_nobody_drops_twice_or_comes_back_without_leaving():
    case = history(*joined("ann", "bob"), ev.PlayerDropped(player="bob"))
    case.when(ev.PlayerDropped(player="bob")).then_refused("TRN-REG-05")
    case.when(ev.PlayerReinstated(player="ann")).then_refused("TRN-REG-06")


def test_without_check_in_everyone_registered_is_present():
    state = after(
        created(check_in=False), ev.PlayerRegistered(player="ann"), ev.PlayerRegistered(player="bob")
    )
    assert len(state.present()) == 2
