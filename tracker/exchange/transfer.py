"""Portable logs in and out of the database. An import is judged like any other event, and keeps its hashes.

Called by the command lines `export` and `import` and by `tracker.exchange.archive` for tournaments with their matches.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple
from uuid import UUID, uuid5

import msgspec
from django.db import transaction
from django.db.models import QuerySet

from games.audit import Refused, judge_log
from games.codec import Codec, codec_for
from games.faults import fault, within
from games.portable import (
    HIDDEN,
    BadLog,
    Header,
    Line,
    PortableLog,
    Problem,
    Secret,
    chained,
    genesis_of,
    hidden,
    read_log,
    verify,
    write_log,
)
from games.ruleset import REFEREE, Setup, Viewer
from games.ruleset import Event as AnyEvent
from games.secrets import canonical, concealed
from tracker import appended, log, names, warm
from tracker.handle import SEALED_KEY
from tracker.log import Head, NewRow
from tracker.models import Event, Stream
from tracker.proof import seals, witness
from tracker.selectors import streams
from tracker.systems import CAMPAIGN, CHRONICLE, MATCH, TOURNAMENT, events_of, find_rules

NEVER_A_STREAM = UUID("8a3c1f0e-52d7-5b5e-9c64-1d6f0a2b7e90")
"""Namespace of the ids of streams that come from logs without an id of their own."""
COLUMNS: dict[str, int] = {
    field.name: field.max_length
    for field in Event._meta.fields
    if field.max_length and field.name in Line.__struct_fields__
}
"""What stands beside an event -> how many characters of it are stored."""


class BrokenLog(Exception):
    """The file carries a hash chain that does not hold. `stream` is what its header says."""

    def __init__(self, problems: list[Problem], stream: str | None) -> None:
        super().__init__("; ".join(f"line {problem.line}: {problem.what}" for problem in problems))
        self.problems, self.stream = problems, stream


def contradicted(clashes: Sequence[witness.Clash]) -> BrokenLog:
    """The refusal of a log that another log or a seal contradicts."""
    problems = [Problem(1 if seq is None else seq + 1, seq, what) for _, seq, what in clashes]
    return BrokenLog(problems, clashes[0].stream)


class IllegalLog(Exception):
    """The rules refuse events of the file. `stream` is what its header says."""

    def __init__(self, refused: list[Refused], stream: str | None) -> None:
        super().__init__(f"line {refused[0].line}: {refused[0].violations[0].rule}")
        self.refused, self.stream = refused, stream


class OtherHistory(Exception):
    """The stream exists already, and the file tells another story of it."""


class Imported(NamedTuple):
    """The stream that now holds the file's events, and how many of them are new."""

    stream: UUID
    appended: int


def export_stream(stream: UUID, viewer: Viewer = REFEREE) -> bytes:
    """The portable log of a stream as `viewer` may see it today. Raises `warm.UnknownStream`."""
    row = streams.stream_of(stream)
    codec = codec_for(find_rules(row.kind, row.system))
    seen = list(streams.visible_rows(stream, viewer))
    lines = [_line(codec, *one) for one in seen]
    whole = all(
        (row.secret is None) == (line.secret is None) for (row, _), line in zip(seen, lines, strict=True)
    )
    header = Header(
        warledger=1,
        kind=row.kind,
        system=row.system,
        ruleset=row.ruleset,
        setup=msgspec.json.decode(row.setup),
        stream=str(stream),
        complete=whole and all(line.type != HIDDEN for line in lines),
        seal=seals.newest(),
    )
    head = lines[-1].hash if lines else genesis_of(header)
    return write_log(msgspec.structs.replace(header, events=len(lines), head=head), lines)


def _line(codec: Codec, stored: Event, seen: AnyEvent | None) -> Line:
    """One event: whole, without its secret, or hidden, as the rules say for this viewer.

    Its payload must be that of the row, or no hash would fit: what older logs tell openly hides the whole line, and so
    does a key of theirs that may tell the secret.
    """
    event = warm.event_of(codec, stored)
    if seen is None or (seen != event and not _fits(codec, stored, seen, event)):
        return hidden(stored.seq, stored.hash)
    told = stored.secret is not None and seen == event
    return Line(
        seq=stored.seq,
        type=stored.type,
        data=msgspec.json.decode(stored.data),
        schema=stored.schema,
        side=stored.side,
        visibility=stored.visibility,
        actor=stored.actor,
        at=stored.at,
        recorded=stored.recorded or None,
        key=stored.key,
        secret=msgspec.json.decode(stored.secret or "", type=Secret) if told else None,
        hash=stored.hash,
    )


def _fits(codec: Codec, stored: Event, seen: AnyEvent, event: AnyEvent) -> bool:
    """Whether the stored row holds nothing but what the viewer sees, secrets aside."""
    openly = seen == concealed(event) and codec.to_row(seen)[1].decode() == stored.data
    return openly and (stored.key is None or stored.key.startswith(SEALED_KEY))


