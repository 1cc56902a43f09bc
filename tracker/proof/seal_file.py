"""The file beside the database: one line for each seal, only ever added to.

Whoever removes seals from the database, or sets it back, leaves this file as a witness. Called by `seals`.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec
from django.conf import settings

from games.portable import Mark

logger = logging.getLogger(__name__)
TAIL = 4096
"""Bytes from the end of the file that hold its last line."""


def note(mark: Mark, after: Callable[[int], Iterable[Mark]]) -> None:
    """Adds a new seal, and those before it that the file does not have yet. Never stops the sealing."""
    path = _path()
    if path is None:
        return
    try:
        known = last()
        number = known.number if known else 0
        fresh = list(after(number)) if mark.number > number + 1 or known is None else [mark]
        with open(path, "ab") as file:
            file.write(b"".join(msgspec.json.encode(one) + b"\n" for one in fresh))
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        logger.exception("the file of seals cannot be written")


def last() -> Mark | None:
    """The last seal that the file knows; None when there is no file."""
    path = _path()
    if path is None or not path.exists():
        return None
    with open(path, "rb") as file:
        file.seek(max(0, path.stat().st_size - TAIL))
        return next(_read(reversed(file.read().splitlines())), None)


def marks() -> Iterator[Mark]:
    """Every seal that the file knows, in its order."""
    path = _path()
    if path is None or not path.exists():
        return
    with open(path, "rb") as file:
        yield from _read(file)


def is_missing() -> bool:
    """Whether there should be a file and is none."""
    path = _path()
    return path is not None and not path.exists()


def content() -> bytes:
    """The file as it is; b"" without one."""
    path = _path()
    return path.read_bytes() if path is not None and path.exists() else b""


def put_back(kept: bytes) -> None:
    """Makes the file from a copy of it, unless one that knows as much or more stands there already: a witness."""
    path, marks_kept = _path(), list(_read(kept.splitlines()))
    if path is None or not marks_kept:
        return
    known = last()
    if known is None or known.number < marks_kept[-1].number:
        path.write_bytes(kept)
        path.chmod(0o600)


def _read(lines: Iterable[bytes]) -> Iterator[Mark]:
    """A line that was half written when the power failed is passed over: the next seal repeats it."""
    for line in lines:
        try:
            yield msgspec.json.decode(line, type=Mark)
        except msgspec.DecodeError:
            continue


def _path() -> Path | None:
    return Path(settings.SEALS_FILE) if settings.SEALS_FILE else None
