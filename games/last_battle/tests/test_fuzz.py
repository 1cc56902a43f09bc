"""Odd events: whatever a client sends, the rules answer; and what they accept, everything else can work with."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given as random_cases
from hypothesis import settings
from hypothesis import strategies as some

from games.last_battle import RULES
from games.last_battle.facts import SCHEMES
from games.last_battle.play.simulate import simulate
from games.match import Match
from games.ruleset import SYSTEM, Actor, Viewer
from games.tests.contract import assert_answered
from games.tests.mutants import odd

MATCH = Match(RULES, RULES.state_type)
PLAYERS = ("alliance-1", "alliance-2", "serpent-1", "nobody", "")
POOL: tuple[Any, ...] = (
    *PLAYERS,
    *SCHEMES,
    *(
        "serpent",
        "alliance",
        "draw",
        "closed",
        "regular",
        "game_end",
        "scheme",
        "alliance-1-leader",
        "serpent-1-1",
    ),
    *(-1, 0, 1, 2, 3, 5, 6, 10, 15, 10**30, True, None, 1.5, "M-wheel"),
    *([], {}, ["trap"], {"alliance": 1}, {"alliance-1": 3}, {"alliance-1": {"trap": 1}}),
    [{"figure_id": "serpent-1-leader", "by": "alliance-1-1"}],
    {"side": "serpent", "card": 10, "success": True},
)
SEATED = Viewer("player", "alliance-1", "alliance")
BY = (SYSTEM, *(Actor("player", player) for player in PLAYERS))


@pytest.mark.soak
@settings(max_examples=120, deadline=None)
@random_cases(some.integers(0, 10**9))
def test_the_rules_answer_whatever_comes(seed: int) -> None:
    rng = Random(seed)
    setup, log = simulate(seed % 500, "turns", 1 + seed % 2)
    state = MATCH.initial(setup)
    for event, _ in log:
        for one in (event, rng.choice(log)[0]):
            strange = odd(rng, MATCH, one, POOL)
            if strange is not None:
                assert_answered(MATCH, state, strange, rng.choice(BY), SEATED)
        state = MATCH.evolve(state, event)
