"""Random matches of the Lantern Fair."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

from games.ruleset import Actor, Event, Setup
from games.simulated import Table, by_chance
from games.tests.fair.events import FairOpened
from games.tests.fair.rules import Fair

LEVELS = ("summary", "full")


def simulate(seed: int, level: Any) -> tuple[Setup, list[tuple[Event, Actor]]]:
    """A legal random match."""
    name, setup, rules = f"{seed}:{level}", Setup(), Fair()
    table = Table(rules, rules.initial(setup), Random(name), name)
    sides = dict(zip(("red", "green", "blue"), ("ann", "bob", "eve"), strict=True))
    table.log(FairOpened(sides=sides, detail=level))
    points = tuple(dict(zip(sides, (a, b, c), strict=True)) for a in (0, 5) for b in (1, 7) for c in (2, 9))
    return setup, by_chance(
        table, {"lanterns": tuple(combinations(range(1, 10), 4)), "points": points}, seldom=("stall_closed",)
    )
