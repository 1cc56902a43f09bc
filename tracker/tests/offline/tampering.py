"""What somebody does to the database who has it to himself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.db import connection, transaction

from games.chain import link
from tracker import log
from tracker.models import Stream, triggers
from tracker.proof import verify


def tamper(change: Callable[[], Any]) -> None:
    """Lifts the triggers, changes, and puts them back."""
    triggers.remove(connection)
    change()
    connection.check_constraints()
    triggers.install(connection)


@contextmanager
def undone() -> Iterator[None]:
    """What happens inside is rolled back, so that one event serves many attempts."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def rewrite(event: UUID) -> None:
    """A forged log: who did something is another, and all hashes from there on fit again."""
    rows = log.read(event)

    def forge() -> None:
        head = rows[1].hash
        for row in rows[2:]:
            if row.seq == 3:
                row.actor = "organiser:mallory"
            row.hash = head = link(head, verify.chain_row(row), row.data.encode())
            row.save()
        Stream.objects.filter(id=event).update(head=head)

    tamper(forge)
