"""A connection kept from one request to the next: asked nothing while it is well, never used when it is not."""

from __future__ import annotations

import pytest
from django.db import ProgrammingError, close_old_connections, connections

from tracker.postgres.base import DatabaseWrapper

pytestmark = pytest.mark.django_db(databases=["default", "postgres"], transaction=True)


@pytest.fixture
def kept() -> DatabaseWrapper:
    """An open connection whose health is looked at again at the next request."""
    found = connections["postgres"]
    assert isinstance(found, DatabaseWrapper)
    found.settings_dict["CONN_HEALTH_CHECKS"] = True
    found.settings_dict["CONN_MAX_AGE"] = 600
    found.close()
    with found.cursor() as cursor:
        cursor.execute("SELECT 1")
    return found


def _process(kept: DatabaseWrapper) -> int:
    with kept.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def test_a_connection_that_is_well_is_asked_nothing(
    kept: DatabaseWrapper, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = _process(kept)
    monkeypatch.setattr(
        "django.db.backends.postgresql.base.DatabaseWrapper.is_usable", lambda _: pytest.fail("asked")
    )
    close_old_connections()
    assert _process(kept) == before


def test_a_connection_that_the_server_ended_is_made_anew(kept: DatabaseWrapper) -> None:
    before = _process(kept)
    other = kept.copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [before])
    other.close()
    close_old_connections()
    assert _process(kept) not in (before, 0)


def test_a_connection_that_is_left_in_a_broken_transaction_is_asked(kept: DatabaseWrapper) -> None:
    """Nothing is there to read, and yet nobody could ask anything by it any more."""
    with kept.cursor() as cursor:
        cursor.execute("BEGIN")
    with pytest.raises(ProgrammingError), kept.cursor() as cursor:
        cursor.execute("SELECT 1 FROM no_such_table")
    assert not kept.is_usable()
    kept.close()
