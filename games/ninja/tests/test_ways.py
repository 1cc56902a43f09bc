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
)
from games.ninja.full.path import walked
from games.ninja.full.table import full_of, window_of
from games.ninja.simulate import simulate
from games.ninja.who import Violations

TELLING = (GuardNeutralised, IntruderCardPlayed, IntruderDetected, IntruderHidden)
FEW, NIGHTS = 3, 12
"""Ways that are judged whole before one fits, on average; of all that begin it would be a dozen and more."""


def test_few_ways_are_judged_before_one_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    nights, judged, told = [simulate(seed, "full") for seed in range(NIGHTS)], 0, 0

    def counted(*way: Any) -> Violations:
        nonlocal judged
        judged += 1
        return walked(*way)

    monkeypatch.setattr(ways, "walked", counted)
    for setup, steps in nights:
        state = RULES.initial(setup)
        for event, _by in steps:
            state = RULES.evolve(state, event)
            if isinstance(event, TELLING) and full_of(state).window is not None:
                assert ways.promising(state, window_of(state, event.intruder))
                told += 1
    assert told > 100
    assert judged <= FEW * told
