"""Stages of team events: a round robin of teams, brackets, a Swiss with a cut; what follows from whom, and places."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from games.replay import judge
from games.ruleset import SYSTEM, Event
from games.secrets import sealed
from games.testing import TEST_SALT, accepts, refuses
from tracker.formats.structs import Stage
from tracker.rulesets.tournament import RULES, draw_next_round
from tracker.rulesets.tournament import desk_events as desk
from tracker.rulesets.tournament import events as ev
from tracker.rulesets.tournament import team_events as team
from tracker.rulesets.tournament.draws import next_field
from tracker.rulesets.tournament.scoring import standings
from tracker.rulesets.tournament.stages import going, may_draw, to_begin
from tracker.rulesets.tournament.team_scoring import team_ranking, team_standings
from tracker.rulesets.tournament.tests.story import after, created, history
from tracker.rulesets.tournament.tests.team_story import NAMES, lineup, members, paired, played, teams

STRENGTH = {player: 9 - 2 * at for at, name in enumerate(NAMES) for player in members(name, 4)}
"""North beats South beats East beats West at every board."""


def event(*stages: Stage, size: int = 3, **plan: Any) -> list[Event]:
    return [
        replace(one, options=replace(one.options, stages=stages, rounds=3))
        if isinstance(one, ev.TournamentCreated)
        else one
        for one in teams(*NAMES, size=size, **plan)
    ]


def told(state: Any, *events: Event) -> Any:
    for one in events:
        assert judge(RULES, state, one, SYSTEM) == (), one
        state = RULES.evolve(state, one)
    return state


def begun(state: Any, number: int = 1, reason: str | None = None) -> Any:
    plan = to_begin(state)
    assert plan is not None
    return told(
        state, ev.StageBegun(number=number, stage=plan, field=going(state, plan).field, reason=reason)
    )


def a_round(state: Any, scores: dict[str, int] | None = None) -> Any:
    drawn = draw_next_round(state, f"s{len(state.seeds)}")
    state = told(state, drawn, ev.RoundPublished(round=drawn.round))
    if state.team_plan.by_captains:
        state, _log = paired(state, Random(1))
    return played(state, STRENGTH if scores is None else scores)


def to_the_end(state: Any) -> Any:
    while may_draw(state):
        state = a_round(state)
    return state


def order(state: Any) -> list[str]:
    return [row.player for row in team_standings(state)]


def met(state: Any, number: int) -> set[frozenset[str]]:
    return {frozenset(table.sides.values()) for table in state.rounds[number - 1].teams}


@accepts("TRN-STG-01", "TRN-STG-02", "TRN-STG-11", "TRN-TEAM-06")
def test_a_round_robin_of_teams_by_berger_tables():
    state = to_the_end(begun(after(*event(Stage("round_robin", seeding="registered")))))
    assert [len(round_.teams) for round_ in state.rounds] == [2, 2, 2]
    assert len({pair for number in (1, 2, 3) for pair in met(state, number)}) == 6
    assert [len(round_.pairings) for round_ in state.rounds] == [6, 6, 6]
    assert order(state) == list(NAMES)
    assert [row.figures[0].top for row in team_standings(state)] == [6, 4, 2, 0]
    assert {row.player for row in standings(state)} == set(state.entrants), "players stand by their boards"


@pytest.mark.parametrize("form", ["single_elimination", "double_elimination"])
@pytest.mark.parametrize("plan", [{}, {"pairing": "captains"}, {"kind": "doubles"}])
def test_a_bracket_of_teams_places_them_all(form: Any, plan: dict[str, Any]):
    stage = Stage(form, seeding="registered", third_place=form == "single_elimination")
    state = begun(after(*event(stage, **plan)))
    state = a_round(state)
    assert met(state, 1) == {frozenset(("north", "west")), frozenset(("south", "east"))}
    state = to_the_end(state)
    assert order(state) == list(NAMES)
    assert [row.rank for row in team_standings(state)] == [1, 2, 3, 4]
    assert told(state, ev.TournamentFinished()).finished


@accepts("TRN-STG-07")
def test_a_swiss_of_teams_and_a_cut_of_its_best_two():
    state = after(*event(Stage("swiss", rounds=2), Stage("single_elimination", cut=2)))
    state = a_round(a_round(state))
    state = begun(state, number=2)
    assert state.stages[-1].field == ("north", "south")
    upset = {player: 20 if player.startswith("south") else 1 for player in state.entrants}
    state = a_round(state, upset)
    assert order(state)[:2] == ["south", "north"] and set(order(state)[2:]) == {"east", "west"}
    assert may_draw(state) is False


def test_a_second_swiss_of_teams_counts_its_own_matches():
    state = after(*event(Stage("swiss", rounds=1), Stage("swiss", rounds=1, cut=2)))
    state = begun(a_round(state), number=2, reason="all agree")
    state = a_round(state)
    assert len(state.rounds[1].teams) == 1 and state.rounds[1].team_bye is None
    assert set(order(state)[:2]) == set(state.stages[1].field)


def test_a_team_that_leaves_gives_its_match_away():
    state = begun(after(*event(Stage("single_elimination", seeding="registered"))))
    state = told(state, team.TeamDropped(team="west"))
    state = a_round(state)
    assert met(state, 1) == {frozenset(("south", "east"))}
    assert [(one.slot, one.player) for one in state.rounds[0].walkovers] == [("R1-1", "north")]
    state = to_the_end(state)
    assert order(state)[:2] == ["north", "south"]
    robin = told(
        begun(after(*event(Stage("round_robin", seeding="registered")))), team.TeamDropped(team="west")
    )
    assert [row.figures[0].top for row in team_standings(to_the_end(robin))] == [6, 4, 2, 0]
    book = team_ranking(to_the_end(robin)).book
    assert book.beside.left == {"west"} and {bye.scheduled for bye in book.columns.byes} == {"west"}


def test_an_odd_number_of_teams_rests_by_turns():
    names = NAMES[:3]
    events = [
        replace(one, options=replace(one.options, stages=(Stage("round_robin", seeding="registered"),)))
        if isinstance(one, ev.TournamentCreated)
        else one
        for one in teams(*names)
    ]
    state = to_the_end(begun(after(*events)))
    resting = [set(round_.resting) for round_ in state.rounds]
    assert all(len(players) == 3 for players in resting) and len(set().union(*resting)) == 9
    assert order(state) == list(names)


def test_a_substitute_sits_in_the_final():
    state = begun(after(*event(Stage("single_elimination", seeding="registered"), more=1)))
    state = told(a_round(state), lineup("north", "north4", "north2", "north3", round=2))
    state = a_round(state)
    assert "north4" in state.rounds[1].players() and "north1" not in state.rounds[1].players()


@refuses("TRN-STG-11", "TRN-STG-10", "TRN-TEAM-05", "TRN-STG-04")
def test_what_the_schedule_of_teams_does_not_say():
    events = event(Stage("single_elimination", seeding="registered"))
    state = begun(after(*events))
    drawn = draw_next_round(state, "x")
    sides = drawn.teams[0].sides
    swapped = dict(zip(sides, reversed(list(sides.values())), strict=True))
    for wrong in (
        replace(drawn, teams=(replace(drawn.teams[0], sides=swapped), *drawn.teams[1:])),
        replace(drawn, teams=drawn.teams[:1], pairings=drawn.pairings[:3]),
        replace(drawn, team_bye="west"),
        replace(drawn, walkovers=(ev.Walkover("R1-1", "north"),)),
    ):
        assert [found.rule for found in RULES.check(state, wrong, SYSTEM)] == ["TRN-STG-11"]
    by_hand = replace(drawn, method="manual", reason="so")
    assert [found.rule for found in RULES.check(state, by_hand, SYSTEM)] == ["TRN-STG-10"]
    gone = told(state, ev.PlayerDropped(player="west1"))
    assert [found.rule for found in RULES.check(gone, drawn, SYSTEM)] == ["TRN-TEAM-05"]
    players = ev.StageBegun(
        number=1, stage=to_begin(after(*events)) or Stage("swiss"), field=("north1", "east1")
    )
    history(*events).when(players).then_refused("TRN-STG-04")


def test_a_plan_of_teams_may_have_stages():
    plan = event(Stage("round_robin", groups=2), Stage("single_elimination", cut=2))[0]
    assert isinstance(plan, ev.TournamentCreated)
    history().when(created(teams=plan.options.teams, stages=plan.options.stages)).then_accepted()
    state = begun(after(*event(*plan.options.stages)))
    state = a_round(state)
    state = begun(state, number=2, reason="the two winners")
    assert to_the_end(state).rounds[-1].teams[0].slot == "F"


def test_a_swiss_of_teams_may_compare_matches_won():
    """Whoever has drawn stands with whoever has lost, as in a Swiss of players that compares wins."""
    state = a_round(after(*event(Stage("swiss", rounds=2, level="wins"))), dict.fromkeys(members("north"), 9))
    won = next_field(state, "s").players
    assert sorted(player.level for player in won) == [0, 0, 0, 1]
    assert sorted(row.figures[0].top for row in team_standings(state)) == [0, 1, 1, 2]


def test_the_free_round_of_a_team_stays_its_own_whoever_plays_for_it_later():
    three = [
        one for one in event(Stage("round_robin", seeding="registered")) if getattr(one, "team", "") != "west"
    ]
    state = a_round(begun(after(*three)))
    free = team_ranking(state).book.open_to.tolist()
    (resting,) = {one.team for one in state.teams.values() if set(one.members) & set(state.rounds[0].resting)}
    changed = team.TeamChanged(team=resting, members=members("west"))
    assert sorted(free) == [0, 1, 1]
    assert team_ranking(told(state, changed)).book.open_to.tolist() == free


def test_a_team_that_never_came_has_lost_a_match_board_by_board():
    """Each board was given by itself, so the match is one with their points, and a meeting of the two."""
    state = after(*teams("north", "south"))
    state = told(state, draw_next_round(state, "s1"), ev.RoundPublished(round=1), ev.RoundStarted(round=1))
    for board in (1, 2, 3):
        won = desk.TableAwarded(round=1, table=board, kind="no_show", winner="alliance", reason="away")
        state = told(state, sealed(won, TEST_SALT))
    columns = team_ranking(state).book.columns
    assert len(columns.games) == 1 and not columns.byes
    assert sum(columns.games[0].vp) == 3 * state.options.tp.win
