"""What every projection works from: one stream read once, decoded and folded. Called by `tracker.projections`."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar
from uuid import UUID

import msgspec
from django.db import models

from games.codec import codec_for
from games.replay import standing
from games.ruleset import Entry, Ruleset, Setup
from tracker import log, warm
from tracker.models import Event, Stream
from tracker.systems import CAMPAIGN, TOURNAMENT, find_rules, uuids


class Source(NamedTuple):
    """A stream at `version`: its rows, its entries (voided ones included), and the state they lead to."""

    stream: Stream
    rules: Ruleset[Any, Any]
    setup: Setup
    rows: list[Event]
    entries: list[Entry]
    state: Any

    @property
    def version(self) -> int:
        return self.rows[-1].seq if self.rows else 0


def load(stream: UUID, at: int | None = None) -> Source:
    """Reads the log of a stream, whole or up to event `at`. Raises `warm.UnknownStream`."""
    row = Stream.objects.filter(id=stream).first()
    if row is None:
        raise warm.UnknownStream(str(stream))
    return of(row, at)


def of(row: Stream, at: int | None = None) -> Source:
    """Reads the log of the stream behind this row, whole or up to event `at`."""
    rules = find_rules(row.kind, row.system)
    setup = msgspec.json.decode(row.setup, type=Setup)
    rows = log.read(row.id, limit=at)
    entries = warm.entries_of(codec_for(rules), rows)
    state = rules.initial(setup)
    for entry in standing(entries):
        state = rules.evolve(state, entry.event)
    return Source(row, rules, setup, rows, entries, state)


def overtaken(model: type[models.Model], source: Source) -> bool:
    """True when a faster job has saved newer rows. Locks the head row, so that two jobs write one after the other."""
    saved = model._default_manager.select_for_update().filter(pk=source.stream.id)
    version = saved.values_list("version", flat=True).first()
    if version is None or version <= source.version:
        return False
    # A row that claims a version which its log does not have was made by nobody's job: it is written anew.
    return Stream.objects.filter(id=source.stream.id, version__gte=version).exists()


M = TypeVar("M", bound=models.Model)


def put(model: type[M], source: Source, fields: dict[str, Any]) -> M:
    """Writes a stream's own row of a table, new or not, in one statement; returns it."""
    row = model(stream_id=source.stream.id, version=source.version, **fields)
    names = [field.name for field in model._meta.concrete_fields if not field.primary_key]
    model._default_manager.bulk_create(
        [row], update_conflicts=True, unique_fields=["stream"], update_fields=names
    )
    return row


class Place(NamedTuple):
    """What a match was drawn for."""

    tournament: UUID
    round: int
    table: int


def place_of(source: Source) -> Place | None:
    """The table that a match was drawn for; None for a match on its own, or when its tournament is not here."""
    options = source.setup.options
    tournament = next(iter(uuids([str(options.get("tournament", ""))])), None)
    round_, table = options.get("round"), options.get("table")
    if tournament is None or not isinstance(round_, int) or not isinstance(table, int):
        return None
    known = Stream.objects.filter(id=tournament, kind=TOURNAMENT).exists()
    return Place(tournament, round_, table) if known else None


class DayPlace(NamedTuple):
    """The table of an event day that a match is played at."""

    campaign: UUID
    table: str


def day_of(source: Source) -> DayPlace | None:
    """The event day of a match; None for a match of no day, or when its day is not here."""
    options = source.setup.options
    day, table = next(iter(uuids([str(options.get("campaign", ""))])), None), options.get("table")
    if day is None or not isinstance(table, str):
        return None
    return DayPlace(day, table) if Stream.objects.filter(id=day, kind=CAMPAIGN).exists() else None
