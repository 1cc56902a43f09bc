"""Whole events of what may come next: whoever knows the offers alone can play on."""

from __future__ import annotations

from random import Random

import pytest

from games.last_battle.events import TableOpened
from games.last_battle.simulate import play_out, simulate
from games.last_battle.system import RULES, SYSTEM
from games.moves import examples_of
from games.ruleset import REFEREE, Setup
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


def test_where_only_the_result_is_told_it_is_reported_whatever_is_secret() -> None:
    """By staff where a player cannot know the other side's schemes."""
    opened = TableOpened(battlefield="sea", sides={"serpent": ("a",), "alliance": ("b",)}, detail="summary")
    state = RULES.evolve(RULES.initial(Setup()), opened)
    preset = next(one for one in RULES.next_events(state, REFEREE) if one.type == "serpent_schemes_preset")
    secrets = examples_of(SYSTEM, state, preset, ORGANISER, Random, 1) or []
    state = RULES.evolve(state, secrets[0])
    told = [play_out(state, seed, "summary")[0] for seed in range(40)]
    assert {type(event).__name__ for event, _by in told} == {"MatchReported"}
    assert {by.is_staff for _event, by in told} == {True, False}
