"""The second process of a whole run reads the tests from their end; nobody else does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tracker.tests import both_ends

FOLDERS = ["games", "tracker"]


def session(root: Path, worker: str | None, *named: str) -> Any:
    """A run of two folders, or of what is named, by this process."""
    own = {} if worker is None else {"workerinput": {"workerid": worker}}
    args = [str(root / name) for name in named or FOLDERS]
    config = SimpleNamespace(rootpath=root, args=args, getini=lambda _name: FOLDERS, **own)
    return SimpleNamespace(config=config)


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The modules that were read ahead, of three; the one in the middle is broken."""
    for name in ("games/tests/test_dice.py", "tracker/tests/test_log.py", "tracker/tests/test_web.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    found: list[str] = []

    def import_module(name: str) -> None:
        found.append(name)
        if name.endswith("log"):
            raise SyntaxError(name)

    monkeypatch.setattr(both_ends, "import_module", import_module)
    yield found


def test_the_second_process_reads_from_the_end_and_past_what_is_broken(
    read: list[str], tmp_path: Path
) -> None:
    both_ends.pytest_collection(session(tmp_path, "gw1"))
    assert read == ["tracker.tests.test_web", "tracker.tests.test_log", "games.tests.test_dice"]


@pytest.mark.parametrize(("worker", "named"), [("gw0", ()), (None, ()), ("gw1", ("games",))])
def test_nobody_else_reads_ahead(
    read: list[str], tmp_path: Path, worker: str | None, named: tuple[str, ...]
) -> None:
    both_ends.pytest_collection(session(tmp_path, worker, *named))
    assert read == []


def test_all_tests_of_the_suite_are_modules_that_can_be_read() -> None:
    root = Path(__file__).parents[2]
    names = [*both_ends.modules(root, ["tracker"])]
    assert __name__ in names and "tracker.tests.journey.test_ninja" in names
