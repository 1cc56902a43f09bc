"""Whatever a command does, done to the end and taken back. Called by the API for dry runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.db import transaction

from tracker import appended, log


@contextmanager
def taken_back(stream: UUID | None = None) -> Iterator[None]:
    """Inside, commands do what they do and refuse what they refuse; nothing of it stays.

    `stream`: what it is tried at. As a command does (`streams.together`) it hears first what matches have to tell, and
    holds the stream from its first step on. One that brought rows up inside held them, waited for whoever held the
    event, and was waited for.
    """
    if stream is not None:
        appended.bring_up(stream)
    with appended.undone(), transaction.atomic():
        if stream is not None:
            log.held_at(stream)
        yield
        transaction.set_rollback(True)
