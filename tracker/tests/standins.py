"""Stand-ins for what a machine of tests has not: systemd, sudo, a package manager. Run by the walk through the guide.

    python standins.py NAME ARGUMENTS

does what the command NAME would, as far as the walk needs it, and notes every call in `$WALK/calls.jsonl`. Anything
that the guide does not ask for is refused (exit 2): so the guide cannot quietly say something else.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(os.environ["WALK"])
"""The scratch folder that stands for `/`. `srv/warledger` below it is the program."""
UNITS = ROOT / "etc" / "systemd" / "system"


def variables(file: Path) -> dict[str, str]:
    """An EnvironmentFile as systemd reads it: NAME=VALUE, `#` begins a comment at the start of a line."""
    lines = [line.strip() for line in file.read_text(encoding="utf-8").splitlines()]
    pairs = [line.partition("=") for line in lines if line and not line.startswith(("#", ";"))]
    return {name: value for name, _, value in pairs}


def service(unit: str) -> dict[str, str]:
    """The section [Service] of a unit."""
    text = (UNITS / f"{unit}.service").read_text(encoding="utf-8").partition("[Service]")[2]
    return dict(re.findall(r"^(\w+)=(.*)$", text.partition("\n[")[0], re.M))


def bare(file: str) -> dict[str, str]:
    """All that a unit's process finds in its surroundings."""
    return {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", **variables(Path(file))}


def started(unit: str) -> subprocess.Popen[bytes]:
    """The unit's own command, in the folder and with the variables that it names."""
    told = service(unit)
    log = (ROOT / f"{unit}.log").open("ab")
    return subprocess.Popen(
        shlex.split(told["ExecStart"]),
        cwd=told["WorkingDirectory"],
        env=bare(told["EnvironmentFile"]),
        stdout=log,
        stderr=log,
        start_new_session=True,
    )


def apt_get(command: str, *words: str) -> None:
    _demand(command in ("update", "install") and (command == "update" or words[0] == "-y"))


def useradd(*words: str) -> None:
    home = Path(words[words.index("--home-dir") + 1])
    _demand("--system" in words and "--create-home" in words and words[-1] == "warledger")
    home.mkdir(parents=True)


def git(command: str, _address: str, target: str) -> None:
    """The program as it stands here; what the guide changes in it would be ours."""
    _demand(command == "clone")
    here = Path(os.environ["WALK_CHECKOUT"])
    Path(target).mkdir(parents=True)
    for one in here.iterdir():
        if one.name not in (".venv", ".data", ".git", "deploy"):
            (Path(target) / one.name).symlink_to(one)
    for one in sorted((here / "deploy").rglob("*")):
        copy = Path(target) / one.relative_to(here)
        if one.is_file():
            copy.parent.mkdir(parents=True, exist_ok=True)
            text = one.read_text(encoding="utf-8")
            for was, now in json.loads(os.environ["WALK_PLACES"]).items():
                text = text.replace(was, now)
            copy.write_text(text, encoding="utf-8")


def python3(*words: str) -> None:
    """The environment of the tests stands for a new one."""
    _demand(words == ("-m", "venv", ".venv"))
    Path(".venv").symlink_to(Path(os.environ["WALK_CHECKOUT"]) / ".venv")


def sudo(*words: str) -> None:
    import psycopg

    _demand(words[:3] == ("-u", "postgres", "psql") and set(words[3::2]) == {"-c"})
    with psycopg.connect(os.environ["WALK_POSTGRES"], autocommit=True) as database:
        for statement in words[4::2]:
            database.execute(statement.encode())


def systemd_run(*words: str) -> None:
    told = dict(itertools.pairwise(words))
    _demand({"--quiet", "--pipe", "--wait"} <= set(words) and told["--uid"] == "warledger")
    kind, _, file = told["--property"].partition("=")
    _demand(kind == "EnvironmentFile")
    os.chdir(told["--working-directory"])
    command = words[words.index("--property") + 2 :]
    os.execve(command[0], list(command), bare(file))


def systemctl(command: str, *words: str) -> None:
    if command == "enable":
        _demand(words[0] == "--now")
        for unit in words[1:]:
            if unit.endswith(".timer"):
                _demand((UNITS / unit).is_file())
            else:
                (ROOT / f"{unit}.pid").write_text(str(started(unit).pid))
    else:
        _demand((command, *words) in (("daemon-reload",), ("reload", "caddy")))


def _demand(holds: bool) -> None:
    if not holds:
        sys.stderr.write(f"the guide asks for something new: {sys.argv[1:]}\n")
        raise SystemExit(2)


COMMANDS: dict[str, Callable[..., None]] = {
    "apt-get": apt_get,
    "useradd": useradd,
    "git": git,
    "python3": python3,
    "sudo": sudo,
    "systemd-run": systemd_run,
    "systemctl": systemctl,
}

if __name__ == "__main__":
    name, *rest = sys.argv[1:]
    with (ROOT / "calls.jsonl").open("a", encoding="utf-8") as calls:
        calls.write(json.dumps([name, *rest]) + "\n")
    COMMANDS[name](*rest)
