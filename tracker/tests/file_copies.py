"""A copy of the suite's SQLite file in memory, which is laid over the file again within some milliseconds.

Used for what tests begin with (`db_states`) and for the empty tables after them (`emptied`).
"""

from __future__ import annotations

import sqlite3


class _Busy(Exception):
    """Somebody else reads or writes the file."""


class FileCopy:
    """The file as it is now, by a connection that is in no transaction."""

    def __init__(self, raw: sqlite3.Connection) -> None:
        self.memory = sqlite3.connect(":memory:", check_same_thread=False)
        raw.backup(self.memory)

    def lay_back(self, raw: sqlite3.Connection | None) -> bool:
        """False where another connection is in the way: then the file stays as it is."""
        if raw is None:
            return False
        try:
            self.memory.backup(raw, progress=_at_once)
        except _Busy:
            return False
        return True

    def close(self) -> None:
        self.memory.close()


def _at_once(status: int, _remaining: int, _total: int) -> None:
    """`backup` alone would try for ever."""
    if status not in (sqlite3.SQLITE_OK, sqlite3.SQLITE_DONE):
        raise _Busy(status)
