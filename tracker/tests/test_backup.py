"""A copy made while others write holds every event that was acknowledged before, and becomes an installation again."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import zipfile
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from tracker import env
from tracker.tests import migrated
from tracker.tests.children import Child, Children

KEY = "Jq2mVb9TzR4wLk8NcE1sYd6HfGa3Pu5oKiWt"
WRITE = """
import django; django.setup()
from django.contrib.auth.models import User
from tracker import commands
from tracker.identity import Identity
who = Identity(User.objects.create_user("olga"))
number = 0
while True:
    event = commands.create_tournament(who, name=f"Cup {number}")
    number += 1
    print("stored", number, event, flush=True)
"""
IDLE = WRITE.replace("while True:", "for _ in range(10):") + "import time; time.sleep(300)"
FEED = "from tracker.selectors import feed_head; print('FEED', feed_head())"
COUNT = "from tracker.models import Event; print('EVENTS', Event.objects.count())"


class Installation:
    """A database and a data folder of its own."""

    def __init__(self, data: Path, **variables: str) -> None:
        names = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY")
        kept = {name: value for name, value in os.environ.items() if name not in names}
        given = {
            "WARLEDGER_DATA": str(data),
            "WARLEDGER_VENV": "off",
            "DJANGO_SETTINGS_MODULE": "tracker.settings",
        }
        self.variables = kept | given | variables

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(env.CHECKOUT / "manage.py"), *arguments]
        return subprocess.run(command, env=self.variables, capture_output=True, text=True, timeout=200)

    def done(self, *arguments: str) -> str:
        found = self.manage(*arguments)
        assert found.returncode == 0, found.stdout + found.stderr
        return found.stdout

    def migrated(self) -> None:
        """Its tables are made; on SQLite as a file that the suite keeps."""
        if "DATABASE_URL" in self.variables or not migrated.laid(Path(self.variables["WARLEDGER_DATA"])):
            self.done("migrate", "--verbosity", "0")

    def beside(self, data: Path, number: int) -> Installation:
        """An empty installation of the same kind, with the same key."""
        more = {name: self.variables[name] for name in ("SECRET_KEY",) if name in self.variables}
        if url := self.variables.get("DATABASE_URL"):
            server, _, name = url.rpartition("/")
            with psycopg.connect(f"{server}/postgres", autocommit=True) as admin:
                admin.execute(f'CREATE DATABASE "{name}_{number}"')
            more["DATABASE_URL"] = f"{url}_{number}"
        return Installation(data, **more)

    def writer(self, children: Children) -> Child:
        return children.start([sys.executable, "-c", WRITE], self.variables)

    def events(self) -> int:
        return int(self.done("shell", "-c", COUNT).rpartition("EVENTS ")[2])


@pytest.fixture(params=["sqlite", "postgres"])
def pair(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Installation, Installation]:
    """An installation, and another that is empty."""
    if request.param == "sqlite":
        return Installation(tmp_path / "one"), Installation(tmp_path / "two")
    postgres: str = request.getfixturevalue("postgres_url")
    found = []
    for folder in ("one", "two"):
        name = f"backup_{uuid4().hex[:12]}"
        with psycopg.connect(postgres, autocommit=True) as admin:
            admin.execute(f'CREATE DATABASE "{name}"')
        url = f"{postgres.rsplit('/', 1)[0]}/{name}"
        found.append(Installation(tmp_path / folder, DATABASE_URL=url, SECRET_KEY=KEY))
    return found[0], found[1]


def stored(writer: Child) -> int:
    """How many events the writer was told are stored: two for each event of a hall, its opening and its office."""
    return writer.output.count("stored")


@pytest.mark.soak
def test_a_copy_under_writes_holds_all_that_was_acknowledged_and_becomes_an_installation(
    pair: tuple[Installation, Installation], children: Children, tmp_path: Path
) -> None:
    one, two = pair
    one.migrated()
    writer = one.writer(children)
    writer.until("stored 10 ", 90)
    acknowledged = stored(writer)
    copy = tmp_path / "copy.zip"
    told = one.done("backup", str(copy))
    assert writer.running() and stored(writer) > acknowledged, "it wrote all the while"
    writer.killed()
    assert copy.stat().st_mode & 0o777 == 0o600 and "sha256" in told
    assert list(tmp_path.glob(".copy*")) == []
    refused = one.manage("restore", str(copy))
    assert refused.returncode == 1 and "holds events already" in refused.stderr
    two.done("restore", str(copy))
    assert acknowledged <= two.events() <= one.events()
    assert int(two.done("shell", "-c", FEED).rpartition("FEED ")[2]) >= 1_000_000, "no number comes twice"
    assert two.manage("verify-log").returncode == 0
    two.done("shell", "-c", WRITE.replace("while True:", "for _ in range(2):").replace("olga", "boris"))


@pytest.mark.soak
def test_a_copy_of_an_idle_installation_holds_what_stands_beside_the_database_file(
    children: Children, tmp_path: Path
) -> None:
    """The newest events are in the write-ahead log as long as somebody is connected; the file alone lacks them."""
    one, two = Installation(tmp_path / "one"), Installation(tmp_path / "two")
    one.migrated()
    writer = children.start([sys.executable, "-c", IDLE], one.variables)
    writer.until("stored 9 ", 90)
    alone = sqlite3.connect(f"file:{tmp_path / 'one' / 'warledger.sqlite3'}?immutable=1", uri=True)
    assert alone.execute("SELECT count(*) FROM tracker_event").fetchone()[0] < stored(writer)
    alone.close()
    one.done("backup", str(tmp_path / "copy.zip"))
    two.done("restore", str(tmp_path / "copy.zip"))
    assert two.events() == one.events() == stored(writer) and writer.running()


COPIES = int(os.environ.get("WARLEDGER_COPIES", "2"))
SLOWLY = WRITE.replace("    number += 1", "    number += 1; rest(number)").replace(
    "number = 0",
    "import time\nfrom tracker.proof import seals\n"
    "rest = lambda at: (seals.seal_heads() if at % 5 == 0 else None, time.sleep(0.3))\nnumber = 0",
)
SEALED = (
    WRITE.replace("while True:", "for _ in range(2):") + "from tracker.proof import seals; seals.seal_heads()"
)


@pytest.mark.soak
def test_copies_under_writes_are_restored_and_verified(
    pair: tuple[Installation, Installation], children: Children, tmp_path: Path
) -> None:
    """As often as `WARLEDGER_COPIES` says: copied while somebody writes and seals, restored elsewhere, verified."""
    one, _ = pair
    one.migrated()
    writer = children.start([sys.executable, "-c", SLOWLY], one.variables)
    writer.until("stored 5 ", 90)
    for number in range(COPIES):
        acknowledged, copy = stored(writer), tmp_path / f"{number}.zip"
        one.done("backup", str(copy))
        two = one.beside(tmp_path / f"restored-{number}", number)
        two.done("restore", str(copy))
        assert two.events() >= acknowledged and writer.running()
        found = two.manage("verify-log")
        assert found.returncode == 0, (number, found.stdout)


@pytest.mark.soak
def test_copies_into_a_folder_are_kept_by_number_and_hold_the_file_of_seals(tmp_path: Path) -> None:
    one, two = Installation(tmp_path / "one"), Installation(tmp_path / "two")
    one.migrated()
    one.done("shell", "-c", SEALED)
    folder = tmp_path / "copies"
    folder.mkdir()
    for name in ("warledger-20260101T000000Z.zip", "warledger-20260102T000000Z.zip", "notes.zip"):
        (folder / name).write_bytes(b"")
    told = one.done("backup", "--into", str(folder), "--keep", "2")
    names = sorted(path.name for path in folder.iterdir())
    assert names[:2] == ["notes.zip", "warledger-20260102T000000Z.zip"] and len(names) == 3
    assert names[2] in told
    two.done("restore", str(folder / names[2]))
    assert (tmp_path / "two" / "seals.jsonl").read_bytes() == (tmp_path / "one" / "seals.jsonl").read_bytes()
    assert two.manage("verify-log").returncode == 0
    (tmp_path / "two" / "seals.jsonl").unlink()
    alone = two.manage("verify-log")
    assert alone.returncode == 1 and "file of seals is missing" in alone.stdout


KEYS = {"SECRET_KEY": "another-key-" * 4, "SECRET_KEY_FALLBACKS": "the-first-key-" * 4}


@pytest.fixture(scope="module")
def of_two_keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of an installation that has another key than when its seals were made."""
    folder = tmp_path_factory.mktemp("keys")
    one = Installation(folder / "one", SECRET_KEY=KEYS["SECRET_KEY_FALLBACKS"])
    one.migrated()
    one.done("shell", "-c", SEALED)
    Installation(folder / "one", **KEYS).done("backup", str(folder / "copy.zip"))
    return folder / "copy.zip"


