"""What is away for a while: the database or the disk. Asked by whoever answers a request that failed.

A mistake of ours (a missing column, wrong SQL) is no outage, though SQLite calls it by the same name.
"""

from __future__ import annotations

import errno
import logging

from django.db import InterfaceError, OperationalError

RETRY_AFTER = 5
"""Seconds after which a client asks again."""
AWAY = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO, errno.ENFILE, errno.EMFILE})
SQLITE_ERROR = 1
"""SQLite's code for wrong SQL; its other codes speak of files, locks and disks."""


def is_outage(error: BaseException | None) -> bool:
    """Whether the same request may succeed in a while, with nothing changed but the database or the disk."""
    if isinstance(error, OSError):
        return error.errno in AWAY
    if isinstance(error, OperationalError):
        return getattr(error.__cause__, "sqlite_errorcode", None) != SQLITE_ERROR
    return isinstance(error, InterfaceError)


class OneLine(logging.Filter):
    """Of an outage the log gets a line for each request, without the traceback that is the same every time."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
        if is_outage(error):
            told = f"{record.getMessage()}: {type(error).__name__}: {error}"
            record.msg, record.args, record.exc_info = " ".join(told.split()), (), None
        return True
