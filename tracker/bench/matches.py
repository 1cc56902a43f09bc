"""Legal matches to append, fold and judge, from the systems' own simulations. Used by the figures."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from games.registry import MATCHES, SYSTEMS
from games.ruleset import Actor, Event, Setup
from tracker import log, warm
from tracker.systems import MATCH
from tracker.warm import Warm

SYSTEM_KEY = "last_battle"


class Played(NamedTuple):
    """One match: every event with who logged it."""

    setup: Setup
    steps: tuple[tuple[Event, Actor], ...]


@cache
def simulated(number: int, system: str = SYSTEM_KEY) -> Played:
    """One match at the finest level that the system knows."""
    simulation = SYSTEMS[system].simulation()
    setup, steps = simulation.simulate(number, simulation.LEVELS[-1])
    return Played(setup, tuple(steps))


def played(events: int, system: str = SYSTEM_KEY, seed: int = 0) -> tuple[Played, ...]:
    """Whole matches with `events` events or a few more in all."""
    matches: list[Played] = []
    while sum(len(match.steps) for match in matches) < events:
        matches.append(simulated(1000 * seed + len(matches), system))
    return tuple(matches)


def opened(match: Played, system: str = SYSTEM_KEY) -> Warm:
    """A new empty stream for the match, warm."""
    rules = MATCHES[system]
    stream = log.create_stream(MATCH, system, rules.version, match.setup)
    return warm.load(stream.id)
