"""Whoever knows nothing but the offers can log each of them: it comes with events ready to be logged, or with a whole
example that is accepted."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.consequences import following
from games.moves import examples_of, offered, offers_of
from games.registry import SYSTEMS
from games.ruleset import REFEREE, Actor, NextEvent, Viewer
from games.simulated import ORGANISER

MATCHES: tuple[tuple[str, str, int, dict[str, Any]], ...] = (
    ("last_battle", "full", 1, {}),
    ("last_battle", "full", 2, {}),
    ("last_battle", "turns", 2, {}),
    *(("ninja", "full", players, {}) for players in (1, 3)),
    *(("senjutsu", "full", 2, {"mode": mode}) for mode in ("duel", "multi", "team", "solo", "horde")),
    *(("senjutsu", "turns", 1, {"mode": mode}) for mode in ("duel", "solo", "horde")),
    ("senjutsu", "summary", 1, {}),
    *(("super_fantasy_brawl", level, players, {}) for level in ("turns", "full") for players in (1, 2)),
    *(("bushido", level, 1, {}) for level in ("turns", "full")),
    *((system, "summary", 1, {}) for system in ("super_fantasy_brawl", "bushido")),
)
"""(system, level, players on a side, what else is simulated)."""
STATES = 40
"""At about so many states of a match everything is asked for."""
SEEDS = range(2)
MORE = {"super_fantasy_brawl": range(2, 12), "bushido": (*range(2, 12), 17, 20)}
"""Seeds of the matches that take long."""


def lacking(system: str, state: Any) -> list[NextEvent]:
    """The offers to staff, who know every secret, of which no whole event can be made."""
    game = SYSTEMS[system]
    offers = offered(game, state, game.rules.next_events(state, REFEREE), ORGANISER, Random)
    return [
        one
        for one, events in offers
        if not events and examples_of(game, state, one, ORGANISER, Random, 1) == []
    ]


SOAK = [(*match, seed) for match in MATCHES for seed in MORE.get(match[0], ())]


def walk(system: str, level: str, players: int, told: dict[str, Any], seed: int) -> None:
    """At a seeded part of the states; an offer whose fields may each be filled in by itself needs no example."""
    rules = SYSTEMS[system].rules
    simulation: Any = SYSTEMS[system].simulation()
    setup, logged = simulation.simulate(seed, level, players, **told)
    rng, share = Random(seed), STATES / len(logged)
    state = rules.initial(setup)
    for event, _by in logged:
        state = rules.evolve(state, event)
        if rng.random() < share:
            assert not lacking(system, state), f"after {event}"


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("system", "level", "players", "told"), MATCHES)
def test_every_offer_has_a_whole_event(
    system: str, level: str, players: int, told: dict[str, Any], seed: int
) -> None:
    walk(system, level, players, told, seed)


@pytest.mark.parametrize(("system", "level", "players", "told"), MATCHES)
def test_every_offer_to_a_player_has_a_whole_event(
    system: str, level: str, players: int, told: dict[str, Any]
) -> None:
    """As each of them sees the match, where the server logs nothing by itself before anybody else may."""
    rules = SYSTEMS[system].rules
    simulation: Any = SYSTEMS[system].simulation()
    setup, logged = simulation.simulate(3, level, players, **told)
    rng, share = Random(3), STATES / len(logged)
    state = rules.initial(setup)
    for event, _by in logged:
        state = rules.evolve(state, event)
        if rng.random() < share and following(rules, state) is None:
            lacks = {
                kind for side, own in rules.sides(state).items() for kind in _lacks(system, state, side, own)
            }
            assert not lacks, f"{lacks} after {event}"


def _lacks(system: str, state: Any, side: str, players: tuple[str, ...]) -> set[str]:
    """The types that a player of this side is offered without a whole event."""
    found = set[str]()
    for player in players:
        viewer, by = Viewer("player", player, side), Actor("player", player)
        rules = SYSTEMS[system].rules
        seen = rules.visible_to(state, viewer)
        told = offers_of(SYSTEMS[system], seen, rules.next_events(state, viewer), by, Random, 1)
        ready = {one["type"] for one in (*told.moves, *told.examples)}
        found |= {one.type for one in told.events if player in one.players} - ready
    return found


@pytest.mark.soak
@pytest.mark.parametrize(("system", "level", "players", "told", "seed"), SOAK)
def test_every_offer_of_more_matches_has_a_whole_event(
    system: str, level: str, players: int, told: dict[str, Any], seed: int
) -> None:
    walk(system, level, players, told, seed)
