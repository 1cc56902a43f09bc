"""Legal matches to append, fold and judge, from the systems' own simulations. Used by the figures."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from games.consequences import following
from games.registry import EVENT_DAYS, MATCHES, SYSTEMS, usual
from games.ruleset import Actor, Event, Setup
from tracker import log, warm
from tracker.systems import MATCH
from tracker.warm import Warm

SYSTEM_KEY = usual(EVENT_DAYS)
"""The game of the figures that name none; it has event days too."""
CASUAL = f"{SYSTEM_KEY}_casual"
"""Its tournament without lists."""

Step = tuple[Event, Actor]


class Played(NamedTuple):
    """One match, the `number`-th: every event with who logged it."""

    number: int
    setup: Setup
    steps: tuple[Step, ...]


@cache
def simulated(number: int, system: str = SYSTEM_KEY) -> Played:
    """One match at the finest level that the system knows."""
    simulation = SYSTEMS[system].simulation()
    setup, steps = simulation.simulate(number, simulation.LEVELS[-1])
    return Played(number, setup, tuple(steps))


@cache
def told(number: int) -> tuple[Step, ...]:
    """The events of a match that somebody logs; the others follow by themselves, in the same append."""
    match, rules = simulated(number), MATCHES[SYSTEM_KEY]
    state, found = rules.initial(match.setup), []
    for event, by in match.steps:
        if following(rules, state) is None:
            found.append((event, by))
        state = rules.evolve(state, event)
    return tuple(found)


def played(events: int, system: str = SYSTEM_KEY, seed: int = 0) -> tuple[Played, ...]:
    """Whole matches with `events` events or a few more in all."""
    matches: list[Played] = []
    while sum(len(match.steps) for match in matches) < events:
        matches.append(simulated(1000 * seed + len(matches), system))
    return tuple(matches)


def play_out(state: Any, seed: int, level: str) -> list[Step]:
    """The rest of a match of the usual game, from any state of its table."""
    play_on = SYSTEMS[SYSTEM_KEY].play_on
    assert play_on is not None
    return play_on()(state, seed, level, None)


def opened(match: Played, system: str = SYSTEM_KEY) -> Warm:
    """A new empty stream for the match, warm."""
    rules = MATCHES[system]
    stream = log.create_stream(MATCH, system, rules.version, match.setup)
    return warm.load(stream.id)
