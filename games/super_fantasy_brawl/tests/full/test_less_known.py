"""SFB-LOG-05: what is unknown is not checked, so a legal match stays legal however little of its edition is known."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.super_fantasy_brawl import RULES
from games.super_fantasy_brawl.definitions import Tracks
from games.super_fantasy_brawl.events import MatchCreated
from games.super_fantasy_brawl.simulate import simulate
from games.testing import accepts

LESS: dict[str, dict[str, Any]] = {
    "arena": {"arena": None},
    "cards": {"cards": {}},
    "champions": {"champions": {}},
    "challenges": {"challenges": None},
    "track": {"track": None},
    "everything": {"arena": None, "cards": {}, "champions": {}, "challenges": None, "track": None},
}


def forgotten(event: MatchCreated, told: dict[str, Any]) -> MatchCreated:
    """The same opening with less of the edition."""
    if event.arena is not None and "track" in told and "arena" not in told:
        told = {**told, "arena": replace(event.arena, tracks=Tracks())}
    return replace(event, **told)


@accepts("SFB-LOG-05")
@pytest.mark.parametrize("unknown", LESS)
@pytest.mark.parametrize("seed", range(3))
def test_a_legal_match_stays_legal(unknown: str, seed: int) -> None:
    setup, told = simulate(seed, "full", seed % 2 + 1)
    state = RULES.initial(setup)
    for event, by in told:
        if isinstance(event, MatchCreated):
            event = forgotten(event, LESS[unknown])
        refused = RULES.check(state, event, by)
        assert not refused, (event, refused)
        state = RULES.evolve(state, event)
    outcome = RULES.outcome(state)
    assert outcome.status == "finished" and outcome.unverified
