"""The log: the only code that writes streams and events.

One append is one transaction: the stream moves from version N to N+k only if it still stands at N with the same
head hash, k rows are inserted, and the stream's own score row changes with them. On PostgreSQL this is a single
statement. Called by `tracker.handle` (new events), `tracker.exchange.transfer` (imports) and `tracker.warm` (reading).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from functools import lru_cache
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
import psycopg
from django.db import DEFAULT_DB_ALIAS, IntegrityError, connections, transaction
from django.db.models import IntegerField, Q, QuerySet, UUIDField

from games.chain import genesis
from games.ruleset import Setup
from tracker import metrics
from tracker.ids import uuid7
from tracker.kept_queries import Kept, Slot
from tracker.models import Event, Stream


class StaleHead(Exception):
    """The stream has moved on since the caller read it, or was handed over. Nothing was written."""


class KeyTaken(Exception):
    """The idempotency key stands on this stream already. Nothing was written."""


class Head(NamedTuple):
    """Where a stream stands: its version and the hash of its last event."""

    version: int
    hash: str


class NewRow(NamedTuple):
    """One event ready to be stored; the order of the fields is the order of the columns."""

    seq: int
    type: str
    schema: int
    data: str
    secret: str | None
    side: str | None
    visibility: str
    actor: str
    at: str | None
    recorded: str
    hash: str
    key: str | None
    digest: str | None
    batch: int | None


class FirstAnswer(msgspec.Struct, frozen=True):
    """What an idempotency key was first used for: the digest of the request and the events that it appended."""

    digest: str
    first_seq: int
    count: int


Payload = tuple[int, str, int, str, str | None]
"""What a fold needs of a stored row: seq, type, schema, public data, secret part."""


class Opened(NamedTuple):
    """A stream's own row, with its snapshot if the log holds the event that the snapshot was made after."""

    kind: str
    system: str
    setup: str
    version: int
    head: str
    shot_version: int | None
    shot_head: str | None
    shot_rules: str | None
    shot_mac: str | None
    shot: bytes | None


PRIVATE = "private"
"""The option of a setup by which a stream is private."""
_COLUMNS = ", ".join(f'"{name}"' for name in NewRow._fields)
_KINDS = "int4 text int2 text text text text text text text text text text int4".split()
_MOVE_AND_INSERT = f"""
WITH moved AS (
    UPDATE tracker_stream SET version = %s, head = %s, score = %s
    WHERE id = %s AND version = %s AND head = %s AND NOT handed_over RETURNING id
)
INSERT INTO tracker_event (stream_id, {_COLUMNS})
SELECT moved.id, """
_POSTGRES_ONE = _MOVE_AND_INSERT + ", ".join(f"%s::{kind}" for kind in _KINDS) + " FROM moved"
_POSTGRES_MANY = (
    _MOVE_AND_INSERT
    + "new.* FROM moved, unnest("
    + ", ".join(f"%s::{kind}[]" for kind in _KINDS)
    + ") AS new"
)
_OPEN = """
SELECT kind, system, setup, s.version, s.head, shot.version, shot.head, shot.rules, shot.mac, shot.state
FROM tracker_stream s LEFT JOIN (
    tracker_snapshot shot JOIN tracker_event e
    ON e.stream_id = shot.stream_id AND e.seq = shot.version AND e.hash = shot.head
) ON shot.stream_id = s.id
WHERE s.id = %s"""
_PAYLOADS = """
SELECT seq, type, schema, data, secret FROM tracker_event
WHERE stream_id = %s AND seq > %s AND seq <= %s ORDER BY seq"""
_HEAD = """
SELECT version, head, (SELECT hash FROM tracker_event WHERE stream_id = s.id AND seq = %s)
FROM tracker_stream s WHERE s.id = %s"""
_SQLITE_MOVE = (
    "UPDATE tracker_stream SET version = ?, head = ?, score = ? "
    "WHERE id = ? AND version = ? AND head = ? AND NOT handed_over"
)
_SQLITE_INSERT = (
    f"INSERT INTO tracker_event (stream_id, {_COLUMNS}) VALUES ({', '.join('?' * (len(NewRow._fields) + 1))})"
)


def is_private(setup: Setup) -> bool:
    """Whether a stream with this setup is there for its club alone."""
    return setup.options.get(PRIVATE) is True


def create_stream(
    kind: str,
    system: str,
    ruleset: str,
    setup: Setup,
    *,
    stream_id: UUID | None = None,
) -> Stream:
    """An empty stream, pinned to a rule-set version. The same id twice gives the first stream back."""
    stream_id = stream_id or uuid7()
    builtins = msgspec.to_builtins(setup)
    head = genesis(kind=kind, system=system, ruleset=ruleset, setup=builtins, stream=str(stream_id))
    fields: dict[str, Any] = {"kind": kind, "system": system, "ruleset": ruleset, "head": head}
    fields["private"] = is_private(setup)
    fields["setup"] = msgspec.json.encode(builtins, order="sorted").decode()
    stream, _ = Stream.objects.get_or_create(id=stream_id, defaults=fields)
    return stream


def append(stream: UUID, base: Head, rows: Sequence[NewRow], score: str) -> Head:
    """Writes `rows` after `base`. Raises `StaleHead` or `KeyTaken`, having written nothing."""
    head = Head(rows[-1].seq, rows[-1].hash)
    current: Any = connections[DEFAULT_DB_ALIAS]
    write = _append_postgres if current.vendor == "postgresql" else _append_sqlite
    try:
        # Django must hear of a connection that broke, or it would go on using it.
        with current.wrap_database_errors:
            if current.connection is None:
                current.connect()
            written = write(current, (head.version, head.hash, score), stream, base, rows)
    except IntegrityError as error:
        raise KeyTaken from error
    if not written:
        raise StaleHead
    metrics.appended(len(rows))
    return head


