"""Watching streams for news without a query for every reader: one thread for each process asks for all of them.

The thread lives while somebody waits. Called by `api.views.live`.
"""

from __future__ import annotations

import time
from collections import Counter
from threading import Condition, Thread
from uuid import UUID

from django.db import connection

from tracker import selectors

LOOK_EVERY = 0.5
Mark = tuple[int, int]
"""(version of the log, version that its pages show)."""


class Watch:
    """Who waits for which stream, and where each of them stood at the last look."""

    def __init__(self) -> None:
        self._news = Condition()
        self._waiting: Counter[UUID] = Counter()
        self._marks: dict[UUID, Mark] = {}
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
                self._waiting[stream] -= 1
                if not self._waiting[stream]:
                    del self._waiting[stream]
                    self._marks.pop(stream, None)

    def _start(self) -> None:
        if self._thread is None or not self._thread.is_alive():
            self._thread = Thread(target=self._look, name="live", daemon=True)
            self._thread.start()

    def _look(self) -> None:
        """A look that fails (a database being restarted) is tried again; its readers wait that long."""
        try:
            while True:
                with self._news:
                    wanted = list(self._waiting)
                    if not wanted:
                        self._thread = None
                        return
                self._tell(_marks(wanted))
                time.sleep(LOOK_EVERY)
        finally:
            connection.close()

    def _tell(self, marks: dict[UUID, Mark]) -> None:
        with self._news:
            self._marks.update({stream: mark for stream, mark in marks.items() if self._waiting[stream]})
            self._news.notify_all()


def _marks(streams: list[UUID]) -> dict[UUID, Mark]:
    try:
        return selectors.marks(streams)
    except Exception:
        connection.close()
        return {}


WATCH = Watch()
