"""From a bare Python into the project's own environment: `manage.py` and `tracker.bootstrap`, without any network."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import manage
from tracker import bootstrap, env

pytestmark = pytest.mark.soak

BARE = [str(getattr(sys, "_base_executable", sys.executable)), "-S"]
FAKE_DJANGO = """
import sys
def execute_from_command_line(argv):
    print("PREFIX", sys.prefix)
    print("ARGUMENTS", argv[1:])
"""


def copied(home: Path) -> Path:
    """A checkout whose locks pin nothing."""
    for name in ("manage.py", "tracker/__init__.py", "tracker/bootstrap.py"):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(env.CHECKOUT / name, home / name)
    for lock in ("requirements.txt", "requirements-test.txt"):
        (home / lock).write_text("# nothing\n", encoding="utf-8")
    return home


def with_django(home: Path) -> Path:
    """A Django in the checkout that says where it runs."""
    package = copied(home) / "django" / "core"
    package.mkdir(parents=True)
    (package / "management.py").write_text(FAKE_DJANGO, encoding="utf-8")
    return home


First = tuple[Path, subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> First:
    """A checkout after its first `up`, which found an environment whose Python was broken."""
    home = with_django(tmp_path_factory.mktemp("first"))
    python = home / ".venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    python.parent.mkdir(parents=True)
    python.write_text("not a Python", encoding="utf-8")
    return home, run(home, "up", "--port", "8123")


def run(home: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """`manage.py` by a Python that has nothing installed and no index to install from."""
    surroundings = {
        name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "PYTHON"))
    }
    surroundings |= {"PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull, **variables}
    surroundings.pop("WARLEDGER_VENV", None) if "WARLEDGER_VENV" not in variables else None
    command = [*BARE, str(home / "manage.py"), *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", env=surroundings, timeout=120
    )


def test_up_makes_the_environment_and_runs_inside_it(first: First) -> None:
    home, done = first
    assert done.returncode == 0, done.stderr
    assert f"PREFIX {home / '.venv'}" in done.stdout
    assert "ARGUMENTS ['up', '--port', '8123']" in done.stdout
    assert "Installing" in done.stdout


def test_it_installs_again_only_what_has_changed(first: First) -> None:
    home, _ = first
    assert "Installing" not in run(home, "up").stdout
    (home / "requirements.txt").write_text("# nothing else\n", encoding="utf-8")
    assert "Installing" in run(home, "up").stdout
    assert "Installing" not in run(home, "up").stdout


def test_what_cannot_be_installed_is_said_and_tried_again_next_time(first: First) -> None:
    home, _ = first
    lock = f"msgspec==0.0.1 --hash=sha256:{'0' * 64}\n"
    (home / "requirements-test.txt").write_text(lock, encoding="utf-8")
    for _ in range(2):
        done = run(home, "bench")
        assert done.returncode == 2
        assert "requirements-test.txt could not be installed" in done.stderr
        assert "PREFIX" not in done.stdout


def test_other_commands_ask_for_the_set_up_first(tmp_path: Path) -> None:
    done = run(copied(tmp_path), "migrate")
    assert done.returncode == 2
    assert "Run `python3 manage.py up`" in done.stderr


def test_the_environment_can_be_left_alone(tmp_path: Path) -> None:
    done = run(with_django(tmp_path), "up", WARLEDGER_VENV="off")
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / ".venv").exists()


@pytest.mark.parametrize(
    ("command", "package"), [("bench", "pytest"), ("pictures", "playwright"), ("test", "pytest")]
)
def test_what_needs_the_packages_of_the_tests_says_so(tmp_path: Path, command: str, package: str) -> None:
    done = run(with_django(tmp_path), command, WARLEDGER_VENV="off")
    assert done.returncode == 2 and done.stdout == ""
    told = done.stderr.splitlines()
    assert len(told) == 1 and f"{package} is not installed here" in told[0]
    assert run(with_django(tmp_path / "help"), "help", command, WARLEDGER_VENV="off").stderr == done.stderr
    assert f"`manage.py {command}` needs" in told[0] and "-r requirements-test.txt` installs them." in told[0]


def test_help_of_the_test_command_needs_nothing(tmp_path: Path) -> None:
    done = run(copied(tmp_path), "test", "--help")
    assert done.returncode == 0
    assert "WARLEDGER_REQUIRE_SERVICES" in done.stdout


def test_an_old_python_is_told_what_is_needed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 18, "final", 0))
    assert manage.main() == 2
    assert "needs Python 3.11 or newer" in capsys.readouterr().err


def test_a_python_without_pip_is_told_which_package_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "_has", lambda module: False)
    monkeypatch.setattr(bootstrap, "interpreter", lambda: Path(os.devnull))
    monkeypatch.setattr(subprocess, "run", lambda *a, **k: subprocess.CompletedProcess(a, 1))
    with pytest.raises(bootstrap.Unready, match=r"apt install python3\.\d+-venv"):
        bootstrap._pip()


def test_without_ensurepip_the_pip_of_this_python_does_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "run", lambda *a, **k: subprocess.CompletedProcess(a, 1))
    monkeypatch.setattr(bootstrap, "_has", lambda module: module == "pip")
    assert bootstrap._pip()[:4] == [sys.executable, "-m", "pip", "--python"]
