"""Work on many streams, in as many processes as there are cores, with progress. For `verify-log` and `rebuild`.

Each process has a connection of its own. Few streams are worked on right here: starting processes takes longer.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar
from uuid import UUID

import django
from django.db import connections

CHUNK = 50
"""Streams that are read together."""
WORTH_IT = 300
"""Streams from which on several processes are faster than one."""

T = TypeVar("T")
Work = Callable[[Sequence[UUID]], list[T]]
Progress = Callable[[int, int], None]


def cores() -> int:
    """How many processes this machine can run at the same time."""
    count = getattr(os, "process_cpu_count", os.cpu_count)()
    return min(count or 1, 16)


def over(streams: Sequence[UUID], work: Work[T], processes: int, progress: Progress) -> Iterator[T]:
    """What `work`, a function of a module, makes of the streams, chunk by chunk, in their order."""
    chunks = [streams[at : at + CHUNK] for at in range(0, len(streams), CHUNK)]
    if processes < 2 or len(streams) < WORTH_IT:
        yield from _told(map(work, chunks), chunks, progress)
        return
    connections.close_all()  # no two processes may speak on one connection
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    with ProcessPoolExecutor(processes, mp_context=context, initializer=_begin) as pool:
        yield from _told(pool.map(work, chunks), chunks, progress)


def _told(results: Iterator[list[T]], chunks: list[Sequence[UUID]], progress: Progress) -> Iterator[T]:
    done, total = 0, sum(map(len, chunks))
    for chunk, found in zip(chunks, results, strict=True):
        yield from found
        done += len(chunk)
        progress(done, total)


def _begin() -> None:
    django.setup()
    connections.close_all()
