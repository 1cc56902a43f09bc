"""Ratings for the seeds of a draw: the shown ones of the game, written into the event's log before they count."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from tracker import warm
from tracker.commands.streams import append_as_staff
from tracker.formats.structs import Stage
from tracker.identity import Identity
from tracker.rulesets.tournament.desk_events import PlayersRated
from tracker.rulesets.tournament.plans import current_stage
from tracker.rulesets.tournament.seeding import wanted_by
from tracker.rulesets.tournament.state import TournamentState
from tracker.selectors.ratings import shown_ratings


def freeze_ratings(identity: Identity, stream: UUID, plan: Stage | None = None) -> None:
    """Notes the shown rating of everybody in the hall who has none yet, where the stage (`plan`, or the one that is
    played) asks for ratings. What is noted stays, whatever the list shows later."""
    now = warm.current(stream)
    state: TournamentState = now.state
    if plan is None and state.created is not None:
        stage = current_stage(state)
        plan = stage.plan if stage is not None else None
    if plan is None or not wanted_by(plan):
        return
    found = shown_ratings(now.system, _without(state))
    if found:
        append_as_staff(identity, stream, PlayersRated(ratings=found, shown=True))


def _without(state: TournamentState) -> Iterable[str]:
    return [one.player for one in state.in_hall() if one.rating is None]