@pytest.mark.parametrize("said", [False, True], ids=["in the folder", "in the environment"])
def test_former_keys_travel_with_the_key(tmp_path: Path, of_two_keys: Path, said: bool) -> None:
    """A copy held the key of today alone: what was sealed under the one of before could not be proven."""
    copy = of_two_keys
    two = Installation(tmp_path / "two", **({"SECRET_KEY": KEYS["SECRET_KEY"]} if said else {}))
    told = two.done("restore", str(copy))
    former = tmp_path / "two" / "former_keys"
    assert ("SECRET_KEY_FALLBACKS lacks: 1." in told) is said and former.exists() is not said
    assert two.manage("verify-log").returncode == (1 if said else 0)
    if not said:
        assert former.stat().st_mode & 0o777 == 0o600
        again = tmp_path / "again.zip"
        two.done("backup", str(again))
        with zipfile.ZipFile(again) as archive:
            assert archive.read("former_keys").decode() == KEYS["SECRET_KEY_FALLBACKS"]


KILLED = """
import django; django.setup()
import os, pathlib, sys
from django.db import models
from tracker import backup
def killed(archive, manifest):
    os._exit(137)
backup._fill_sqlite = backup._fill_postgres = killed
backup.restore(pathlib.Path(sys.argv[1]))
"""
"""Ends where the database would be filled, as by `kill -9`."""


