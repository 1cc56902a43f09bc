"""Legal matches to append, fold and judge, from the systems' own simulations. Used by the figures."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from games.registry import MATCHES
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
def played(events: int, system: str = SYSTEM_KEY, seed: int = 0) -> tuple[Played, ...]:
    """Matches at the finest level that the system knows, with `events` events or a few more in all."""
    simulation: Any = import_module(f"games.{system}.simulate")
    matches: list[Played] = []
    while sum(len(match.steps) for match in matches) < events:
        setup, steps = simulation.simulate(1000 * seed + len(matches), simulation.LEVELS[-1])
        matches.append(Played(setup, tuple(steps)))
    return tuple(matches)


def opened(match: Played, system: str = SYSTEM_KEY) -> Warm:
    """A new empty stream for the match, warm."""
    rules = MATCHES[system]
    stream = log.create_stream(MATCH, system, rules.version, match.setup)
    return warm.load(stream.id)