def _append_postgres(
    current: Any, new: tuple[int, str, str], stream: UUID, base: Head, rows: Sequence[NewRow]
) -> bool:
    # Most appends are of one event, and an array costs the driver ten times what a plain value does.
    one = len(rows) == 1
    values = rows[0] if one else map(list, zip(*rows, strict=True))
    statement = _POSTGRES_ONE if one else _POSTGRES_MANY
    # Inside an open transaction a savepoint; outside, the single statement is its own transaction.
    with transaction.atomic() if current.in_atomic_block else nullcontext():
        cursor = psycopg.Cursor(current.connection)
        cursor.execute(statement, (*new, stream, *base, *values), prepare=True)
        return cursor.rowcount == len(rows)


def _append_sqlite(
    current: Any, new: tuple[int, str, str], stream: UUID, base: Head, rows: Sequence[NewRow]
) -> bool:
    name, raw = stream.hex, current.connection
    with transaction.atomic() if current.in_atomic_block else _Transaction(raw):
        if raw.execute(_SQLITE_MOVE, (*new, name, *base)).rowcount != 1:
            return False
        if len(rows) == 1:
            raw.execute(_SQLITE_INSERT, (name, *rows[0]))
        else:
            raw.executemany(_SQLITE_INSERT, [(name, *row) for row in rows])
        return True


def is_handed_over(stream: UUID) -> bool:
    """Whether another server goes on with the stream, so that nothing is appended here."""
    return Stream.objects.filter(id=stream, handed_over=True).exists()


def rescore(stream: UUID, at: Head, score: str) -> bool:
    """Writes the stream's own score row anew, if it still stands there; what the events say is untouched."""
    found = Stream.objects.filter(id=stream, version=at.version, head=at.hash)
    return bool(found.update(score=score))


class _Transaction:
    """A write transaction of SQLite, on a connection that commits by itself."""

    def __init__(self, raw: sqlite3.Connection) -> None:
        self._raw = raw

    def __enter__(self) -> None:
        self._raw.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None:
                self._raw.execute("COMMIT")
        finally:
            # An error like a full disk may have ended the transaction already.
            if self._raw.in_transaction:
                self._raw.execute("ROLLBACK")


def opened(stream: UUID) -> Opened | None:
    """The stream as it stands, ready to be folded, or None when there is none."""
    found = _fetched(_OPEN, stream)
    return Opened(*found[0]) if found else None


def payloads(stream: UUID, after: int, to: int) -> list[Payload]:
    """What a fold needs of the rows `after` < seq <= `to`, in order."""
    return _fetched(_PAYLOADS, stream, after, to)


def _fetched(query: str, *values: Any) -> list[Any]:
    """All rows of a query, which PostgreSQL plans once for a connection."""
    current: Any = connections[DEFAULT_DB_ALIAS]
    current.close_if_health_check_failed()
    with current.wrap_database_errors:
        if current.connection is None:
            current.connect()
        if current.vendor == "postgresql":
            cursor = psycopg.Cursor(current.connection)
            # Numbers and bytes need no reading of text then.
            return cursor.execute(query, values, prepare=True, binary=True).fetchall()
        plain = [value.hex if isinstance(value, UUID) else value for value in values]
        rows: list[Any] = current.connection.execute(query.replace("%s", "?"), plain).fetchall()
        return rows


def read(stream: UUID, after: int = 0, limit: int | None = None, also: Sequence[str] = ()) -> list[Event]:
    """Stored rows with seq > `after`, and those of the types `also` before them, in order."""
    return list(_rows_after(tuple(also), limit)(stream, after))


@lru_cache(maxsize=64)
def _rows_after(also: tuple[str, ...], limit: int | None) -> Kept[Event]:
    def rows(stream: Slot, after: Slot) -> QuerySet[Event]:
        wanted = Q(seq__gt=after) | Q(type__in=also) if also else Q(seq__gt=after)
        found = Event.objects.filter(wanted, stream_id=stream).order_by("seq")
        return found[:limit] if limit is not None else found

    return Kept(rows, UUIDField(), IntegerField())


def first_answer(stream: UUID, key: str) -> FirstAnswer | None:
    """What `key` was first used for on this stream, or None."""
    row = Event.objects.filter(stream_id=stream, key=key).values_list("digest", "seq", "batch").first()
    return FirstAnswer(row[0] or "", row[1], row[2] or 1) if row else None


def used_keys(asked: Mapping[str, UUID]) -> set[UUID]:
    """Of key -> stream the streams whose key was used on it, in one query."""
    rows = Event.objects.filter(stream_id__in=set(asked.values()), key__in=list(asked))
    found = rows.values_list("key", "stream_id")
    return {stream for key, stream in found if key and asked[key] == stream}


def head_of(stream: UUID) -> Head | None:
    """Where the stream stands in the database, or None when there is none."""
    found = stands(stream, Head(0, ""))
    return found[0] if found else None


def held_at(stream: UUID) -> int | None:
    """Its version, which nobody else moves before this transaction ends; None when there is no such stream."""
    held = Stream.objects.select_for_update(no_key=True).filter(id=stream)
    return held.values_list("version", flat=True).first()


def stands(stream: UUID, since: Head) -> tuple[Head, bool] | None:
    """Where the stream stands, and whether it has passed through `since`; None when there is no stream."""
    found = _fetched(_HEAD, since.version, stream)
    if not found:
        return None
    version, head, hash_ = found[0]
    return Head(version, head), since.version == 0 or hash_ == since.hash
