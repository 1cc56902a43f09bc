"""Figures of folding: a state from its stored log, and judging in memory, against decoding and dispatching alone.

Registered through `figures`. A match is shorter than a thousand events, so a round folds as many as it takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial, reduce
from operator import or_
from typing import Any
from uuid import UUID

import msgspec

from games.portable import log_of, write_log
from games.registry import MATCHES, TABLES
from games.replay import judge
from games.ruleset import SYSTEM, Event
from tracker import warm
from tracker.bench import scratch
from tracker.bench.harness import SHORT_ROUNDS, Pair, Side, computed, figure, timed
from tracker.bench.matches import SYSTEM_KEY, Played, played
from tracker.bench.store import BATCH, new_tournament
from tracker.exchange import transfer
from tracker.handle import Command, handle
from tracker.ids import uuid7
from tracker.rulesets import tournament
from tracker.rulesets.tournament.events import (
    PlayerCheckedIn,
    PlayerDropped,
    PlayerRegistered,
    PlayerReinstated,
)
from tracker.systems import MATCH

EVENTS = 1000
OTHERS = tuple(system for system in TABLES if system != SYSTEM_KEY)
"""The games whose figures bear their names."""


def limit_of(kinds: Sequence[type[Event]], events: Iterable[Event]) -> tuple[int, Callable[[], None]]:
    """(how many events, the least that any log must do: typed events from text, each to an empty handler)."""
    rows = [msgspec.json.encode(event) for event in events]
    decode = msgspec.json.Decoder(reduce(or_, kinds)).decode
    handlers = dict.fromkeys(kinds, _ignore)

    def dispatch() -> None:
        for row in rows:
            event = decode(row)
            handlers[type(event)](event)

    return len(rows), dispatch


def _ignore(event: Any) -> None:
    return None


def judge_all(matches: tuple[Played, ...], system: str = SYSTEM_KEY) -> None:
    rules = MATCHES[system]
    for match in matches:
        state = rules.initial(match.setup)
        for event, actor in match.steps:
            if judge(rules, state, event, actor):
                raise AssertionError(f"the simulation's {event} is refused")
            state = rules.evolve(state, event)


def _events_of(matches: tuple[Played, ...], system: str = SYSTEM_KEY) -> tuple[int, Callable[[], None]]:
    events = [event for match in matches for event, _ in match.steps]
    return limit_of(MATCHES[system].event_types, events)


def _judging(system: str) -> Iterator[Pair]:
    matches = played(EVENTS, system)
    n, dispatch = _events_of(matches, system)
    yield Pair(n, lambda: computed(lambda: judge_all(matches, system)), lambda: computed(dispatch))


@figure(
    "judge",
    "judge and fold 1,000 events in memory; limit: decode and dispatch alone",
    "events/s",
    0.03,
    SHORT_ROUNDS,
)
def _judge() -> Iterator[Pair]:
    yield from _judging(SYSTEM_KEY)


def _at_full_detail(system: str) -> str:
    return f"the same for matches of {TABLES[system].name.en} at full detail"


for _system in OTHERS:
    figure(f"judge_{_system}", _at_full_detail(_system), "events/s", 0.03, SHORT_ROUNDS)(
        partial(_judging, _system)
    )


# --- From the database -----------------------------------------------------------------------------------


def _loading(streams: Sequence[UUID]) -> Side:
    def rebuild() -> None:
        for stream in streams:
            warm.load(stream)

    return lambda: timed(rebuild)


@figure(
    "rebuild_matches",
    "matches of 1,000 events in all, stream by stream; limit: as above",
    "events/s",
    0.10,
    SHORT_ROUNDS,
)
def _rebuild_matches() -> Iterator[Pair]:
    yield from _rebuilding(SYSTEM_KEY)


def _rebuilding(system: str) -> Iterator[Pair]:
    matches = played(EVENTS, system)
    n, dispatch = _events_of(matches, system)
    with scratch.postgres(), scratch.broker():
        yield Pair(n, _loading([_kept(match, system) for match in matches]), lambda: timed(dispatch))


def _kept(match: Played, system: str) -> UUID:
    """The match as an import stores it: event by event it would be judged once more, which nobody measures here."""
    rules = MATCHES[system]
    return transfer.import_log(write_log(*log_of(rules, MATCH, match.setup, match.steps))).stream


for _system in OTHERS:
    figure(f"rebuild_{_system}", _at_full_detail(_system), "events/s", 0.10, SHORT_ROUNDS)(
        partial(_rebuilding, _system)
    )


@figure(
    "rebuild",
    "the state of one stream of 1,000 events from PostgreSQL; limit: as above",
    "events/s",
    0.10,
    SHORT_ROUNDS,
)
def _rebuild() -> Iterator[Pair]:
    players = [str(uuid7()) for _ in range(EVENTS // 4)]
    kinds = (PlayerRegistered, PlayerCheckedIn, PlayerDropped, PlayerReinstated)
    events = [kind(player=player) for kind in kinds for player in players]
    n, dispatch = limit_of(tournament.RULES.event_types, events)
    with scratch.postgres(), scratch.broker():
        stream = new_tournament()
        for at in range(0, n, BATCH):
            handle(Command(stream=stream, actor=SYSTEM, events=tuple(events[at : at + BATCH])))
        yield Pair(n, _loading([stream]), lambda: timed(dispatch))
