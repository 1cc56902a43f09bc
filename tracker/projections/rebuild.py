"""Projections from nothing: drops a stream's rows, makes them anew from the log, and tells what was different.

Called by the command `rebuild`, which keeps the new rows, and by `tracker.verify`, which only compares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Model

from tracker import warm
from tracker.models import (
    ArcanumRow,
    CampaignRow,
    DayTableRow,
    EntrantRow,
    FallenRow,
    LadderEntry,
    MatchRow,
    PairingRow,
    RunRow,
    SeasonRow,
    Snapshot,
    StandingRow,
    Stream,
    TournamentRow,
)
from tracker.projections import LADDERS, PROJECTIONS, ladder, mark, save_all
from tracker.projections.source import load

Rows = dict[str, dict[str, Any]]
"""Name of a row -> its fields."""


class Table(NamedTuple):
    """A table of a projection: the way from its rows to the stream, and the columns that name a row within it.

    Rows that several streams make together are `shared`: they are settled, not dropped and made from one of them.
    """

    model: type[Model]
    owner: str
    key: tuple[str, ...] = ()
    shared: bool = False


ENTRY = ("season_id", "board", "character", "player_id")
TABLES: dict[str, tuple[Table, ...]] = {
    "match": (Table(MatchRow, "stream_id"),),
    "tournament": (
        Table(TournamentRow, "stream_id"),
        Table(EntrantRow, "tournament_id", ("player_id",)),
        Table(PairingRow, "tournament_id", ("round", "table")),
    ),
    "campaign": (
        Table(CampaignRow, "stream_id"),
        Table(DayTableRow, "campaign_id", ("battlefield",)),
        Table(ArcanumRow, "campaign_id", ("card",)),
        Table(FallenRow, "campaign_id", ("battlefield", "figure", "owner", "number")),
    ),
    "standings": (Table(StandingRow, "tournament_id", ("round", "player_id")),),
    LADDERS: (
        Table(RunRow, "stream_id"),
        Table(SeasonRow, "stream_id"),
        Table(LadderEntry, "run", ENTRY, shared=True),
        Table(LadderEntry, "player__runs", ENTRY, shared=True),
        Table(LadderEntry, "season", ENTRY, shared=True),
    ),
}
UNCOMPARED = ("id", "version")
"""A row's own number, and the version at which it last changed, differ between two ways to the same rows."""


class Rebuilt(NamedTuple):
    """A stream whose rows are new. `behind`: its rows were older than its log, so differences are no fault."""

    stream: UUID
    behind: bool
    differences: list[str]


def rebuild(only: str | None, progress: Callable[[int, int], None]) -> Iterator[Rebuilt]:
    """Every stream, oldest first. Drops the caches too. `only` names one projection."""
    warm.forget()
    Snapshot.objects.all().delete()
    streams = list(Stream.objects.order_by("id").values_list("id", flat=True))
    for done, stream in enumerate(streams, start=1):
        yield rebuild_stream(stream, only)
        progress(done, len(streams))


def rebuild_stream(stream: UUID, only: str | None = None) -> Rebuilt:
    """Makes the rows of one stream anew."""
    source = load(stream)
    tables = _tables(source.stream.kind, only)
    with transaction.atomic():
        before, ranked = _rows(tables, stream), _ranked(stream)
        for table in tables:
            if table.shared:
                continue
            table.model._default_manager.filter(**{table.owner: stream}).delete()
        save_all(source, only)
        if only in (None, LADDERS):
            ladder.settle(source, ranked)
        differences = list(_compared(before, _rows(tables, stream)))
    if only is None:
        mark(source)
    return Rebuilt(stream, source.stream.projected_version < source.version, differences)


def _ranked(stream: UUID) -> list[UUID]:
    """Whose places the stream's rows may have made, before they are dropped."""
    return list(ladder.players_of(stream).values_list("id", flat=True))


def differences(stream: UUID) -> list[str]:
    """What the rows of a stream show and its log does not say, and the other way round. Changes nothing."""
    with transaction.atomic():
        found = rebuild_stream(stream).differences
        transaction.set_rollback(True)
    return found


def _tables(kind: str, only: str | None) -> list[Table]:
    names = [name for name in PROJECTIONS.get(kind, {}) if only in (None, name)]
    return [table for name in names for table in TABLES[name]]


def _rows(tables: list[Table], stream: UUID) -> Rows:
    found: Rows = {}
    for table in tables:
        rows = table.model._default_manager.filter(**{table.owner: stream})
        linked = [field.name for field in table.model._meta.many_to_many]
        for row in rows.prefetch_related(*linked):
            found[_name(table, row)] = _fields(table, row, linked)
    return found


def _name(table: Table, row: Model) -> str:
    key = "".join(f" {name}={getattr(row, name)}" for name in table.key)
    return table.model.__name__ + key


def _fields(table: Table, row: Model, linked: list[str]) -> dict[str, Any]:
    own = [field.attname for field in table.model._meta.concrete_fields]
    fields = {name: getattr(row, name) for name in own if name not in (*UNCOMPARED, table.owner, *table.key)}
    return fields | {name: sorted(str(item.pk) for item in getattr(row, name).all()) for name in linked}


def _compared(before: Rows, after: Rows) -> Iterator[str]:
    for name in sorted(before.keys() - after.keys()):
        yield f"{name} does not follow from the log"
    for name in sorted(after.keys() - before.keys()):
        yield f"{name} is missing"
    for name in sorted(before.keys() & after.keys()):
        for field, value in after[name].items():
            if before[name][field] != value:
                yield f"{name}: {field} is {before[name][field]!r}, the log says {value!r}"
