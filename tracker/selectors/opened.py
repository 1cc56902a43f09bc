"""What players kept on their own devices and opened after the end of a match: read as if the log had held it.

Once the result is confirmed, which opens what the server kept; before it nothing here tells anything.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any
from uuid import UUID

from games.registry import SYSTEMS
from games.replay import refold
from games.ruleset import Event
from tracker import log, warm
from tracker.systems import MATCH
from tracker.warm import Warm


def opened_events(now: Warm) -> Mapping[int, Event]:
    """seq -> the event with its opened secret; nothing of a match whose players opened none, or that is not settled."""
    opened = now.kind == MATCH and has_opened(now.system, now.state)
    return _told(now.stream, now.head.version) if opened else {}


def opened_seqs(stream: UUID) -> Collection[int]:
    """The sealed entries of a match that their owners have opened: in its log everybody can read it, settled or not."""
    now = warm.current(stream)
    openings = SYSTEMS[now.system].openings if now.system in SYSTEMS else None
    if openings is None or not openings.told(now.state.play):
        return ()
    return _told(stream, now.head.version).keys()


def has_opened(system: str, state: Any) -> bool:
    """Whether players of a settled match opened anything that they had kept."""
    openings = SYSTEMS[system].openings if system in SYSTEMS else None
    return openings is not None and state.result is not None and openings.told(state.play)


@lru_cache(maxsize=64)
def _told(stream: UUID, version: int) -> Mapping[int, Event]:
    """A finished match hardly ever moves; `version` makes a new answer of a moved one."""
    now = warm.current(stream)
    openings = SYSTEMS[now.system].openings
    entries = warm.entries_of(now.codec, log.read(stream))[:version]
    return openings.events(now.setup, entries) if openings is not None else {}


def folded(now: Warm, at: int, told: Mapping[int, Event]) -> Any:
    """The state after event `at`, with what was opened since."""
    return refold(now.rules, now.setup, warm.entries_of(now.codec, log.read(now.stream, 0, at)), told)
