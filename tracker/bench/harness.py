"""How a figure is measured and shown. Called by the command `bench`; filled by the modules of figures.

Both sides of a figure do the same amount of work in turn, `ROUNDS` times or more; the fastest round of each counts,
since a machine's other work only ever slows a round down.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any

ROUNDS = 5
SHORT_ROUNDS = 20
"""For figures whose rounds are a fraction of a second: the more of them, the surer one of each side is undisturbed."""

Side = Callable[[], float]
"""Does the work once and returns the seconds that it took; preparing is not counted."""


@dataclass(frozen=True)
class Pair:
    """Ours and its limit, ready to run. `n` is how many units of work each does in one round."""

    n: int
    ours: Side
    limit: Side


@dataclass(frozen=True)
class Figure:
    """`unit` ending in /s: the ratio is our speed over the limit's, at least `goal`. Else: our time over the
    limit's, at most `goal`."""

    name: str
    title: str
    unit: str
    goal: float
    prepare: Callable[[], AbstractContextManager[Pair]]
    rounds: int = ROUNDS

    @property
    def by_speed(self) -> bool:
        return self.unit.endswith("/s")


@dataclass(frozen=True)
class Result:
    """One line of the report: `ours` and `limit` in `unit`, `n` units of work in each round."""

    figure: Figure
    n: int
    ours: float
    limit: float

    @property
    def ratio(self) -> float:
        return self.ours / self.limit

    @property
    def met(self) -> bool:
        return self.ratio >= self.figure.goal if self.figure.by_speed else self.ratio <= self.figure.goal

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.figure.name,
            "ratio": round(self.ratio, 4),
            "unit": self.figure.unit,
            "ours": float(f"{self.ours:.6g}"),
            "limit": float(f"{self.limit:.6g}"),
            "n": self.n,
        }

    def as_line(self) -> str:
        sign = ">=" if self.figure.by_speed else "<="
        verdict = "ok" if self.met else "MISSED"
        return (
            f"{self.figure.name:<20} {self.ratio:>7.3f}  (goal {sign} {self.figure.goal:<5g}) {verdict:<7}"
            f" ours {self.ours:>12,.4g}  limit {self.limit:>12,.4g} {self.figure.unit:<12} {self.figure.title}"
        )


FIGURES: dict[str, Figure] = {}


def figure(
    name: str, title: str, unit: str, goal: float, rounds: int = ROUNDS
) -> Callable[[Callable[[], Iterator[Pair]]], Callable[[], Iterator[Pair]]]:
    """Registers a generator that prepares, yields a `Pair`, and cleans up."""

    def register(prepare: Callable[[], Iterator[Pair]]) -> Callable[[], Iterator[Pair]]:
        FIGURES[name] = Figure(name, title, unit, goal, contextmanager(prepare), rounds)
        return prepare

    return register


def measure(chosen: Figure) -> Result:
    """Prepares, warms both sides up once, then measures them in turn; a single round is cold."""
    with chosen.prepare() as pair:
        if chosen.rounds > 1:
            pair.ours(), pair.limit()
        ours, limit = [], []
        for _ in range(chosen.rounds):
            limit.append(_quiet(pair.limit))
            ours.append(_quiet(pair.ours))
    best_ours, best_limit = min(ours), min(limit)
    if chosen.by_speed:
        return Result(chosen, pair.n, pair.n / best_ours, pair.n / best_limit)
    return Result(chosen, pair.n, best_ours, best_limit)


def _quiet(side: Side) -> float:
    """A collection of garbage that the other side left must not be charged to this one."""
    gc.collect()
    return side()


def timed(work: Callable[[], object]) -> float:
    """Seconds that `work` takes, whoever does it: for work that waits for a disk or another process."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def computed(work: Callable[[], object]) -> float:
    """Seconds of processor time that `work` takes of this process: for work in memory alone.

    On a busy machine a longer piece of work is interrupted more often, which says nothing about the program.
    """
    begin = time.process_time()
    work()
    return time.process_time() - begin
