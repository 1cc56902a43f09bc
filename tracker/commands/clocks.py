"""The server's clock in a campaign: whatever has a place in its order gets it here, whatever its author wrote.

Called by the commands of campaigns and by the generic append.
"""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

from msgspec.structs import replace

from games.ruleset import Event
from tracker import log, warm
from tracker.handle import first_use
from tracker.moments import written
from tracker.rulesets.chronicle import events as ev

TIMED = (
    ev.RosterJoined,
    ev.RosterLeft,
    ev.Bought,
    ev.Adjusted,
    ev.CycleClosed,
    ev.NoteWritten,
    ev.ChronicleFinished,
    ev.ChronicleCreated,
    ev.ChallengeIssued,
    ev.ChallengeAnswered,
    ev.DefinitionAmended,
)
"""What takes its place when it is logged. Links and hearings are the server's own and come with theirs."""


def now_after(last: str) -> str:
    """Now, and never before what the campaign's log ends with: another server's clock may be ahead."""
    now = written(datetime.now(UTC))
    return max(now, last)


def stamped(stream: UUID, events: tuple[Event, ...], key: str | None = None) -> tuple[Event, ...]:
    """The events with their moments. A request that is sent again keeps those that it got the first time."""
    if not any(isinstance(one, TIMED) for one in events):
        return events
    first = first_use(stream, key) if key else None
    if first is not None:
        rows = log.read(stream, first.first_seq - 1, len(events))
        codec = warm.get(stream).codec
        before = [warm.event_of(codec, row) for row in rows]
        return tuple(
            replace(one, at=was.at) if isinstance(one, TIMED) and isinstance(was, TIMED) else one
            for one, was in zip(events, before, strict=False)
        )
    now = now_after(warm.current(stream).state.last)
    return tuple(replace(one, at=now) if isinstance(one, TIMED) else one for one in events)
