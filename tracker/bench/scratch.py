"""Databases for one benchmark: empty, migrated, discarded. Used by the figures.

The migrations run once a process and kind of database; what is lent is a copy of what they made. While one is lent,
`default` means it, in this process (every thread) and, through DATABASE_URL, in those that it starts. PostgreSQL runs
with its default durability: every commit is synced.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from pathlib import Path
from unittest import mock
from uuid import uuid4

import psycopg
from django.core.management import call_command
from django.db import connections
from django.test import override_settings

from tracker import env, jobs, warm
from tracker.celery import app
from tracker.tests.services import Server, postgres_server, redis_server


@cache
def _server() -> Server:
    return postgres_server(durable=True).start()


@contextmanager
def postgres() -> Iterator[str]:
    """A new database on a real PostgreSQL; yields its address. Raises services.Unavailable."""
    with _created(_postgres_tables()) as url, as_default(url):
        yield url


@cache
def _postgres_tables() -> str:
    """The name of a database that holds the empty tables and that nobody else uses."""
    name = f"bench_{uuid4().hex[:12]}"
    with psycopg.connect(_server().url, autocommit=True) as admin:
        admin.execute(f'CREATE DATABASE "{name}"')
    _migrate(_address(name))
    return name


@contextmanager
def _created(template: str) -> Iterator[str]:
    name = f"bench_{uuid4().hex[:12]}"
    with psycopg.connect(_server().url, autocommit=True) as admin:
        admin.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        try:
            yield _address(name)
        finally:
            admin.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def _address(name: str) -> str:
    return f"{_server().url.rsplit('/', 1)[0]}/{name}"


@contextmanager
def sqlite() -> Iterator[str]:
    """A new SQLite file with the settings of an embedded installation; yields its path."""
    with tempfile.TemporaryDirectory(prefix="warledger-bench-") as folder:
        path = Path(folder) / "bench.sqlite3"
        path.write_bytes(_sqlite_tables())
        with as_default(f"sqlite:///{path}"):
            yield str(path)


@cache
def _sqlite_tables() -> bytes:
    """The file with the empty tables."""
    with tempfile.TemporaryDirectory(prefix="warledger-bench-") as folder:
        path = Path(folder) / "tables.sqlite3"
        _migrate(f"sqlite:///{path}")
        return path.read_bytes()


def _migrate(url: str) -> None:
    with as_default(url):
        call_command("migrate", verbosity=0, interactive=False)


@contextmanager
def as_default(url: str, *, seals: bool = True) -> Iterator[None]:
    """Every thread's next connection is to `url`; what was open before is closed and comes back afterwards.

    `seals`: it notes its seals in a file of its own; otherwise the file that is set stays.
    """
    connections.close_all()
    before = connections.settings["default"]
    defaults = {key: before[key] for key in ("ATOMIC_REQUESTS", "AUTOCOMMIT", "TIME_ZONE")}
    defaults |= {"TEST": before["TEST"], "CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": False}
    defaults |= dict.fromkeys(("HOST", "PORT", "USER", "PASSWORD"), "")
    _use(defaults | env.database(env.data_folder(), url))
    try:
        with _own_seals() if seals else nullcontext(), mock.patch.dict(os.environ, {"DATABASE_URL": url}):
            yield
    finally:
        _use(before)


@contextmanager
def _own_seals() -> Iterator[None]:
    """Seals of a database that is discarded are noted in a file that is discarded: what stands beside the
    installation's own database would otherwise witness against it, and against the next one that is lent."""
    with tempfile.TemporaryDirectory(prefix="warledger-seals-") as folder:
        file = str(Path(folder) / "seals.jsonl")
        with override_settings(SEALS_FILE=file), mock.patch.dict(os.environ, {"WARLEDGER_SEALS": file}):
            yield


def current_url() -> str:
    """The address of the database that is lent at the moment."""
    return os.environ["DATABASE_URL"]


@contextmanager
def broker() -> Iterator[str]:
    """Jobs go to a real broker for a while, as on a server; nobody takes them. Raises services.Unavailable."""
    server = redis_server().start()
    try:
        with jobs_through(server.url):
            yield server.url
    finally:
        server.stop()


@contextmanager
def jobs_through(url: str) -> Iterator[None]:
    """Jobs of this process are handed to the broker at `url` for a while."""
    before = {
        name: app.conf[name] for name in ("task_always_eager", "broker_url", "broker_transport_options")
    }
    try:
        with (
            mock.patch.dict(os.environ, {"REDIS_URL": url}),
            override_settings(CELERY_TASK_ALWAYS_EAGER=False),
        ):
            address, options = env.broker(env.data_folder()) or ("", {})
            _use_broker(
                {"task_always_eager": False, "broker_url": address, "broker_transport_options": options}
            )
            yield
            # What is still to be handed over belongs to this broker and this database.
            jobs._dispatcher.flush()
    finally:
        _use_broker(before)


def _use_broker(settings: dict[str, object]) -> None:
    """Both pools hold connections to the broker before, and Celery makes new ones when they are gone."""
    app.conf.update(settings)
    app._pool = app.amqp._producer_pool = None


def _use(settings: dict[str, object]) -> None:
    if hasattr(connections._connections, "default"):  # type: ignore[attr-defined]
        connections["default"].close()
        del connections["default"]
    connections.settings["default"] = settings
    warm.forget()
