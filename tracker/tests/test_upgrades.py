"""Filled databases of earlier versions become databases of this one, and what stands in them is proven as before.

`states/` holds databases as programs of before left them: a tournament with a played round, one simulated match of each
of the first three games, a seal. A state is never changed; a new one joins with each release. From the oldest of them
`older.py` makes filled tables of every migration since the first, on both databases.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import sqlite3
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.db.migrations.loader import MigrationLoader

from games.tests.rounds import quick_are
from tracker import env
from tracker.tests import older

STATES = sorted((Path(__file__).parent / "states").glob("*.sql.gz"))
KEY = "the key of an installation of before, long enough for all"
UPGRADED = """
import django; django.setup()
import json
from django.core.management import call_command
from django.test import Client
from tracker.proof import seals, verify
from tracker.models import Event, Stream
from tracker.selectors import health
call_command("migrate", verbosity=0)
now = health.status()
found = [one.what for one in verify.damage(verify.verify_database())]
event = Stream.objects.filter(kind="tournament").values_list("id", flat=True)[0]
paths = ("/", f"/events/{event}/", f"/events/{event}/standings/", "/ladders/")
pages = [Client().get(path).status_code for path in paths]
seals.seal_heads()
again = [one.what for one in verify.damage(verify.verify_database())]
print("TOLD", json.dumps([found, pages, again, Event._default_manager.count()]))
print("STATUS", json.dumps([now.behind_count, now.anew, [one.en for one in now.wrong]]))
"""


def filled(state: Path, folder: Path) -> int:
    """An installation as the program of then left it; how many events it holds."""
    folder.mkdir(mode=0o700)
    with sqlite3.connect(folder / "warledger.sqlite3") as database:
        database.executescript(gzip.decompress(state.read_bytes()).decode())
        count = database.execute("SELECT count(*) FROM tracker_event").fetchone()[0]
    noted(state, folder)
    return int(count)


MIGRATIONS = sorted(
    name for app, name in MigrationLoader(None).disk_migrations if app == "tracker" and name != "__init__"
)
FILL = """
import django; django.setup()
from pathlib import Path
from tracker.tests import older
print("FILLED", older.fill({migration!r}, Path({state!r})))
"""
MANAGE = "from django.core.management import execute_from_command_line\n"
BACK = """
for target in ("0007", "zero"):
    try:
        execute_from_command_line(["manage.py", "migrate", "tracker", target])
    except SystemExit as ended:
        print("ENDED", ended.code)
