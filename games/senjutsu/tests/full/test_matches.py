"""Whole random matches at full detail: they replay, they reach everything, and a changed field does not pass unseen."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from games.codec import tag
from games.replay import judge, refold, rejudge
from games.ruleset import Actor, Entry, Event, Setup
from games.senjutsu.full.effect_events import EFFECT_EVENTS
from games.senjutsu.full.events import TABLE_EVENTS
from games.senjutsu.simulate import simulate
from games.senjutsu.tests.full.mutants import COMPUTED, MATCH, assert_sound, fate, mutant

DUELS, RUNS, BATCH, MUTANTS = 200, 200, 25, 3
HORDE_EVENTS = {"wave_started", "wave_cleared", "level_completed", "recovery_applied", "lord_attacked"}
Log = tuple[Setup, list[tuple[Event, Actor]]]


@cache
def match(seed: int, mode: str) -> Log:
    return simulate(seed, "full", 1, mode)


def states_of(log: Log) -> list[Any]:
    """The state before and after each event, every one of them judged."""
    setup, told = log
    states = [MATCH.initial(setup)]
    for event, by in told:
        assert judge(MATCH, states[-1], event, by) == ()
        states.append(MATCH.evolve(states[-1], event))
    return states


def _replays(seed: int, mode: str) -> None:
    log = match(seed, mode)
    states = states_of(log)
    assert MATCH.outcome(states[-1]).status in ("finished", "annulled")
    for state in states[:: len(states) // 40 + 1]:
        assert_sound(state.play)
    rng = Random(f"{mode}:{seed}")
    for _ in range(MUTANTS):
        _refused_or_still_legal(states, log, mutant(rng, log[1]))


def _refused_or_still_legal(states: list[Any], log: Log, changed: Any) -> None:
    state = fate(states, log[1], changed)
    if state is None:
        return
    assert_sound(state.play)
    told = changed.value is not None and getattr(log[1][changed.place][0], changed.field) is not None
    assert (changed.type, changed.field) not in COMPUTED or not told, f"nobody noticed {changed}"


@pytest.mark.parametrize("batch", range(DUELS // BATCH))
def test_duels_replay_and_changed_ones_do_not_pass(batch: int) -> None:
    """200 duels replay without a refusal. The same logs with one field changed are refused or still legal."""
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        _replays(seed, "duel")


@pytest.mark.parametrize("batch", range(RUNS // BATCH))
def test_horde_runs_replay_and_changed_ones_do_not_pass(batch: int) -> None:
    """200 horde runs, likewise."""
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        _replays(seed, "horde")


@pytest.mark.parametrize("mode", ["multi", "team", "solo"])
def test_other_modes_replay_too(mode: str) -> None:
    for seed in range(15):
        _replays(seed, mode)


def test_most_changes_are_refused() -> None:
    """Most fields bind: of the changes at random at least two thirds are refused."""
    rng, seen = Random(0), Counter[bool]()
    for seed in range(6):
        log = match(seed, ("duel", "horde")[seed % 2])
        states = states_of(log)
        seen.update(fate(states, log[1], mutant(rng, log[1])) is None for _ in range(40))
    assert seen[True] > 2 * seen[False]


def test_a_replay_is_the_match() -> None:
    """Folding the log, judging it again and playing it lead to the same state."""
    for seed, mode in enumerate(("duel", "multi", "team", "solo", "horde")):
        setup, log = match(seed, mode)
        entries = [Entry(seq, event, by) for seq, (event, by) in enumerate(log, start=1)]
        state, refused = rejudge(MATCH, setup, entries)
        assert not refused and state == refold(MATCH, setup, entries) == states_of((setup, log))[-1]


def test_everything_is_played() -> None:
    """Every event type of full detail, every cause of defeat, collisions of every kind."""
    types: set[str] = set()
    causes: set[str] = set()
    against: set[str] = set()
    for mode, most in (("duel", 60), ("multi", 15), ("solo", 40), ("horde", 60)):
        for seed in range(most):
            setup, log = match(seed, mode)
            entries = [Entry(seq, event, by) for seq, (event, by) in enumerate(log, start=1)]
            state = refold(MATCH, setup, entries).play
            types |= {tag(type(event)) for event, _ in log}
            causes |= {fighter.defeated for fighter in state.fighters.values() if fighter.defeated}
            against |= {
                event.against for event, _ in log if hasattr(event, "cause") and hasattr(event, "against")
            }
    assert types >= {tag(event) for event in (*TABLE_EVENTS, *EFFECT_EVENTS)} | HORDE_EVENTS
    assert causes >= {"wounds", "concession", "lord"}
    assert against == {"edge", "terrain", "character"}


def test_the_same_seed_gives_the_same_match() -> None:
    assert simulate(3, "full", 2) == simulate(3, "full", 2)
    assert simulate(3, "full", 2) != simulate(4, "full", 2)
