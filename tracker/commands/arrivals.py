"""Who is in the hall: checked in and not after all, at a tournament or on an event day."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from games.ruleset import Event
from tracker import warm
from tracker.commands.streams import append, append_as_staff, staff_actor
from tracker.handle import Answer
from tracker.identity import Identity
from tracker.rulesets.tournament.state import TournamentState
from tracker.rulesets.tournament.team_events import TeamDropped

CAME, LEFT, DROPPED = "player_checked_in", "player_check_in_withdrawn", "player_dropped"


def check_in(identity: Identity, stream: UUID, *, player: Any, key: str | None = None) -> Answer:
    """Staff check anybody in, players only themselves."""
    return append(identity, stream, [{"type": CAME, "data": {"player": str(player)}}], key=key)


def undo_check_in(
    identity: Identity,
    stream: UUID,
    *,
    player: Any,
    expected_version: int | None = None,
    key: str | None = None,
) -> Answer:
    """The player is not there after all."""
    staff_actor(identity, stream)
    told = [{"type": LEFT, "data": {"player": str(player)}}]
    return append(identity, stream, told, expected_version=expected_version, key=key)


def check_in_all(identity: Identity, stream: UUID, *, key: str | None = None) -> Answer | None:
    """Everybody who is registered, has a place and is not there yet, in one step; None where nobody is missing."""
    return _of_all_away(identity, stream, CAME, {}, key)


def drop_absent(identity: Identity, stream: UUID, *, reason: str, key: str | None = None) -> Answer | None:
    """Who is registered at a tournament and has not come leaves it, all in one step; None where nobody is missing.

    A team of which nobody has come leaves with them. One of which too few have come stays: its players are in the hall,
    and staff decide.
    """
    staff_actor(identity, stream)
    state: TournamentState = warm.current(stream).state
    away = set(state.away())
    teams = [team for team in state.teams.values() if not team.dropped and away >= set(team.members)]
    gone = [TeamDropped(team=team.team, reason=reason) for team in teams]
    return _of_all_away(identity, stream, DROPPED, {"reason": reason}, key, gone)


def _of_all_away(
    identity: Identity,
    stream: UUID,
    type_: str,
    more: dict[str, Any],
    key: str | None,
    before: Sequence[Event] = (),
) -> Answer | None:
    staff_actor(identity, stream)
    now = warm.current(stream)
    told = [now.codec.from_payload(type_, {"player": player, **more}) for player in now.state.away()]
    return append_as_staff(identity, stream, *before, *told, key=key) if told else None
