"""What a running `manage.py up` says of itself in the data folder: its process, and whether its jobs go through files.

So other commands on the same folder know of its worker and beat. Written by `up`, read by it and by `status`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

FILES = "files"


def mark() -> Path:
    """The file that tells of a running `up`, or of one that was killed."""
    return Path(settings.DATA_DIR) / "up.pid"


@contextmanager
def marked() -> Iterator[None]:
    """Inside, this process is the `up` of the folder."""
    say("")
    try:
        yield
    finally:
        mark().unlink(missing_ok=True)


def say(jobs: str) -> None:
    """How the jobs of this `up` go: `FILES`, or "" for any other way."""
    mark().write_text(f"{os.getpid()} {jobs}", encoding="ascii")


def was_killed() -> bool:
    """Whether an `up` on this data folder ended without a word."""
    pid, _ = _told()
    return pid is not None and (os.name == "nt" or not _lives(pid))


def jobs() -> str:
    """How the jobs of the running `up` go; "" where none runs. On Windows, which tells less, the file is believed."""
    pid, told = _told()
    return told if pid is not None and (os.name == "nt" or _lives(pid)) else ""


def _told() -> tuple[int | None, str]:
    try:
        pid, _, told = mark().read_text(encoding="ascii").partition(" ")
        return int(pid), told
    except (OSError, ValueError):
        return None, ""


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
