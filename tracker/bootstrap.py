"""From a bare Python to the project's own environment, then into the command.

`up`, `test`, `bench` and `pictures` make `.venv` from the hashed lock files when needed and start themselves again
inside it; every other command uses `.venv` when Django cannot be imported. Once the environment is there, nothing here
needs the network. Called by `manage.py` only. Standard library only: it runs before anything is installed.

WARLEDGER_VENV=off leaves the environment alone (containers, where the image holds the requirements).
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import subprocess
import sys
import venv
from pathlib import Path
from typing import NoReturn

CHECKOUT = Path(__file__).resolve().parent.parent
VENV = CHECKOUT / ".venv"
STAMP = "warledger-requirements.json"
TESTED = "requirements-test.txt"
PROOF = {"test": "pytest", "bench": "pytest", "pictures": "playwright"}
"""Command -> a package of the test requirements that it begins with."""
LOCKS = {"up": "requirements.txt", "test": TESTED, "bench": TESTED, "pictures": TESTED}
BAD = 2
ON_ALL_CORES = ("-n", str(os.cpu_count() or 1), "--dist", "loadfile", "--no-loadscope-reorder")
"""Tests of one file stay together: they share databases, servers and browsers."""

TEST_HELP = """usage: manage.py test [-h] [--all | --changed[=REVISION]] [pytest options]

Makes .venv with the requirements and the test requirements if needed, then runs the suite on all cores.
Alone it leaves out what takes long (the marker `soak`: killed processes, hundreds of simulated matches, most
journeys in the browser); --all runs everything, as .ci/run does. --changed runs what guards the files that differ
from a revision (HEAD: what is not committed yet), by what imports what; before a change is kept, run everything.
Anything else after `test` is passed to pytest as it is: a path, -k WORDS, -x, -m soak, -n 2 (two processes), ...
WARLEDGER_REQUIRE_SERVICES=1 turns a missing PostgreSQL or Redis into a failure."""


class Unready(Exception):
    """The environment cannot be made; the text says what to do about it."""


def run(argv: list[str]) -> int:
    """The exit code of the command in `argv` (as in sys.argv). May replace this process by one in `.venv`."""
    command = argv[1] if len(argv) > 1 else ""
    if command == "test" and {"-h", "--help"} & set(argv[2:3]):
        print(TEST_HELP)
        return 0
    try:
        _enter(command, argv)
        _check_packages(argv[2] if command == "help" and len(argv) > 2 else command)
    except Unready as problem:
        sys.stderr.write(f"{problem}\n")
        return BAD
    return run_suite(argv[2:]) if command == "test" else _django(argv)


def run_suite(arguments: list[str]) -> int:
    """The suite, or what the pytest arguments select, in a process of its own."""
    command = [sys.executable, "-m", "pytest", *pytest_arguments(arguments)]
    revision = revision_of(arguments)
    told = {"WARLEDGER_TEST_CHANGED": revision} if revision else {}
    return subprocess.call(command, cwd=CHECKOUT, env={**os.environ, **told})


def revision_of(given: list[str]) -> str:
    """With what `--changed` compares; empty for a run of everything."""
    first, _, named = (given[0] if given else "").partition("=")
    return (named or "HEAD") if first == "--changed" else ""


def pytest_arguments(given: list[str]) -> list[str]:
    """Those of a whole run are ours; a person who selects tests gets what was asked for."""
    if revision_of(given):
        return ["-m", "not soak", *ON_ALL_CORES, *given[1:]]
    if not given:
        return ["-m", "not soak", *ON_ALL_CORES]
    if given == ["--all"]:
        return [*ON_ALL_CORES]
    return given


def _django(argv: list[str]) -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tracker.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(argv)
    return 0


def _enter(command: str, argv: list[str]) -> None:
    """Returns when this interpreter can run the command; else starts the command again in `.venv`."""
    if os.environ.get("WARLEDGER_VENV") == "off":
        return
    if lock := LOCKS.get(command):
        _prepare(lock)
    elif importlib.util.find_spec("django"):
        return
    elif not _works(interpreter()):
        raise Unready(
            "Warledger is not set up here yet. Run `python3 manage.py up` or `python3 manage.py test` first."
        )
    if not _inside():
        _restart(argv)


def _check_packages(command: str) -> None:
    """An environment that is left alone may hold no packages of the tests: a server needs none of them."""
    package = PROOF.get(command)
    if package is not None and not _has(package):
        raise Unready(
            f"`manage.py {command}` needs the packages of the tests, and {package} is not installed here: "
            f"in a checkout `{sys.executable} -m pip install -r {TESTED}` installs them."
        )


def _inside() -> bool:
    return Path(sys.prefix).resolve() == VENV.resolve()


def interpreter() -> Path:
    """The Python of `.venv`, whether or not it exists."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _works(python: Path) -> bool:
    """False for a missing environment and for one whose Python was moved, removed or upgraded away."""
    probe = "import sys; sys.exit(sys.version_info < (3, 11))"
    try:
        return subprocess.run([python, "-c", probe], capture_output=True, timeout=60).returncode == 0
    except OSError:
        return False