def import_log(content: bytes) -> Imported:
    """Stores a portable log, or what is new of it, all or nothing.

    A log with a hash chain keeps its stream id and hashes; any other becomes a new stream. Raises `BadLog`,
    `BrokenLog`, `IllegalLog` or `OtherHistory`.
    """
    read = read_log(content, find_rules)
    if not read.header.complete:
        raise BadLog(1, fault("partial_copy"))
    if read.header.head is not None:
        problems = verify(read)
        if problems:
            raise BrokenLog(problems, read.header.stream)
        if clashes := list(witness.against_seals(read)):
            raise contradicted(clashes)
    judgement = judge_log(read)
    if judgement.refused:
        raise IllegalLog(judgement.refused, read.header.stream)
    _check_names(read)
    _check_columns(read)
    _check_game(read)
    placed = _placed(read)
    score = canonical(read.rules.outcome(judgement.state)).decode()
    with transaction.atomic():
        return Imported(placed.stream, _stored(placed, read.setup, codec_for(read.rules), score))


def _check_names(read: PortableLog) -> None:
    """Raises `BadLog` for a name of an event that nobody can read: hashed as it is, it cannot be tidied."""
    for line, entry in zip(read.lines, read.entries(), strict=True):
        for field, wrong in names.in_event(read.header.kind, entry.event):
            raise BadLog(line.seq + 1, within(field, wrong), line.seq)


def _check_columns(read: PortableLog) -> None:
    """Raises `BadLog` for a text beside an event that no database stores: too long, or with U+0000."""
    for line in read.lines:
        for name, most in COLUMNS.items():
            text = getattr(line, name) or ""
            if len(text) > most or "\0" in text:
                raise BadLog(line.seq + 1, fault("no_column", name=name, most=most), line.seq)


def _check_game(read: PortableLog) -> None:
    """Raises `BadLog` for an event of another game than its header says: the header is what its pages go by."""
    for entry in read.entries()[:1]:
        system = getattr(entry.event, "system", read.header.system)
        if system != read.header.system:
            raise BadLog(2, fault("other_game", told=system[:40], header=read.header.system), entry.seq)


class _Placed(NamedTuple):
    """A log linked as the stream that it becomes; `own`: it was linked as that stream before it came here."""

    stream: UUID
    own: bool
    header: Header
    lines: list[Line]


def _placed(read: PortableLog) -> _Placed:
    """Where the log belongs. One that never was a stream becomes the same new stream however often it is imported."""
    header = read.header
    if header.head is not None and header.stream is not None:
        return _Placed(_uuid(header.stream), True, header, read.lines)
    stream = uuid5(NEVER_A_STREAM, hashlib.sha256(read.content).hexdigest())
    setup = msgspec.to_builtins(read.setup)
    recorded = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    lines = [msgspec.structs.replace(line, recorded=line.recorded or recorded) for line in read.lines]
    header = msgspec.structs.replace(header, stream=str(stream), setup=setup)
    return _Placed(stream, False, *chained(header, lines))


def _uuid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise BadLog(1, fault("no_stream", told=text)) from None


def _stored(placed: _Placed, setup: Setup, codec: Codec, score: str) -> int:
    """Appends what the database does not have yet; returns how many events that were."""
    stream, _, header, lines = placed
    known = log.read(stream)
    if known and not placed.own:
        return 0
    if any(row.hash != line.hash for row, line in zip(known, lines, strict=False)):
        raise OtherHistory(str(stream))
    row = log.create_stream(header.kind, header.system, header.ruleset, setup, stream_id=stream)
    if not known and row.head != genesis_of(header):
        raise OtherHistory(str(stream))
    fresh = lines[len(known) :]
    if fresh:
        if row.handed_over is True:  # whoever went on with it brings it back
            Stream.objects.filter(id=stream).update(handed_over=False)
        log.append(stream, Head(row.version, row.head), list(_rows(codec, fresh)), score)
        transaction.on_commit(lambda: appended.tell(stream, len(lines)))
    if not known and header.kind in (TOURNAMENT, CAMPAIGN, CHRONICLE):
        _attach(stream)
    if not known and header.kind == MATCH:
        _attach_to(events_of(setup))
    return len(fresh)


def _attach_to(events: Iterable[UUID]) -> None:
    """Events that came before one of their matches are projected anew, and so find it."""
    _anew(Stream.objects.filter(id__in=list(events), projected_version__gt=0))


def _attach(event: UUID) -> None:
    """Matches that came before their event are projected anew, and so find it, and it their results."""
    _anew(Stream.objects.filter(kind=MATCH, setup__contains=f'"{event}"', version__gt=0))


def _anew(early: QuerySet[Stream]) -> None:
    heads = list(early.values_list("id", "version"))
    early.update(projected_version=0, projected_by="")  # the rows of before lack their place
    for stream, version in heads:
        transaction.on_commit(partial(appended.tell, stream, version))


def _rows(codec: Codec, lines: Iterable[Line]) -> Iterable[NewRow]:
    for line in lines:
        yield NewRow(
            seq=line.seq,
            type=line.type,
            schema=line.schema,
            data=canonical(line.data).decode(),
            secret=canonical(line.secret).decode() if line.secret else None,
            side=line.side,
            visibility=line.visibility,
            actor=line.actor,
            at=line.at,
            recorded=line.recorded or "",
            hash=line.hash or "",
            key=line.key,
            digest=None,
            batch=None,
        )
