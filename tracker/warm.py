"""Warm states: the folded state of recently used streams, kept per process. A cache: dropping it costs only time.

A warm state is used together with its head hash, so one that the database has overtaken (or that an older backup
contradicts) is found out at the append and refreshed. Called by `tracker.handle` and `tracker.selectors`.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.db import connection

from games.codec import Codec, codec_for
from games.portable import actor_from
from games.replay import refold
from games.ruleset import Entry, Ruleset, Setup
from tracker import log
from tracker.log import Head
from tracker.models import Event, Snapshot, Stream
from tracker.systems import find_rules

CAPACITY = 512


class UnknownStream(LookupError):
    """There is no such stream."""


class Warm(NamedTuple):
    """A stream at a head, folded."""

    stream: UUID
    kind: str
    system: str
    rules: Ruleset[Any, Any]
    codec: Codec
    setup: Setup
    head: Head
    state: Any


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
    if connection.in_atomic_block:
        return
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
    head = log.head_of(warm.stream)
    if head is None:
        raise UnknownStream(str(warm.stream))
    if head == warm.head:
        return warm
    tail = log.read(warm.stream, warm.head.version) if head.version > warm.head.version else []
    follows = bool(tail) and tail[0].seq == warm.head.version + 1
    if not follows or any(row.type == "event_voided" for row in tail):
        return load(warm.stream)
    state = warm.state
    for row in tail:
        state = warm.rules.evolve(state, event_of(warm.codec, row))
    fresh = warm._replace(head=Head(tail[-1].seq, tail[-1].hash), state=state)
    put(fresh)
    return fresh


def load(stream: UUID) -> Warm:
    """The stream from its snapshot and tail, or from its whole log."""
    row = Stream.objects.filter(id=stream).first()
    if row is None:
        raise UnknownStream(str(stream))
    rules = find_rules(row.kind, row.system)
    setup = msgspec.json.decode(row.setup, type=Setup)
    cold = Warm(
        row.id, row.kind, row.system, rules, codec_for(rules), setup, Head(0, ""), rules.initial(setup)
    )
    warm = _from_snapshot(cold) or _from_log(cold, row)
    put(warm)
    return warm


def _from_snapshot(cold: Warm) -> Warm | None:
    """Snapshot and tail. None when there is none, it is of another rule-set version, or the tail voids events."""
    shot = Snapshot.objects.filter(stream_id=cold.stream, ruleset=cold.rules.version).first()
    if shot is None:
        return None
    tail = log.read(cold.stream, shot.version - 1)
    if not tail or tail[0].hash != shot.head or any(row.type == "event_voided" for row in tail[1:]):
        return None
    try:
        state = msgspec.msgpack.decode(bytes(shot.state), type=cold.rules.state_type)
    except (msgspec.DecodeError, msgspec.ValidationError):
        return None
    for row in tail[1:]:
        state = cold.rules.evolve(state, event_of(cold.codec, row))
    return cold._replace(head=Head(tail[-1].seq, tail[-1].hash), state=state)


def _from_log(cold: Warm, row: Stream) -> Warm:
    rows = log.read(cold.stream)
    head = Head(rows[-1].seq, rows[-1].hash) if rows else Head(0, row.head)
    return cold._replace(head=head, state=refold(cold.rules, cold.setup, entries_of(cold.codec, rows)))


def event_of(codec: Codec, row: Event) -> Any:
    """The typed event of a stored row, secrets included."""
    return codec.from_row(row.type, row.schema, row.data, row.secret)


def entries_of(codec: Codec, rows: list[Event]) -> list[Entry]:
    """The typed entries of stored rows."""
    return [Entry(row.seq, event_of(codec, row), actor_from(row.actor)) for row in rows]
