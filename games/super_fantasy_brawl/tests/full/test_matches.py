"""Whole random matches at full detail: they replay, they reach everything, and a changed field does not pass unseen."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

from games.codec import tag
from games.replay import refold, rejudge
from games.ruleset import Entry
from games.super_fantasy_brawl.facts import BASICS, MODES, TRAPS
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full.action_events import ACTION_EVENTS
from games.super_fantasy_brawl.full.events import TABLE_EVENTS
from games.super_fantasy_brawl.play.simulate import simulate
from games.super_fantasy_brawl.play.training import CARDS
from games.super_fantasy_brawl.tests.mutants import MATCH, MUTATIONS, assert_sound
from games.tests.mutants import Log
from games.tests.rounds import quick_first

MATCHES, BATCH, MUTANTS, SOUND = 200, 20, 2, 25


@cache
def match(seed: int, mode: str) -> Log:
    return simulate(seed, "full", None, mode)


def mode_of(seed: int) -> str:
    """Two duels, then a match of four players."""
    return ("duel", "duel", "superteams")[seed % 3]


@pytest.mark.parametrize("batch", quick_first(1, range(MATCHES // BATCH)))
def test_matches_replay_and_changed_ones_do_not_pass(batch: int) -> None:
    """200 matches replay without a refusal. The same logs with one field changed are refused or still legal."""
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        log = match(seed, mode_of(seed))
        states = MUTATIONS.states_of(log)
        assert MATCH.outcome(states[-1]).status == "finished"
        for state in states[:: len(states) // SOUND + 1]:
            assert_sound(state.play)
        rng = Random(seed)
        for _ in range(MUTANTS):
            MUTATIONS.refused_or_legal(states, log[1], MUTATIONS.mutant(rng, log[1]))


def test_most_changes_are_refused() -> None:
    """Most fields bind: of the changes at random at least two thirds are refused."""
    rng, seen = Random(0), Counter[bool]()
    for seed in range(6):
        log = match(seed, mode_of(seed))
        states = MUTATIONS.states_of(log)
        fates = (MUTATIONS.fate(states, log[1], MUTATIONS.mutant(rng, log[1])) for _ in range(30))
        seen.update(fate is None for fate in fates)
    assert seen[True] > 2 * seen[False]


def test_a_replay_is_the_match() -> None:
    """Folding the log, judging it again and playing it lead to the same state."""
    for seed, mode in enumerate(MODES):
        setup, log = match(seed, mode)
        entries = [Entry(seq, event, by) for seq, (event, by) in enumerate(log, start=1)]
        state, refused = rejudge(MATCH, setup, entries)
        assert not refused and state == refold(MATCH, setup, entries) == MUTATIONS.states_of((setup, log))[-1]


@pytest.mark.soak
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
