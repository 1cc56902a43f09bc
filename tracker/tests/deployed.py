"""A server as the documents have it installed: an environment from `requirements.txt` alone, PostgreSQL, a broker, and
the commands of the Dockerfile and of docker-compose.yml for web, worker and beat.

`environment` makes the environment once for each lock and Python and keeps it beside `.venv`; `Deployment` starts the
processes. Nothing of pytest's own environment is in them.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
import venv
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import yaml

from tracker.env import CHECKOUT
from tracker.tests.children import Child, Children
from tracker.tests.services import free_port

LOCK = CHECKOUT / "requirements.txt"
KEPT = (CHECKOUT / ".venv").resolve().parent / ".venv-deployed"
START_SECONDS = 180
OURS = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "ALLOWED_HOSTS", "DJANGO_SETTINGS_MODULE", "DEBUG")
SECRET = "x7Jq2mVb9TzR4wLk8NcE1sYd6HfGa3Pu5oKiWtXe"


def environment() -> Path:
    """The folder of commands of an environment that holds what `requirements.txt` pins, and nothing else."""
    digest = hashlib.sha256(LOCK.read_bytes() + sys.version.encode()).hexdigest()[:16]
    kept = KEPT / digest
    if not kept.is_dir():
        _make(kept)
    return kept / "bin"


def _make(kept: Path) -> None:
    """Made aside and then renamed: whoever runs the suite at the same time finds it whole or not at all."""
    draft = kept.with_name(f"{kept.name}.{os.getpid()}")
    venv.EnvBuilder(clear=True, with_pip=True, symlinks=True).create(draft)
    pip = [str(draft / "bin" / "python"), "-m", "pip", "install", "--quiet", "--no-input"]
    command = [*pip, "--require-hashes", "--disable-pip-version-check", "-r", str(LOCK)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, done.stdout + done.stderr
    for script in (draft / "bin").iterdir():  # scripts name the folder that they were made in
        if script.is_file() and not script.is_symlink():
            _rename_in(script, str(draft).encode(), str(kept).encode())
    try:
        draft.rename(kept)
    except OSError:  # somebody else was faster
        shutil.rmtree(draft)


def _rename_in(script: Path, before: bytes, after: bytes) -> None:
    content = script.read_bytes()
    if before in content:
        script.write_bytes(content.replace(before, after))


def command_of(service: str) -> str:
    """What the service of docker-compose.yml runs: its own command, else the image's."""
    compose = yaml.safe_load((CHECKOUT / "docker-compose.yml").read_text(encoding="utf-8"))
    if own := compose["services"][service].get("command"):
        return re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", own)
    dockerfile = (CHECKOUT / "Dockerfile").read_text(encoding="utf-8")
    found = re.search(r"^CMD (\[.*?\])", dockerfile, re.M | re.S)
    assert found, "the image has no command"
    return shlex.join(json.loads(found[1].replace("\\\n", "")))


def surroundings(data: Path, more: Mapping[str, str]) -> dict[str, str]:
    """Variables for a process of the environment: nothing of ours but `more` and the data folder."""
    kept = {name: value for name, value in os.environ.items() if name not in OURS}
    kept = {name: value for name, value in kept.items() if not name.startswith(("WARLEDGER_", "PYTEST_"))}
    path = f"{environment()}{os.pathsep}{kept['PATH']}"
    ours = {"PATH": path, "WARLEDGER_VENV": "off", "WARLEDGER_DATA": str(data), "PYTHONUTF8": "1"}
    return kept | ours | dict(more)


class Deployment:
    """Web, worker and beat of a server. `variables` are those that docker-compose.yml sets."""

    def __init__(self, children: Children, data: Path, postgres: str, redis: str, **more: str) -> None:
        self.children, self.data, self.port = children, data, free_port()
        self.database = f"deployed_{uuid4().hex[:12]}"
        with psycopg.connect(postgres, autocommit=True) as admin:
            admin.execute(f'CREATE DATABASE "{self.database}"')
        given = {
            "DATABASE_URL": f"{postgres.rsplit('/', 1)[0]}/{self.database}",
            "REDIS_URL": redis,
            "SECRET_KEY": SECRET,
            "ALLOWED_HOSTS": "localhost,127.0.0.1",
        }
        self.variables = surroundings(data, given | more)
        self.running: dict[str, Child] = {}

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def command(self, service: str) -> list[str]:
        """The service's command on this machine: the port and the folder of data are ours."""
        told = command_of(service).replace("/data/", f"{self.data}/").replace("8000", str(self.port))
        return ["sh", "-c", f"exec {told}" if service != "migrate" else shlex.split(told)[2]]

    def install(self) -> None:
        """Tables and scenarios, by the command of the service `migrate`."""
        self._run(self.command("migrate"))

    def administrator(self, password: str) -> None:
        """Makes the account `admin`."""
        told = ["--username", "admin", "--email", "admin@example.org"]
        self.manage("createsuperuser", "--noinput", *told, DJANGO_SUPERUSER_PASSWORD=password)

    def manage(self, *arguments: str, **more: str) -> str:
        """What `manage.py` prints, run with the deployment's own Python."""
        return self._run(["python", "manage.py", *arguments], **more)

    def _run(self, command: list[str], **more: str) -> str:
        found = [shutil.which(command[0], path=self.variables["PATH"]) or command[0], *command[1:]]
        options: dict[str, Any] = {"capture_output": True, "text": True, "encoding": "utf-8", "timeout": 600}
        done = subprocess.run(found, env=self.variables | more, cwd=CHECKOUT, **options)
        assert done.returncode == 0, done.stdout + done.stderr
        return str(done.stdout)

    def start(self, *services: str) -> None:
        """Starts them; the web process answers when this returns."""
        for service in services:
            self.running[service] = self.children.start(self.command(service), self.variables)
        if "web" in services:
            self.await_answer()

    def await_answer(self) -> None:
        limit = time.monotonic() + START_SECONDS
        while time.monotonic() < limit and self.running["web"].running():
            try:
                urllib.request.urlopen(f"{self.address}/sign-in/", timeout=60).read()
                return
            except urllib.error.HTTPError as error:
                raise AssertionError(f"{error.code}: {self.running['web'].output}") from error
            except OSError:
                time.sleep(0.1)
        raise AssertionError(f"web does not answer: {self.running['web'].output[-4000:]}")
