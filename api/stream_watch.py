"""Watching streams for news without a query for every reader: one thread for each process asks for all of them.

The thread lives while somebody waits. Called by `api.views.live`.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Condition, Thread
from uuid import UUID

from django.db import connection

from tracker import selectors

LOOK_EVERY = 0.2
"""Seconds between two looks: one short question for each process, and what everybody who waits loses at most by it."""
BRING_UP_EVERY = 2.0
"""Seconds between two looks at whether rows are late, which workers that are there have made good by then."""

Mark = tuple[int, int]
"""(version of the log, version that its pages show)."""


FEED = UUID(int=0)
"""Stands for the feed of the whole installation, whose mark is its last number, twice."""


class Watch:
    """Who waits for which stream, and where each of them stood at the last look."""

    def __init__(self) -> None:
        self._news = Condition()
        self._waiting: Counter[UUID] = Counter()
        self._marks: dict[UUID, Mark] = {}
        self._calls: defaultdict[UUID, list[Callable[[], object]]] = defaultdict(list)
        self._thread: Thread | None = None

    def wait(self, stream: UUID, seen: Mark, seconds: float) -> Mark:
        """Returns when the stream stands elsewhere than at `seen`, or after `seconds`: where it stands."""
        limit = time.monotonic() + seconds
        with self._news:
            self._waiting[stream] += 1
            self._start()
            try:
                while self._marks.get(stream, seen) == seen and (left := limit - time.monotonic()) > 0:
                    self._news.wait(left)
                return self._marks.get(stream, seen)
            finally:
                self._leave(stream)

    def mark(self, stream: UUID, seen: Mark) -> Mark:
        """Where the stream stood at the last look; `seen` when nobody has looked yet."""
        with self._news:
            return self._marks.get(stream, seen)

    @contextmanager
    def listening(self, stream: UUID, call: Callable[[], object]) -> Iterator[None]:
        """Meanwhile `call` is called, in another thread, whenever the stream was found to have moved."""
        with self._news:
            self._waiting[stream] += 1
            self._calls[stream].append(call)
            self._start()
        try:
            yield
        finally:
            with self._news:
                self._calls[stream].remove(call)
                self._leave(stream)

    def _leave(self, stream: UUID) -> None:
        self._waiting[stream] -= 1
        if not self._waiting[stream]:
            del self._waiting[stream]
            self._marks.pop(stream, None)
            self._calls.pop(stream, None)

    def _start(self) -> None:
        if self._thread is None or not self._thread.is_alive():
            self._thread = Thread(target=self._look, name="live", daemon=True)
            self._thread.start()

    def _look(self) -> None:
        """A look that fails (a database being restarted) is tried again; its readers wait that long."""
        looked = time.monotonic()
        try:
            while True:
                with self._news:
                    wanted = list(self._waiting)
                    if not wanted:
                        self._thread = None
                        return
                if time.monotonic() - looked > BRING_UP_EVERY:
                    looked = time.monotonic()
                    _bring_up(wanted)
                self._tell(_marks(wanted))
                time.sleep(LOOK_EVERY)
        finally:
            connection.close()

    def _tell(self, marks: dict[UUID, Mark]) -> None:
        with self._news:
            moved = {stream: mark for stream, mark in marks.items() if self._waiting.get(stream)}
            calls = [
                call
                for stream, mark in moved.items()
                if self._marks.get(stream) != mark
                for call in self._calls.get(stream, ())
            ]
            self._marks.update(moved)
            self._news.notify_all()
        for call in calls:
            call()


def _bring_up(streams: list[UUID]) -> None:
    """Where no worker does it, whoever watches makes that there is something to see."""
    try:
        if FEED in streams:
            selectors.bring_up_own()
        selectors.bring_up(*(stream for stream in streams if stream != FEED))
    except Exception:
        connection.close()


def _marks(streams: list[UUID]) -> dict[UUID, Mark]:
    try:
        found = selectors.marks(stream for stream in streams if stream != FEED)
        if FEED in streams:
            head = selectors.feed_head()
            found[FEED] = (head, head)
        return found
    except Exception:
        connection.close()
        return {}


WATCH = Watch()
