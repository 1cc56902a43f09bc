"""The one seam between the log and what follows from it: writers publish each append, and one subscriber reacts.

`handle` and `exchange.transfer` publish after their commit; `jobs` subscribes at the start of every process
(`apps.py`). So the way in knows nothing of jobs, read models and reactions, which lead back to it.

The other way round, whoever is about to show or use rows asks for those of one stream (`bring_up`): jobs may be late
or lost, and what somebody typed is on the next page all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from uuid import UUID

Listener = Callable[[UUID, int], None]
"""Takes a stream and the version at which it stands now. Must neither fail nor wait: the append has been made."""

BringUp = Callable[[Iterable[UUID]], None]
"""Makes the rows of these streams, and of the matches that they hear of, as new as their logs. Must not fail."""

LATE, ANEW = "late", "anew"
"""Rows lack the newest entries; or they show all entries, and ratings and statistics are still being counted."""

REMEMBERED = 1000
"""Streams of this process that may have moved on since their rows were made."""

_held: ContextVar[bool] = ContextVar("appended_held", default=False)
_left_behind: ContextVar[str] = ContextVar("appended_left_behind", default="")
_listener: Listener | None = None
_bring_up: BringUp | None = None
_stirred: dict[UUID, None] = {}


def listen(listener: Listener, bring_up: BringUp) -> None:
    """From now on `listener` hears of every append of this process, instead of the one before."""
    global _listener, _bring_up
    _listener, _bring_up = listener, bring_up


def tell(stream: UUID, version: int, *parts_of: UUID) -> None:
    """The stream has moved on to `version`, committed; `parts_of` are the events that it is a part of."""
    _stir(stream, *parts_of)
    if _listener is not None and not _held.get():
        _listener(stream, version)


def _stir(*streams: UUID) -> None:
    for stream in streams:
        _stirred.pop(stream, None)
        _stirred[stream] = None
    while len(_stirred) > REMEMBERED:
        _stirred.pop(next(iter(_stirred)), None)


def is_stirred(stream: UUID) -> bool:
    """Whether this process has appended to the stream, or to a part of it, since its rows were last brought up."""
    return stream in _stirred


def settled(*streams: UUID) -> None:
    """The rows of these streams have been brought up in this process."""
    for stream in streams:
        _stirred.pop(stream, None)


def bring_up(*streams: UUID) -> None:
    """The rows of these streams and of their parts show what their logs say, as far as that can be had now."""
    settled(*streams)
    if _bring_up is not None and not _held.get():
        _bring_up(streams)


def bring_up_own() -> None:
    """The same for whatever this process appended to: for lists, which show rows of any stream."""
    if _stirred:
        bring_up(*list(_stirred))


def leave_behind(how: str = LATE) -> None:
    """Rows that the answer to the present request shows could not be brought up."""
    if _left_behind.get() != LATE:
        _left_behind.set(how)


def left_behind() -> str:
    """How the rows that the present request shows are behind their log: `LATE`, `ANEW`, or "" when they are not."""
    return _left_behind.get()


def begin() -> None:
    """A request begins: nothing of the one before it in this thread counts."""
    _left_behind.set("")


@contextmanager
def undone() -> Iterator[None]:
    """Inside, what is brought up is taken back in the end: rows that were behind before are behind afterwards."""
    before = list(_stirred)
    try:
        yield
    finally:
        _stir(*before)


@contextmanager
def held() -> Iterator[None]:
    """Inside, nobody hears of appends: for bulk work that calls `follow_up.catch_up` itself when it needs the rows."""
    token = _held.set(True)
    try:
        yield
    finally:
        _held.reset(token)
