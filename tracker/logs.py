"""The program's own log (not that of events): lines for people or JSON for programs, and where reports of errors go.

`about` says which stream, and which event of it, the work is about; every line of it carries both. Named in
`tracker.settings.LOGGING`.
"""

from __future__ import annotations

import json
import logging
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from importlib import import_module
from queue import Full, Queue
from typing import Any
from uuid import UUID

Report = dict[str, Any]
"""at, level, logger, message; stream, seq and trace where there are any."""

QUIET_SECONDS = 60.0
"""The same error is reported once in so many seconds."""
SEND_SECONDS = 5.0
WAITING = 100
"""Reports that wait to be sent; those of a storm beyond that are lost, and stand in the log all the same."""

_about: ContextVar[tuple[str | None, int | None]] = ContextVar("logs_about", default=(None, None))


@contextmanager
def about(stream: UUID, seq: int | None = None) -> Iterator[None]:
    """Inside, whatever is logged is about this stream, and about this event of it."""
    token = _about.set((str(stream), seq))
    try:
        yield
    finally:
        _about.reset(token)


class About(logging.Filter):
    """Adds stream and seq to every line: its own (`extra`), else those of the work that it comes from."""

    def filter(self, record: logging.LogRecord) -> bool:
        stream, seq = _about.get()
        told = getattr(record, "stream", None)
        record.stream = str(told) if told else stream
        record.seq = getattr(record, "seq", None) if told else seq
        return True


class Lines(logging.Formatter):
    """For people: the place stands at the end, unless the sentence names it."""

    def format(self, record: logging.LogRecord) -> str:
        line = super().format(record)
        stream, seq = getattr(record, "stream", None), getattr(record, "seq", None)
        if stream is None or stream in line:
            return line
        first, *rest = line.split("\n", 1)
        return "\n".join([f"{first} [{stream}{'' if seq is None else f', event {seq}'}]", *rest])


class JsonLines(logging.Formatter):
    """For programs: one object a line."""

    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(report_of(record, self), ensure_ascii=False, default=str)


def report_of(record: logging.LogRecord, formatter: logging.Formatter) -> Report:
    """What one line says, by name."""
    told: Report = {
        "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
        "level": record.levelname,
        "logger": record.name,
        "message": record.getMessage(),
    }
    told |= {name: value for name in ("stream", "seq") if (value := getattr(record, name, None)) is not None}
    told |= getattr(record, "told", {})
    if record.exc_info:
        told["trace"] = formatter.formatException(record.exc_info)
    return told


class Reports(logging.Handler):
    """Errors go to whoever `WARLEDGER_ERRORS` names as well: an address that takes JSON by POST (with a `text`, as
    chats and alarm services want it), or a Python function `package.module:name` that takes one `Report`.

    Sent from a thread of its own: neither a request nor a job waits, and what cannot be sent stops nobody.
    """

    def __init__(self, to: str) -> None:
        super().__init__(logging.ERROR)
        self._send: Callable[[Report], object] = poster(to) if "://" in to else function(to)
        self._queue: Queue[Report] = Queue(WAITING)
        self._sent: dict[tuple[str, str], float] = {}
        self._thread: threading.Thread | None = None

    def emit(self, record: logging.LogRecord) -> None:
        if record.name == __name__ or self._is_known(record):
            return
        try:
            self._queue.put_nowait(report_of(record, _PLAIN))
        except Full:
            return
        if (
            self._thread is None or not self._thread.is_alive()
        ):  # none of a process's threads survives its fork
            self._thread = threading.Thread(target=self._work, name="reports", daemon=True)
            self._thread.start()

    def _is_known(self, record: logging.LogRecord) -> bool:
        named, now = (record.name, str(record.msg)), time.monotonic()
        if now - self._sent.get(named, float("-inf")) < QUIET_SECONDS:
            return True
        if len(self._sent) >= WAITING:
            self._sent.clear()
        self._sent[named] = now
        return False

    def _work(self) -> None:
        while True:
            report = self._queue.get()
            try:
                self._send(report)
            except Exception as error:
                logging.getLogger(__name__).warning("an error could not be reported: %s", error)
            finally:
                self._queue.task_done()


_PLAIN = logging.Formatter()


def poster(address: str) -> Callable[[Report], object]:
    """Sends reports to an address of the web."""

    def send(report: Report) -> object:
        text = f"Warledger: {report['level']} {report['logger']}: {report['message']}"
        body = json.dumps({"text": text, **report}, default=str).encode()
        request = urllib.request.Request(address, body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=SEND_SECONDS) as answer:
            return answer.read(1)

    return send


def function(name: str) -> Callable[[Report], object]:
    """Hands reports to a function, imported at the first of them. Raises ValueError for what names none."""
    module, _, found = name.partition(":")
    if not module or not found:
        raise ValueError(
            f"WARLEDGER_ERRORS={name!r}: an address (https://...) or a function (package.module:name) is legal"
        )
    return lambda report: getattr(import_module(module), found)(report)
