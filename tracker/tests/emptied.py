"""Empty tables after a transactional test. Called by the root conftest in place of Django's flush.

Events cannot be deleted, not even by a test: their triggers are lifted meanwhile. Kinds of content and permissions
stay as the migrations made them: Django's flush writes them anew after each test, which took a tenth of the suite.
"""

from __future__ import annotations

from typing import Any

from django.core.management.color import no_style
from django.db import connections
from django.test import TransactionTestCase

from tracker.models import triggers

KEPT = {"django_content_type", "auth_permission"}


def after(case: TransactionTestCase) -> None:
    """Empties every database that the test might touch. In place of `TransactionTestCase._fixture_teardown`."""
    for name in case._databases_names(include_mirrors=False):  # type: ignore[attr-defined]
        empty(connections[name])


def empty(connection: Any) -> None:
    """Deletes all rows of all tables but `KEPT`."""
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    statements = connection.ops.sql_flush(no_style(), sorted({*tables} - KEPT))
    triggers.remove(connection)
    try:
        connection.ops.execute_sql_flush(statements)
    finally:
        triggers.install(connection)
