"""The processes of an embedded installation: started, watched, brought back, and ended together. Called by `up`."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from tracker.env import CHECKOUT

GRACE_SECONDS = 8.0
KILLED_SECONDS = 5.0
"""A killed process of a busy machine is gone a moment later, and its port with it."""
RESTART_SECONDS = 3.0
LOG_BYTES = 10_000_000
"""A log of a process is no longer than this, and so is the one before it."""
ENDING = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
"""Ctrl-C, a service manager's stop, a closed terminal; not every system has all of them."""


@dataclass
class Child:
    """One process of ours, which is started again whenever it ends."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    logs: Path
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)
    ended_at: float | None = None

    @property
    def log(self) -> Path:
        return self.logs / f"{self.name}.log"

    def start(self) -> None:
        """Raises OSError where no process can be started."""
        self.logs.mkdir(parents=True, exist_ok=True)
        if self.process is None and self.log.exists():
            os.replace(self.log, self.older_log)  # what the run before said may tell why it ended
        # Interrupted between the start and the assignment, it would run on with nobody to end it.
        with uninterrupted(), self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tracker.embedded.tether", *self.command],
                env=dict(self.environment),
                cwd=CHECKOUT,
                stdin=subprocess.PIPE,  # held by this process alone: it ends with us, and the tether sees it
                stdout=log,
                stderr=log,
                **_group(),
            )
        self.ended_at = None

    @property
    def older_log(self) -> Path:
        return self.logs / f"{self.name}.log.1"

    def trim_log(self) -> None:
        """A log that has grown long becomes the older one; the process, which only appends, begins anew."""
        with contextlib.suppress(OSError):
            if self.log.stat().st_size > LOG_BYTES:
                shutil.copyfile(self.log, self.older_log)
                os.truncate(self.log, 0)

    def ended(self) -> bool:
        return self.process is not None and self.process.poll() is not None

    def last_words(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")[-2000:] if self.log.exists() else ""


def _group() -> dict[str, Any]:
    """A group of its own, so that Ctrl-C reaches the parent alone, which then ends its children in order."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


def _ask_to_end(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(OSError):
        if sys.platform == "win32":
            process.send_signal(signal.CTRL_BREAK_EVENT)
        else:
            process.terminate()


def _kill(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(OSError):
        if sys.platform == "win32":
            subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True)
        else:
            os.killpg(process.pid, signal.SIGKILL)


def _wait(process: subprocess.Popen[bytes], seconds: float) -> None:
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(seconds)


def end(children: Iterable[Child]) -> None:
    """All are asked at once and given `GRACE_SECONDS` together; whoever stays is killed with its own children."""
    running = [child.process for child in children if child.process is not None]
    with uninterrupted():
        for process in running:
            _ask_to_end(process)
        limit = time.monotonic() + GRACE_SECONDS
        for process in running:
            _wait(process, max(0.05, limit - time.monotonic()))
            _kill(process)
        for process in running:
            _wait(process, KILLED_SECONDS)


def revive(child: Child) -> None:
    """Starts an ended child again, not at once: one that cannot run must not keep the machine busy. What it had started
    ends with it: a server that was killed leaves processes that hold its port."""
    now = time.monotonic()
    if child.ended_at is None:
        child.ended_at = now
        if child.process is not None:
            _kill(child.process)
        sys.stderr.write(f"The {child.name} process ended and is started again; see {child.log}\n")
    elif now - child.ended_at >= RESTART_SECONDS:
        child.start()


def watch(children: Sequence[Child]) -> NoReturn:
    """Brings back whoever ends, until somebody interrupts it."""
    while True:
        for child in children:
            if child.ended():
                revive(child)
            child.trim_log()
        time.sleep(0.3)


class _Asked:
    """Whether somebody asked for the end while it had to wait: `waiting` counts the works that come first."""

    waiting = 0
    to_end = False


def interrupt_on_signals() -> None:
    """A closed terminal and a service manager's stop end the installation as Ctrl-C does."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        if not _Asked.waiting:
            raise KeyboardInterrupt
        _Asked.to_end = True

    for name in ENDING:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), interrupt)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """A signal to end that comes inside is obeyed afterwards."""
    _Asked.waiting += 1
    try:
        yield
    finally:
        _Asked.waiting -= 1
    if _Asked.to_end and not _Asked.waiting:
        _Asked.to_end = False
        raise KeyboardInterrupt
