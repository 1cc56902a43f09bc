"""SFB-SCORE-03, SFB-LOG-05: a challenge is unread exactly where nobody can say whether a side meets it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from games.super_fantasy_brawl import RULES
from games.super_fantasy_brawl.chapters.track import value_of
from games.super_fantasy_brawl.full.conditions import is_met, unread
from games.super_fantasy_brawl.full.state import FullState
from games.super_fantasy_brawl.play.simulate import simulate
from games.super_fantasy_brawl.state import SfbState, mode_of


def _less_known(full: FullState) -> Iterator[FullState]:
    """The table as it is, and without some of what its conditions speak of."""
    yield full
    yield replace(full, ground=None)
    yield replace(full, challenges=None)
    if full.ground is not None:
        yield replace(full, ground=replace(full.ground, areas={}))
        yield replace(full, ground=replace(full.ground, zones={}))
    for card, one in (full.challenges or {}).items():
        yield replace(full, challenges={**(full.challenges or {}), card: replace(one, conditions=None)})


def _is_unread(state: SfbState, side: str) -> bool:
    """As SFB-LOG-05 says it: an active challenge of a later round, and no answer."""
    lying = [
        card
        for cell, card in enumerate(state.track.cells)
        if card is not None and value_of(state.track, mode_of(state), cell) != 0
    ]
    return state.round > 1 and None in [is_met(state, side, card) for card in lying]


@pytest.mark.parametrize("seed", range(4))
def test_a_challenge_is_unread_where_no_answer_is_known(seed: int) -> None:
    setup, log = simulate(seed, "full")
    state, seen = RULES.initial(setup), set[bool]()
    for event, _ in log:
        state = RULES.evolve(state, event)
        if state.full is None or event.__struct_config__.tag != "challenges_scored":
            continue
        for full in _less_known(state.full):
            now = replace(state, full=full)
            for side in now.sides:
                assert unread(now, side) == _is_unread(now, side)
                seen.add(unread(now, side))
    assert seen == {True, False}
