"""Projections from nothing: drops a stream's rows, makes them anew from the log, and tells what was different.

Called by the command `rebuild`, which keeps the new rows, and by `tracker.proof.verify`, which only compares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import Model

from games.ruleset import Outcome
from games.secrets import canonical
from tracker import log, parallel, warm
from tracker.models import (
    ArcanumRow,
    CampaignRow,
    ChronicleMatchRow,
    ChronicleRow,
    ConfirmedMatch,
    DayTableRow,
    EntrantRow,
    FallenRow,
    Fault,
    LadderEntry,
    MatchRow,
    PairingRow,
    Player,
    RunRow,
    SeasonRow,
    Snapshot,
    StandingRow,
    Stream,
    TournamentRow,
)
from tracker.projections import (
    CONFIRMED,
    LADDERS,
    PROJECTIONS,
    confirmed,
    faults,
    feed,
    ladder,
    made_by,
    mark,
    save_all,
)
from tracker.projections.match import expected, seated
from tracker.projections.runs import is_run
from tracker.projections.source import Source, events_here, folded, load, rows_of
from tracker.systems import MATCH

Rows = dict[str, dict[str, Any]]
"""Name of a row -> its fields."""


class Table(NamedTuple):
    """A table of a projection: the way from its rows to the stream, and the columns that name a row within it.

    Rows that several streams make together are `shared`: they are settled, not dropped and made from one of them.
    `later`: programs of before had no such table, so a row that is missing may be theirs.
    """

    model: type[Model]
    owner: str
    key: tuple[str, ...] = ()
    shared: bool = False
    later: bool = False


ENTRY = ("season_id", "board", "character", "player_id")
TABLES: dict[str, tuple[Table, ...]] = {
    "match": (Table(MatchRow, "stream_id"),),
    CONFIRMED: (Table(ConfirmedMatch, "stream_id", later=True),),
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
    "chronicle": (
        Table(ChronicleRow, "stream_id"),
        Table(ChronicleMatchRow, "chronicle_id", ("link",)),
    ),
    "standings": (Table(StandingRow, "tournament_id", ("round", "player_id")),),
    LADDERS: (
        Table(RunRow, "stream_id"),
        Table(SeasonRow, "stream_id"),
        Table(LadderEntry, "run", ENTRY, shared=True),
        Table(LadderEntry, "player__runs", ENTRY, shared=True),
        Table(LadderEntry, "player__also__player__runs", ENTRY, shared=True),
        Table(LadderEntry, "season", ENTRY, shared=True),
    ),
}
LATER = frozenset(
    table.model.__name__ for tables in TABLES.values() for table in tables if table.later and not table.key
)
SCORE = "the stream's score is not the score of its log"
GAINED = frozenset({"incomplete", "figures", "carry", "unverified"})
"""Fields of an outcome that the first version of the program did not know."""
ATTEMPTS = 20
UNCOMPARED = ("id", "version")
"""A row's own number, and the version at which it last changed, differ between two ways to the same rows."""


class Difference(NamedTuple):
    """A row that is not what the log gives. `older`: it lacks what an older version of the program did not show."""

    what: str
    older: bool = False


class Rebuilt(NamedTuple):
    """A stream whose rows are new. `behind`: its rows were older than its log, so differences are no fault.

    With a `fault` they could not be made, and stand as they were.
    """

    stream: UUID
    behind: bool
    differences: list[Difference]
    fault: str = ""


def rebuild(only: str | None, progress: Callable[[int, int], None], processes: int = 1) -> Iterator[Rebuilt]:
    """Every stream, oldest first; its snapshot goes. `only` names one projection.

    A stream that cannot be read or projected is told of and passed over; what it had stays.
    """
    warm.forget()
    streams = list(Stream.objects.order_by("id").values_list("id", flat=True))
    yield from parallel.over(streams, partial(_rebuilt_each, only=only), processes, progress)


def _rebuilt_each(streams: Sequence[UUID], only: str | None) -> list[Rebuilt]:
    """Rows that are what their log says are left as they stand; all others are made from nothing."""
    together = Together(streams) if only is None else None
    sound = {stream for stream in streams if together and together.is_sound(stream)}
    Snapshot.objects.filter(stream_id__in=sound).delete()
    stale = Stream.objects.filter(id__in=sound).exclude(projected_by=made_by())
    stale.update(projected_by=made_by())
    return [Rebuilt(stream, False, []) if stream in sound else _rebuilt(stream, only) for stream in streams]


