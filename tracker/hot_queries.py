"""What every page or every append asks of the database and no queryset can say in one statement, as text. Called by
`projections`; what a queryset can say is written once by `kept_queries`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from django.db import connection, transaction

from tracker.models import ChronicleMatchRow, DayTableRow, FeedHead, PairingRow, Stream

PARTS = (
    (Stream, "id", "id"),
    (PairingRow, "tournament_id", "match_id"),
    (DayTableRow, "campaign_id", "match_id"),
    (ChronicleMatchRow, "chronicle_id", "match_id"),
)
"""Where a stream and its parts are named: the table, the column of the whole, the column of the part."""


def late_among(streams: Iterable[UUID]) -> list[UUID]:
    """Those of these streams and of their parts whose rows are not those of their log, in order of age."""
    keys = _keys(streams)
    parts = " UNION ALL ".join(
        f"SELECT {part} FROM {model._meta.db_table} WHERE {whole} IN {_places(keys)}"
        for model, whole, part in PARTS
    )
    late = f"SELECT id FROM {Stream._meta.db_table} WHERE version <> projected_version AND id IN ({parts}) ORDER BY id"
    return [_id(key) for (key,) in _rows(late, keys * len(PARTS))] if keys else []


def counted_on(head: int, more: int) -> bool:
    """Adds to the last number of the feed, whose row stays locked until the transaction ends; False: no row yet."""
    counted = f"UPDATE {FeedHead._meta.db_table} SET number = number + %s WHERE id = %s"
    with connection.cursor() as cursor:
        cursor.execute(counted, (more, head))
        return bool(cursor.rowcount)


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
