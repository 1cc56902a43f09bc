"""Search without regard to case, in any alphabet.

SQLite has no function for it: every connection gets one.
"""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.db.backends.signals import connection_created
from django.db.models import CharField, F, Func, QuerySet
from django.db.models.functions import Collate, Lower

FOLD = "WARLEDGER_FOLD"
PARTS = "WARLEDGER_PARTS"
"""A function of PostgreSQL, made by a migration: all parts of three letters, by which an index finds names."""
ANY_ALPHABET = "und-x-icu"
"""A collation of PostgreSQL that knows the case of every alphabet, whatever the locale of the database is."""


def called(rows: QuerySet[Any], text: str, field: str = "name") -> QuerySet[Any]:
    """Those rows whose `name` (or another field) holds this text, in either case of any alphabet.

    Neither database does that by itself: SQLite knows the case of Latin letters alone, PostgreSQL only what its locale
    knows, which may be nothing but Latin.
    """
    if connection.vendor == "sqlite":
        folded: Any = Func(F(field), function=FOLD, output_field=CharField())
        return rows.alias(**{f"folded_{field}": folded}).filter(
            **{f"folded_{field}__contains": text.casefold()}
        )
    lowered = Lower(Collate(field, ANY_ALPHABET))
    return rows.alias(**{f"folded_{field}": lowered}).filter(**{f"folded_{field}__contains": text.lower()})


def _folded(text: str | None) -> str | None:
    return None if text is None else text.casefold()


def _made(connection: Any, **_: Any) -> None:
    if connection.vendor == "sqlite":
        connection.connection.create_function(FOLD, 1, _folded, deterministic=True)


connection_created.connect(_made)
