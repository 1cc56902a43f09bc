"""Whole events of what may come next: whoever knows the offers alone can play on."""

from __future__ import annotations

from random import Random

import pytest

from games.last_battle.simulate import simulate
from games.last_battle.system import RULES, SYSTEM
from games.moves import examples_of
from games.ruleset import REFEREE
from games.simulated import ORGANISER


@pytest.mark.parametrize("level", ("summary", "turns"))
@pytest.mark.parametrize("seed", range(4))
def test_every_offer_of_a_reported_match_has_a_whole_example(seed: int, level: str) -> None:
    """Also stopping, cards of other tables, reveals, and the report that a revealed scheme waits for."""
    setup, logged = simulate(seed, level, 1 + seed % 2)
    state = RULES.initial(setup)
    for event, _by in logged:
        state = RULES.evolve(state, event)
        for offer in RULES.next_events(state, REFEREE):
            assert examples_of(SYSTEM, state, offer, ORGANISER, Random, 1), offer
