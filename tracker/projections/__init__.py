"""Read models from streams: rows of one stream (`save_all`), and which streams' rows are old; `rebuild.py` starts from
nothing.

Each projection is a module with `save(source)`; all of a stream's rows carry the version that they show, and a job
that comes late or twice finds nothing to do. Ladders are made of many streams' rows, so they are settled once the
stream's own rows stand. Called by `tracker.after.follow_up`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from uuid import UUID

from django.db.models import Case, F, IntegerField, Q, QuerySet, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from tracker import hot_queries, sources
from tracker.models import Stream
from tracker.projections import (
    campaign,
    chronicle,
    confirmed,
    faults,
    ladder,
    match,
    ratings,
    runs,
    standings,
    tournament,
)
from tracker.projections.source import Source
from tracker.systems import CAMPAIGN, CHRONICLE, MATCH, SEASON, TOURNAMENT

LADDERS = "ladders"
CONFIRMED = "confirmed"
Save = Callable[[Source], None]
PROJECTIONS: dict[str, dict[str, Save]] = {
    MATCH: {"match": match.save, CONFIRMED: confirmed.save, LADDERS: runs.save},
    CAMPAIGN: {"campaign": campaign.save},
    TOURNAMENT: {"tournament": tournament.save, "standings": standings.save},
    CHRONICLE: {"chronicle": chronicle.save},
    SEASON: {LADDERS: runs.save_season},
}


def save_all(source: Source, only: str | None = None) -> None:
    """Writes the rows of every projection of this kind of stream, or of one."""
    for name, save in PROJECTIONS.get(source.stream.kind, {}).items():
        if only in (None, name):
            save(source)


def save_matches(sources: Sequence[Source]) -> None:
    """The rows of several matches, in the order of their streams, in as few statements as those of one."""
    match.save_each(sources)
    confirmed.save_each(sources)
    runs.save_each(sources)


def settle(source: Source) -> None:
    """What the rows of several streams make together."""
    ladder.settle(source)
    if source.stream.kind == MATCH:
        ratings.settle_soon(source.stream.system)


def settle_matches(sources: Sequence[Source]) -> None:
    """The same for several matches."""
    ladder.settle_each(sources)
    for system in sorted({one.stream.system for one in sources}):
        ratings.settle_soon(system)


def mark(source: Source) -> None:
    """The rows of this stream show this version of its log."""
    mark_each([source])


def mark_each(sources: Sequence[Source]) -> None:
    """The same for several streams."""
    hot_queries.marked(((one.stream.id, one.version) for one in sources), made_by())


def made_by() -> str:
    """What tells the rows of this program from those of an older one."""
    return sources.rows_digest()[:16]


def behind() -> Iterator[UUID]:
    """Streams whose rows are older than their log, or claim to be newer than it, in order of age.

    Without those whose fault waits its time.
    """
    ready = _late(Stream.objects.filter(~faults.waiting(timezone.now())))
    yield from ready.values_list("id", flat=True).iterator()


def behind_among(streams: Iterable[UUID]) -> list[tuple[UUID, bool]]:
    """The same of these streams and of the matches of events among them, those too whose fault waits its time (True).

    One query, by keys alone, where none is behind.
    """
    found = hot_queries.late_among(streams)
    if not found:
        return []
    return list(_late(Stream.objects.filter(id__in=found)).values_list("id", faults.waiting(timezone.now())))


def _late(streams: QuerySet[Stream]) -> QuerySet[Stream]:
    return streams.exclude(version=F("projected_version")).order_by("id")


def unlike_their_logs() -> QuerySet[Stream]:
    """The streams of `behind`, and those whose fault waits, with `shown`: the last event that pages show of each.

    An upgrade that has rows made anew turns the mark to 0 and leaves who made them: until a worker comes by, these rows
    show what they did. Where `shown` is the whole log they are *anew*, not late.
    """
    return _with_shown(_late(Stream.objects.all()))


def are_anew(streams: Iterable[UUID]) -> bool:
    """Whether all of these streams show everything, and only what an upgrade counts besides is still to come."""
    return not _with_shown(Stream.objects.filter(id__in=streams)).exclude(version=F("shown")).exists()


def _with_shown(streams: QuerySet[Stream]) -> QuerySet[Stream]:
    kept = Coalesce(F("match__version"), F("version"))  # a table that was never opened has no row to be old
    marked_anew = When(Q(projected_version=0) & ~Q(projected_by=""), then=kept)
    return streams.annotate(
        shown=Case(marked_anew, default=F("projected_version"), output_field=IntegerField())
    )
