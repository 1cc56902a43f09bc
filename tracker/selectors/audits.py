"""The secrets of a finished stream, checked one by one against what was committed to, and the answers of its players
against the secrets. Called by the match page and by the API's `audit/`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple
from uuid import UUID

from games.codec import tag
from games.portable import PortableLog
from games.registry import SYSTEMS
from games.ruleset import SecretEvent
from games.secrets import check_commitment, secret_of
from games.system import Audit, AuditLog
from tracker import log, warm
from tracker.selectors.opened import opened_events
from tracker.systems import MATCH


class Kept(NamedTuple):
    """A secret event: whether the kept or opened value is the committed one; None where nobody has told it."""

    seq: int
    type: str
    commitment: str
    holds: bool | None


def commitments(stream: UUID) -> list[Kept]:
    """Every secret of the stream, in order; never the value."""
    now = warm.current(stream)
    told = opened_events(now)
    events = ((row.seq, told.get(row.seq) or warm.event_of(now.codec, row)) for row in log.read(stream))
    return [_kept(seq, event) for seq, event in events if isinstance(event, SecretEvent) and event.commitment]


def answers(stream: UUID) -> Audit | None:
    """What the answers in a match were worth, once its result is confirmed and all secrets are open; None for a match
    of a game without such an audit, and of a level of detail without secrets."""
    system = SYSTEMS.get(warm.get(stream).system)
    if system is None or system.audit is None:
        return None
    now = warm.current(stream)
    rules: Any = now.rules
    if not rules.opened(now.state):
        return None
    return _audited(stream, now.head.version, system.audit)


def answers_in(log: PortableLog, state: Any) -> Audit | None:
    """What the answers in a log were worth that holds a settled match with its secrets; `state`: at its end. None of a
    match that is not settled, of a game without such an audit, and of a copy that leaves something out."""
    system = SYSTEMS.get(log.header.system) if log.header.kind == MATCH else None
    rules: Any = log.rules
    if system is None or system.audit is None or not (log.header.complete and rules.opened(state)):
        return None
    entries = log.entries()
    held = any(isinstance(entry.event, SecretEvent) for entry in entries)
    return system.audit(log.setup, entries) if held else None


@lru_cache(maxsize=64)
def _audited(stream: UUID, version: int, audit: AuditLog) -> Audit | None:
    """A finished match hardly ever moves; `version` makes a new answer of a moved one."""
    now = warm.current(stream)
    entries = warm.entries_of(now.codec, log.read(stream))[:version]
    held = any(isinstance(entry.event, SecretEvent) for entry in entries)
    return audit(now.setup, entries) if held else None


def _kept(seq: int, event: SecretEvent) -> Kept:
    holds = None if secret_of(event) is None else not check_commitment(event)
    return Kept(seq, tag(type(event)), event.commitment, holds)
