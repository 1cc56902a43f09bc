"""The version that a decision was made on, for commands that write in several steps or are not decided by one event.

Called by the API.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.db import transaction

from tracker import appended, log
from tracker.handle import CommandRejected, StaleVersion
from tracker.warm import UnknownStream


@contextmanager
def decided_on(stream: UUID, version: int | None) -> Iterator[None]:
    """What is written to the stream inside was decided on this version of it (None: on any), else nothing of it stays.

    A repeated request writes nothing, and gets its answer whatever has happened since. Raises `StaleVersion`.
    """
    if version is None:
        yield
        return
    appended.bring_up(stream)
    with transaction.atomic():
        before = log.held_at(stream)
        if before is None:
            raise UnknownStream(str(stream))
        stale = StaleVersion(stream, before, version)
        try:
            yield
        except CommandRejected:
            if before != version:
                raise stale from None
            raise
        if before != version and log.held_at(stream) != before:
            raise stale
