"""Warm states: the folded state of recently used streams, kept per process. A cache: dropping it costs only time.

A warm state is used together with its head hash, so one that the database has overtaken (or that an older backup
contradicts) is found out at the append and refreshed. Called by `tracker.handle` and `tracker.selectors`.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.db import connection

from games.codec import Codec, codec_for, tag
from games.match import EventVoided
from games.portable import actor_from
from games.ruleset import Entry, Ruleset, Setup
from tracker import log, shots, sources
from tracker.log import Head
from tracker.models import Event
from tracker.systems import find_rules

CAPACITY = 512
VOIDING = tag(EventVoided)


class UnknownStream(LookupError):
    """There is no such stream."""


class Passed(NamedTuple):
    """A version at which a command of the stream had ended, and the state then. Nothing later took back anything
    before it."""

    version: int
    state: Any


class Warm(NamedTuple):
    """A stream at a head, folded. `passed`: as this process knew it before the newest events, where it did."""

    stream: UUID
    kind: str
    system: str
    rules: Ruleset[Any, Any]
    codec: Codec
    setup: Setup
    head: Head
    state: Any
    passed: Passed | None = None


_cache: OrderedDict[UUID, Warm] = OrderedDict()
_lock = Lock()


def get(stream: UUID) -> Warm:
    """The stream as this process last knew it, which may be behind. Raises `UnknownStream`."""
    with _lock:
        warm = _cache.get(stream)
        if warm is not None:
            _cache.move_to_end(stream)
            return warm
    return load(stream)


def peek(stream: UUID) -> Warm | None:
    """The stream as this process last knew it, None when it is not kept. Never asks the database."""
    return _cache.get(stream)


def put(warm: Warm) -> None:
    """Keeps a committed state; inside a transaction nothing is kept, since it may still be rolled back."""
    if not connection.in_atomic_block:
        keep(warm)


def keep(warm: Warm) -> None:
    """Keeps a state that is certainly committed."""
    with _lock:
        _cache[warm.stream] = warm
        _cache.move_to_end(warm.stream)
        if len(_cache) > CAPACITY:
            _cache.popitem(last=False)


def forget(stream: UUID | None = None) -> None:
    """Drops one warm state, or all."""
    with _lock:
        if stream is None:
            _cache.clear()
        else:
            _cache.pop(stream, None)


def current(stream: UUID) -> Warm:
    """The stream as the database has it now: the warm state when it is up to date, else caught up."""
    return refreshed(get(stream))


def refreshed(warm: Warm) -> Warm:
    """`warm` with the events that it has missed folded in; loaded anew when the log says something else."""
    found = log.stands(warm.stream, warm.head)
    if found is None:
        raise UnknownStream(str(warm.stream))
    head, passed = found
    if head == warm.head:
        return warm
    fresh = _caught_up(warm, head) if passed else None
    if fresh is None:
        return load(warm.stream)
    put(fresh)
    return fresh


def load(stream: UUID) -> Warm:
    """The stream from its snapshot and tail, or from its whole log."""
    row = log.opened(stream)
    if row is None:
        raise UnknownStream(str(stream))
    rules, setup = find_rules(row.kind, row.system), msgspec.json.decode(row.setup, type=Setup)
    genesis = Head(0, row.head if row.version == 0 else "")
    state = rules.initial(setup)
    cold = Warm(stream, row.kind, row.system, rules, codec_for(rules), setup, genesis, state)
    head = Head(row.version, row.head)
    shot = _from_snapshot(cold, row)
    warm = (_caught_up(shot, head) if shot else None) or _folded(
        cold, head, log.payloads(stream, 0, row.version)
    )
    put(warm)
    return warm


def _from_snapshot(cold: Warm, row: log.Opened) -> Warm | None:
    """The stream as its snapshot has it. None when there is none, or none that these very rules made here."""
    if row.shot is None or row.shot_version is None or row.shot_rules != sources.rules_digest(cold.rules):
        return None
    told = row.shot_version, row.shot_head or "", row.shot_rules, bytes(row.shot)
    if not shots.holds(row.shot_mac or "", cold.stream, *told):
        return None
    try:
        state = msgspec.msgpack.decode(row.shot, type=cold.rules.state_type)
    except (msgspec.DecodeError, msgspec.ValidationError):
        return None
    return cold._replace(head=Head(row.shot_version, ""), state=state)


def _caught_up(warm: Warm, head: Head) -> Warm | None:
    """`warm` at `head`. None when the events between void something: what they take back is folded in already."""
    tail = log.payloads(warm.stream, warm.head.version, head.version)
    if any(row[1] == VOIDING for row in tail):
        return None
    return went_on(warm, _folded(warm, head, tail))


def went_on(before: Warm, after: Warm) -> Warm:
    """`after`, which came from `before` by events that take nothing back, with what was known before them."""
    return after._replace(passed=Passed(before.head.version, before.state))


def _folded(warm: Warm, head: Head, rows: Sequence[log.Payload]) -> Warm:
    """`warm` with these rows, but for those that were voided."""
    event = warm.codec.from_row
    gone = {
        voided
        for _, type_, schema, data, secret in rows
        if type_ == VOIDING
        for voided in event(type_, schema, data, secret).seqs  # type: ignore[attr-defined]
    }
    standing = [
        event(type_, schema, data, secret)
        for seq, type_, schema, data, secret in rows
        if type_ != VOIDING and seq not in gone
    ]
    state = warm.rules.fold(warm.state, standing)
    # Rows that somebody removed leave a hash that no stream stands at: it can be looked at, never appended to.
    whole = len(rows) == head.version - warm.head.version
    return warm._replace(head=head if whole else Head(head.version, ""), state=state, passed=None)


def past(now: Warm, at: int) -> Any:
    """The state as it was after event `at`, without what had been voided by then."""
    start = now._replace(head=Head(0, ""), state=now.rules.initial(now.setup))
    return _folded(start, Head(at, ""), log.payloads(now.stream, 0, at)).state


def event_of(codec: Codec, row: Event) -> Any:
    """The typed event of a stored row, secrets included."""
    return codec.from_row(row.type, row.schema, row.data, row.secret)


def entries_of(codec: Codec, rows: list[Event]) -> list[Entry]:
    """The typed entries of stored rows."""
    found: list[Entry] = []
    try:
        for row in rows:
            found.append(Entry(row.seq, event_of(codec, row), actor_from(row.actor)))
    except Exception as error:
        error.seq = rows[len(found)].seq  # type: ignore[attr-defined]  # for whoever reports it
        raise
    return found
