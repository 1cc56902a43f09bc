"""Events of teams: captains, boards, substitutes, the draw between teams, attackers and defenders, both standings."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from games.ruleset import EVERYONE, REFEREE, SYSTEM, Actor, Event, Viewer
from games.testing import accepts, refuses
from tracker.formats.structs import Stage
from tracker.rulesets.tournament import RULES, draw_next_round, standings
from tracker.rulesets.tournament import desk_events as desk
from tracker.rulesets.tournament import events as ev
from tracker.rulesets.tournament import team_events as team
from tracker.rulesets.tournament.captains import step_of, unpaired
from tracker.rulesets.tournament.team_plans import TeamPlan
from tracker.rulesets.tournament.team_results import board_points
from tracker.rulesets.tournament.team_scoring import team_ranking, team_standings
from tracker.rulesets.tournament.tests.story import (
    ORGANISER,
    after,
    created,
    history,
    joined,
    match_id,
    result,
)
from tracker.rulesets.tournament.tests.team_story import (
    NAMES,
    forward,
    lineup,
    members,
    paired,
    played,
    results,
    teams,
)


def told(state: Any, *events: Event, by: Actor = SYSTEM) -> Any:
    for event in events:
        assert RULES.check(state, event, by) == (), (event, RULES.check(state, event, by))
        state = RULES.evolve(state, event)
    return state


def drawn(state: Any, seed: str = "s1") -> Any:
    return told(state, draw_next_round(state, seed))


def published(state: Any, seed: str = "s1") -> Any:
    state = drawn(state, seed)
    return told(state, ev.RoundPublished(round=len(state.rounds)))


def told_to(state: Any, event: Event, viewer: Viewer) -> Any:
    """The players that an event names to this viewer."""
    return getattr(RULES.redact(state, event, viewer), "players", ())


def captain(name: str) -> Actor:
    return Actor("player", f"{name}1")


def refused(state: Any, event: Event, rule: str, by: Actor = SYSTEM) -> None:
    assert rule in [one.rule for one in RULES.check(state, event, by)], RULES.check(state, event, by)


def with_results(*names: str, **plan: Any) -> Any:
    """Round 1 with a result at every board, not closed yet."""
    state = published(after(*teams(*names, **plan)))
    return told(state, *results(state, {})[:-1])


def wrong(name: str, **fields: Any) -> team.SheetDisputed:
    told = {"round": 1, "table": 1, "reason": "board 2 is the wrong way round"}
    return team.SheetDisputed(player=f"{name}1", **{**told, **fields})


# --- The plan and its people


@accepts("TRN-TEAM-01", "TRN-TEAM-02")
def test_an_event_of_teams_has_boards_or_doubles_of_any_size():
    history().when(created(teams=TeamPlan(5, pairing="captains"))).then_accepted()
    history().when(created(teams=TeamPlan(2, kind="doubles"))).then_accepted()


@refuses("TRN-TEAM-01", "TRN-TEAM-02", "TRN-CRE-04")
def test_plans_that_cannot_work():
    history().when(created(teams=TeamPlan(1, kind="doubles"))).then_refused("TRN-TEAM-01")
    history().when(created(teams=TeamPlan(3, draw=2))).then_refused("TRN-TEAM-02")
    history().when(created(teams=TeamPlan(3, tiebreaks=("beauty",)))).then_refused("TRN-CRE-04")


DRAWN_ALONE = (
    desk.RingerMarked(player="north1", ringer=True),
    desk.ByeGranted(player="north1", round=1, worth="half"),
    desk.TableFixed(player="north1", table=2),
    ev.PlayerRegistered(player="late", ringer=True),
)


@refuses("TRN-TEAM-14")
@pytest.mark.parametrize("event", DRAWN_ALONE)
def test_what_the_draw_of_players_knows_is_noted_for_no_member_of_a_team(event):
    history(*teams(*NAMES)).when(event).then_refused("TRN-TEAM-14")
    offered = {one.type for one in RULES.next_events(after(*teams(*NAMES)), REFEREE)}
    assert not offered & {"ringer_marked", "bye_granted", "table_fixed"} and "fee_marked" in offered


@accepts("TRN-TEAM-14")
def test_players_who_play_alone_are_marked_and_a_team_takes_an_old_mark_back():
    alone = [*joined("north1", "south1", "east1"), *DRAWN_ALONE]
    history(*alone).when(desk.FeeMarked(player="north1", paid=True)).then_accepted()
    for event in DRAWN_ALONE:
        history(*joined("north1", "south1", "east1")).when(event).then_accepted()
    marked = after(*teams(*NAMES))
    for event in DRAWN_ALONE:
        marked = RULES.evolve(marked, event)
    offered = {one.type: one.choices for one in RULES.next_events(marked, REFEREE)}
    assert offered["ringer_marked"] == {"player": ("north1", "late"), "ringer": (False,)}
    assert offered["table_fixed"] == {"player": ("north1",), "table": ()}
    told(marked, desk.RingerMarked(player="north1", ringer=False), desk.TableFixed(player="north1"))
    told(marked, desk.ByeWithdrawn(player="north1", round=1))


@accepts("TRN-TEAM-03", "TRN-TEAM-04", "TRN-TEAM-09")
def test_teams_enter_change_leave_and_come_back():
    state = after(*teams("north", "south", more=1))
    state = told(
        state,
        team.TeamChanged(team="north", name="Polar", members=("north2", "north1"), captain="north2"),
        team.TeamDropped(team="south", reason="the train"),
    )
    north = state.teams["north"]
    assert (north.name, north.members, north.captain) == ("Polar", ("north2", "north1"), "north2")
    assert state.teams["south"].dropped
    assert not told(state, team.TeamReinstated(team="south")).teams["south"].dropped


def test_a_round_whose_team_has_left_is_offered_to_be_discarded_alone():
    """Its players may be in the hall still: the draft was offered to be published, and the others waited for them."""
    state = after(*teams(*NAMES))
    state = told(state, draw_next_round(state, "s"))
    left, published = team.TeamDropped(team="south"), ev.RoundPublished(round=1)
    for now in (told(state, left), told(state, published, left)):
        offered = [one.type for one in RULES.next_events(now, REFEREE)]
        assert "round_discarded" in offered and not {"round_published", "round_started"} & {*offered}
        back = told(now, team.TeamReinstated(team="south"))
        assert {"round_published", "round_started"} & {one.type for one in RULES.next_events(back, REFEREE)}


@refuses("TRN-TEAM-03", "TRN-TEAM-04", "TRN-TEAM-09", "TRN-REG-02")
def test_a_player_is_in_one_team_alone():
    state = told(after(*teams("north", "south")), ev.PlayerRegistered(player="zoe"))
    enter = team.TeamEntered(team="t", name="New", members=("zoe",))
    for change, rule in (
        ({"members": ("zoe", "north1")}, "TRN-TEAM-03"),
        ({"members": ("zoe", "zoe")}, "TRN-TEAM-03"),
        ({"captain": "north1"}, "TRN-TEAM-03"),
        ({"members": ("nobody",)}, "TRN-REG-02"),
        ({"name": "NORTH"}, "TRN-TEAM-04"),
        ({"team": "north"}, "TRN-TEAM-09"),
    ):
        refused(state, replace(enter, **change), rule)
    full = [ev.PlayerRegistered(player=f"z{at}") for at in range(6)]
    crowd = team.TeamEntered(team="t", name="New", members=tuple(f"z{at}" for at in range(6)))
    refused(told(state, *full), crowd, "TRN-TEAM-03")
    refused(state, team.TeamReinstated(team="north"), "TRN-TEAM-09")
    refused(state, team.TeamChanged(team="t", name="x"), "TRN-TEAM-09")
    refused(told(state, team.TeamDropped(team="north")), team.TeamDropped(team="north"), "TRN-TEAM-09")
    refused(
        after(*joined("ann", "bob")), team.TeamEntered(team="t", name="T", members=("ann",)), "TRN-TEAM-09"
    )


# --- The draw and its boards


@accepts("TRN-TEAM-05", "TRN-TEAM-06", "TRN-TEAM-07")
def test_boards_follow_from_the_teams_and_sides_change_from_board_to_board():
    state = published(after(*teams(*NAMES)))
    round_ = state.rounds[0]
    assert [board.table for board in round_.pairings] == [1, 2, 3, 4, 5, 6]
    first = round_.teams[0]
    one, other = first.sides["alliance"], first.sides["serpent"]
    seats = [board.sides["alliance"][0] for board in round_.pairings[:3]]
    assert seats == [f"{one}1", f"{other}2", f"{one}3"]
    told(state, ev.RoundStarted(round=1))


def test_a_substitute_plays_where_a_member_is_missing():
    state = told(after(*teams("north", "south", more=1)), ev.PlayerCheckInWithdrawn(player="north2"))
    boards = drawn(state).rounds[0]
    seated = {player for board in boards.pairings for side in board.sides.values() for player in side}
    assert seated == {"north1", "north3", "north4", *members("south")}


@refuses("TRN-TEAM-05", "TRN-TEAM-06", "TRN-DRAW-03", "TRN-TEAM-09")
def test_no_draw_with_an_empty_chair_or_with_other_boards():
    short = told(after(*teams("north", "south")), ev.PlayerCheckInWithdrawn(player="north2"))
    hand = ev.RoundDrawn(round=1, seed="x", pairings=(), method="manual", reason="x")
    refused(short, hand, "TRN-TEAM-05")
    refused(after(*teams("north")), hand, "TRN-DRAW-03")
    state = after(*teams(*NAMES))
    event = draw_next_round(state, "s1")
    swapped = replace(event, pairings=event.pairings[::-1])
    refused(state, swapped, "TRN-TEAM-06")
    refused(state, replace(event, resting=("north1",)), "TRN-TEAM-06")
    alone = replace(event, teams=event.teams[:1], pairings=event.pairings[:3])
    refused(state, alone, "TRN-DRAW-04")
    refused(after(*joined("ann", "bob")), event, "TRN-TEAM-09")
    assert event.certificate is not None
    worse = replace(event.certificate, cost={**event.certificate.cost, "soft": 7})
    refused(state, replace(event, certificate=worse), "TRN-DRAW-09")


def test_teams_are_drawn_by_the_same_swiss_and_never_twice():
    state = after(*teams(*NAMES))
    seen: set[frozenset[str]] = set()
    for number in range(1, 4):
        state = published(state, f"s{number}")
        pairs = {frozenset(table.sides.values()) for table in state.rounds[-1].teams}
        assert len(pairs) == 2 and not pairs & seen
        seen |= pairs
        state = played(
            state, {f"{name}{at}": 9 - rank for rank, name in enumerate(NAMES) for at in (1, 2, 3)}
        )
    assert [row.player for row in team_standings(state)] == list(NAMES)
    assert [row.figures[0].top for row in team_standings(state)] == [6, 4, 2, 0]


def test_a_team_without_an_opponent_wins_and_so_do_its_players():
    state = played(published(after(*teams("north", "south", "east"))), {})
    bye = state.rounds[0].team_bye
    points = {row.player: row.figures[0].top for row in standings(state)}
    assert {points[player] for player in members(bye)} == {3}
    assert next(row for row in team_standings(state) if row.player == bye).figures[0].top == 2
    again = drawn(state, "s2")
    assert again.rounds[1].team_bye != bye


def test_match_points_board_points_and_their_explanation():
    """North wins two of three boards, 3 + 0 + 3 against 0 + 3 + 0."""
    state = played(published(after(*teams("north", "south"))), {"north1": 5, "south2": 4, "north3": 2})
    assert sorted(board_points(state, state.rounds[0], state.rounds[0].teams[0]) or ()) == [3, 6]
    rows = {row.player: [figure.top for figure in row.figures] for row in team_standings(state)}
    assert rows == {"north": [2, 6, 0, 3], "south": [0, 3, 2, -3]}
    for id in state.team_plan.tiebreaks:
        figure = team_ranking(state).explain("south", id)
        value = next(f for f in team_standings(state)[1].figures if f.id == id).value
        assert sum((row.value for row in figure), start=Fraction(0)) == value


def test_match_points_of_teams_count_as_often_as_their_round():
    once = played(published(after(*teams("north", "south"))), {"north1": 5, "south2": 4, "north3": 2})
    options = replace(once.options, round_weights=(3,))
    thrice = replace(once, created=replace(once.created, options=options))
    rows = [
        {row.player: [figure.top for figure in row.figures][:2] for row in team_standings(state)}
        for state in (once, thrice)
    ]
    assert rows == [{"north": [2, 6], "south": [0, 3]}, {"north": [6, 6], "south": [0, 3]}]


def test_a_close_match_is_drawn_where_the_plan_says_so():
    state = played(
        published(after(*teams("north", "south", draw_within=3))), {"north1": 5, "south2": 4, "north3": 2}
    )
    assert {row.figures[0].top for row in team_standings(state)} == {1}


def test_a_board_that_was_given_counts_and_a_match_nobody_came_to_is_lost_by_both():
    state = told(published(after(*teams("north", "south"))), ev.RoundStarted(round=1))
    first = state.rounds[0].pairings[0].sides
    for board in (1, 2, 3):
        state = told(state, desk.TableAwarded(round=1, table=board, kind="double_loss", reason="nobody came"))
    assert {row.figures[0].top for row in team_standings(state)} == {0}
    won = desk.TableAwarded(round=1, table=1, kind="no_show", winner="alliance", reason="away")
    best = team_standings(told(state, won))[0]
    assert best.player == first["alliance"][0].rstrip("1") and best.figures[0].top == 2


def test_doubles_sit_together_at_one_table():
    state = published(after(*teams(*NAMES, size=2, kind="doubles")))
    table = state.rounds[0].pairings[0]
    assert sorted(len(side) for side in table.sides.values()) == [2, 2]
    assert set(table.sides["alliance"]) == set(members(state.rounds[0].teams[0].sides["alliance"], 2))
    state = played(state, {"north1": 5, "south2": 3})
    assert team_standings(state)[0].figures[0].top == 2
    assert {row.figures[0].top for row in standings(state) if row.player.startswith("north")} == {3}


def test_a_table_of_doubles_that_is_given_has_no_score():
    """Its three tournament points for a win stood among victory points: the team that was given it lost on them, and so
    did the median of the round."""
    state = told(published(after(*teams(*NAMES, size=2, kind="doubles"))), ev.RoundStarted(round=1))
    one, other = state.rounds[0].teams
    came, away = one.sides.values()
    opened = [ev.MatchOpened(round=1, table=table, match=match_id(1, table)) for table in (1, 2)]
    no_show = desk.TableAwarded(round=1, table=1, kind="no_show", winner="alliance", reason="away")
    state = told(state, *opened, no_show, result(1, 2, 12, 7), ev.RoundClosed(round=1))
    rows = {row.player: row for row in team_standings(state)}
    (winner, loser), names = other.sides.values(), state.team_plan.tiebreaks
    assert names[:2] == ("points", "vp")
    figures = {name: [figure.top for figure in row.figures[:2]] for name, row in rows.items()}
    assert figures[came] == figures[winner] == [2, 12] and figures[loser] == [0, 7]
    assert figures[away] == [0, 0]


# --- Line-ups


@accepts("TRN-TEAM-08", "TRN-TEAM-10", "TRN-TEAM-11")
def test_a_captain_names_who_plays_and_nobody_else_knows_before_the_round_is_published():
    state = told(
        after(*teams("north", "south", more=1)),
        lineup("north", "north4", "north1", "north2"),
        by=captain("north"),
    )
    assert RULES.visible_to(state, EVERYONE).teams["north"].lineup is None
    assert RULES.visible_to(state, Viewer("player", "north3")).teams["north"].lineup is not None
    event = lineup("north", "north4", "north1", "north2")
    assert told_to(state, event, EVERYONE) is None
    state = drawn(state)
    assert told_to(state, event, Viewer("player", "south1")) is None
    state = told(state, ev.RoundPublished(round=1))
    assert RULES.redact(state, event, EVERYONE) == event
    assert state.rounds[0].teams[0].lineups[state.rounds[0].teams[0].side_of("north")][0] == "north4"


def test_a_line_up_told_during_the_draft_or_by_staff_after_it_changes_the_boards():
    state = drawn(after(*teams("north", "south", more=1)))
    state = told(state, lineup("north", "north4", "north2", "north3"), by=captain("north"))
    assert any("north4" in players for players in state.rounds[0].pairings[0].sides.values())
    state = told(state, ev.RoundPublished(round=1))
    late = lineup("north", "north1", "north2", "north4")
    refused(state, late, "TRN-TEAM-10", captain("north"))
    state = told(state, replace(late), by=ORGANISER)
    assert any("north4" in players for players in state.rounds[0].pairings[2].sides.values())


@refuses("TRN-TEAM-08", "TRN-TEAM-10", "TRN-TEAM-11")
def test_line_ups_that_are_none():
    state = after(*teams("north", "south", more=1))
    good = lineup("north", "north1", "north2", "north3")
    refused(state, replace(good, player="north2"), "TRN-TEAM-08")
    refused(state, good, "TRN-WHO-02", captain("south"))
    refused(state, lineup("north", "north1", "north2"), "TRN-TEAM-11")
    refused(state, lineup("north", "north1", "north2", "south3"), "TRN-TEAM-11")
    refused(state, replace(good, round=2), "TRN-TEAM-10")
    refused(told(published(state), ev.RoundStarted(round=1)), good, "TRN-TEAM-10", ORGANISER)


# --- Attackers and defenders


def by_captains(size: int, *names: str) -> Any:
    return published(after(*teams(*(names or ("north", "south")), size=size, pairing="captains")))


@accepts("TRN-TEAM-07", "TRN-TEAM-12", "TRN-TEAM-13")
@pytest.mark.parametrize("size", [2, 3, 4, 5, 8])
def test_captains_pair_all_boards_by_attackers_and_defenders(size: int):
    for seed in range(20):
        state, _log = paired(by_captains(size), Random(seed))
        boards = state.rounds[0].pairings
        assert [board.table for board in boards] == list(range(1, size + 1))
        for name in ("north", "south"):
            assert sum(p.startswith(name) for b in boards for side in b.sides.values() for p in side) == size
        assert all(
            {player.rstrip("12345678") for side in board.sides.values() for player in side}
            == {"north", "south"}
            for board in boards
        )
        told(state, ev.RoundStarted(round=1))


def test_one_board_needs_no_captain():
    state = by_captains(1)
    assert unpaired(state, state.rounds[0]) == () and len(state.rounds[0].pairings) == 1
    told(state, ev.RoundStarted(round=1))


def test_the_steps_of_five_boards():
    """Defenders, two attackers against each, the choice: two boards; again; the last two meet."""
    state = by_captains(5)
    table = state.rounds[0].teams[0]
    one, other = table.sides["alliance"], table.sides["serpent"]
    for step, mine, theirs in (
        ("defender", (f"{one}1",), (f"{other}1",)),
        ("attackers", (f"{one}2", f"{one}3"), (f"{other}2", f"{other}3")),
        ("choice", (f"{other}3",), (f"{one}2",)),
    ):
        assert step_of(state, state.rounds[0].teams[0]) == step
        state = told(state, forward(f"{one}1", 1, step, *mine), by=captain(one))
        state = told(state, forward(f"{other}1", 1, step, *theirs), by=captain(other))
    assert state.rounds[0].teams[0].paired == ((f"{one}1", f"{other}3"), (f"{one}2", f"{other}1"))
    assert step_of(state, state.rounds[0].teams[0]) == "defender" and state.rounds[0].pairings == ()


def test_what_one_captain_put_forward_is_secret_until_the_other_has():
    state = by_captains(3)
    mine = forward("north1", 1, "defender", "north2")
    state = told(state, mine, by=captain("north"))
    for viewer in (EVERYONE, Viewer("player", "south1"), Viewer("player", "north2")):
        assert told_to(state, mine, viewer) is None
        assert set(RULES.visible_to(state, viewer).rounds[0].teams[0].pending.values()) == {()}
    assert RULES.redact(state, mine, Viewer("player", "north1")) == mine
    theirs = forward("south1", 1, "defender", "south3")
    state = told(state, theirs, by=captain("south"))
    assert RULES.redact(state, mine, EVERYONE) == mine and RULES.redact(state, theirs, EVERYONE) == theirs
    thrown = told(by_captains(3), mine)
    thrown = told(thrown, ev.RoundDiscarded(round=1, seed="s1", reason="a late team"))
    assert told_to(thrown, mine, EVERYONE) is None


@refuses("TRN-TEAM-07", "TRN-TEAM-08", "TRN-TEAM-12", "TRN-TEAM-13")
def test_what_captains_may_not_do():
    state = by_captains(3)
    refused(state, ev.RoundStarted(round=1), "TRN-TEAM-07")
    refused(state, forward("north1", 1, "attackers", "north2", "north3"), "TRN-TEAM-12")
    refused(state, forward("north2", 1, "defender", "north2"), "TRN-TEAM-08")
    refused(state, forward("north1", 1, "defender", "south2"), "TRN-TEAM-13")
    refused(state, forward("north1", 1, "defender", "north2", "north3"), "TRN-TEAM-13")
    refused(state, forward("north1", 9, "defender", "north2"), "TRN-TEAM-12")
    once = told(state, forward("north1", 1, "defender", "north2"))
    refused(once, forward("north1", 1, "defender", "north3"), "TRN-TEAM-12")
    refused(once, lineup("north", "north1", "north2", "north3"), "TRN-TEAM-10", ORGANISER)
    refused(after(*joined("ann", "bob")), forward("ann", 1, "defender", "bob"), "TRN-TEAM-12")


def test_two_teams_are_kept_apart_like_two_players():
    state = told(after(*teams(*NAMES)), desk.PairKeptApart(players=("north", "south"), reason="one club"))
    for seed in range(20):
        event = draw_next_round(state, f"s{seed}")
        assert all(set(one.sides.values()) != {"north", "south"} for one in event.teams)


# --- The sheet of two teams


@accepts("TRN-TEAM-08", "TRN-TEAM-15", "TRN-TEAM-16", "TRN-TEAM-17")
def test_a_captain_disputes_the_whole_sheet_and_the_round_waits_for_the_judge():
    state = with_results("north", "south")
    offered = {one.type for one in RULES.next_events(state, Viewer("player", "north1", "players"))}
    assert "sheet_disputed" in offered
    assert "sheet_disputed" not in {
        one.type for one in RULES.next_events(state, Viewer("player", "north2", "players"))
    }
    disputed = told(state, wrong("north"), by=captain("north"))
    assert disputed.rounds[0].teams[0].disputed.reason == "board 2 is the wrong way round"
    assert disputed.rounds[0].pairings == state.rounds[0].pairings, "the results count on"
    for_staff = {one.type for one in RULES.next_events(disputed, REFEREE)}
    assert "sheet_settled" in for_staff and not for_staff & {"round_closed", "sheet_disputed"}
    settled = told(disputed, team.SheetSettled(round=1, table=1), by=ORGANISER)
    assert settled == state
    told(settled, ev.RoundClosed(round=1), by=ORGANISER)
    told(settled, wrong("south", reason=None), by=captain("south"))


@refuses("TRN-TEAM-08", "TRN-TEAM-15", "TRN-TEAM-16", "TRN-TEAM-17", "TRN-WHO-01", "TRN-WHO-02")
def test_sheets_that_cannot_be_disputed_or_settled():
    state = with_results("north", "south", "east", "west")
    strangers = next(name for name in NAMES if not state.rounds[0].teams[0].side_of(name))
    own = next(name for name in NAMES if state.rounds[0].teams[0].side_of(name))
    refused(state, wrong(strangers), "TRN-TEAM-08", captain(strangers))
    refused(state, replace(wrong(own), player=f"{own}2"), "TRN-TEAM-08", Actor("player", f"{own}2"))
    refused(state, wrong(own), "TRN-WHO-02", captain(strangers))
    refused(state, wrong(own, table=9), "TRN-TEAM-15", captain(own))
    settled = team.SheetSettled(round=1, table=1)
    refused(state, settled, "TRN-TEAM-16", ORGANISER)
    refused(state, settled, "TRN-WHO-01", captain(own))
    disputed = told(state, wrong(own), by=captain(own))
    refused(disputed, wrong(own), "TRN-TEAM-15", captain(own))
    refused(disputed, ev.RoundClosed(round=1), "TRN-TEAM-17", ORGANISER)
    begun = told(published(after(*teams("north", "south"))), ev.RoundStarted(round=1))
    refused(begun, wrong("north"), "TRN-TEAM-15", captain("north"))
    refused(with_results("north", "south", kind="doubles"), wrong("north"), "TRN-TEAM-15", captain("north"))
    closed = told(state, ev.RoundClosed(round=1))
    refused(closed, wrong(own), "TRN-TEAM-15", captain(own))


def lineups_for(state: Any, viewer: Viewer) -> list[dict[str, Any]]:
    return [dict(one.choices) for one in RULES.next_events(state, viewer) if one.type == "lineup_told"]


@accepts("TRN-TEAM-10")
@refuses("TRN-TEAM-10")
def test_a_line_up_is_offered_while_it_may_be_told():
    """To a captain until the round is published, to staff until it starts, for the next round once it is closed."""
    north = Viewer("player", "north1", "players")
    before = after(*teams("north", "south", more=1))
    assert [one["round"] for one in lineups_for(before, north)] == [(1,)]
    round_1 = published(before)
    told_late = lineup("north", "north4", "north2", "north3")
    assert lineups_for(round_1, north) == []
    refused(round_1, told_late, "TRN-TEAM-10", captain("north"))
    assert [one["round"] for one in lineups_for(round_1, REFEREE)] == [(1,)]
    told(round_1, told_late)
    *events, closing = results(round_1, {})
    playing = told(round_1, *events)
    assert lineups_for(playing, north) == lineups_for(playing, REFEREE) == []
    refused(playing, told_late, "TRN-TEAM-10")
    assert [one["round"] for one in lineups_for(told(playing, closing), north)] == [(2,)]


@refuses("TRN-TEAM-05")
def test_a_schedule_is_not_offered_to_teams_without_a_player_at_every_board():
    robin = (Stage("round_robin", seeding="registered"),)
    first, *events = teams("north", "south")
    assert isinstance(first, ev.TournamentCreated)
    events.insert(0, replace(first, options=replace(first.options, stages=robin)))
    events.append(ev.StageBegun(number=1, stage=robin[0], field=("north", "south")))
    offered = {one.type for one in RULES.next_events(after(*events), REFEREE)}
    assert "round_drawn" in offered
    gone = after(*events, ev.PlayerCheckInWithdrawn(player="south3"))
    assert "round_drawn" not in {one.type for one in RULES.next_events(gone, REFEREE)}
