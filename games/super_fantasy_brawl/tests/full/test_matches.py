"""Whole random matches at full detail: they replay, they reach everything, and a changed field does not pass unseen."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from games.codec import tag
from games.frame import Match
from games.replay import judge, refold, rejudge
from games.ruleset import Actor, Entry, Event, Setup
from games.super_fantasy_brawl import RULES
from games.super_fantasy_brawl.facts import BASICS, MODES, TRAPS
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full.action_events import ACTION_EVENTS
from games.super_fantasy_brawl.full.events import TABLE_EVENTS
from games.super_fantasy_brawl.simulate import simulate
from games.super_fantasy_brawl.tests.mutants import Mutant, fate, mutant
from games.super_fantasy_brawl.tests.sound import COMPUTED, assert_sound
from games.super_fantasy_brawl.training import CARDS

MATCH = Match(RULES, RULES.state_type)
MATCHES, BATCH, MUTANTS, SOUND = 200, 25, 2, 25
IDLE = ("note", "description", "dataset", "scenario", "track", "champions", "cards", "challenges", "arena")
"""Fields that bind nothing by themselves, or that only make an edition unknown (SFB-LOG-05)."""
Log = tuple[Setup, list[tuple[Event, Actor]]]


@cache
def match(seed: int, mode: str) -> Log:
    return simulate(seed, "full", None, mode)


def mode_of(seed: int) -> str:
    """Two duels, then a match of four players."""
    return ("duel", "duel", "superteams")[seed % 3]


def states_of(log: Log) -> list[Any]:
    """The state before and after each event, every one of them judged."""
    setup, told = log
    states = [MATCH.initial(setup)]
    for event, by in told:
        assert judge(MATCH, states[-1], event, by) == ()
        states.append(MATCH.evolve(states[-1], event))
    return states


@pytest.mark.parametrize("batch", range(MATCHES // BATCH))
def test_matches_replay_and_changed_ones_do_not_pass(batch: int) -> None:
    """200 matches replay without a refusal. The same logs with one field changed are refused or still legal."""
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        log = match(seed, mode_of(seed))
        states = states_of(log)
        assert MATCH.outcome(states[-1]).status == "finished"
        for state in states[:: len(states) // SOUND + 1]:
            assert_sound(state.play)
        rng = Random(seed)
        for _ in range(MUTANTS):
            _refused_or_still_legal(states, log, mutant(rng, MATCH, log[1], IDLE))


def _refused_or_still_legal(states: list[Any], log: Log, changed: Mutant) -> None:
    state = fate(MATCH, states, log[1], changed)
    if state is None:
        return
    assert_sound(state.play)
    told = changed.value is not None and getattr(log[1][changed.place][0], changed.field) is not None
    assert (changed.type, changed.field) not in COMPUTED or not told, f"nobody noticed {changed}"


def test_most_changes_are_refused() -> None:
    """Most fields bind: of the changes at random at least two thirds are refused."""
    rng, seen = Random(0), Counter[bool]()
    for seed in range(6):
        log = match(seed, mode_of(seed))
        states = states_of(log)
        seen.update(fate(MATCH, states, log[1], mutant(rng, MATCH, log[1], IDLE)) is None for _ in range(30))
    assert seen[True] > 2 * seen[False]


def test_a_replay_is_the_match() -> None:
    """Folding the log, judging it again and playing it lead to the same state."""
    for seed, mode in enumerate(MODES):
        setup, log = match(seed, mode)
        entries = [Entry(seq, event, by) for seq, (event, by) in enumerate(log, start=1)]
        state, refused = rejudge(MATCH, setup, entries)
        assert not refused and state == refold(MATCH, setup, entries) == states_of((setup, log))[-1]


def test_everything_is_played() -> None:
    """Every event type, every keyword, standard action, kind of trap, movement, displacement and damage."""
    events = [event for seed in range(90) for event, _ in match(seed, mode_of(seed))[1]]
    assert {tag(type(event)) for event in events} >= {tag(kind) for kind in (*TABLE_EVENTS, *ACTION_EVENTS)}
    moved = {event.kind for event in events if isinstance(event, a.ChampionMoved)}
    assert moved == {"walk", "dash", "fly", "leap", "approach", "retreat"}
    driven = {event.kind for event in events if isinstance(event, a.ChampionDisplaced)}
    assert driven == {"push", "pull", "compel", "fear"}
    assert any(event.continues for event in events if isinstance(event, a.ChampionMoved))
    assert any(event.continues for event in events if isinstance(event, a.ChampionDisplaced))
    harm = {event.cause for event in events if isinstance(event, a.DamageDealt)}
    assert harm == {"effect", "basic", "trap", "push", "pull", "poison", "double"}
    assert {event.kind for event in events if isinstance(event, a.TrapTriggered)} == set(TRAPS)
    basics = {event.basic for event in events if isinstance(event, a.BasicActionStarted)}
    assert basics == set(BASICS)
    played = {event.card for event in events if isinstance(event, a.ActionCardPlayed | a.ReactionPlayed)}
    assert played == set(CARDS)
    causes = {event.cause for event in events if isinstance(event, a.ChampionKnockedOut)}
    assert causes == {"card", "basic", "reaction"}
