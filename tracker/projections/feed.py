"""The feed of the whole installation: every event once, as everybody may see it, under a number that only grows.

Numbers are given while the one row of `FeedHead` is held, and that is let go when they are committed. So whoever has
read up to a number has seen every smaller one: a transaction that is late gets a later number. The rows may be thrown
away; they come again under new numbers, never under old ones. So do events after a restored copy (`leap`).
Called by `tracker.after.follow_up`, `rebuild` and `tracker.backup`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from uuid import UUID

import msgspec
from django.db import connection, transaction
from django.db.models import IntegerField, Max, UUIDField

from games.match import EventVoided
from games.portable import HIDDEN
from games.ruleset import EVERYONE, Entry
from tracker import hot_queries
from tracker.kept_queries import Kept, KeptOfMany
from tracker.models import Event, FeedHead, FeedRow
from tracker.projections.source import Source
from tracker.systems import CAMPAIGN, CHRONICLE, TOURNAMENT, events_of

ONLY = 1
"""The id of the one row of `FeedHead`."""
LEAP = 1_000_000
"""More events than come between a copy and its restoring."""


class Told(NamedTuple):
    """A row of the feed before it has its number."""

    stream: UUID
    seq: int
    kind: str
    system: str
    within: UUID | None
    type: str
    data: str
    side: str | None
    actor: str | None
    at: str | None
    recorded: str | None
    hash: str


COLUMNS = ["stream_id" if name == "stream" else name for name in Told._fields]
INTO = f"{FeedRow._meta.db_table} (number, {', '.join(COLUMNS)})"


def save(source: Source) -> int:
    """Adds what the feed lacks of this stream; returns how many rows that took."""
    return save_each([source])


def save_each(sources: Sequence[Source]) -> int:
    """The same for several streams, which follow each other in the feed. Private ones are told to nobody."""
    sources = [one for one in sources if not one.stream.private]
    told = _told(sources)
    late = [one for one in sources if told.get(one.stream.id, 0) < one.version]
    if not late:
        return 0
    made = [list(_rows(one, told.get(one.stream.id, 0))) for one in late]
    with transaction.atomic():
        last = _held()
        told = _told(late)
        rows = [row for some in made for row in some if row.seq > told.get(row.stream, 0)]
        _write(rows, last + 1)
        hot_queries.counted_on(ONLY, len(rows))
        for one in late:
            before = told.get(one.stream.id, 0)
            if any(isinstance(entry.event, EventVoided) for entry in one.entries[before:]):
                _shown_anew(one, before)
    return len(rows)


def leap() -> None:
    """Goes on beyond every number that was given after the copy that stands here was made: whoever remembers one of
    those would pass over the events that get it now."""
    with transaction.atomic():
        _held()
        hot_queries.counted_on(ONLY, LEAP)


def _told(sources: Sequence[Source]) -> dict[UUID, int]:
    """Stream -> the last event of it that the feed tells."""
    return dict(_LAST_TOLD([one.stream.id for one in sources]))


_LAST_TOLD = KeptOfMany(
    lambda streams: (
        FeedRow.objects.filter(stream_id__in=streams)
        .order_by()
        .values_list("stream_id")
        .annotate(last=Max("seq"))
    ),
    UUIDField(),
)


def _held() -> int:
    """The last number; nobody else gives numbers until the transaction ends."""
    if hot_queries.counted_on(ONLY, 0):
        ((number,),) = _LAST_NUMBER(ONLY)
        return int(number)
    highest = FeedRow.objects.aggregate(highest=Max("number"))["highest"] or 0
    FeedHead.objects.bulk_create([FeedHead(id=ONLY, number=highest)], ignore_conflicts=True)
    return _held()


_LAST_NUMBER = Kept(lambda id_: FeedHead.objects.filter(id=id_).values_list("number"), IntegerField())


def _rows(source: Source, after: int) -> Iterator[Told]:
    within = _within(source)
    for row, entry in zip(source.rows[after:], source.entries[after:], strict=True):
        type_, data = _seen(source, row, entry)
        hidden = type_ == HIDDEN
        yield Told(
            stream=source.stream.id,
            seq=row.seq,
            kind=source.stream.kind,
            system=source.stream.system,
            within=within,
            type=type_,
            data=data,
            side=None if hidden else row.side,
            actor=None if hidden else row.actor,
            at=None if hidden else row.at,
            recorded=None if hidden else row.recorded,
            hash=row.hash,
        )


def _write(rows: Sequence[Told], first: int) -> None:
    """Adds these rows under the numbers from `first` on.

    Without a model for each: a worker that was away adds tens of thousands, and that took as long as all the rest.
    """
    key = FeedRow._meta.get_field("within").get_db_prep_value
    lines = [
        (number, *row._replace(stream=key(row.stream, connection), within=key(row.within, connection)))
        for number, row in enumerate(rows, start=first)
    ]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {INTO} FROM STDIN") as copied:
                for line in lines:
                    copied.write_row(line)
        else:
            cursor.executemany(f"INSERT INTO {INTO} VALUES ({', '.join(['%s'] * (1 + len(COLUMNS)))})", lines)


def _seen(source: Source, row: Event, entry: Entry) -> tuple[str, str]:
    """(type, payload) as everybody may see them."""
    event = source.rules.redact(source.state, entry.event, EVERYONE)
    if event is None:
        return HIDDEN, "{}"
    told = msgspec.to_builtins(event)
    told.pop("type", None)
    return row.type, msgspec.json.encode(told).decode()


def _shown_anew(source: Source, up_to: int) -> None:
    """What a voided event had opened is hidden again, as in the log."""
    for number, seq, type_, data in FeedRow.objects.filter(
        stream=source.stream.id, seq__lte=up_to
    ).values_list("number", "seq", "type", "data"):
        row = source.rows[seq - 1]
        now = _seen(source, row, source.entries[seq - 1])
        if row.visibility != "public" and now != (type_, data):
            FeedRow.objects.filter(number=number).update(type=now[0], data=now[1])


def _within(source: Source) -> UUID | None:
    """The tournament or event day that a stream is, or is a part of."""
    if source.stream.kind in (TOURNAMENT, CAMPAIGN, CHRONICLE):
        return source.stream.id
    return next(iter(events_of(source.setup)), None)
