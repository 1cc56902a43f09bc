"""Seals: periodic, signed and chained records of every stream's head, so that a cut tail or a lost stream is found.

A seal lists the heads that moved since the last one; `SealedHead` holds the same row by row. Each new seal is noted in
a file beside the database as well, and its mark (number and hash) stands in exports and on pages: whoever keeps a mark
can tell later whether the history is still the same. Called by the beat task, by `verify`, exports and pages.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import Any, NamedTuple
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q

from games.faults import fault
from games.portable import Mark
from games.secrets import canonical
from tracker import keys
from tracker.models import Anchor, Event, Seal, SealedHead, Stream
from tracker.proof import anchors, seal_file

GENESIS = "0" * 64
FRESH = 5.0
"""For so many seconds a process goes on showing the newest seal that it knows."""


class SealProblem(NamedTuple):
    """A seal that does not hold: its number and what is wrong."""

    number: int
    what: str


class Moved(NamedTuple):
    """A stream to be sealed."""

    stream: UUID
    version: int
    hash: str


def seal_heads() -> int | None:
    """Seals what moved since the last seal: its number, or None when nothing moved or another process was faster."""
    moved = list(_moved())
    if not moved:
        return None
    last = Seal.objects.order_by("-number").defer("heads").first()
    number = last.number + 1 if last else 1
    rests = {one.stream: rest_of(one.stream, one.version) for one in moved}
    seal = _made(number, last.hash if last else GENESIS, moved, rests)
    rows = [SealedHead(stream=one.stream, seal=number, version=one.version, hash=one.hash) for one in moved]
    for row in rows:
        row.rest = rests[row.stream]
    try:
        with transaction.atomic():
            seal.save(force_insert=True)
            SealedHead.objects.bulk_create(rows, batch_size=500)
    except IntegrityError:
        return None
    seal_file.note(Mark(number, seal.hash), _marks_after)
    _forget()
    return number


def _moved() -> Iterator[Moved]:
    """Streams whose head no seal knows. One probe of an index for each stream; nothing else of the seals is read."""
    yield from map(Moved._make, _unknown().values_list("id", "version", "head").iterator())


def unsealed() -> int:
    """How many streams have events that no seal knows."""
    return _unknown().count()


def _unknown() -> Any:
    known = SealedHead.objects.filter(
        stream=OuterRef("id"), version=OuterRef("version"), hash=OuterRef("head")
    )
    return Stream.objects.exclude(Exists(known.exclude(rest=""))).order_by("id")


def rest_of(stream: UUID, to: int, before: SealedHead | None = None) -> str:
    """The digest of what no event's hash covers, of the events up to `to`, chained to that of the last sealed head.

    `before`: the sealed head to go on from; None: the newest that has such a digest.
    """
    base = before or SealedHead.objects.filter(stream=stream).exclude(rest="").order_by("-seal").first()
    rows = Event.objects.filter(stream=stream, seq__gt=base.version if base else 0, seq__lte=to).order_by(
        "seq"
    )
    told = rows.exclude(secret=None, digest=None, batch=None).values_list("seq", "secret", "digest", "batch")
    return _rest(base.rest if base else GENESIS, told)


def _rest(before: str, told: Iterable[tuple[int, str | None, str | None, int | None]]) -> str:
    unbound = [[seq, _digest_of(secret), digest, batch] for seq, secret, digest, batch in told]
    return hashlib.sha256(f"{before}\n".encode() + canonical(unbound)).hexdigest()


def _digest_of(text: str | None) -> str | None:
    return None if text is None else hashlib.sha256(text.encode()).hexdigest()


def _made(number: int, previous: str, moved: list[Moved], rests: dict[UUID, str]) -> Seal:
    heads = {str(one.stream): [one.version, one.hash, rests[one.stream]] for one in moved}
    seal = Seal(
        number=number,
        at=datetime.now(UTC).isoformat(timespec="seconds"),
        previous=previous,
        heads=canonical(heads).decode(),
        streams=Stream.objects.count(),
    )
    seal.hash = _hash(seal)
    seal.signature = keys.keyed("seal", seal.hash)
    return seal


def _hash(seal: Seal) -> str:
    covered = [seal.number, seal.at, seal.previous, seal.heads, seal.streams]
    return hashlib.sha256(canonical(covered)).hexdigest()


_newest: tuple[float, Mark | None] | None = None


def newest() -> Mark | None:
    """The newest seal, as this process knew it at most some seconds ago; None before the first."""
    global _newest
    now = time.monotonic()
    if _newest is None or now - _newest[0] > FRESH:
        _newest = now, next(_marks(Seal.objects.order_by("-number")[:1]), None)
    return _newest[1]


def _forget() -> None:
    global _newest
    _newest = None


def mark_of(number: int) -> Mark | None:
    """The seal `number`, or None."""
    return next(_marks(Seal.objects.filter(number=number)), None)


def _marks(seals: Any) -> Iterator[Mark]:
    return (Mark(number, hash_) for number, hash_ in seals.values_list("number", "hash"))


def _marks_after(number: int) -> Iterator[Mark]:
    return _marks(Seal.objects.filter(number__gt=number).order_by("number"))


def problems() -> Iterator[SealProblem]:
    """Every seal that is missing from the chain, was edited, was not signed by this installation, or is unknown here
    although the file beside the database knows it. Reads every seal once.
    """
    previous, number = GENESIS, 0
    anchor = anchors.newest()
    for odd in anchors.foreign():
        yield SealProblem(odd.seal, "somebody else than this installation says that its key was lost")
    rows = groupby(SealedHead.objects.order_by("seal").iterator(), key=lambda row: row.seal)
    indexed = next(rows, None)
    marks: dict[int, str] = {}
    for seal in Seal.objects.order_by("number").iterator():
        marks[seal.number] = seal.hash
        while indexed is not None and indexed[0] < seal.number:
            yield SealProblem(indexed[0], "the seal is missing, though heads are filed under it")
            indexed = next(rows, None)
        filed: Iterable[SealedHead] = ()
        if indexed is not None and indexed[0] == seal.number:
            filed = list(indexed[1])
            indexed = next(rows, None)
        if seal.number != number + 1:
            yield SealProblem(seal.number, f"seal {number + 1} is missing")
        if seal.previous != previous:
            yield SealProblem(seal.number, "the seal does not follow from the one before it")
        yield from _own_problems(seal, filed, anchor)
        previous, number = seal.hash, seal.number
    if indexed is not None:
        yield SealProblem(indexed[0], "the seal is missing, though heads are filed under it")
    yield from _file_problems(marks)


def _own_problems(seal: Seal, filed: Iterable[SealedHead], anchor: Anchor | None) -> Iterator[SealProblem]:
    if _hash(seal) != seal.hash:
        yield SealProblem(seal.number, "the seal does not follow from the one before it")
    elif not _is_signed(seal, anchor):
        yield SealProblem(seal.number, "the seal was not signed by this installation")
    elif _heads(seal) != {str(row.stream): (row.version, row.hash, row.rest) for row in filed}:
        yield SealProblem(seal.number, "the heads filed under the seal are not those that it names")


def _is_signed(seal: Seal, anchor: Anchor | None) -> bool:
    """By the present key, or by one that was lost before the anchor, which binds the last of those seals."""
    if keys.fits(seal.signature, "seal", seal.hash):
        return True
    if anchor is None or seal.number >= anchor.seal:
        return False
    return seal.number < anchor.seal - 1 or seal.hash == anchor.previous


def _heads(seal: Seal) -> dict[str, tuple[int, str, str]]:
    """Stream -> version, hash and digest of the rest, "" in a seal that knew none."""
    told = json.loads(seal.heads)
    return {stream: (head[0], head[1], head[2] if len(head) > 2 else "") for stream, head in told.items()}


def _file_problems(marks: dict[int, str]) -> Iterator[SealProblem]:
    # Older programs wrote no such file, and no digests of the rest.
    if marks and seal_file.is_missing() and SealedHead.objects.exclude(rest="").exists():
        yield SealProblem(
            max(marks),
            "the file of seals is missing: nothing beside the database can tell whether its newest events and seals "
            "are still there (a copy of the database file alone has lost them; restore a backup, or put the file back)",
        )
    for mark in seal_file.marks():
        if mark.number not in marks:
            yield SealProblem(
                mark.number, "the file of seals knows it, the database does not: seals were removed"
            )
        elif marks[mark.number] != mark.hash:
            yield SealProblem(mark.number, "the file of seals knows another one: the history was made anew")


def against(mark: Mark) -> SealProblem | None:
    """What a seal that somebody kept, or the beginning of its hash, says against this database; None: it fits."""
    known = mark_of(mark.number)
    if known is None:
        return SealProblem(mark.number, fault("seal_gone"))
    if not known.hash.startswith(mark.hash):
        return SealProblem(mark.number, fault("seal_other"))
    return None


def sealed_heads(stream: UUID) -> list[SealedHead]:
    """Every head of one stream that a seal knows, oldest first."""
    return list(SealedHead.objects.filter(stream=stream).order_by("seal"))


def unproven(stream: UUID) -> Iterator[SealProblem]:
    """Sealed heads of one stream that its seals do not bear out; the last seal against the file. Reads no others."""
    filed = sealed_heads(stream)
    anchor = anchors.newest() if filed else None
    known = {seal.number: seal for seal in Seal.objects.filter(number__in=[row.seal for row in filed])}
    for row in filed:
        seal = known.get(row.seal)
        if seal is None:
            yield SealProblem(row.seal, "the seal is missing, though heads are filed under it")
        elif _hash(seal) != seal.hash or not _is_signed(seal, anchor):
            yield SealProblem(row.seal, "the seal was not signed by this installation")
        elif _heads(seal).get(str(stream)) != (row.version, row.hash, row.rest):
            yield SealProblem(row.seal, "the heads filed under the seal are not those that it names")
    last = seal_file.last()
    if last is not None and (problem := against(last)) is not None:
        yield problem


def moved_heads(stream: UUID | None = None) -> Iterator[SealedHead]:
    """Sealed heads that the log of today does not pass through: it was cut, or rewritten."""
    event = Event.objects.filter(stream=OuterRef("stream"), seq=OuterRef("version"), hash=OuterRef("hash"))
    rows = SealedHead.objects.filter(Q() if stream is None else Q(stream=stream), version__gt=0)
    yield from rows.exclude(Exists(event)).order_by("stream", "seal")


def missing_streams() -> Iterator[SealedHead]:
    """The newest sealed head of every stream that is gone."""
    gone = SealedHead.objects.exclude(Exists(Stream.objects.filter(id=OuterRef("stream")))).order_by("seal")
    yield from {row.stream: row for row in gone}.values()


def all_bound(heads: Sequence[SealedHead], rows: Sequence[Event]) -> bool:
    """Whether no secret, digest or size of a request was changed since its seal: of one stream, with its whole log."""
    before, version = GENESIS, 0
    for head in heads:
        if not head.rest:
            continue
        part = rows[version : head.version]
        told = [(row.seq, row.secret, row.digest, row.batch) for row in part]
        if _rest(before, [one for one in told if one[1:] != (None, None, None)]) != head.rest:
            return False
        before, version = head.rest, head.version
    return True


def sealed_together(streams: Sequence[UUID]) -> dict[UUID, list[SealedHead]]:
    """Stream -> every head of it that a seal knows, oldest first."""
    found: dict[UUID, list[SealedHead]] = {}
    for row in SealedHead.objects.filter(stream__in=streams).order_by("seal"):
        found.setdefault(row.stream, []).append(row)
    return found


def unbound(stream: UUID) -> Iterator[SealedHead]:
    """Sealed heads before which a secret, or the digest or size of a request, was changed since."""
    before: SealedHead | None = None
    for row in sealed_heads(stream):
        if not row.rest:
            continue
        start = before or SealedHead(version=0, rest=GENESIS)
        if rest_of(stream, row.version, start) != row.rest:
            yield row
        before = row
