"""A small event for the tests of the offline tools, and their commands as functions."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec

from games.last_battle.simulate import play_out
from games.ruleset import SYSTEM, Viewer
from tracker import commands, projections, selectors
from tracker.handle import Command, handle
from tracker.identity import Identity
from tracker.tests.test_tournament_flow import opened, summary


def played_event(organiser: Identity, players: int = 4) -> UUID:
    """A tournament with its first round played and closed: table 1 at turns detail, secrets included."""
    event, _ = opened(organiser, players)
    commands.draw_round(organiser, event)
    commands.publish_round(organiser, event, round=1)
    commands.start_round(organiser, event, round=1)
    settle()
    for row in selectors.matches_of(event, 1):
        if row.table == 1:
            play_in_full(row.stream_id)
        else:
            commands.report_match(organiser, row.stream_id, summary(row, serpent=1, alliance=0))
    settle()
    commands.close_round(organiser, event, round=1)
    settle()
    return event


def settle() -> None:
    """Does the work of the jobs, which a test inside one transaction never starts."""
    while projections.catch_up():
        pass


def play_in_full(match: UUID) -> None:
    """The rest of a match as two players log it, and their confirmations."""
    now = selectors.current_state(match)
    for event, actor in play_out(now.state.play, seed=3):
        handle(Command(stream=match, actor=actor, events=(event,)))
    confirm(match)


def confirm(match: UUID) -> None:
    """Staff confirm the result as it stands."""
    offer = selectors.next_events(match, Viewer("staff"))[-1]
    choice: dict[str, Any] = {name: values[0] for name, values in offer.choices.items()}
    event = selectors.current_state(match).codec.from_payload("result_confirmed", msgspec.to_builtins(choice))
    handle(Command(stream=match, actor=SYSTEM, events=(event,)))
