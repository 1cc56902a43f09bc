"""What the processes of `up` say is kept, and does not fill the disk."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from tracker.embedded import processes
from tracker.embedded.processes import Child
from tracker.tests.visitors import soon

TALKS = "import time\nfor at in range(100000): print('line', at, flush=True); time.sleep(0.01)"


def talking(code: str, folder: Path) -> Child:
    (folder / "talks.py").write_text(code, encoding="utf-8")
    return Child("web", [sys.executable, "-m", "talks"], {**os.environ, "PYTHONPATH": str(folder)}, folder)


def test_a_long_log_becomes_the_older_one_and_goes_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(processes, "LOG_BYTES", 60)
    child = talking(TALKS, tmp_path)
    child.start()
    try:
        soon(lambda: child.log.stat().st_size > 60, "a long log", 30)
        child.trim_log()
        assert child.older_log.stat().st_size > 60
        soon(lambda: child.log.stat().st_size > 0, "it goes on", 30)
        assert b"\x00" not in child.log.read_bytes(), "it begins at the beginning"
    finally:
        processes.end([child])


def test_what_the_run_before_said_is_still_there(tmp_path: Path) -> None:
    child = talking("print('second')", tmp_path)
    child.log.write_text("first")
    child.start()
    soon(child.ended, "the end", 30)
    time.sleep(0.05)
    processes.end([child])
    assert child.older_log.read_text() == "first" and "second" in child.log.read_text()
