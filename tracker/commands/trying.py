"""Whatever a command does, done to the end and taken back. Called by the API for dry runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from tracker import appended


@contextmanager
def taken_back() -> Iterator[None]:
    """Inside, commands do what they do and refuse what they refuse; nothing of it stays."""
    with appended.undone(), transaction.atomic():
        yield
        transaction.set_rollback(True)
