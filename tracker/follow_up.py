"""What follows when a stream has moved on: its rows, then what it makes of other streams. `update` does it for one
stream, `catch_up` for all that are behind.

Safe to run twice, late or at the same time in two workers. Called by `tracker.jobs`, by bulk work that needs the rows
at once, and by whoever is about to show or use rows (`appended.bring_up`): a stream that is behind is projected there
and then, so nothing depends on a worker's being there or being quick.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from threading import Lock
from uuid import UUID

from django.db import transaction

from tracker import appended, projections, reactions, warm
from tracker.models import Stream
from tracker.projections import faults, snapshots, source
from tracker.systems import events_of

PATIENCE = 3.0
"""Seconds that a page waits for the rows that it shows; what takes longer is left to the workers."""

PASSES = 5
"""A result goes from its match into its event, and from there perhaps to other tables; then all is at rest."""

_turns = [Lock() for _ in range(64)]
"""One stream is brought up by one thread of a process at a time: the others wait for it and find it done."""


def update(stream: UUID, at_least: int = 0) -> int:
    """Projects one stream up to its head and carries its result on. Returns the version that the rows now show."""
    row = Stream.objects.filter(id=stream).first()
    if row is None:
        raise warm.UnknownStream(str(stream))
    if row.projected_version == row.version >= at_least:
        return row.version
    found = source.of(row)
    with transaction.atomic():
        projections.save_all(found)
    projections.settle(found)
    snapshots.save(found)
    reactions.react(found)
    # Marked last: a worker killed before this line leaves the stream behind, and catch-up does all of it again.
    projections.mark(found)
    faults.clear(stream)
    appended.settled(stream, *events_of(found.setup))
    return found.version


def attempt(stream: UUID, at_least: int = 0) -> bool:
    """`update` that never fails: a fault is noted (`projections.faults`) and tried again later."""
    try:
        update(stream, at_least)
    except Exception as error:
        faults.note(stream, error)
        return False
    return True


def catch_up() -> int:
    """Updates every stream that is behind; returns how many there were. One that fails does not hold up the rest."""
    streams = list(projections.behind())
    for stream in streams:
        attempt(stream)
    return len(streams)


def bring_up(streams: Iterable[UUID]) -> None:
    """Updates those of these streams, and of the matches of events among them, that are behind. Never fails.

    One query when nothing is behind, which is so whenever the workers keep up.
    """
    wanted, until = list(streams), time.monotonic() + PATIENCE
    for _ in range(PASSES):
        late = projections.behind_among(wanted)
        if not late or not all(_in_turn(stream, until) for stream in late):
            return


def _in_turn(stream: UUID, until: float) -> bool:
    """False when there was no time left."""
    turn = _turns[hash(stream) % len(_turns)]
    if not turn.acquire(timeout=max(0.0, until - time.monotonic())):
        return False
    try:
        attempt(stream)
    finally:
        turn.release()
    return time.monotonic() < until