def _restart(argv: list[str]) -> NoReturn:
    command = [str(interpreter()), *argv]
    os.environ["PYTHONUTF8"] = "1"
    if os.name != "nt":
        os.execv(command[0], command)
    # Windows has no exec: the shell would take the prompt back while the command still runs.
    child = subprocess.Popen(command)
    while True:
        try:
            sys.exit(child.wait())
        except KeyboardInterrupt:
            continue  # the child got it too and is closing down


# --- The environment -------------------------------------------------------------------------------------


def _prepare(lock: str) -> None:
    """Makes or renews `.venv` so that it holds what `lock` pins. Raises Unready."""
    if _installed(lock):
        return
    if not _inside() and not _works(interpreter()):
        _make()
    _install(lock)
    _stamp(lock)


def _digest(lock: str) -> str:
    return hashlib.sha256((CHECKOUT / lock).read_bytes()).hexdigest()


def _stamps() -> dict[str, str]:
    try:
        return dict(json.loads((VENV / STAMP).read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}


def _installed(lock: str) -> bool:
    return _stamps().get(lock) == _digest(lock) and (_inside() or _works(interpreter()))


def _stamp(lock: str) -> None:
    """The test lock contains the other one, so it satisfies both."""
    done = {"requirements.txt", lock} if lock != "requirements.txt" else {lock}
    stamps = _stamps() | {name: _digest(name) for name in done}
    (VENV / STAMP).write_text(json.dumps(stamps, indent=1), encoding="utf-8")


def _make() -> None:
    print(f"Making {VENV} with Python {sys.version.split()[0]} ...", flush=True)
    try:
        venv.EnvBuilder(clear=VENV.exists(), symlinks=os.name != "nt", with_pip=_has("ensurepip")).create(
            VENV
        )
    except (OSError, subprocess.CalledProcessError) as error:
        raise Unready(f"{VENV} could not be made: {error}") from error


def _has(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


def _pip() -> list[str]:
    """pip of the environment; else this Python's own pip working on it (Debian without python3-venv)."""
    python = str(interpreter())
    if subprocess.run([python, "-m", "pip", "--version"], capture_output=True).returncode == 0:
        return [python, "-m", "pip"]
    if _has("pip"):
        return [sys.executable, "-m", "pip", "--python", python]
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    raise Unready(
        "This Python comes without `ensurepip` and `pip`, so nothing can be installed.\n"
        f"  Debian, Ubuntu:  apt install python{version}-venv   (as root; or python3-venv)\n"
        "  Fedora:          dnf install python3-pip\n"
        "  elsewhere:       use the installer of https://www.python.org/downloads/\n"
        "Then run this command again."
    )


def _install(lock: str) -> None:
    print(f"Installing what {lock} pins (once; this takes a minute) ...", flush=True)
    options = ["--require-hashes", "--disable-pip-version-check", "--no-input", "--quiet"]
    result = subprocess.run([*_pip(), "install", *options, "-r", str(CHECKOUT / lock)])
    if result.returncode:
        raise Unready(
            f"{lock} could not be installed (pip's own words are above).\n"
            "The first run needs the network, or a folder of wheels named by PIP_FIND_LINKS with PIP_NO_INDEX=1."
        )
