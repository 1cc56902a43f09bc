"""Hands jobs to the broker from a thread of its own, so that an append never waits for it.

Streams that changed are collected and offered once per `INTERVAL`, each with its newest version, up to `TOGETHER` of
them in one job: a hundred appends to one match are one job, and so are those of a few tables that report together.
What a dying process had not handed over, the beat's `catch_up` finds.
Called by `tracker.jobs.queue_projection`.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from uuid import UUID

logger = logging.getLogger(__name__)

INTERVAL = 0.05
"""Seconds between two offers while there is something to offer."""

PAUSE = 5.0
"""Seconds of silence after the broker was found to be away; what is collected meanwhile is offered then."""

TOGETHER = 8
"""Streams in one job: handing one over costs a good millisecond, and one worker works through all of them."""

Head = tuple[UUID, int]
Offer = Callable[[Sequence[Head]], None]


class Dispatcher:
    """Collects (stream, version) and offers them from one daemon thread, started by the first of them."""

    def __init__(self, offer: Offer) -> None:
        self._offer = offer
        self._waiting: dict[UUID, int] = {}
        self._lock = threading.Lock()
        self._arrived = threading.Event()
        self._thread: threading.Thread | None = None
        self._idle = threading.Event()
        self._idle.set()

    def add(self, stream: UUID, version: int) -> None:
        """Notes that the stream has moved on. Takes no longer than writing it down."""
        with self._lock:
            self._waiting[stream] = max(version, self._waiting.get(stream, 0))
            if self._idle.is_set():
                self._idle.clear()
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="dispatch", daemon=True)
                self._thread.start()
        if not self._arrived.is_set():
            self._arrived.set()

    def flush(self, timeout: float = 5.0) -> bool:
        """Waits until everything noted so far was offered; False when that took longer than `timeout` seconds."""
        return self._idle.wait(timeout)

    def _run(self) -> None:
        while True:
            self._arrived.wait()
            self._arrived.clear()
            pause = INTERVAL if self._offer_waiting() else PAUSE
            threading.Event().wait(pause)

    def _offer_waiting(self) -> bool:
        with self._lock:
            batch, self._waiting = self._waiting, {}
        heads = list(batch.items())
        for at in range(0, len(heads), TOGETHER):
            try:
                self._offer(heads[at : at + TOGETHER])
            except Exception as error:
                logger.warning("jobs cannot be queued (%s); catch-up will find %d streams", error, len(batch))
                break
        else:
            self._settle()
            return True
        self._settle()
        return False

    def _settle(self) -> None:
        with self._lock:
            if not self._waiting:
                self._idle.set()
