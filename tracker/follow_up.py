"""What follows when a stream has moved on: its rows, then what it makes of other streams. `update` does it for one
stream, `catch_up` for all that are behind.

Safe to run twice, late or at the same time in two workers. Called by `tracker.jobs`, and by bulk work that needs the
rows at once.
"""

from __future__ import annotations

import logging
from uuid import UUID

from django.db import transaction

from tracker import projections, reactions, warm
from tracker.models import Stream
from tracker.projections import snapshots, source

logger = logging.getLogger(__name__)


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
    return found.version


def catch_up() -> int:
    """Updates every stream that is behind; returns how many there were. One that fails does not hold up the rest."""
    streams = list(projections.behind())
    for stream in streams:
        try:
            update(stream)
        except Exception:
            logger.exception("stream %s could not be projected", stream)
    return len(streams)
