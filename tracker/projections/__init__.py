"""Read models from streams: rows of one stream (`save_all`), and which streams' rows are old; `rebuild.py` starts from
nothing.

Each projection is a module with `save(source)`; all of a stream's rows carry the version that they show, and a job
that comes late or twice finds nothing to do. Ladders are made of many streams' rows, so they are settled once the
stream's own rows stand. Called by `tracker.follow_up`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from uuid import UUID

from django.db.models import F

from tracker.models import Stream
from tracker.projections import campaign, ladder, match, runs, standings, tournament
from tracker.projections.source import Source
from tracker.systems import CAMPAIGN, MATCH, SEASON, TOURNAMENT

LADDERS = "ladders"
Save = Callable[[Source], None]
PROJECTIONS: dict[str, dict[str, Save]] = {
    MATCH: {"match": match.save, LADDERS: runs.save},
    CAMPAIGN: {"campaign": campaign.save},
    TOURNAMENT: {"tournament": tournament.save, "standings": standings.save},
    SEASON: {LADDERS: runs.save_season},
}


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
