"""The suite's own footing: both databases and a Redis-compatible server are real, and tests leave no trace."""

from __future__ import annotations

import threading
from typing import Any

import pytest
import redis
from django.contrib.auth.models import User
from django.db import connection, connections

from tracker.tests import services


def _version() -> str:
    return "select sqlite_version()" if connection.vendor == "sqlite" else "select version()"


def test_the_default_database_is_the_one_that_the_parameter_names(database: str) -> None:
    assert connection.vendor == {"default": "sqlite", "postgres": "postgresql"}[database]
    with connection.cursor() as cursor:
        cursor.execute(_version())
        assert ("PostgreSQL" in cursor.fetchone()[0]) is (database == "postgres")


@pytest.mark.django_db(transaction=True)
def test_threads_of_a_test_meet_in_the_same_database(database: str) -> None:
    User.objects.create(username="main")
    seen: list[Any] = []

    def look() -> None:
        seen.append((connection.vendor, list(User.objects.values_list("username", flat=True))))
        connections.close_all()

    thread = threading.Thread(target=look)
    thread.start()
    thread.join(10)
    assert seen == [(connection.vendor, ["main"])]


def test_a_test_leaves_nothing_behind(database: str) -> None:
    assert not User.objects.exists()


def test_the_redis_server_can_be_halted_and_brought_back(own_redis: services.Server) -> None:
    client = redis.Redis.from_url(own_redis.url)
    assert client.ping()
    own_redis.halt()
    with pytest.raises(redis.exceptions.ConnectionError):
        redis.Redis.from_url(own_redis.url, retry=None).ping()
    own_redis.start()
    assert redis.Redis.from_url(own_redis.url).ping()


def test_a_server_that_does_not_start_shows_its_log(tmp_path: Any) -> None:
    script = ("/bin/sh", "-c", "echo the disk is full; exit 3")
    server = services.Server("x://", script, tmp_path, None, lambda: False)
    with pytest.raises(services.Unavailable, match="the disk is full"):
        server.start()


def test_without_any_server_the_reason_names_what_was_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TEST_DATABASE_URL", raising=False)
    monkeypatch.setattr(services, "_postgres_binaries", list)
    with pytest.raises(services.Unavailable, match="no TEST_DATABASE_URL"):
        services.postgres_server()


def test_a_named_server_is_used_and_never_started_or_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_REDIS_URL", "redis://elsewhere:1/0")
    server = services.redis_server()
    server.start()
    server.stop()
    assert (server.url, server.process) == ("redis://elsewhere:1/0", None)
