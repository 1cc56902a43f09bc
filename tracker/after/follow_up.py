"""What follows when a stream has moved on: its rows, then what it makes of other streams. `update` does it for one
stream, `catch_up` for all that are behind.

Safe to run twice, late or at the same time in two workers. Called by `tracker.jobs`, by bulk work that needs the rows
at once, and by whoever is about to show or use rows (`appended.bring_up`): a stream that is behind is projected there
and then, so nothing depends on a worker's being there or being quick.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from threading import Lock
from uuid import UUID

from django.db import connection, transaction
from django.db.models import UUIDField

from tracker import appended, logs, projections, warm
from tracker.after import reactions
from tracker.kept_queries import Kept
from tracker.models import Stream
from tracker.projections import faults, feed, held, snapshots, source
from tracker.systems import MATCH, events_of

PATIENCE = 3.0
"""Seconds that a page waits for the rows that it shows; what takes longer is left to the workers."""

PASSES = 5
"""A result goes from its match into its event, and from there perhaps to other tables; then all is at rest."""

TOGETHER = 1_000
"""Streams that are caught up with together, at most: each such group reads the ladders that its runs stand on once."""

PACK = 10_000
"""Events that are held in memory at a time."""

_STREAM = Kept(lambda stream: Stream.objects.filter(id=stream), UUIDField())

_turns = [Lock() for _ in range(64)]
"""One stream is brought up by one thread of a process at a time: the others wait for it and find it done."""


def update(stream: UUID, at_least: int = 0) -> int:
    """Projects one stream up to its head and carries its result on. Returns the version that the rows now show."""
    row = _STREAM.first(stream)
    if row is None:
        raise warm.UnknownStream(str(stream))
    if row.projected_version == row.version >= at_least:
        return row.version
    found = held.source_of(row)
    with transaction.atomic():
        projections.save_all(found)
    projections.settle(found)
    snapshots.save(found)
    reactions.react(found)
    feed.save(found)
    # Marked last: a worker killed before this line leaves the stream behind, and catch-up does all of it again.
    projections.mark(found)
    held.hold(found)
    faults.clear(stream)
    appended.settled(stream, *events_of(found.setup))
    return found.version


def attempt(stream: UUID, at_least: int = 0) -> bool:
    """`update` that never fails: a fault is noted (`projections.faults`) and tried again later."""
    try:
        with logs.about(stream):
            update(stream, at_least)
    except Exception as error:
        faults.note(stream, error)
        return False
    return True


def catch_up() -> int:
    """Updates every stream that is behind; returns how many there were. One that fails does not hold up the rest."""
    streams = list(projections.behind())
    for at in range(0, len(streams), TOGETHER):
        _attempt_each(streams[at : at + TOGETHER])
    return len(streams)


def _attempt_each(streams: Sequence[UUID]) -> None:
    """`attempt` for each of these streams, matches in packs: the statements for many cost little more than for one."""
    rows = list(Stream.objects.filter(id__in=streams).order_by("id"))
    matches = [row for row in rows if row.kind == MATCH and row.version != row.projected_version]
    for pack in _packs(matches):
        try:
            _update_matches(pack)
        except Exception:  # one by one it is told which of them is at fault, and the others get on
            for row in pack:
                attempt(row.id)
    for row in rows:
        if row.kind != MATCH:
            attempt(row.id)


def _packs(rows: Sequence[Stream]) -> Iterator[list[Stream]]:
    """Streams that are few enough to be held in memory together."""
    pack: list[Stream] = []
    size = 0
    for row in rows:
        if pack and size + row.version > PACK:
            yield pack
            pack, size = [], 0
        pack.append(row)
        size += row.version
    if pack:
        yield pack


def _update_matches(rows: Sequence[Stream]) -> None:
    """`update` for several matches."""
    logs_, here = source.rows_of([row.id for row in rows]), source.events_here(rows)
    found = [source.folded(row, logs_[row.id], here) for row in rows]
    with transaction.atomic():
        projections.save_matches(found)
    projections.settle_matches(found)
    for one in found:
        snapshots.save(one)
        reactions.react(one)
    feed.save_each(found)
    projections.mark_each(found)
    faults.clear(*(row.id for row in rows))
    appended.settled(*(row.id for row in rows), *(part for one in found for part in events_of(one.setup)))


def bring_up(streams: Iterable[UUID]) -> None:
    """Updates those of these streams, and of the matches of events among them, that are behind. Never fails.

    One query when nothing is behind, which is so whenever the workers keep up. What stays behind is noted, so that the
    page says so (`appended.left_behind`).
    """
    wanted, until = list(streams), time.monotonic() + PATIENCE
    for _ in range(PASSES):
        late = projections.behind_among(wanted)
        ready = [stream for stream, waits in late if not waits]
        if not ready or not all(_in_turn(stream, until) for stream in ready):
            break
    else:
        late = projections.behind_among(wanted)
    if late:
        anew = projections.are_anew(stream for stream, _ in late)
        appended.leave_behind(appended.ANEW if anew else appended.LATE)


def _in_turn(stream: UUID, until: float) -> bool:
    """False when there was no time left, or somebody else's turn inside a transaction: that one may wait for rows
    which the transaction has locked, and neither would get on."""
    turn = _turns[hash(stream) % len(_turns)]
    patience = 0.0 if connection.in_atomic_block else max(0.0, until - time.monotonic())
    if not turn.acquire(timeout=patience):
        return False
    try:
        attempt(stream)
    finally:
        turn.release()
    return time.monotonic() < until
