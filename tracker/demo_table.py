"""What the tables of the demo log: figures are hired, a simulated match is played, in part or whole, and confirmed.

Called by `tracker.demo` for the tournaments, `tracker.demo_day` for the event day and `tracker.demo_ladder` for runs.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import count
from uuid import UUID

from games.frame import STAFF_SIDE, ResultConfirmed
from games.last_battle.events import (
    FatesPublished,
    MatchReported,
    PlayStopped,
    SchemeChosen,
    SquadHired,
    TurnReported,
)
from games.last_battle.simulate import play_out
from games.ruleset import Actor, Event
from tracker import selectors, warm
from tracker.handle import Command, handle

CUT_SHORT = (MatchReported, PlayStopped)


def log_event(stream: UUID, event: Event, actor: Actor) -> None:
    handle(Command(stream=stream, actor=actor, events=(event,)))


def log_events(stream: UUID, events: tuple[Event, ...], actor: Actor, at: str) -> None:
    """Several events at once, which happened at the moment `at`."""
    handle(Command(stream=stream, actor=actor, events=events, at=at))


def by_player(player: str) -> Actor:
    return Actor("player", player)


def muster(match: UUID, squads: Mapping[str, SquadHired]) -> None:
    """Everyone keeps the first scheme that was dealt, and hires the own squad."""
    for squad in warm.current(match).state.play.squads.values():
        if squad.dealt:
            chosen = SchemeChosen(player=squad.player, scheme=squad.dealt[0])
            log_event(match, chosen, by_player(squad.player))
    for player, hired in squads.items():
        log_event(match, hired, by_player(player))


def play_share(match: UUID, seed: int, level: str, share: float = 1.0) -> None:
    """Logs a random legal match from where the table stands, or its first `share`."""
    logged = play_out(warm.current(match).state.play, seed, level)
    for event, actor in logged[: math.ceil(len(logged) * share)]:
        log_event(match, event, actor)


def play_turns(match: UUID, seed: int, turns: int) -> None:
    """Logs a random legal match by its turns, the first of them or all; fates are left to the organiser."""
    state = warm.current(match).state.play
    plans = (play_out(state, other, "turns") for other in count(seed))
    plan = next(plan for plan in plans if not any(isinstance(event, CUT_SHORT) for event, _ in plan))
    for event, actor in plan:
        if isinstance(event, FatesPublished):
            return
        log_event(match, event, actor)
        if isinstance(event, TurnReported) and event.turn == turns:
            return


def confirm_run(match: UUID, actor: Actor) -> None:
    """Its player, or staff, agree to the result of a run with one side."""
    outcome = selectors.outcome(match)
    side = STAFF_SIDE if actor.is_staff else next(iter(selectors.sides_of(match)))
    log_event(match, ResultConfirmed(side=side, vp=dict(outcome.vp), winner=outcome.winner or ""), actor)


def confirm(match: UUID) -> None:
    """Both sides agree to the result, each by its first player."""
    outcome = selectors.outcome(match)
    for side, players in selectors.sides_of(match).items():
        event = ResultConfirmed(side=side, vp=dict(outcome.vp), winner=outcome.winner or "")
        log_event(match, event, by_player(players[0]))
