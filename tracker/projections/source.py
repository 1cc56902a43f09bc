"""What every projection works from: one stream read once, decoded and folded once. Called by `tracker.projections`.

While a match is folded, what each event did to its score is noted: the match row opens every figure down to its event.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import reduce
from itertools import groupby
from typing import Any, NamedTuple, TypeGuard, TypeVar
from uuid import UUID

import msgspec
from django.db import models

from games.codec import MalformedEvent, codec_for
from games.match import EventVoided
from games.replay import refold, standing
from games.ruleset import Entry, Outcome, Ruleset, ScoreLine, Setup
from tracker import log, warm
from tracker.models import Event, Stream
from tracker.systems import CAMPAIGN, MATCH, TOURNAMENT, events_of, find_rules, uuids

TOGETHER = 50
"""Logs that are read by one query."""
NO_SCORE = Outcome(status="open", vp={})


class Step(NamedTuple):
    """The score after one event that changed it, with the lines that it made or changed."""

    seq: int
    outcome: Outcome
    changed: tuple[ScoreLine, ...]


class Source(NamedTuple):
    """A stream at `version`: its rows, its entries (voided ones included), the state they lead to, and of a match
    the steps of its score.

    `reached`: (seq, outcome) of every entry after which the figures of a run are others; empty for what is no run.
    `here`: which (id, kind) of those that its setup names are here; None: nobody has looked yet.
    """

    stream: Stream
    rules: Ruleset[Any, Any]
    setup: Setup
    rows: list[Event]
    entries: list[Entry]
    state: Any
    steps: tuple[Step, ...] = ()
    here: frozenset[tuple[UUID, str]] | None = None
    reached: tuple[tuple[int, Outcome], ...] = ()

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
    return folded(row, log.read(row.id, limit=at))


def of_matches(ids: Iterable[UUID]) -> Iterator[Source]:
    """The matches among `ids` that are here and can be read, without the steps of their score.

    Two queries for every `TOGETHER` of them.
    """
    wanted = list(dict.fromkeys(ids))
    for at in range(0, len(wanted), TOGETHER):
        streams = Stream.objects.filter(id__in=wanted[at : at + TOGETHER], kind=MATCH).in_bulk()
        logs = rows_of(list(streams))
        for stream, row in streams.items():
            try:
                yield folded(row, logs[stream], scored=False)
            except (KeyError, msgspec.DecodeError, MalformedEvent):
                continue


def events_here(streams: Iterable[Stream]) -> frozenset[tuple[UUID, str]]:
    """(id, kind) of the tournaments and event days that the setups of these streams name and that are here."""
    named: set[UUID] = set()
    for row in streams:
        with suppress(msgspec.DecodeError):  # whoever looks at it alone tells why
            named.update(events_of(msgspec.json.decode(row.setup, type=Setup)))
    return frozenset(Stream.objects.filter(id__in=named).values_list("id", "kind"))


def rows_of(streams: Sequence[UUID]) -> dict[UUID, list[Event]]:
    """The logs of these streams, by one query."""
    rows = Event.objects.filter(stream_id__in=streams).order_by("stream_id", "seq")
    empty: dict[UUID, list[Event]] = {stream: [] for stream in streams}
    return empty | {stream: list(log_) for stream, log_ in groupby(rows, key=lambda row: row.stream_id)}


def folded(
    row: Stream, rows: list[Event], here: frozenset[tuple[UUID, str]] | None = None, *, scored: bool = True
) -> Source:
    """The stream behind this row, from events of it that were read already. `scored`: with the steps of its score."""
    rules = find_rules(row.kind, row.system)
    setup = msgspec.json.decode(row.setup, type=Setup)
    entries = warm.entries_of(codec_for(rules), rows)
    if row.kind == MATCH and scored:
        start = Source(row, rules, setup, rows, entries, rules.initial(setup), here=here)
        return _scored(start, standing(entries))
    return Source(row, rules, setup, rows, entries, refold(rules, setup, entries), here=here)


def continued(before: Source, row: Stream) -> Source | None:
    """`before` with what its stream has logged since; None where its log does not go on from there, or takes back
    what is folded in already."""
    rows = log.read(row.id, after=before.version - 1)
    if not rows or rows[0].hash != before.rows[-1].hash:
        return None
    new = warm.entries_of(codec_for(before.rules), rows[1:])
    if any(isinstance(entry.event, EventVoided) for entry in new):
        return None
    longer = before._replace(
        stream=row, rows=[*before.rows, *rows[1:]], entries=[*before.entries, *new], here=None
    )
    if row.kind == MATCH:
        return _scored(longer, new)
    return longer._replace(state=reduce(before.rules.evolve, (entry.event for entry in new), before.state))


def _scored(source: Source, entries: Sequence[Entry]) -> Source:
    """The match with these entries folded in as well, and all that its outcome was on the way."""
    rules, state = source.rules, source.state
    steps, reached = [*source.steps], [*source.reached]
    score = steps[-1].outcome if steps else NO_SCORE
    figures = reached[-1][1].carry["score"] if reached else None
    for entry in entries:
        state = rules.evolve(state, entry.event)
        now = rules.outcome(state)
        if step := _step(entry.seq, score, now):
            score = now
            steps.append(step)
        if now.carry.get("score") not in (None, figures):
            figures = now.carry["score"]
            reached.append((entry.seq, now))
    return source._replace(state=state, steps=tuple(steps), reached=tuple(reached))


def _step(seq: int, before: Outcome, now: Outcome) -> Step | None:
    if (now.lines, now.vp, now.turn) == (before.lines, before.vp, before.turn):
        return None
    old = set(before.lines)
    return Step(seq, now, tuple(line for line in now.lines if line not in old))


def overtaken(model: type[models.Model], source: Source) -> bool:
    """True when a faster job has saved newer rows. Locks the head row, so that two jobs write one after the other."""
    return bool(overtaken_each(model, [source]))


def overtaken_each(model: type[models.Model], sources: Sequence[Source]) -> set[UUID]:
    """Those of these streams for which a faster job has saved newer rows. Locks the head rows, in the order of their
    streams, so that two jobs write one after the other."""
    saved = model._default_manager.select_for_update().filter(pk__in=[one.stream.id for one in sources])
    versions = dict(saved.order_by("pk").values_list("pk", "version"))
    newer = [one for one in sources if versions.get(one.stream.id, 0) > one.version]
    # A row that claims a version which its log does not have was made by nobody's job: it is written anew.
    return {
        one.stream.id
        for one in newer
        if Stream.objects.filter(id=one.stream.id, version__gte=versions[one.stream.id]).exists()
    }


M = TypeVar("M", bound=models.Model)


def put(model: type[M], source: Source, fields: dict[str, Any]) -> M:
    """Writes a stream's own row of a table, new or not, in one statement; returns it."""
    return put_each(model, [(source, fields)])[0]


