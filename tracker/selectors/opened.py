"""What players kept on their own devices and opened after the end of a match: read as if the log had held it.

Once the result is confirmed, which opens what the server kept; before it nothing here tells anything but that it was
opened.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any, NamedTuple
from uuid import UUID

from games.match import EventVoided
from games.registry import SYSTEMS
from games.replay import refold
from games.ruleset import Entry, Event
from tracker import log, warm
from tracker.systems import MATCH
from tracker.warm import Warm


class Opened(NamedTuple):
    """A log, and seq -> the event with its opened secret."""

    entries: tuple[Entry, ...]
    told: Mapping[int, Event]


def opened_events(now: Warm) -> Mapping[int, Event]:
    """seq -> the event with its opened secret; nothing of a match whose players opened none, or that is not settled."""
    found = _opened(now)
    return found.told if found is not None else {}


def opened_seqs(stream: UUID) -> Collection[int]:
    """The sealed entries of a match that their owners have opened: in its log everybody can read it, settled or not."""
    now = warm.get(stream)
    openings = SYSTEMS[now.system].openings if now.system in SYSTEMS else None
    if openings is None or not openings.told(now.state.play):
        return ()
    return _read(stream, now.head.version).told.keys()


def has_opened(system: str, state: Any) -> bool:
    """Whether players of a settled match opened anything that they had kept."""
    openings = SYSTEMS[system].openings if system in SYSTEMS else None
    return openings is not None and state.result is not None and openings.told(state.play)


def state_with(now: Warm, at: int) -> Any:
    """The state after event `at` with what was opened since; None where nothing was. Where something was taken back
    later, what was open then is for `as_seen` to say."""
    found = _opened(now)
    if found is None or any(isinstance(one.event, EventVoided) for one in found.entries[at:]):
        return None
    return refold(now.rules, now.setup, found.entries[:at], found.told)


def _opened(now: Warm) -> Opened | None:
    opened = now.kind == MATCH and has_opened(now.system, now.state)
    return _read(now.stream, now.head.version) if opened else None


@lru_cache(maxsize=64)
def _read(stream: UUID, version: int) -> Opened:
    """A finished match hardly ever moves; `version` makes a new answer of a moved one."""
    now = warm.get(stream)
    openings = SYSTEMS[now.system].openings
    entries = tuple(warm.entries_of(now.codec, log.read(stream))[:version])
    return Opened(entries, openings.events(now.setup, entries) if openings is not None else {})
