"""The page for a server with systemd, walked word for word, in a scratch folder that stands for `/`.

What a machine of tests has not (systemd, sudo, packages) is done by `standins.py`, which refuses what it does not know;
units are checked by systemd's own `systemd-analyze verify`, and their commands are started as they stand.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen
from zipfile import ZipFile

import psycopg
import pytest

from tracker import env
from tracker.tests.services import free_port
from tracker.tests.visitors import soon

ROOT = env.CHECKOUT
GUIDES = {language: ROOT / "docs" / language / "operators.md" for language in ("en", "ru")}
NAME = "hall.example.org"
PLACES = ("/etc/", "/srv/warledger", "/var/lib/warledger")
STANDINS = ("apt-get", "useradd", "git", "python3", "sudo", "systemd-run", "systemctl")


def commands(language: str) -> str:
    """The commands of the section on systemd, without their comments."""
    section = re.search(
        r"^## [^\n]*systemd$\n[^#`]*```sh\n(.*?)```", GUIDES[language].read_text("utf-8"), re.M | re.S
    )
    assert section, "the guide has no such section"
    return "\n".join(re.sub(r"\s+#.*$", "", line) for line in section[1].splitlines())


def test_both_languages_give_the_same_commands() -> None:
    assert commands("ru").replace("ВАШЕ.ИМЯ", "YOUR.NAME") == commands("en")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_finds_nothing_wrong_with_the_units(tmp_path: Path) -> None:
    units = sorted((ROOT / "deploy" / "systemd").glob("warledger-*"))
    for unit in units:
        text = unit.read_text("utf-8").replace("/srv/warledger", str(ROOT))
        (tmp_path / unit.name).write_text(text, "utf-8")

    def verified() -> str:
        paths = [str(tmp_path / unit.name) for unit in units]
        done = subprocess.run(
            ["systemd-analyze", "verify", *paths], capture_output=True, text=True, timeout=60
        )
        return "\n".join(line for line in (done.stdout + done.stderr).splitlines() if "warledger" in line)

    assert verified() == ""
    web = tmp_path / "warledger-web.service"
    web.write_text(web.read_text("utf-8").replace("ProtectSystem", "ProtectSystm"), "utf-8")
    assert "Unknown key" in verified(), "it would have found something"


class Walk:
    """A folder that stands for `/`, with PostgreSQL and a broker on the ports of the tests."""

    def __init__(self, root: Path, postgres: str, redis: str) -> None:
        self.root, self.port, self.postgres = root, free_port(), postgres
        places = {place: f"{root}{place}" for place in PLACES}
        database = re.search(r"@([^/]+)/", postgres)
        assert database
        there = {
            "127.0.0.1:5432": database[1],
            "redis://127.0.0.1:6379/0": redis,
            "--port 8000": f"--port {self.port}",
        }
        self.places = places
        for folder in ("etc/systemd/system", "etc/caddy", "srv", "var/lib", "bin"):
            (root / folder).mkdir(parents=True)
        for name in STANDINS:
            tool = root / "bin" / name
            tool.write_text(
                f'#!/bin/sh\nexec "{sys.executable}" "{Path(__file__).parent}/standins.py" {name} "$@"\n'
            )
            tool.chmod(0o755)
        ours = ("WARLEDGER_", "DJANGO_", "DATABASE_URL", "REDIS_URL", "SECRET_KEY", "ALLOWED_HOSTS")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        self.variables = kept | {
            "PATH": f"{root}/bin:{os.environ['PATH']}",
            "PIP_DRY_RUN": "1",  # the environment of the tests holds what the lock asks for, or pip says so
            "PIP_NO_INDEX": "1",
            "WALK": str(root),
            "WALK_CHECKOUT": str(ROOT),
            "WALK_POSTGRES": postgres,
            "WALK_PLACES": json.dumps(places | there),
        }

    def script(self) -> str:
        """The commands of the page, with our places and name, and what its comments ask for."""
        told = commands("en").replace("YOUR.NAME", NAME)
        for was, now in self.places.items():
            told = told.replace(was, now)
        before, last, after = told.rpartition("manage status")
        assert last and not after.strip()
        # The worker and the beat need a moment after their start.
        return f"set -euo pipefail\n{before}for _ in $(seq 90); do manage status && exit 0; sleep 1; done; exit 1\n"

    def run(self) -> subprocess.CompletedProcess[str]:
        command: list[str] = ["bash", "-c", self.script()]
        return subprocess.run(
            command, env=self.variables, capture_output=True, text=True, timeout=900, cwd=self.root
        )

    def calls(self) -> list[Any]:
        return [json.loads(line) for line in (self.root / "calls.jsonl").read_text("utf-8").splitlines()]

    def end(self) -> None:
        for pid in self.root.glob("*.pid"):
            with suppress(ProcessLookupError):
                os.killpg(int(pid.read_text()), signal.SIGKILL)
        with psycopg.connect(self.postgres, autocommit=True) as admin:
            admin.execute("DROP DATABASE IF EXISTS warledger WITH (FORCE)")
            admin.execute("DROP ROLE IF EXISTS warledger")


@pytest.fixture
def walk(tmp_path: Path, postgres_url: str, redis_url: str) -> Iterator[Walk]:
    one = Walk(tmp_path, postgres_url, redis_url)
    try:
        yield one
    finally:
        one.end()


@pytest.mark.soak
@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the secrets")
def test_the_page_leads_from_an_empty_machine_to_a_server_that_is_well(walk: Walk, monkeypatch: Any) -> None:
    done = walk.run()
    logs = "\n".join(f"{log.name}: {log.read_text()}" for log in walk.root.glob("*.log"))
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:] + logs[-3000:]
    assert {call[0] for call in walk.calls()} == set(STANDINS)
    told = done.stdout.rpartition("database:")[2]
    assert "worker heard" in told and "never" not in told.partition("last seal")[0]
    secrets = (walk.root / "etc" / "warledger.env").read_text("utf-8")
    assert "PASSWORD@" not in secrets and NAME in secrets and "SECRET_KEY=\n" not in secrets
    assert stat.S_IMODE((walk.root / "etc" / "warledger.env").stat().st_mode) == 0o600
    assert NAME in (walk.root / "etc" / "caddy" / "Caddyfile").read_text("utf-8")

    as_caddy = {"Host": NAME, "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"}

    def health() -> Any:
        with suppress(OSError):
            return json.load(
                urlopen(Request(f"http://127.0.0.1:{walk.port}/healthz", headers=as_caddy), timeout=20)
            )
        return None

    assert soon(health, "the web process", 60)["ok"] is True

    monkeypatch.setenv("WALK", str(walk.root))
    sys.modules.pop("tracker.tests.standins", None)
    from tracker.tests import standins

    assert standins.started("warledger-backup").wait(300) == 0
    (copy,) = (walk.root / "var" / "lib" / "warledger" / "backups").iterdir()
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600 and ZipFile(copy).testzip() is None