@pytest.mark.soak
def test_a_restore_that_was_killed_is_begun_again(
    pair: tuple[Installation, Installation], tmp_path: Path
) -> None:
    """It left a full database without its key and its seals, and was refused when it was repeated."""
    one, two = pair
    one.migrated()
    one.done("shell", "-c", WRITE.replace("while True:", "for _ in range(2):"))
    one.done("shell", "-c", "from tracker.proof import seals; seals.seal_heads()")
    copy = tmp_path / "copy.zip"
    one.done("backup", str(copy))
    killed = subprocess.run([sys.executable, "-c", KILLED, str(copy)], env=two.variables, timeout=200)
    assert killed.returncode == 137
    for name in ("seals.jsonl", *(("secret_key",) if "SECRET_KEY" not in two.variables else ())):
        assert (tmp_path / "two" / name).read_bytes() == (tmp_path / "one" / name).read_bytes()
    two.done("restore", str(copy))
    assert two.events() == one.events() and two.manage("verify-log").returncode == 0
    assert [path.name for path in (tmp_path / "two").glob("secret_key.*")] == []


def test_a_copy_that_was_changed_is_refused(tmp_path: Path) -> None:
    one = Installation(tmp_path / "one")
    one.migrated()
    copy = tmp_path / "copy.zip"
    one.done("backup", str(copy))
    content = bytearray(copy.read_bytes())
    content[len(content) // 2] ^= 0xFF
    copy.write_bytes(content)
    refused = Installation(tmp_path / "two").manage("restore", str(copy))
    assert refused.returncode == 1 and "not restored" in refused.stderr
