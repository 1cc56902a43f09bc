"""Two histories of one event become one, by a person's decision: two laptops without a network ran parts of it.

What went on here stays as it is. Matches that only the other side went on with come as they are. What the other side
logged in the event itself since both parted is told again here, in its order, by the same people and with its time at
the table, and judged like any other event: nothing is rewritten, and joining twice adds nothing. What cannot be joined
(a match that both went on with, an event that the rules refuse now) is shown, and stays in the other side's file.
Of a match that both went on with a person decides which side counts (`taken`): then what went on here is voided, with
the reason, and the other side's entries are told again after it.
Called by `manage.py import --join`.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import NamedTuple
from uuid import UUID

from django.db import transaction

from games.faults import fault
from games.match import EventVoided
from games.portable import BadLog, Line, PortableLog, read_log, verify
from games.replay import standing, voided_seqs
from games.rulebook import sentence
from games.ruleset import SYSTEM, Entry
from tracker import appended, log, warm
from tracker.after import follow_up
from tracker.exchange import archive, transfer
from tracker.handle import Command, CommandRejected, KeyReused, handle, stored_keys
from tracker.models import Event
from tracker.rulesets.tournament.events import ResultRecorded, ResultWithdrawn
from tracker.systems import MATCH, TOURNAMENT, find_rules

REASON = "joined: of this match the other side's entries count"
FOLLOWS = (ResultRecorded, ResultWithdrawn)
"""What a tournament hears of its matches: it hears it here too, from the matches that came."""


class Conflict(NamedTuple):
    """What could not be joined: the stream, the other side's event (None: the whole stream), and why."""

    stream: str
    seq: int | None
    what: str


class Joined(NamedTuple):
    """What came: streams with how many events, what was told again of the event, and what could not be joined."""

    streams: list[transfer.Imported]
    told_again: int
    known: int
    conflicts: list[Conflict]


class _Undone(Exception):
    """Takes a trial back."""


def join(content: bytes, *, trial: bool = False, taken: Container[UUID] = ()) -> Joined:
    """Joins an exported event with the one that is here. `trial` only says what would happen.

    `taken`: matches that both sides went on with, and of which the other side's entries count.
    Raises `BadLog`, `transfer.BrokenLog` or `transfer.IllegalLog` for a file that is no whole, legal export.
    """
    if not archive.is_archive(content):
        raise BadLog(1, fault("whole_event"))
    logs = [read_log(text, find_rules) for _, text in archive.logs_in(content)]
    for one in logs:
        if problems := verify(one):
            raise transfer.BrokenLog(problems, one.header.stream)
    try:
        with transaction.atomic(), appended.held():
            joined = _joined(content, logs, taken)
            if trial:
                raise _Undone
    except _Undone:
        warm.forget()
        return joined
    for one in logs:
        appended.bring_up(UUID(str(one.header.stream)))
    follow_up.catch_up()
    return joined


def _joined(content: bytes, logs: list[PortableLog], taken: Container[UUID]) -> Joined:
    archive.store_people(content)
    streams: list[transfer.Imported] = []
    conflicts: list[Conflict] = []
    told_again = known = 0
    for read, (_, text) in zip(logs, archive.logs_in(content), strict=True):
        stream = str(read.header.stream)
        try:
            streams.append(transfer.import_log(text))
        except transfer.OtherHistory:
            if read.header.kind == MATCH and UUID(stream) in taken:
                _make_way(read)
            elif read.header.kind == MATCH:
                conflicts.append(Conflict(stream, _parted(read) + 1, _both_went_on(read)))
                continue
            again, repeated, refused = _told_again(read)
            told_again, known = told_again + again, known + repeated
            conflicts += refused
    return Joined(streams, told_again, known, conflicts)


def _parted(read: PortableLog) -> int:
    """The last event that both histories have."""
    here = log.read(UUID(str(read.header.stream)))
    same = 0
    for row, line in zip(here, read.lines, strict=False):
        if row.hash != line.hash:
            break
        same = row.seq
    return same


def _both_went_on(read: PortableLog) -> str:
    here, same = log.head_of(UUID(str(read.header.stream))), _parted(read)
    ours = here.version - same if here else 0
    return (
        f"both sides went on with this match after event {same} ({ours} events here, {len(read.lines) - same} there): "
        "ours stays; look at both, and say `--take` with this match if theirs is right"
    )


def _make_way(read: PortableLog) -> None:
    """Voids what went on here after both parted, unless that was done before."""
    stream, same = UUID(str(read.header.stream)), _parted(read)
    codec = warm.current(stream).codec
    entries = standing(warm.entries_of(codec, log.read(stream)))
    told = [
        row
        for row in log.read(stream, same)
        if row.key and row.key in stored_keys(stream, _key(read.lines[same]))
    ]
    seqs = tuple(entry.seq for entry in entries if entry.seq > same)
    if seqs and not told:
        handle(Command(stream=stream, actor=SYSTEM, events=(EventVoided(seqs=seqs, reason=REASON),)))


def _key(line: Line) -> str:
    """What tells an event the other side's that was told here already."""
    return f"join:{line.hash}"


def _standing_tail(read: PortableLog, same: int) -> Iterator[tuple[Entry, Line]]:
    """What counts the other side's's entries since both parted. Numbers differ from here on, so what was voided among
    them is left out with its voiding; one that takes back what both have is told.
    """
    entries = read.entries()
    gone = voided_seqs(entries)
    for entry, line in list(zip(entries, read.lines, strict=True))[same:]:
        if isinstance(entry.event, EventVoided):
            common = tuple(seq for seq in entry.event.seqs if seq <= same)
            if common:
                yield Entry(entry.seq, EventVoided(seqs=common, reason=entry.event.reason), entry.actor), line
        elif entry.seq not in gone:
            yield entry, line


def _told_again(read: PortableLog) -> tuple[int, int, list[Conflict]]:
    """(events appended, events that stood already, what was refused)."""
    stream, same = UUID(str(read.header.stream)), _parted(read)
    again, known, conflicts = 0, 0, []
    for entry, line in _standing_tail(read, same):
        if read.header.kind == TOURNAMENT and isinstance(entry.event, FOLLOWS):
            continue
        command = Command(stream=stream, actor=entry.actor, events=(entry.event,), key=_key(line), at=line.at)
        try:
            answer = handle(command)
        except CommandRejected as refused:
            if not _stands(stream, entry):
                told = "; ".join(sentence(one, "en") for one in refused.violations)
                conflicts.append(Conflict(str(stream), entry.seq, f"{line.type}: {told}"))
        except KeyReused:
            known += 1
        else:
            again, known = again + (not answer.repeated), known + answer.repeated
    return again, known, conflicts


def _stands(stream: UUID, entry: Entry) -> bool:
    """Whether both sides logged the same, as when both checked a player in."""
    codec = warm.get(stream).codec
    return any(warm.event_of(codec, row) == entry.event for row in _same_type(stream, entry))


def _same_type(stream: UUID, entry: Entry) -> Iterator[Event]:
    name = type(entry.event).__struct_config__.tag
    return (row for row in log.read(stream) if row.type == name)
