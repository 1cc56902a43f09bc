"""Who is in the hall on an event day: who says so, what it keeps closed, and that a day without it is as it was."""

from __future__ import annotations

from games.ruleset import EVERYONE, REFEREE, Actor, Event, Viewer
from games.testing import Case, accepts, refuses
from tracker.rulesets.campaign import RULES, overall
from tracker.rulesets.campaign import events as ev
from tracker.rulesets.campaign.tests.story import (
    FIELDS,
    ORGANISER,
    PLAYER,
    created,
    history,
    result,
    running,
    seated,
    table,
)

HERE = ev.PlayerCheckedIn(player="a-sea")
AWAY = ev.PlayerCheckInWithdrawn(player="a-sea")


def asking(*fields: str) -> list[Event]:
    """A day that opens a table once everybody is there."""
    return [created(check_in=True), *seated(*fields)[1:]]


def offered(case: Case, viewer: Viewer) -> dict[str, tuple[str, ...]]:
    """Type -> who may be named, of what is offered about who is there."""
    offers = RULES.next_events(case.state, viewer)
    return {one.type: one.choices["player"] for one in offers if one.type.startswith("player_check")}


@accepts("CMP-REG-03", "CMP-REG-04", "CMP-WHO-03")
def test_staff_check_in_anybody_and_players_themselves():
    case = history(*seated("sea"))
    assert case.when(HERE, PLAYER).then_accepted().here == ("a-sea",)
    both = case.when(HERE, ORGANISER).when(ev.PlayerCheckedIn(player="s-sea"), ORGANISER)
    assert both.then_accepted().here == ("a-sea", "s-sea")
    assert both.when(AWAY, PLAYER).then_accepted().here == ("s-sea",)
    assert both.when(AWAY, ORGANISER).when(HERE, PLAYER).then_accepted().here == ("s-sea", "a-sea")


@refuses("CMP-REG-03", "CMP-REG-04", "CMP-WHO-03")
def test_nobody_is_checked_in_twice_nor_by_another_player_nor_without_being_registered():
    case, other = history(*seated("sea")), Actor("player", "s-sea")
    case.when(HERE, other).then_refused("CMP-WHO-03")
    case.when(AWAY).then_refused("CMP-REG-04")
    there = case.when(HERE)
    there.when(HERE).then_refused("CMP-REG-03")
    there.when(AWAY, other).then_refused("CMP-WHO-03")
    for stranger in (ev.PlayerCheckedIn(player="eve"), ev.PlayerCheckInWithdrawn(player="eve")):
        case.when(stranger).then_refused("CMP-REG-02")


def test_nobody_is_missing_where_nobody_checks_in():
    case = history(*seated("sea", "camp"))
    assert not case.state.checks_in and case.state.absent() == ()
    there = case.when(HERE)
    assert there.state.checks_in and there.state.absent() == ("s-sea", "s-camp", "a-camp")
    assert history(*asking("sea")).state.absent() == ("s-sea", "a-sea")


@accepts("CMP-DAY-04")
@refuses("CMP-DAY-04")
def test_a_table_of_a_day_with_check_in_opens_once_everybody_is_there():
    opened = ev.MatchOpened(table="sea", match="m-sea")
    case = history(*asking("sea", "camp")).when(ev.DayStarted(), ORGANISER).when(HERE)
    assert case.state.to_open() == ()
    refused = case.when(opened)
    refused.then_refused("CMP-DAY-04")
    both = case.when(ev.PlayerCheckedIn(player="s-sea"))
    assert [one.battlefield for one in both.state.to_open()] == ["sea"]
    assert both.when(opened).then_accepted().tables["sea"].match == "m-sea"


def test_a_seat_of_somebody_who_does_not_come_is_given_to_another():
    case = history(*asking("sea"), ev.PlayerRegistered(player="late")).when(ev.DayStarted()).when(HERE)
    case = case.when(ev.TableRemoved(table="sea", reason="nobody came"), ORGANISER)
    case = case.when(ev.PlayerCheckedIn(player="late")).when(table("sea", serpent=("late",)))
    assert [one.battlefield for one in case.state.to_open()] == ["sea"]


def test_a_day_without_check_in_opens_every_table_whoever_is_there():
    case = history(*seated("sea", "camp")).when(HERE).when(ev.DayStarted())
    assert [one.battlefield for one in case.state.to_open()] == ["sea", "camp"]
    assert history(*running("sea")).when(HERE).when(AWAY).state.tables["sea"].match == "m-sea"


@refuses("CMP-END-01")
def test_after_the_end_nobody_checks_in():
    over = history(*running("sea"), result("sea"))
    over = over.when(overall(over.state), ORGANISER)
    over.when(HERE, PLAYER).then_refused("CMP-END-01")
    assert not offered(over, REFEREE) and not offered(over, Viewer("player", "a-sea", "alliance"))


def test_the_offers_name_whom_it_may_be_about():
    case = history(*seated("sea"), ev.PlayerRegistered(player="late")).when(HERE)
    assert offered(case, REFEREE) == {
        "player_checked_in": ("s-sea", "late"),
        "player_check_in_withdrawn": ("a-sea",),
    }
    assert offered(case, Viewer("player", "late", "players")) == {"player_checked_in": ("late",)}
    assert offered(case, Viewer("player", "a-sea", "alliance")) == {"player_check_in_withdrawn": ("a-sea",)}
    assert not RULES.next_events(case.state, EVERYONE)
    assert {one.type for one in RULES.next_events(case.state, Viewer("player", "late", "players"))} == {
        "player_checked_in"
    }


def test_who_has_no_seat_yet_is_somebody_at_the_day_all_the_same():
    only = history(created(), ev.PlayerRegistered(player="late"))
    assert RULES.sides(only.state) == {"players": ("late",)}
    case = history(*seated(*FIELDS), ev.PlayerRegistered(player="late"))
    assert RULES.sides(case.state)["players"] == ("late",)
    assert "players" not in RULES.sides(history(*seated(*FIELDS)).state)
