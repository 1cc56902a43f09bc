"""Processes that a test starts: what they do within a limit is awaited, then the test fails and says what they
printed; none of them outlives the test.

`Children` is the fixture `children` of the root conftest; a fixture of wider scope makes one of its own.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

import pytest

from tracker.env import CHECKOUT


class Child:
    """A process whose output is read as it comes, so that it never waits for a reader."""

    def __init__(self, command: Sequence[str], env: Mapping[str, str], cwd: Path = CHECKOUT) -> None:
        self.name = " ".join(command)
        pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        self.process = subprocess.Popen(
            command, env=env, cwd=cwd, stdin=subprocess.DEVNULL, text=True, encoding="utf-8", **pipes
        )
        self._lines: list[str] = []
        self._news = threading.Condition()
        self._open = True
        threading.Thread(target=self._listen, name=f"output of {self.pid}", daemon=True).start()

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def output(self) -> str:
        """What it has printed so far, errors among it."""
        return "".join(self._lines)

    def _listen(self) -> None:
        for line in self.process.stdout or ():
            with self._news:
                self._lines.append(line)
                self._news.notify_all()
        with self._news:
            self._open = False
            self._news.notify_all()

    def until(self, beginning: str, seconds: float) -> str:
        """The first line with this beginning. Fails when it is not printed within `seconds`, or never will be."""
        limit = time.monotonic() + seconds
        with self._news:
            while True:
                found = next((line for line in self._lines if line.startswith(beginning)), None)
                if found is not None:
                    return found
                left = limit - time.monotonic()
                if not self._open or left <= 0:
                    self._fail(f"did not print {beginning!r} within {seconds:.0f} s")
                self._news.wait(left)

    def running(self) -> bool:
        return self.process.poll() is None

    def ended(self, seconds: float) -> int:
        """Its exit code. Fails when it still runs after `seconds`."""
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._fail(f"still runs after {seconds:.0f} s")

    def asked_to_end(self, seconds: float) -> int:
        """Its exit code after SIGTERM."""
        self.process.terminate()
        return self.ended(seconds)

    def killed(self) -> bool:
        """Kills it without a word; False when it had ended before."""
        self.process.kill()
        return self.ended(30) == -signal.SIGKILL

    def _fail(self, what: str) -> NoReturn:
        state = "still runs" if self.running() else f"ended with {self.process.returncode}"
        pytest.fail(f"{self.name} {what}; it {state} and has printed:\n{self.output[-4000:]}")


class Children:
    """All processes of a test. Whoever still runs at the end is killed, and so is whatever it has started."""

    def __init__(self) -> None:
        self._started: list[Child] = []

    def start(self, command: Sequence[str], env: Mapping[str, str], cwd: Path = CHECKOUT) -> Child:
        self._started.append(Child(command, env, cwd))
        return self._started[-1]

    def end(self) -> None:
        for child in self._started:
            if child.running():
                for pid in (*family(child.pid), child.pid):
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL if os.name != "nt" else signal.SIGTERM)
                child.process.wait(30)


def family(pid: int) -> list[int]:
    """The processes below `pid`, all generations."""
    with contextlib.suppress(FileNotFoundError):
        found = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, timeout=20)
        return [below for child in map(int, found.stdout.split()) for below in (child, *family(child))]
    return []


def alive(pid: int) -> bool:
    """Whether it runs. One that has ended, but whose parent has not asked about it, does not: the first process of a
    container may never ask."""
    try:
        os.kill(pid, 0)
        status = Path(f"/proc/{pid}/stat")
        return not status.exists() or status.read_text(encoding="utf-8").rpartition(") ")[2][0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def outlived(pids: Sequence[int], seconds: float) -> list[int]:
    """Those that still run after `seconds`: what ends by itself is given that long."""
    limit = time.monotonic() + seconds
    while (left := [pid for pid in pids if alive(pid)]) and time.monotonic() < limit:
        time.sleep(0.1)
    return left