def _rebuilt(stream: UUID, only: str | None) -> Rebuilt:
    try:
        with transaction.atomic():
            Snapshot.objects.filter(stream_id=stream).delete()
            return rebuild_stream(stream, only)
    except Exception as error:
        faults.note(stream, error)
        return Rebuilt(stream, False, [], f"{type(error).__name__}: {error}")


def rebuild_stream(stream: UUID, only: str | None = None) -> Rebuilt:
    """Makes the rows of one stream, and its score, anew."""
    source = load(stream)
    with transaction.atomic():
        differences = list(_remade(source, _tables(source.stream.kind, only), only))
        if only is None:
            differences += _rescored(source)
    if only is None:
        feed.save(source)
        mark(source)
        faults.clear(stream)
    return Rebuilt(stream, source.stream.projected_version < source.version, differences)


def _remade(source: Source, tables: list[Table], only: str | None = None) -> Iterator[Difference]:
    """Drops the rows of the stream, makes them from the source, and tells what was different."""
    stream = source.stream.id
    before, ranked = _rows(tables, stream), _ranked(stream)
    for table in tables:
        if not table.shared:
            table.model._default_manager.filter(**{table.owner: stream}).delete()
    save_all(source, only)
    if only in (None, LADDERS):
        ladder.settle(source, ranked)
    return _compared(before, _rows(tables, stream), lenient=source.stream.projected_by != made_by())


def _rescored(source: Source) -> list[Difference]:
    """Writes the stream's own score row if it is not what the rules of today make of the log."""
    row, outcome = source.stream, source.rules.outcome(source.state)
    wrong = score_difference(row.score, outcome)
    if wrong is None or row.version == 0:
        return []
    log.rescore(row.id, log.Head(row.version, row.head), canonical(outcome).decode())
    return [wrong]


def score_difference(stored: str, outcome: Outcome) -> Difference | None:
    """How a stored score differs from today's outcome of the same log; None when it does not."""
    today = canonical(outcome).decode()
    if stored == today:
        return None
    try:
        told, now = msgspec.json.decode(stored), msgspec.json.decode(today)
    except msgspec.DecodeError:
        return Difference(SCORE)
    lacks_nothing = isinstance(told, dict) and now.keys() - GAINED <= told.keys()
    return Difference(SCORE, older=lacks_nothing and contained(told, now))


def contained(old: Any, new: Any) -> bool:
    """Whether `old` says nothing else than `new`, which may have gained fields."""
    if isinstance(old, dict) and isinstance(new, dict):
        return all(key in new and contained(value, new[key]) for key, value in old.items())
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(map(contained, old, new))
    return bool(old == new)


class Together:
    """Streams read together, so that those whose rows are sound need no further query: nearly all, and only matches.

    It finds nothing wrong by itself: whatever is not sound is looked at one by one.
    """

    def __init__(self, streams: Sequence[UUID]) -> None:
        self.streams = Stream.objects.in_bulk(streams)
        self.rows = rows_of(streams)
        matches = MatchRow.objects.filter(stream_id__in=streams).prefetch_related("players")
        self.matches = {row.stream_id: row for row in matches}
        self.confirmed = ConfirmedMatch.objects.in_bulk(streams)
        self._ranked = _in_ladders(streams)
        self._faulty = set(Fault.objects.filter(stream_id__in=streams).values_list("stream_id", flat=True))
        self._sources: dict[UUID, Source | None] = {}
        self._here = events_here(self.streams.values())
        named = [seated(one.rules.sides(one.state)) for stream in streams if (one := self.source(stream))]
        self._players = set(Player.objects.filter(id__in=set().union(*named)).values_list("id", flat=True))

    def source(self, stream: UUID) -> Source | None:
        """A match of no ladder with its log folded; None for any other stream, and for one that cannot be read."""
        if stream not in self._sources:
            self._sources[stream] = self._folded(stream)
        return self._sources[stream]

    def _folded(self, stream: UUID) -> Source | None:
        row = self.streams.get(stream)
        if row is None or row.kind != MATCH or stream in self._ranked:
            return None
        try:
            return folded(row, self.rows[stream], self._here)
        except Exception:  # whoever looks at it alone tells why
            return None

    def is_sound(self, stream: UUID) -> bool:
        """Whether score and rows of a match are what its log says, every one of them up to date."""
        source = self.source(stream)
        if source is None or not source.rows or stream in self._faulty:
            return False
        row, stored = source.stream, self.matches.get(stream)
        if not (row.version == row.projected_version == source.version):
            return False
        outcome = source.rules.outcome(source.state)
        if score_difference(row.score, outcome) or is_run(row.system, outcome):
            return False
        wanted = expected(source)
        if wanted is None or stored is None or stored.version != source.version:
            return wanted is stored is None
        if not _same(confirmed.expected(source), self.confirmed.get(stream)):
            return False
        players = seated(source.rules.sides(source.state)) & self._players
        if {player.id for player in stored.players.all()} != players:
            return False
        return _same(wanted, stored)


