"""The one seam between the log and what follows from it: whoever appends tells, and one listener works on.

`handle` and `transfer` tell after their commit; `jobs` listens from the start of every process (`apps.py`). So the
way in knows nothing of jobs, read models and reactions, which lead back to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from uuid import UUID

Listener = Callable[[UUID, int], None]
"""Takes a stream and the version at which it stands now. Must neither fail nor wait: the append has been made."""

_held: ContextVar[bool] = ContextVar("appended_held", default=False)
_listener: Listener | None = None


def listen(listener: Listener) -> None:
    """From now on `listener` hears of every append of this process, instead of the one before."""
    global _listener
    _listener = listener


def tell(stream: UUID, version: int) -> None:
    """The stream has moved on to `version`, committed."""
    if _listener is not None and not _held.get():
        _listener(stream, version)


@contextmanager
def held() -> Iterator[None]:
    """Inside, nobody hears of appends: for bulk work that calls `follow_up.catch_up` itself when it needs the rows."""
    token = _held.set(True)
    try:
        yield
    finally:
        _held.reset(token)
