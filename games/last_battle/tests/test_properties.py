"""Laws over random legal matches: play never fails, caps hold, lines add up, replay equals step by step."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given as random_cases
from hypothesis import settings
from hypothesis import strategies as some

from games.last_battle import RULES
from games.last_battle.facts import BATTLEFIELDS, LIMITS, SCHEMES
from games.last_battle.full.events import FULL_EVENTS, ArcanaCreated, ArcanaGranted
from games.last_battle.play.simulate import LEVELS, simulate
from games.last_battle.state import LastBattleState
from games.match import Match
from games.replay import judge
from games.ruleset import EVERYONE, REFEREE, Viewer, apply, fold

MATCH = Match(RULES, RULES.state_type)
PLAYS = {"seed": some.integers(0, 10**9), "level": some.sampled_from(LEVELS), "players": some.integers(1, 3)}


@pytest.mark.soak
@settings(max_examples=60, deadline=None)
@random_cases(**PLAYS)
def test_random_legal_play_never_fails(seed: int, level: str, players: int) -> None:
    setup, log = simulate(seed, level, players)
    state = MATCH.initial(setup)
    for event, by in log:
        assert judge(MATCH, state, event, by) == ()
        for viewer in (EVERYONE, REFEREE, Viewer("player", "alliance-1", "alliance")):
            MATCH.next_events(state, viewer)
            MATCH.redact(state, event, viewer)
            MATCH.visible_to(state, viewer)
        state = apply(MATCH, state, event, by)
    assert state == fold(MATCH, MATCH.initial(setup), [event for event, _ in log])
    assert MATCH.outcome(state).status == "finished"


@settings(max_examples=15, deadline=None)
@random_cases(**PLAYS)
def test_caps_and_sums_of_a_few(seed: int, level: str, players: int) -> None:
    assert_caps_and_sums(seed, level, players)


@pytest.mark.soak
@settings(max_examples=60, deadline=None)
@random_cases(**PLAYS)
def test_caps_and_sums(seed: int, level: str, players: int) -> None:
    assert_caps_and_sums(seed, level, players)


def assert_caps_and_sums(seed: int, level: str, players: int) -> None:
    setup, log = simulate(seed, level, players)
    state = fold(RULES, RULES.initial(setup), [event for event, _ in log])
    outcome = RULES.outcome(state)
    keys = [line.key for line in outcome.lines]
    assert len(set(keys)) == len(keys) and all(line.vp > 0 for line in outcome.lines)
    for side, vp in outcome.vp.items():
        lines = [line for line in outcome.lines if line.side == side]
        assert vp == sum(line.vp for line in lines)
        assert sum(line.vp for line in lines if line.source == "strategy") <= LIMITS.strategy_vp
    for squad in state.squads.values():
        for held in squad.schemes:
            earned = [
                line.vp for line in outcome.lines if (line.player, line.source) == (squad.player, held.scheme)
            ]
            assert held.vp == sum(earned) <= LIMITS.scheme_vp
    more = outcome.vp["alliance"] - outcome.vp["serpent"]
    on_points = "draw" if not more else "alliance" if more > 0 else "serpent"
    beaten = {"alliance": "serpent", "serpent": "alliance"}
    assert outcome.winner == (beaten[state.conceded] if state.conceded else on_points)


@pytest.mark.soak
@settings(max_examples=30, deadline=None)
@random_cases(**PLAYS)
def test_a_state_survives_json(seed: int, level: str, players: int) -> None:
    setup, log = simulate(seed, level, players)
    state = RULES.initial(setup)
    for event, _ in log:
        state = RULES.evolve(state, event)
        assert msgspec.json.decode(msgspec.json.encode(state), type=LastBattleState) == state


def test_everything_is_reached() -> None:
    """All tables, sources, prolonged battles, early ends and event types, within a few hundred matches.

    Link cards come at every detail; the other events of full detail are reached in `full/test_matches.py`.
    """
    fields, sources, turns, types = set(), set(), set(), set()
    for seed in range(250):
        setup, log = simulate(seed, LEVELS[seed % 4 > 0], 1 + seed % 2)
        state = fold(RULES, RULES.initial(setup), [event for event, _ in log])
        fields.add(state.battlefield)
        sources |= {line.source for line in state.lines}
        turns.add(state.turn)
        types |= {type(event) for event, _ in log}
    assert fields == set(BATTLEFIELDS)
    assert sources >= {*SCHEMES, "strategy"}
    assert {5, 6, 7} <= turns and min(turns) < 5
    assert types == set(RULES.event_types) - set(FULL_EVENTS) | {ArcanaCreated, ArcanaGranted}
