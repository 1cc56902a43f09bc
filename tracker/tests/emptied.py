"""Empty tables after a transactional test. Called by the root conftest in place of Django's flush.

SQLite's file is laid over by one without rows. On PostgreSQL they are deleted; events cannot be, not even by a test: no
trigger is asked meanwhile. Kinds of content and permissions stay as the migrations made them: Django's flush writes
them anew after each test, which took a tenth of the suite.
"""

from __future__ import annotations

from typing import Any

from django.core.management.color import no_style
from django.db import ProgrammingError, connections, transaction
from django.test import TransactionTestCase

from tracker.models import triggers
from tracker.tests.file_copies import FileCopy

KEPT = {"django_content_type", "auth_permission"}


def after(case: TransactionTestCase) -> None:
    """Empties every database that the test might touch. In place of `TransactionTestCase._fixture_teardown`."""
    for name in case._databases_names(include_mirrors=False):  # type: ignore[attr-defined]
        (_renew if connections[name].vendor == "sqlite" else delete)(connections[name])


_bare: dict[str, FileCopy] = {}
"""Name of a file -> the file without rows."""


def _renew(connection: Any) -> None:
    """Lays the empty file over the one that is full; the first time, and while somebody else reads, row by row."""
    connection.ensure_connection()
    name = str(connection.settings_dict["NAME"])
    if name not in _bare or not _bare[name].lay_back(connection.connection):
        empty(connection)
        _bare[name] = FileCopy(connection.connection)


def delete(connection: Any) -> None:
    """Deletes the rows as one who copies from another server would: no trigger asks. For few rows much less work than
    TRUNCATE, which makes every table anew."""
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    rows = "; ".join(f'DELETE FROM "{table}"' for table in sorted({*tables} - KEPT))
    role = "SET session_replication_role"
    try:
        with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
            cursor.execute(f"{role} = replica; {rows}; {role} = DEFAULT")
    except ProgrammingError:  # only a superuser may
        empty(connection)


def empty(connection: Any) -> None:
    """Deletes all rows of all tables but `KEPT`."""
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    statements = connection.ops.sql_flush(no_style(), sorted({*tables} - KEPT))
    triggers.remove(connection)
    try:
        connection.ops.execute_sql_flush(statements)
    finally:
        triggers.install(connection)
