"""The same work in several processes at once, started together. Used by the figures with several connections.

Imports nothing of the project at the top: a new process reads this module before Django is set up in it.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection

Prepare = Callable[[int], Callable[[], None]]


class Team:
    """Processes that wait for work. Each keeps its connections from one round to the next."""

    def __init__(self, wires: list[Connection]) -> None:
        self.wires = wires

    def run(self, prepare: Prepare) -> float:
        """Every process prepares (not timed); then all work. Seconds until the last one is done."""
        self._say((prepare.__module__, prepare.__qualname__))
        self._await("ready")
        begin = time.perf_counter()
        self._say("go")
        self._await("done")
        return time.perf_counter() - begin

    def _say(self, what: object) -> None:
        for wire in self.wires:
            wire.send(what)

    def _await(self, word: str) -> None:
        for wire in self.wires:
            answer = wire.recv()
            if answer != word:
                raise RuntimeError(f"a process of the benchmark failed: {answer}")


@contextmanager
def team(size: int) -> Iterator[Team]:
    """`size` fresh processes with Django on the databases that the environment names."""
    context = multiprocessing.get_context("spawn")
    wires, processes = [], []
    for number in range(size):
        here, there = context.Pipe()
        process = context.Process(target=_member, args=(there, number), daemon=True)
        process.start()
        wires.append(here)
        processes.append(process)
    try:
        yield Team(wires)
    finally:
        for wire in wires:
            wire.close()
        for process in processes:
            process.join(5)
            process.terminate()


def _member(wire: Connection, number: int) -> None:
    import django

    django.setup()
    try:
        while True:
            work = _function(*wire.recv())(number)
            wire.send("ready")
            wire.recv()
            work()
            wire.send("done")
    except EOFError:
        return
    except BaseException as error:
        wire.send(repr(error))
        raise


def _function(module: str, name: str) -> Prepare:
    from importlib import import_module

    found: Prepare = getattr(import_module(module), name)
    return found
