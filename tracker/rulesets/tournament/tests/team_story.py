"""Histories of team events in a few words. Used by the tests of teams."""

from __future__ import annotations

from random import Random
from typing import Any

from games.ruleset import SYSTEM, Actor, Event
from games.secrets import sealed
from games.testing import TEST_SALT
from tracker.rulesets.tournament import RULES
from tracker.rulesets.tournament import events as ev
from tracker.rulesets.tournament import team_events as team
from tracker.rulesets.tournament.captains import choices, step_of
from tracker.rulesets.tournament.team_plans import TeamPlan
from tracker.rulesets.tournament.tests.story import created

NAMES = ("north", "south", "east", "west")


def members(name: str, size: int = 3) -> tuple[str, ...]:
    return tuple(f"{name}{at}" for at in range(1, size + 1))


def teams(*names: str, size: int = 3, more: int = 0, **plan: Any) -> list[Event]:
    """Created, everybody in the hall, every team entered with `more` substitutes; the first member is captain."""
    events: list[Event] = [created(teams=TeamPlan(size, **plan))]
    for name in names:
        people = members(name, size + more)
        for player in people:
            events += [ev.PlayerRegistered(player=player), ev.PlayerCheckedIn(player=player)]
        events.append(team.TeamEntered(team=name, name=name.title(), members=people))
    return events


def forward(by: str, table: int, step: team.Step, *players: str, round: int = 1) -> team.PutForward:
    told = team.PutForward(player=by, round=round, table=table, step=step, players=players)
    return sealed(told, f"{TEST_SALT} {by} {step} {players}")


def lineup(name: str, *players: str, round: int = 1) -> team.LineupTold:
    told = team.LineupTold(player=f"{name}1", team=name, round=round, players=players)
    return sealed(told, f"{TEST_SALT} {name} {players}")


def paired(state: Any, dice: Random) -> tuple[Any, list[tuple[Event, Actor]]]:
    """The captains of the published round pair all boards by chance: the state after, and what they told."""
    log: list[tuple[Event, Actor]] = []
    for at in range(len(state.rounds[-1].teams)):
        while (step := step_of(state, state.rounds[-1].teams[at])) is not None:
            for side in state.options.sides:
                table = state.rounds[-1].teams[at]
                allowed, count = choices(state, table, side)
                captain = state.teams[table.sides[side]].captain
                chosen = dice.sample(sorted(allowed), count)
                told = forward(captain, table.table, step, *chosen, round=state.rounds[-1].round)
                by = Actor("player", captain)
                assert RULES.check(state, told, by) == ()
                log.append((told, by))
                state = RULES.evolve(state, told)
    return state, log


def results(state: Any, scores: dict[str, int]) -> list[Event]:
    """The published round played: who scores what, 0 for everybody else; then it is closed."""
    number = state.rounds[-1].round
    told: list[Event] = [ev.RoundStarted(round=number)]
    for board in state.rounds[-1].pairings:
        match = f"m{number}.{board.table}"
        vp = {side: sum(scores.get(p, 0) for p in players) for side, players in board.sides.items()}
        one, other = vp.values()
        winner = "draw" if one == other else max(vp, key=lambda side: vp[side])
        told += [
            ev.MatchOpened(round=number, table=board.table, match=match),
            ev.ResultRecorded(
                round=number, table=board.table, match=match, match_seq=9, vp=vp, winner=winner
            ),
        ]
    return [*told, ev.RoundClosed(round=number)]


def played(state: Any, scores: dict[str, int]) -> Any:
    """The state after that, each event judged."""
    for event in results(state, scores):
        assert RULES.check(state, event, SYSTEM) == (), (event, RULES.check(state, event, SYSTEM))
        state = RULES.evolve(state, event)
    return state
