"""Figures of folding: a state from its stored log, and judging in memory, against decoding and dispatching alone.

Registered through `figures`. A match is shorter than a thousand events, so a round folds as many as it takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from operator import or_
from typing import Any

import msgspec

from games.registry import MATCHES
from games.replay import judge
from tracker import warm
from tracker.bench import scratch
from tracker.bench.harness import Pair, figure, timed
from tracker.bench.matches import SYSTEM_KEY, Played, opened, played
from tracker.handle import Command, handle

EVENTS = 1000


def limit_of(matches: tuple[Played, ...]) -> tuple[int, Callable[[], float]]:
    """(how many events, the least that any log must do: typed events from text, each to an empty handler)."""
    rows = [msgspec.json.encode(event) for match in matches for event, _ in match.steps]
    kinds = MATCHES[SYSTEM_KEY].event_types
    decode = msgspec.json.Decoder(reduce(or_, kinds)).decode
    handlers = dict.fromkeys(kinds, _ignore)

    def dispatch() -> None:
        for row in rows:
            event = decode(row)
            handlers[type(event)](event)

    return len(rows), lambda: timed(dispatch)


def _ignore(event: Any) -> None:
    return None


def judge_all(matches: tuple[Played, ...]) -> None:
    rules = MATCHES[SYSTEM_KEY]
    for match in matches:
        state = rules.initial(match.setup)
        for event, actor in match.steps:
            if judge(rules, state, event, actor):
                raise AssertionError(f"the simulation's {event} is refused")
            state = rules.evolve(state, event)


@figure("judge", "judge and fold 1,000 events in memory; limit: decode and dispatch alone", "events/s", 0.03)
def _judge() -> Iterator[Pair]:
    matches = played(EVENTS)
    n, limit = limit_of(matches)
    yield Pair(n, lambda: timed(lambda: judge_all(matches)), limit)


@figure(
    "rebuild", "states of 1,000 events from PostgreSQL; limit: decode and dispatch alone", "events/s", 0.10
)
def _rebuild() -> Iterator[Pair]:
    matches = played(EVENTS)
    n, limit = limit_of(matches)
    with scratch.postgres(), scratch.broker():
        streams = [_kept(match) for match in matches]

        def rebuild() -> None:
            for stream in streams:
                warm.load(stream)

        yield Pair(n, lambda: timed(rebuild), limit)


def _kept(match: Played) -> Any:
    stream = opened(match).stream
    for event, actor in match.steps:
        handle(Command(stream=stream, actor=actor, events=(event,)))
    return stream
