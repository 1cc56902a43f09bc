"""A long run ends in time and says what it left out (`time_left.py`)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("a", "b", "c", "d"):
        (tmp_path / f"test_{name}.py").write_text("def test_one(): pass\n\ndef test_two(): pass\n")
    return tmp_path


def run(folder: Path, **environment: str) -> str:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-v",
        "-rs",
        "-p",
        "no:django",
        "-p",
        "tracker.tests.time_left",
        ".",
    ]
    plugins = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **plugins, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def order(told: str) -> list[str]:
    return [line.split()[0] for line in told.splitlines() if "::" in line and "%]" in line]


def test_with_time_left_everything_runs_in_an_order_of_the_change(folder: Path) -> None:
    usual = order(run(folder))
    orders = [
        order(run(folder, WARLEDGER_TEST_MINUTES="60", WARLEDGER_TEST_ORDER=one)) for one in ("x", "y", "x")
    ]
    assert orders[0] == orders[2] and len({tuple(one) for one in (usual, *orders)}) == 3
    for one in orders:
        assert sorted(one) == sorted(usual) and len(one) == 8
        assert all(one[at].split("::")[0] == one[at + 1].split("::")[0] for at in range(0, 8, 2))


@pytest.mark.parametrize("drawn", [{}, {"WARLEDGER_TEST_ORDER": "x"}])
def test_a_file_whose_tests_may_take_long_begins_first(folder: Path, drawn: dict[str, str]) -> None:
    with (folder / "test_d.py").open("a") as file:
        file.write("\nimport pytest\n\n@pytest.mark.timeout(900)\ndef test_long(): pass\n")
    names = [one.split("::")[0] for one in order(run(folder, **drawn))]
    assert names[:3] == ["test_d.py"] * 3 and sorted(names[3:]) == sorted(
        f"test_{one}.py" for one in "abc" for _ in range(2)
    )


def test_without_time_what_was_left_out_is_named(folder: Path) -> None:
    told = run(folder, WARLEDGER_TEST_MINUTES="0")
    assert "NOT RUN, no time left: 8 tests in test_a.py, test_b.py, test_c.py, test_d.py" in told
    assert "8 skipped" in told and "NOT RUN" not in run(folder, WARLEDGER_TEST_MINUTES="60")
