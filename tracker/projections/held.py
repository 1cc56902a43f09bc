"""The logs that this process projected last: the next event of a stream costs one event, not the whole log again.

A held log is gone on with where the rows show at least as much and the database still has its last event under the same
hash, so in a chain of hashes everything before it. Whatever else is asked (rows that are to be made anew, a log that an
older backup contradicts, an event that takes others back) reads the whole log. A cache: dropping it costs only
time. Called by `tracker.after.follow_up`.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from uuid import UUID

from tracker.models import Stream
from tracker.projections import source
from tracker.projections.source import Source
from tracker.systems import find_rules

MOST = 20_000
"""Events that are held in memory, of all streams together."""

_held: OrderedDict[UUID, Source] = OrderedDict()
_lock = Lock()


def source_of(row: Stream) -> Source:
    """The stream behind this row at its head."""
    with _lock:
        before = _held.pop(row.id, None)
    if before is None or before.version > row.projected_version:
        return source.of(row)
    if before.rules is not find_rules(row.kind, row.system):
        return source.of(row)
    return source.continued(before, row) or source.of(row)


def hold(found: Source) -> None:
    """Keeps what was projected; what was held longest goes."""
    if not found.rows:
        return
    with _lock:
        _held[found.stream.id] = found
        _held.move_to_end(found.stream.id)
        size = sum(one.version for one in _held.values())
        while size > MOST:
            _, gone = _held.popitem(last=False)
            size -= gone.version


def forget() -> None:
    """Drops everything."""
    with _lock:
        _held.clear()
