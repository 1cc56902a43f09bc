"""Two processes, one stream, 1,000 appends each: versions 1 to n without a hole, nothing lost, nothing doubled."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from tracker.tests.children import Children

TIMES = 1000
ROOT = Path(__file__).resolve().parents[3]
SETUP = """
import django; django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from games.registry import MATCHES
from games.ruleset import Setup
from tracker import log
print(log.create_stream("match", "toy", "1", Setup()).id)
"""
COUNT = """
import sys, django; django.setup()
from uuid import UUID
from games.chain import Row, genesis, link
from tracker import log
from tracker.models import Stream
stream = UUID(sys.argv[1])
rows = log.read(stream)
head = genesis(kind="match", system="toy", ruleset="1", setup={}, stream=str(stream))
for row in rows:
    head = link(head, Row(**{name: getattr(row, name) for name in Row.__struct_fields__}), row.data.encode())
    assert head == row.hash, row.seq
assert Stream.objects.get(id=stream).head == head
assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
print(len(rows), len({row.data for row in rows}))
"""


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'race.sqlite3'}"


@pytest.fixture
def fresh_postgres_url(postgres_url: str) -> str:
    """A database of its own on the test server."""
    name = f"race_{uuid4().hex}"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    parts = psycopg.conninfo.conninfo_to_dict(postgres_url)
    host = f"?host={parts['host']}" if str(parts.get("host", "")).startswith("/") else ""
    address = "" if host else f"{parts.get('host', 'localhost')}:{parts.get('port', 5432)}"
    secret = f":{parts['password']}" if parts.get("password") else ""
    return f"postgresql://{parts['user']}{secret}@{address}/{name}{host}"


def run(url: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], **_surroundings(url), capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def _surroundings(url: str) -> dict:
    environment = {**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "tracker.settings"}
    environment.pop("REDIS_URL", None)
    environment.pop("WARLEDGER_JOBS", None)
    # Only the log is under test here: nothing is queued.
    return {"cwd": ROOT, "env": environment | {"REDIS_URL": "redis://127.0.0.1:1/0", "LOG_LEVEL": "ERROR"}}


@pytest.mark.soak
@pytest.mark.parametrize("database_url", ["sqlite_url", "fresh_postgres_url"])
def test_two_processes_lose_and_double_nothing(
    database_url: str, request: pytest.FixtureRequest, children: Children
) -> None:
    url = request.getfixturevalue(database_url)
    stream = run(url, "-c", SETUP)
    writer = [sys.executable, "-m", "tracker.tests.log.writer", stream]
    both = [children.start([*writer, name, str(TIMES)], **_surroundings(url)) for name in ("left", "right")]
    assert [process.ended(300) for process in both] == [0, 0], [process.output for process in both]
    assert run(url, "-c", COUNT, stream) == f"{2 * TIMES} {2 * TIMES}"
