"""Whole random matches at full detail: they replay, they reach everything, and a changed field does not pass unseen."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from random import Random

import pytest

from games.codec import tag
from games.replay import refold, rejudge
from games.ruleset import Entry, fold
from games.senjutsu import RULES
from games.senjutsu.full.effect_events import EFFECT_EVENTS, CollisionHappened
from games.senjutsu.full.events import TABLE_EVENTS
from games.senjutsu.play.simulate import simulate
from games.senjutsu.tests.full.mutants import MATCH, MUTATIONS, assert_sound
from games.tests.mutants import Log

DUELS, RUNS, BATCH, MUTANTS = 200, 200, 25, 3
HORDE_EVENTS = {"wave_started", "wave_cleared", "level_completed", "recovery_applied", "lord_attacked"}


@cache
def match(seed: int, mode: str) -> Log:
    return simulate(seed, "full", 1, mode)


def _replays(seed: int, mode: str) -> None:
    log = match(seed, mode)
    states = MUTATIONS.states_of(log)
    assert MATCH.outcome(states[-1]).status in ("finished", "annulled")
    for state in states[:: len(states) // 40 + 1]:
        assert_sound(state.play)
    rng = Random(f"{mode}:{seed}")
    for _ in range(MUTANTS):
        MUTATIONS.refused_or_legal(states, log[1], MUTATIONS.mutant(rng, log[1]))


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(DUELS // BATCH))
def test_duels_replay_and_changed_ones_do_not_pass(batch: int) -> None:
    """200 duels replay without a refusal. The same logs with one field changed are refused or still legal."""
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        _replays(seed, "duel")


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(RUNS // BATCH))
def test_horde_runs_replay_and_changed_ones_do_not_pass(batch: int) -> None:
    """200 horde runs, likewise."""
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        _replays(seed, "horde")


@pytest.mark.soak
@pytest.mark.parametrize("mode", ["multi", "team", "solo"])
def test_other_modes_replay_too(mode: str) -> None:
    for seed in range(15):
        _replays(seed, mode)


@pytest.mark.soak
def test_most_changes_are_refused() -> None:
    """Most fields bind: of the changes at random at least two thirds are refused."""
    rng, seen = Random(0), Counter[bool]()
    for seed in range(6):
        log = match(seed, ("duel", "horde")[seed % 2])
        states = MUTATIONS.states_of(log)
        fates = (MUTATIONS.fate(states, log[1], MUTATIONS.mutant(rng, log[1])) for _ in range(40))
        seen.update(fate is None for fate in fates)
    assert seen[True] > 2 * seen[False]


def test_a_replay_is_the_match() -> None:
    """Folding the log, judging it again and playing it lead to the same state."""
    for seed, mode in enumerate(("duel", "multi", "team", "solo", "horde")):
        setup, log = match(seed, mode)
        entries = [Entry(seq, event, by) for seq, (event, by) in enumerate(log, start=1)]
        state, refused = rejudge(MATCH, setup, entries)
        assert not refused and state == refold(MATCH, setup, entries) == MUTATIONS.states_of((setup, log))[-1]


PLAYED = (
    {tag(event) for event in (*TABLE_EVENTS, *EFFECT_EVENTS)}
    | HORDE_EVENTS
    | {"wounds", "concession", "lord"}
    | {"edge", "terrain", "character"}
)
"""Event types of full detail, causes of defeat, what is run into."""


@pytest.mark.soak
def test_everything_is_played() -> None:
    """Every event type of full detail, every cause of defeat, collisions of every kind; as soon as all were seen."""
    left = set(PLAYED)
    for seed, mode in product(range(90), ("horde", "duel", "solo", "multi")):
        setup, log = match(seed, mode)
        state = fold(RULES, RULES.initial(setup), [event for event, _ in log])
        left -= {tag(type(event)) for event, _ in log}
        left -= {fighter.defeated for fighter in state.fighters.values()}
        left -= {event.against for event, _ in log if isinstance(event, CollisionHappened)}
        if not left:
            return
    raise AssertionError(f"never played: {sorted(left)}")
