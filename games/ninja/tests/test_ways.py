"""How the ways of an intruder are searched: what is told fits soon, whatever it is."""

from __future__ import annotations

from typing import Any

import pytest

from games.ninja import RULES
from games.ninja.full import ways
from games.ninja.full.events import (
    GuardNeutralised,
    IntruderCardPlayed,
    IntruderDetected,
    IntruderHidden,
    IntruderMoved,
)
from games.ninja.full.path import arrived, walked
from games.ninja.full.table import full_of, window_of
from games.ninja.permissions import Violations
from games.ninja.play.simulate import simulate
from games.ninja.state import NinjaState

TELLING = (GuardNeutralised, IntruderCardPlayed, IntruderDetected, IntruderHidden)
FEW, NIGHTS = 1.5, 12
"""Ways that are judged whole before one fits, on average; of all that begin it would be a dozen and more."""


@pytest.mark.soak
def test_few_ways_are_judged_before_one_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    nights, judged, told = [simulate(seed, "full") for seed in range(NIGHTS)], 0, 0

    def counted(*way: Any) -> Violations:
        nonlocal judged
        judged += 1
        return arrived(*way)

    monkeypatch.setattr(ways, "arrived", counted)
    for setup, steps in nights:
        state = RULES.initial(setup)
        for event, _by in steps:
            state = RULES.evolve(state, event)
            if isinstance(event, TELLING) and full_of(state).window is not None:
                assert ways.promising(state, window_of(state, event.intruder))
                told += 1
    assert told > 100
    assert judged <= FEW * told


TWICE = 41
"""A night in which two Shadow Walks are played for one zone: entering it once is what both were for."""


@pytest.mark.parametrize("seed", [2, TWICE])
def test_no_way_that_fits_is_left_early(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    setup, steps = simulate(seed, "full")
    state, moved = RULES.initial(setup), []
    for event, _by in steps:
        if isinstance(event, IntruderMoved) and full_of(state).window is not None:
            moved.append((state, event.intruder))
        state = RULES.evolve(state, event)
    left_early = [fitting(*one) for one in moved]
    monkeypatch.setattr(ways, "_too_far", lambda *_told: False)
    monkeypatch.setattr(ways, "_wasted", lambda *_told: False)
    assert left_early == [fitting(*one) for one in moved]
    assert sum(map(len, left_early)) > 20


def fitting(state: NinjaState, name: str) -> list[ways.Way]:
    window, start = window_of(state, name), str(full_of(state).hidden[name].zone)
    assert ways.promising(state, window)
    return [way for way in ways.ways(state, window) if not any(walked(state, window, start, way))]
