"""The clock of a round as pages show it: when it ends, and how much is left where it stands still."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from tracker import moments, selectors
from tracker.rulesets.tournament.state import Clock, TournamentState


def clock_of(event: UUID) -> dict[str, Any] | None:
    """The clock of an event's current round, None where none was started or nobody can read the event's log."""
    state = selectors.streams.readable_state(event)
    return None if state is None else clock_view(state)


def clock_view(state: TournamentState, table: int | None = None) -> dict[str, Any] | None:
    """{"round", "ends", "paused", "left" (minutes, while it stands still), "over", "minutes", "tables"}.

    "tables": [(table, minutes more)]. With `table` its own extension is counted in.
    """
    clock = state.clock
    if clock is None:
        return None
    more = clock.tables.get(str(table), 0) if table is not None else 0
    ends = _ends(clock, more)
    left = None
    if clock.paused is not None:
        left = max(0, int((ends - moments.clamped(clock.paused)).total_seconds()) // 60)
    tables = sorted((int(number), minutes) for number, minutes in clock.tables.items() if minutes)
    return {
        "round": clock.round,
        "ends": ends,
        "paused": clock.paused is not None,
        "left": left,
        "over": clock.paused is None and ends <= datetime.now(UTC),
        "minutes": clock.minutes,
        "tables": tables,
    }


def _ends(clock: Clock, more: int) -> datetime:
    started = moments.clamped(clock.started)
    return started + timedelta(minutes=clock.minutes + more, seconds=clock.lost)
