"""A function that SQLite lacks: text without the difference of capitals, in any alphabet. Made for every connection."""

from __future__ import annotations

from typing import Any

from django.db.backends.signals import connection_created

FOLD = "WARLEDGER_FOLD"
PARTS = "WARLEDGER_PARTS"
"""A function of PostgreSQL, made by a migration: all parts of three letters, by which an index finds names."""
ANY_ALPHABET = "und-x-icu"
"""A collation of PostgreSQL that knows the case of every alphabet, whatever the locale of the database is."""


def _folded(text: str | None) -> str | None:
    return None if text is None else text.casefold()


def _made(connection: Any, **_: Any) -> None:
    if connection.vendor == "sqlite":
        connection.connection.create_function(FOLD, 1, _folded, deterministic=True)


connection_created.connect(_made)
