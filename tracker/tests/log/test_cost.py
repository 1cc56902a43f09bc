"""What an append costs the database: nothing but its one statement, prepared once, and a connection that heals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import psycopg
import pytest
from django.db import OperationalError, close_old_connections, connection

from games.ruleset import Actor, Setup
from tracker import appended, env, log, warm
from tracker.handle import Answer, Command, handle
from tracker.tests.log.toy import RULES, Added

PLAYER = Actor("player", "a")


@pytest.fixture
def stream(on_postgres: None) -> Iterator[UUID]:
    yield log.create_stream("match", "toy", RULES.version, Setup()).id


def add(stream: UUID) -> Answer:
    return handle(Command(stream=stream, actor=PLAYER, events=(Added(number=1),)))


def prepared() -> list[tuple[str, int]]:
    """(statement, how often it ran) of what this session keeps planned."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement, generic_plans + custom_plans FROM pg_prepared_statements")
        return list(cursor.fetchall())


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every statement that goes to PostgreSQL from now on."""
    found: list[str] = []
    execute = psycopg.Cursor.execute

    def counted(self: psycopg.Cursor, query: str, *args: Any, **named: Any) -> Any:
        found.append(query)
        return execute(self, query, *args, **named)

    monkeypatch.setattr(psycopg.Cursor, "execute", counted)
    return found


@pytest.mark.django_db(transaction=True)
def test_an_append_is_one_prepared_statement(stream: UUID, sent: list[str]) -> None:
    add(stream)
    sent.clear()
    with appended.held():
        add(stream), add(stream)
    assert len(sent) == 2
    kept = {statement: times for statement, times in prepared() if "INSERT INTO tracker_event" in statement}
    assert len(kept) == 1 and sum(kept.values()) == 3


@pytest.mark.django_db(transaction=True)
def test_a_cold_state_takes_two_statements_and_a_warm_one_a_look(stream: UUID, sent: list[str]) -> None:
    with appended.held():
        add(stream), add(stream)
    warm.forget()
    sent.clear()
    assert warm.load(stream).state.total == 2 and len(sent) == 2
    assert warm.current(stream).state.total == 2 and len(sent) == 3


@pytest.mark.django_db(transaction=True)
def test_after_a_lost_connection_the_next_request_appends_again(stream: UUID) -> None:
    add(stream)
    with psycopg.connect(**_address()) as other:
        other.execute("SELECT pg_terminate_backend(%s)", (connection.connection.info.backend_pid,))
    with pytest.raises(OperationalError):
        add(stream)
    close_old_connections()  # as at the end of a request
    assert add(stream).version == 2 and warm.current(stream).state.total == 2


def _address() -> dict[str, Any]:
    found = connection.settings_dict
    names = {"host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD", "dbname": "NAME"}
    return {name: found[key] for name, key in names.items() if found[key]}


@pytest.mark.parametrize(("query", "after"), [("", env.PREPARE_AFTER), ("?prepare=no", None)])
def test_statements_are_prepared_unless_the_address_says_no(query: str, after: int | None) -> None:
    found = env.database(env.data_folder(), f"postgresql://somebody@host/name{query}")
    assert found["OPTIONS"]["prepare_threshold"] == after


@pytest.mark.django_db(transaction=True)
def test_sqlite_keeps_its_connection_from_one_request_to_the_next() -> None:
    connection.ensure_connection()
    before = connection.connection
    close_old_connections()
    assert connection.vendor == "sqlite" and connection.connection is before
