"""A Celery broker that needs no server: every message is a file in the data folder. Named by `tracker.env.broker`.

A message is written under a draft's name and then renamed, so nobody reads half of one; whoever takes it renames it
again, so only one does. What cannot be read is set aside in `unreadable/` and the worker goes on. There is one
exchange, of kind `direct`: no process has to know what another one bound.
Jobs of a worker that is killed are lost with it: the beat's catch-up makes good for them.
"""

from __future__ import annotations

import logging
import os
import time
from pathlib import Path
from queue import Empty
from typing import Any
from uuid import uuid4

from kombu.transport import virtual
from kombu.utils.json import dumps, loads

logger = logging.getLogger(__name__)
ENDING, DRAFT, TAKEN = ".job", ".draft", ".taken"
UNREADABLE = "unreadable"


class Channel(virtual.Channel):
    """Messages of the queue `name` are the files `name/<time>-<id>.job`, oldest first."""

    def _folder(self, queue: str) -> Path:
        return Path(self.connection.client.transport_options["folder"]) / queue

    def _new_queue(self, queue: str, **options: Any) -> None:
        self._folder(queue).mkdir(mode=0o700, parents=True, exist_ok=True)

    def _has_queue(self, queue: str, **options: Any) -> bool:
        return self._folder(queue).is_dir()

    def _put(self, queue: str, message: Any, **options: Any) -> None:
        self._new_queue(queue)
        path = self._folder(queue) / f"{time.time_ns():020}-{uuid4().hex}{ENDING}"
        draft = path.with_suffix(DRAFT)
        try:
            draft.write_text(dumps(message), encoding="utf-8")
            draft.rename(path)
        except OSError:
            draft.unlink(missing_ok=True)
            raise

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        for path in self._waiting(queue):
            if (taken := _take(path)) and (message := _read(taken)) is not None:
                return message
        raise Empty

    def _waiting(self, queue: str) -> list[Path]:
        try:
            names = sorted(name for name in os.listdir(self._folder(queue)) if name.endswith(ENDING))
        except FileNotFoundError:
            return []
        return [self._folder(queue) / name for name in names]

    def _size(self, queue: str) -> int:
        return len(self._waiting(queue))

    def _purge(self, queue: str) -> int:
        return sum(1 for path in self._waiting(queue) if (taken := _take(path)) and _forget(taken))


def _take(path: Path) -> Path | None:
    """The file under a name that is ours; None when another process was faster, or still holds it (Windows)."""
    taken = path.with_suffix(TAKEN)
    try:
        path.rename(taken)
    except OSError:
        return None
    return taken


def _read(taken: Path) -> Any:
    """The message, whose file is gone then; None for a file that holds none, which is set aside."""
    try:
        message = loads(taken.read_bytes().decode())
        _ = message["body"], message["properties"]["delivery_tag"], message["properties"]["delivery_info"]
    except (OSError, ValueError, LookupError, TypeError) as error:
        _set_aside(taken, error)
        return None
    _forget(taken)
    return message


def _set_aside(taken: Path, error: Exception) -> None:
    folder = taken.parent / UNREADABLE
    logger.warning("the job %s cannot be read (%s) and is set aside in %s", taken.name, error, folder)
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        taken.replace(folder / taken.name)
    except OSError:
        logger.exception("%s could not be moved", taken)


def _forget(taken: Path) -> bool:
    try:
        taken.unlink(missing_ok=True)
    except OSError:
        logger.exception("%s could not be removed", taken)
    return True


class Transport(virtual.Transport):
    """Known to kombu by the scheme `files://` (`tracker.celery`)."""

    implements = virtual.Transport.implements.extend(
        asynchronous=False, exchange_type=frozenset({"direct"}), heartbeats=False
    )
    Channel = Channel
    global_state = virtual.BrokerState()
    driver_type = driver_name = "files"

    def __init__(self, client: Any, **options: Any) -> None:
        super().__init__(client, **options)
        self.state = self.global_state

    def driver_version(self) -> str:
        return "1"
