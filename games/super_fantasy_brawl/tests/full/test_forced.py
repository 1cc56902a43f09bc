"""What follows by itself: by the offers that are left, by the moves that they come to, and decks of known champions."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.codec import tag
from games.consequences import following
from games.registry import MATCHES
from games.ruleset import EVERYONE, SYSTEM, Event
from games.super_fantasy_brawl.forced import consequences
from games.super_fantasy_brawl.full.events import PersonalDeckBuilt
from games.super_fantasy_brawl.play.simulate import simulate
from games.super_fantasy_brawl.state import SfbState

RULES = MATCHES["super_fantasy_brawl"]
SHARE = 0.62
"""No more of a match at full detail is told by people."""


def told_by(seed: int, level: str = "full") -> list[tuple[Any, Event, Event | None]]:
    """(state, what was logged, what would have followed by itself) of a simulated duel."""
    setup, told = simulate(seed, level, 1)
    state, found = RULES.initial(setup), []
    for event, _by in told:
        found.append((state, event, following(RULES, state)))
        state = RULES.evolve(state, event)
    return found


def test_people_tell_less_than_two_thirds_of_a_match() -> None:
    steps = [step for seed in range(3) for step in told_by(seed)]
    followed = [
        event for _state, event, then in steps if then is not None and tag(type(then)) == tag(type(event))
    ]
    assert len(steps) - len(followed) < SHARE * len(steps)
    kinds = {tag(type(event)) for event in followed}
    assert {"personal_deck_built", "action_ended", "champion_displaced", "reaction_passed"} <= kinds


def test_what_follows_is_legal_and_nothing_else_was_told_instead() -> None:
    for state, event, then in told_by(1):
        beside = isinstance(then, PersonalDeckBuilt)
        if then is not None and not beside:
            assert tag(type(then)) == tag(type(event)), (event, then)
            assert not RULES.check(state, then, SYSTEM)


def test_an_action_with_somewhere_to_go_waits_for_its_player() -> None:
    waits = [
        state for state, event, then in told_by(2) if tag(type(event)) == "champion_moved" and then is None
    ]
    assert waits


def test_decks_of_unknown_champions_are_told() -> None:
    state = next(state.play for state, event, _then in told_by(0) if isinstance(event, PersonalDeckBuilt))
    assert isinstance(consequences(state).settled, PersonalDeckBuilt)
    assert consequences(_unknown(state)).settled is None


def _unknown(state: SfbState) -> SfbState:
    """The same table, to which nobody told the cards."""
    assert state.full is not None
    return replace(state, full=replace(state.full, cards={}, champions={}))


@pytest.mark.parametrize("detail", ["ground", "cards"])
def test_nothing_is_counted_out_where_arena_or_cards_are_unknown(detail: str) -> None:
    for state, event, then in told_by(0):
        if tag(type(event)) != "action_ended" or then is None or state.play.full.action.kind == "basic":
            continue
        blank: Any = {"ground": None} if detail == "ground" else {"cards": {}}
        play = replace(state.play, full=replace(state.play.full, **blank))
        offers = RULES.next_events(replace(state, play=play), EVERYONE)
        assert None in [consequences(play).makes(one) for one in offers]
        return
    raise AssertionError("no action ended by itself")


def test_a_match_by_turns_ends_by_itself_once_its_points_are_reached() -> None:
    ended = [
        then
        for seed in range(6)
        for _state, event, then in told_by(seed, "turns")
        if tag(type(event)) == "game_ended"
    ]
    assert any(then is not None for then in ended)
