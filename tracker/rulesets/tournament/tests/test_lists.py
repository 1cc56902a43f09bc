"""Lists: handed in, taken back, locked, demanded, revealed."""

from __future__ import annotations

import pytest

from games.ruleset import EVERYONE, REFEREE, Actor, Viewer
from games.testing import accepts, refuses
from tracker.rulesets.tournament import RULES
from tracker.rulesets.tournament import events as ev
from tracker.rulesets.tournament.tests.story import (
    after,
    drawn,
    history,
    joined,
    to_closed,
    to_draft,
    to_started,
)

JUDGE = Actor("judge", "staff-1")
ANN, BOB = Viewer("player", "ann"), Viewer("player", "bob")


def handed_in(player: str, ok: bool = True, revision: str = "1") -> ev.ListSubmitted:
    return ev.ListSubmitted(player=player, ok=ok, warband=f"w-{player}", revision=revision, digest="abc")


@accepts("TRN-LIST-01", "TRN-LIST-02")
def test_the_last_list_handed_in_counts():
    case = history(*joined("ann", "bob")).when(handed_in("ann")).when(handed_in("ann", revision="2"))
    assert case.then_accepted().entrants["ann"].roster.revision == "2"


@refuses("TRN-LIST-01")
def test_locked_lists_do_not_change():
    case = history(*joined("ann", "bob"), handed_in("ann"), ev.ListsLocked())
    case.when(handed_in("ann", revision="2")).then_refused("TRN-LIST-01")
    case.when(ev.ListWithdrawn(player="ann")).then_refused("TRN-LIST-01")


@accepts("TRN-LIST-01")
def test_staff_take_the_first_list_of_a_late_entry():
    case = history(*joined("ann", "bob"), handed_in("ann"), ev.ListsLocked())
    assert case.when(handed_in("bob"), by=JUDGE).then_accepted().entrants["bob"].roster is not None
    offered = {event.type: event for event in RULES.next_events(case.state, REFEREE)}
    assert offered["list_submitted"].choices == {"player": ("bob",)}


@refuses("TRN-LIST-01")
def test_nobody_hands_in_a_list_after_the_lock_but_at_the_desk():
    """Lists may be public by then: a late one is taken by somebody who knows why it is late."""
    case = history(*joined("ann", "bob"), handed_in("ann"), ev.ListsLocked())
    case.when(handed_in("bob"), by=Actor("player", "bob")).then_refused("TRN-LIST-01")
    assert "list_submitted" not in {event.type for event in RULES.next_events(case.state, BOB)}


@refuses("TRN-LIST-02")
def test_an_illegal_or_unsaved_list_is_not_taken():
    case = history(*joined("ann", "bob"))
    case.when(handed_in("ann", ok=False)).then_refused("TRN-LIST-02")
    case.when(ev.ListSubmitted(player="ann", ok=True)).then_refused("TRN-LIST-02")


@accepts("TRN-LIST-03")
def test_a_list_is_taken_back():
    case = history(*joined("ann", "bob"), handed_in("ann")).when(ev.ListWithdrawn(player="ann"))
    assert case.then_accepted().entrants["ann"].roster is None


@refuses("TRN-LIST-03")
def test_no_list_no_taking_back():
    history(*joined("ann", "bob")).when(ev.ListWithdrawn(player="ann")).then_refused("TRN-LIST-03")


@accepts("TRN-LIST-04", "TRN-LIST-05")
def test_locking_and_unlocking():
    case = history(*joined("ann", "bob")).when(ev.ListsLocked()).when(ev.ListsUnlocked(reason="misprint"))
    assert not case.when(handed_in("ann")).then_accepted().lists_locked


@refuses("TRN-LIST-04", "TRN-LIST-05")
def test_no_locking_twice_and_no_unlocking_of_open_lists():
    case = history(*joined("ann", "bob"))
    case.when(ev.ListsUnlocked(reason="why not")).then_refused("TRN-LIST-05")
    case.when(ev.ListsLocked()).when(ev.ListsLocked()).then_refused("TRN-LIST-04")


@refuses("TRN-LIST-06")
def test_no_list_no_table_where_lists_are_required():
    start = [*joined("ann", "bob", list_required=True), handed_in("ann")]
    (violation,) = history(*start).when(drawn(*start)).then_refused("TRN-LIST-06")
    assert violation.params["players"] == ["bob"]


@accepts("TRN-LIST-06")
def test_with_all_lists_the_round_is_drawn():
    start = [*joined("ann", "bob", list_required=True), handed_in("ann"), handed_in("bob")]
    history(*start).when(drawn(*start)).then_accepted()


def roster_seen_by(viewer, *events):
    return RULES.visible_to(after(*events), viewer).entrants["ann"].roster


def test_a_list_is_known_to_its_owner_and_staff_until_it_is_revealed():
    start = [*joined("ann", "bob"), handed_in("ann")]
    assert roster_seen_by(ANN, *start).warband == roster_seen_by(REFEREE, *start).warband == "w-ann"
    for viewer in (BOB, EVERYONE):
        seen = roster_seen_by(viewer, *start)
        assert (seen.ok, seen.warband, seen.revision, seen.digest) == (True, None, None, None)


def test_the_log_keeps_the_secret_too():
    state, event = after(*joined("ann", "bob"), handed_in("ann")), handed_in("ann")
    assert RULES.redact(state, event, ANN) == RULES.redact(state, event, REFEREE) == event
    assert RULES.redact(state, event, BOB) == ev.ListSubmitted(player="ann", ok=True)


@pytest.mark.parametrize(
    ("moment", "open_", "locked", "started"),
    [("locked", False, True, True), ("started", False, False, True), ("never", False, False, False)],
)
def test_lists_are_revealed_at_the_chosen_moment(moment, open_, locked, started):
    start = [*joined("ann", "bob", lists_revealed=moment), handed_in("ann")]
    lock = [*start, ev.ListsLocked()]
    for events, known in (
        (start, open_),
        (lock, locked),
        (to_draft(*lock), locked),
        (to_started(*lock), started),
    ):
        assert (roster_seen_by(EVERYONE, *events).warband is not None) == known


def test_what_was_revealed_stays_revealed():
    events = [*joined("ann", "bob", lists_revealed="locked"), handed_in("ann"), ev.ListsLocked()]
    assert roster_seen_by(EVERYONE, *events, ev.ListsUnlocked(reason="x")).warband == "w-ann"
    assert roster_seen_by(EVERYONE, *to_closed(*events)).warband == "w-ann"
