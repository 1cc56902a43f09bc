"""Read models from streams: rows of one stream (`save_all`), and which streams' rows are old; `rebuild.py` starts from
nothing.

Each projection is a module with `save(source)`; all of a stream's rows carry the version that they show, and a job
that comes late or twice finds nothing to do. Ladders are made of many streams' rows, so they are settled once the
stream's own rows stand. Called by `tracker.follow_up`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from uuid import UUID

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from tracker import sources
from tracker.models import DayTableRow, PairingRow, Stream
from tracker.projections import campaign, faults, ladder, match, runs, standings, tournament
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
    """A slower job of an older version must not turn the mark back; one that no log can have is put right."""
    older = Q(projected_version__lte=source.version) | Q(projected_version__gt=F("version"))
    marked = Stream.objects.filter(older, id=source.stream.id)
    marked.update(projected_version=source.version, projected_by=made_by())


def made_by() -> str:
    """What tells the rows of this program from those of an older one."""
    return sources.rows_digest()[:16]


def behind() -> Iterator[UUID]:
    """Streams whose rows are older than their log, or claim to be newer than it, in order of age.

    Without those whose fault waits its time.
    """
    yield from _late(Stream.objects.all()).iterator()


def behind_among(streams: Iterable[UUID]) -> list[UUID]:
    """The same of these streams and of the matches of events among them. One query, by keys alone."""
    own = Stream.objects.filter(id__in=streams).values("id")
    drawn = PairingRow.objects.filter(tournament_id__in=streams).order_by().values("match_id")
    played = DayTableRow.objects.filter(campaign_id__in=streams).order_by().values("match_id")
    return list(_late(Stream.objects.filter(id__in=own.union(drawn, played, all=True))))


def _late(streams: QuerySet[Stream]) -> QuerySet[Stream, UUID]:
    late = streams.filter(~faults.waiting(timezone.now())).exclude(version=F("projected_version"))
    return late.order_by("id").values_list("id", flat=True)