def _same(wanted: Model | None, stored: Model | None) -> bool:
    """Whether a stored row is the wanted one, field by field."""
    if wanted is None or stored is None:
        return wanted is stored
    fields = wanted._meta.concrete_fields
    return all(getattr(wanted, field.attname) == getattr(stored, field.attname) for field in fields)


def _in_ladders(streams: Sequence[UUID]) -> set[UUID]:
    """Those of which the rows of ladders tell anything."""
    found: set[UUID] = set()
    for table in TABLES[LADDERS]:
        if "__" not in table.owner:
            rows = table.model._default_manager.filter(**{f"{table.owner}__in": streams})
            found.update(rows.values_list(table.owner, flat=True))
    return found


def _ranked(stream: UUID) -> list[UUID]:
    """Whose places the stream's rows may have made, before they are dropped."""
    return list(ladder.players_of(stream).values_list("id", flat=True))


def differences(stream: UUID) -> list[Difference]:
    """What the rows of a stream show and its log does not say, and the other way round. Changes nothing.

    Rows that are behind are held against the log as it stood when they were made.
    """
    for _ in range(ATTEMPTS):
        with transaction.atomic():
            source, found = _compare(stream)
            transaction.set_rollback(True)
        now = Stream.objects.filter(id=stream).values_list("version", "projected_version").first()
        if not found or now == (source.stream.version, source.stream.projected_version):
            break
    return found


def _compare(stream: UUID) -> tuple[Source, list[Difference]]:
    source = load(stream)
    claimed, version = _claimed(source), source.stream.version
    shown = min(claimed, source.version)
    tables = [table for table in _tables(source.stream.kind, None) if shown == version or not table.shared]
    found = list(_remade(load(stream, shown), tables)) if shown else list(_unmade(tables, stream))
    if claimed > version:
        found.append(Difference(f"the rows claim to show event {claimed} of {version}"))
    return source, found


def _claimed(source: Source) -> int:
    """The version that the rows of a stream say they show: a worker may have been killed before it marked them."""
    marked = source.stream.projected_version
    for name in PROJECTIONS.get(source.stream.kind, {}):
        own = next((table.model for table in TABLES[name] if table.owner == "stream_id"), None)
        row = (
            own._default_manager.filter(pk=source.stream.id).values_list("version", flat=True) if own else ()
        )
        marked = max([marked, *row])
    return marked


def _unmade(tables: list[Table], stream: UUID) -> Iterator[Difference]:
    """Rows of a stream of which none can have been made yet."""
    return _compared(_rows(tables, stream), {}, lenient=False)


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


def _compared(before: Rows, after: Rows, *, lenient: bool) -> Iterator[Difference]:
    """`lenient`: an older version of the program made the rows, which may lack what this one shows besides."""
    for name in sorted(before.keys() - after.keys()):
        yield Difference(f"{name} does not follow from the log")
    for name in sorted(after.keys() - before.keys()):
        yield Difference(f"{name} is missing", older=lenient and name in LATER)
    for name in sorted(before.keys() & after.keys()):
        for field, value in after[name].items():
            was = before[name][field]
            if was != value:
                older = lenient and contained(was, value)
                yield Difference(f"{name}: {field} is {was!r}, the log says {value!r}", older)
