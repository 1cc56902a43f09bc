"""SFB-SCORE-03, SFB-LOG-05: a challenge is unread exactly where nobody can say whether a side meets it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from games.super_fantasy_brawl import RULES
from games.super_fantasy_brawl.chapters.track import value_of
from games.super_fantasy_brawl.full.common import table
from games.super_fantasy_brawl.full.conditions import is_met, unread
from games.super_fantasy_brawl.full.events import ChallengesScored, TurnStarted
from games.super_fantasy_brawl.full.state import FullState
from games.super_fantasy_brawl.next_events import next_events
from games.super_fantasy_brawl.play.simulate import simulate
from games.super_fantasy_brawl.state import SfbState, mode_of
from games.super_fantasy_brawl.tests.tables import R, built, claimed, dealt, deployed, full_round, trapped
from games.testing import accepts, refuses


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
    """As SFB-LOG-05 says it: an active challenge, in a round that scores, and no answer."""
    lying = [
        card
        for cell, card in enumerate(state.track.cells)
        if card is not None and value_of(state.track, mode_of(state), cell) != 0
    ]
    scoring = state.round > 1 or state.round1_challenges
    return scoring and None in [is_met(state, side, card) for card in lying]


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


@accepts("SFB-SCORE-03", "SFB-LOG-05")
@refuses("SFB-SCORE-03")
def test_what_the_arena_alone_tells_is_scored_by_the_players_where_nobody_imported_one() -> None:
    """In matches without an arena a challenge of an area was offered as met by nobody, and so scored by itself."""
    case = full_round(deployed(dealt(trapped(built(challenges=("t_centre",))))))
    case = case.when(TurnStarted(round=2, player="r"))
    scored = ChallengesScored(player="r", items=(claimed(1, 1, "t_centre"),))
    case.when(scored).then_refused("SFB-SCORE-03")
    assert _offered(case.state) == ((),)
    for full in _less_known(table(case.state)):
        state = replace(case.state, full=full)
        known = is_met(state, "red", "t_centre") is not None
        assert _offered(state) == (((),) if known else None)
        assert known or not list(RULES.check(state, scored, R))


def _offered(state: SfbState) -> object:
    """What may be scored, as far as the rules list it."""
    (offer,) = [one for one in next_events(state) if one.type == "challenges_scored"]
    return offer.choices.get("items")


@accepts("SFB-SCORE-06", "SFB-LOG-05")
def test_a_first_round_that_scores_is_as_unverified_as_any_other() -> None:
    case = deployed(mode="superteams", allow_round1_challenges=True)
    state = replace(case.state, full=replace(table(case.state), challenges=None))
    begun = RULES.evolve(state, TurnStarted(round=1, player=state.order[0]))
    assert unread(begun, "red") and not unread(replace(begun, round1_challenges=False), "red")
    after = RULES.evolve(begun, ChallengesScored(player=state.order[0], items=()))
    assert "SFB-SCORE-03" in table(after).unverified
