"""Read models from streams: `update` one stream, `catch_up` all that are behind; `rebuild.py` starts from nothing.

Each projection is a module with `save(source)`; all of a stream's rows carry the version that they show, and a job
that comes late or twice finds nothing to do. Ladders are made of many streams' rows, so they are settled once the
stream's own rows stand. Called by `tracker.jobs`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from uuid import UUID

from django.db import transaction
from django.db.models import F

from tracker import reactions, warm
from tracker.models import Stream
from tracker.projections import campaign, ladder, match, runs, snapshots, standings, tournament
from tracker.projections.source import Source, load
from tracker.systems import CAMPAIGN, MATCH, SEASON, TOURNAMENT

logger = logging.getLogger(__name__)

LADDERS = "ladders"
Save = Callable[[Source], None]
PROJECTIONS: dict[str, dict[str, Save]] = {
    MATCH: {"match": match.save, LADDERS: runs.save},
    CAMPAIGN: {"campaign": campaign.save},
    TOURNAMENT: {"tournament": tournament.save, "standings": standings.save},
    SEASON: {LADDERS: runs.save_season},
}


def update(stream: UUID, at_least: int = 0) -> int:
    """Projects one stream up to its head and carries its result on. Returns the version that the rows now show."""
    row = Stream.objects.filter(id=stream).only("version", "projected_version").first()
    if row is None:
        raise warm.UnknownStream(str(stream))
    if row.projected_version >= max(row.version, at_least):
        return row.projected_version
    source = load(stream)
    with transaction.atomic():
        save_all(source)
    settle(source)
    snapshots.save(source)
    reactions.react(source)
    # Marked last: a worker killed before this line leaves the stream behind, and catch-up does all of it again.
    mark(source)
    return source.version


def save_all(source: Source, only: str | None = None) -> None:
    """Writes the rows of every projection of this kind of stream, or of one."""
    for name, save in PROJECTIONS.get(source.stream.kind, {}).items():
        if only in (None, name):
            save(source)


def settle(source: Source) -> None:
    """What the rows of several streams make together."""
    ladder.settle(source)


def mark(source: Source) -> None:
    """A slower job of an older version must not turn the mark back."""
    behind = Stream.objects.filter(id=source.stream.id, projected_version__lt=source.version)
    behind.update(projected_version=source.version)


def behind() -> Iterator[UUID]:
    """Streams whose rows are older than their log, in order of age."""
    rows = Stream.objects.filter(version__gt=F("projected_version")).order_by("id")
    yield from rows.values_list("id", flat=True).iterator()


def catch_up() -> int:
    """Projects every stream that is behind; returns how many there were. One that fails does not hold up the rest."""
    streams = list(behind())
    for stream in streams:
        try:
            update(stream)
        except Exception:
            logger.exception("stream %s could not be projected", stream)
    return len(streams)
