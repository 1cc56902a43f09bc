"""Questions that every page asks, as text: Django would put each together anew, for longer than the database needs to
answer it. Called by `identity` and `projections`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection, transaction

from tracker.models import ChronicleMatchRow, DayTableRow, FeedHead, FeedRow, Membership, PairingRow, Stream

PARTS = (
    (Stream, "id", "id"),
    (PairingRow, "tournament_id", "match_id"),
    (DayTableRow, "campaign_id", "match_id"),
    (ChronicleMatchRow, "chronicle_id", "match_id"),
)
"""Where a stream and its parts are named: the table, the column of the whole, the column of the part."""


class Office(NamedTuple):
    """A role that somebody holds at a stream of this kind."""

    role: str
    stream: UUID
    kind: str


def late_among(streams: Iterable[UUID]) -> list[UUID]:
    """Those of these streams and of their parts whose rows are not those of their log, in order of age."""
    keys = _keys(streams)
    parts = " UNION ALL ".join(
        f"SELECT {part} FROM {model._meta.db_table} WHERE {whole} IN {_places(keys)}"
        for model, whole, part in PARTS
    )
    late = f"SELECT id FROM {Stream._meta.db_table} WHERE version <> projected_version AND id IN ({parts}) ORDER BY id"
    return [_id(key) for (key,) in _rows(late, keys * len(PARTS))] if keys else []


def offices_at(user: int, streams: Iterable[UUID]) -> list[Office]:
    """The offices of an account at these streams."""
    keys = _keys(streams)
    held = (
        f"SELECT role, stream_id, kind FROM {Membership._meta.db_table} AS held"
        f" JOIN {Stream._meta.db_table} AS stream ON stream.id = stream_id"
        f" WHERE user_id = %s AND stream_id IN {_places(keys)}"
    )
    return [Office(role, _id(key), kind) for role, key, kind in _rows(held, [user, *keys])] if keys else []


def last_told(streams: Iterable[UUID]) -> dict[UUID, int]:
    """Stream -> the last of its events that stands in the feed."""
    keys = _keys(streams)
    last = (
        f"SELECT stream_id, MAX(seq) FROM {FeedRow._meta.db_table}"
        f" WHERE stream_id IN {_places(keys)} GROUP BY stream_id"
    )
    return {_id(key): seq for key, seq in _rows(last, keys)} if keys else {}


def counted_on(head: int, more: int) -> bool:
    """Adds to the last number of the feed, whose row stays locked until the transaction ends; False: no row yet."""
    counted = f"UPDATE {FeedHead._meta.db_table} SET number = number + %s WHERE id = %s"
    with connection.cursor() as cursor:
        cursor.execute(counted, (more, head))
        return bool(cursor.rowcount)


def last_number(head: int) -> int:
    """The last number of the feed."""
    ((number,),) = _rows(f"SELECT number FROM {FeedHead._meta.db_table} WHERE id = %s", (head,))
    return int(number)


def marked(shown: Iterable[tuple[UUID, int]], made_by: str) -> None:
    """Notes up to which version the rows of streams show their logs, and which program made them. A slower job of an
    older version does not turn the mark back; one that no log can have is put right.
    """
    mark = (
        f"UPDATE {Stream._meta.db_table} SET projected_version = %s, projected_by = %s"
        " WHERE id = %s AND (projected_version <= %s OR projected_version > version)"
    )
    values = [(version, made_by, _keys([stream])[0], version) for stream, version in shown]
    with transaction.atomic(savepoint=False), connection.cursor() as cursor:
        cursor.executemany(mark, values)


def _keys(streams: Iterable[UUID]) -> list[Any]:
    return [Stream._meta.pk.get_db_prep_value(stream, connection) for stream in streams]


def _id(key: Any) -> UUID:
    found: UUID = Stream._meta.pk.to_python(key)
    return found


def _places(keys: Sequence[Any]) -> str:
    return f"({', '.join(['%s'] * len(keys))})"


def _rows(query: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return list(cursor.fetchall())
