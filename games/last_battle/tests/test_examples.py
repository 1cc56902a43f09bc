"""Whole events of what may come next: whoever knows the offers alone can play on."""

from __future__ import annotations

from random import Random

import pytest

from games.last_battle.events import MatchReported, TableOpened
from games.last_battle.play.simulate import play_out, simulate
from games.last_battle.state import LastBattleState
from games.last_battle.system import RULES, SYSTEM
from games.moves import examples_of
from games.ruleset import REFEREE, Actor, Setup, Viewer
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


@pytest.mark.parametrize("level", ("summary", "turns", "full"))
@pytest.mark.parametrize("seed", range(3))
def test_a_player_reports_what_a_player_can_know(seed: int, level: str) -> None:
    """LB-HID-02: no scheme of others that is secret is in it, whatever that is, and the rules take it."""
    setup, logged = simulate(seed, level, 1 + seed % 2)
    state, every = RULES.initial(setup), max(1, len(logged) // 30)
    for number, (event, _by) in enumerate(logged):
        state = RULES.evolve(state, event)
        for side, players in RULES.sides(state).items() if number % every == 0 else ():
            for player in players:
                seen = RULES.visible_to(state, Viewer("player", player, side))
                for made in reports(seen, player):
                    assert not RULES.check(state, made, Actor("player", player))


def reports(seen: LastBattleState, player: str) -> list[MatchReported]:
    """The examples of a report that a player is given, who may log one."""
    viewer = Viewer("player", player, seen.squads[player].side)
    offers = [one for one in RULES.next_events(seen, viewer) if one.type == "match_reported"]
    by = Actor("player", player)
    found = [examples_of(SYSTEM, seen, one, by, Random, 1) for one in offers if player in one.players]
    assert all(found), found
    return [event for events in found for event in events or () if isinstance(event, MatchReported)]