"""
DOWN = """
import django; django.setup()
from django.db.migrations.recorder import MigrationRecorder
from django.db import connection
from games.tests.rounds import quick_are
MigrationRecorder(connection).record_applied("tracker", "9999_of_tomorrow")
"""


KINDS = ("sqlite", "postgres")
"""In turn: every migration is done on both, on tables that were filled before it, from every second state of before."""


@pytest.mark.soak
@pytest.mark.parametrize(
    ("kind", "migration"),
    [(KINDS[at % 2], name) for at, name in enumerate(MIGRATIONS)] + [(KINDS[1], MIGRATIONS[0])],
    ids=lambda told: told if told in KINDS else told[:4],
)
def test_filled_tables_of_every_migration_are_upgraded_and_proven(
    kind: str, migration: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    folder, more = tmp_path / "data", {"ALLOWED_HOSTS": "testserver"}
    folder.mkdir(mode=0o700)
    if kind == "postgres":
        server = request.getfixturevalue("postgres_url")
        name = f"upgrade_{uuid4().hex[:12]}"
        with psycopg.connect(server, autocommit=True) as admin:
            admin.execute(f'CREATE DATABASE "{name}"')
        more["DATABASE_URL"] = f"{server.rsplit('/', 1)[0]}/{name}"
    state = STATES[0]
    if migration >= older.REST_SINCE:
        noted(state, folder)
    done = run(folder, FILL.format(migration=migration[:4], state=str(state)) + UPGRADED, **more)
    assert done.returncode == 0, done.stderr
    events = int(done.stdout.partition("FILLED ")[2].split()[0])
    found, pages, again, count = told(done, "TOLD")
    assert found == [] and again == [] and count == events == 58
    assert pages == [200, 200, 200, 200]


@pytest.mark.soak
def test_a_program_of_before_refuses_what_a_newer_one_made(tmp_path: Path) -> None:
    """Neither serves it nor takes its tables down: the way back is the copy from before."""
    filled(STATES[-1], tmp_path / "data")
    assert run(tmp_path / "data", UPGRADED).returncode == 0
    assert run(tmp_path / "data", DOWN).returncode == 0
    for command in ("verify-log", "rebuild", "migrate"):
        refused = run(tmp_path / "data", f"{MANAGE}execute_from_command_line(['manage.py', {command!r}])")
        assert refused.returncode == 2 and "newer version" in refused.stderr, (command, refused.stderr)


@pytest.mark.soak
def test_tables_with_a_log_in_them_are_not_taken_back(tmp_path: Path) -> None:
    filled(STATES[-1], tmp_path / "data")
    refused = run(tmp_path / "data", UPGRADED + MANAGE + BACK)
    assert refused.returncode == 0 and refused.stdout.count("ENDED 2") == 2, refused.stderr
    assert refused.stderr.count("restore FILE") == 2
    assert run(tmp_path / "data", UPGRADED).returncode == 0, "and nothing was touched"


def noted(state: Path, folder: Path) -> None:
    """The file of seals as it lay beside the database."""
    beside = state.with_name(state.name.replace(".sql.gz", ".seals.jsonl"))
    (folder / "seals.jsonl").write_bytes(beside.read_bytes())


def run(folder: Path, code: str, **more: str) -> subprocess.CompletedProcess[str]:
    names = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY")
    kept = {name: value for name, value in os.environ.items() if name not in names}
    given = {"WARLEDGER_DATA": str(folder), "DJANGO_SETTINGS_MODULE": "tracker.settings", "SECRET_KEY": KEY}
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, env=kept | given | more, cwd=env.CHECKOUT, capture_output=True, text=True, timeout=900
    )


def told(done: subprocess.CompletedProcess[str], what: str) -> Any:
    """What the upgraded installation said of itself."""
    return next(
        json.loads(line.partition(" ")[2]) for line in done.stdout.splitlines() if line.startswith(what)
    )


def rows(state: Path) -> Counter[str]:
    """Table -> how many rows a state holds."""
    dump = gzip.decompress(state.read_bytes()).decode()
    return Counter(re.findall(r'^INSERT INTO "(\w+)"', dump, re.M))


def test_the_newest_state_holds_what_every_migration_until_then_brought() -> None:
    """Names, campaigns, ratings, accounts and programs among it: a later upgrade has something to lose."""
    newest = rows(STATES[-1])
    for table in (
        "sameperson",
        "chroniclerow",
        "chroniclematchrow",
        "whatif",
        "confirmedmatch",
        "ratingrow",
        "ratingchange",
        "seasonrow",
        "runrow",
        "rulefix",
        "secondfactor",
        "recoverycode",
        "webhook",
        "apitoken",
    ):
        assert newest[f"tracker_{table}"], table
    dump = gzip.decompress(STATES[-1].read_bytes()).decode()
    assert dump.count("'N. N. ") >= 2, "a hidden name and a forgotten player"


@pytest.mark.soak
@pytest.mark.parametrize("state", STATES, ids=lambda path: path.name.split(".")[0])
def test_a_filled_database_of_before_is_upgraded_on_postgresql(
    state: Path, postgres_url: str, tmp_path: Path
) -> None:
    name = f"upgrade_{uuid4().hex[:12]}"
    with psycopg.connect(postgres_url, autocommit=True) as admin:
        admin.execute(f'CREATE DATABASE "{name}"')
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    noted(state, folder)
    more = {"DATABASE_URL": f"{postgres_url.rsplit('/', 1)[0]}/{name}", "ALLOWED_HOSTS": "testserver"}
    code = FILL.format(migration=state.name[:4], state=str(state))
    done = run(folder, code + UPGRADED, **more)
    assert done.returncode == 0, done.stderr
    assert told(done, "TOLD") == [[], [200] * 4, [], rows(state)["tracker_event"]]


@pytest.mark.parametrize(
    "state",
    quick_are(STATES[-1:], STATES),
    ids=lambda path: path.name.split(".")[0],
)
def test_a_filled_database_of_before_is_upgraded_and_proven(state: Path, tmp_path: Path) -> None:
    events = filled(state, tmp_path / "data")
    done = run(tmp_path / "data", UPGRADED)
    assert done.returncode == 0, done.stderr
    found, pages, again, count = told(done, "TOLD")
    assert found == [] and again == [] and count == events
    assert pages == [200, 200, 200, 200]
    late, anew, wrong = told(done, "STATUS")
    assert late == 0 and wrong == [], "what an upgrade counts besides makes no entry late"
    assert bool(anew) is (state.name < "0020"), "rows of 0020 are made anew"


@pytest.mark.soak
def test_damage_before_an_upgrade_is_found_after_it(tmp_path: Path) -> None:
    """An upgrade neither mends nor hides what somebody changed."""
    filled(STATES[-1], tmp_path / "data")
    with sqlite3.connect(tmp_path / "data" / "warledger.sqlite3") as database:
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            database.execute(f"DROP TRIGGER {name}")
        database.execute("UPDATE tracker_event SET data = '{}' WHERE position = 3")
        database.execute("UPDATE tracker_stream SET score = '{}' WHERE kind = 'match'")
    done = run(tmp_path / "data", UPGRADED.replace("seals.seal_heads()", ""))
    assert done.returncode == 0, done.stderr
    found = told(done, "TOLD")[0]
    assert any("the hash does not match" in one for one in found)
    assert any("score is not the score" in one for one in found)


def test_there_is_a_state_of_before() -> None:
    assert STATES