def put_each(model: type[M], rows: Sequence[tuple[Source, dict[str, Any]]]) -> list[M]:
    """The same for several streams."""
    made = [model(stream_id=one.stream.id, version=one.version, **fields) for one, fields in rows]
    names = [field.name for field in model._meta.concrete_fields if not field.primary_key]
    model._default_manager.bulk_create(
        made, update_conflicts=True, unique_fields=["stream"], update_fields=names, batch_size=100
    )
    return made


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
    if tournament is None or not _is_number(round_) or not _is_number(table):
        return None
    return Place(tournament, round_, table) if _is_here(source, tournament, TOURNAMENT) else None


def _is_number(told: Any) -> TypeGuard[int]:
    """Whether a round or a table can be numbered so: setups from elsewhere say what they like."""
    return isinstance(told, int) and 0 < told < 1 << 31


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
    return DayPlace(day, table) if _is_here(source, day, CAMPAIGN) else None


def _is_here(source: Source, stream: UUID, kind: str) -> bool:
    if source.here is not None:
        return (stream, kind) in source.here
    return Stream.objects.filter(id=stream, kind=kind).exists()


def differs(row: Any, fields: dict[str, Any]) -> bool:
    """Whether a row says something else; the version alone is no news."""
    return any(getattr(row, name) != value for name, value in fields.items() if name != "version")
