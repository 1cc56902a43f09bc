"""What the tables of the demo log, whatever is played there. Called by the games' parts of the demo."""

from __future__ import annotations

from uuid import UUID

from games.match import STAFF_SIDE, ResultConfirmed
from games.ruleset import Actor, Event
from tracker import selectors
from tracker.handle import Command, handle


def log_event(stream: UUID, event: Event, actor: Actor) -> None:
    handle(Command(stream=stream, actor=actor, events=(event,)))


def log_events(stream: UUID, events: tuple[Event, ...], actor: Actor, at: str) -> None:
    """Several events at once, which happened at the moment `at`."""
    handle(Command(stream=stream, actor=actor, events=events, at=at))


def by_player(player: str) -> Actor:
    return Actor("player", player)


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
