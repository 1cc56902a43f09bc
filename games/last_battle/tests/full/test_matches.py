"""Whole random matches at full detail: they replay, they reach everything, and a changed field does not pass unseen."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

from games.codec import tag
from games.last_battle import RULES
from games.last_battle.events import MatchConceded
from games.last_battle.facts import BATTLEFIELDS, LIMITS, SCHEMES
from games.last_battle.full.checks.duel import unfinished
from games.last_battle.full.events import FULL_EVENTS
from games.last_battle.full.preconditions import table
from games.last_battle.play.simulate import play_out, simulate
from games.last_battle.tests.full.mutants import MATCH, MUTATIONS, assert_sound
from games.replay import judge, refold, rejudge
from games.ruleset import Actor, Entry, fold
from games.testing import accepts, refuses
from games.tests.mutants import Log

MATCHES, BATCH, MUTANTS = 200, 20, 12


@cache
def match(seed: int) -> Log:
    """Mostly one player a side; every fifth match has two or three."""
    return simulate(seed, "full", 1 + (seed % 5 == 0) + (seed % 10 == 0))


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(MATCHES // BATCH))
def test_matches_replay_and_changed_ones_do_not_pass(batch: int) -> None:
    """200 matches replay without a refusal. The same logs with one field changed are refused or still legal."""
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        log = match(seed)
        states = MUTATIONS.states_of(log)
        assert MATCH.outcome(states[-1]).status == "finished"
        assert_sound(states[-1].play)
        rng = Random(seed)
        for _ in range(MUTANTS):
            MUTATIONS.refused_or_legal(states, log[1], MUTATIONS.mutant(rng, log[1]))


@accepts("LB-DECK-06")
def test_a_flip_of_unknown_margin_takes_no_more_cards_than_the_deck_holds() -> None:
    """Here two are left, and nobody knows whether one, two or three are drawn."""
    setup, log = simulate(80, "full", 2)
    assert fold(RULES, RULES.initial(setup), [event for event, _by in log]).phase == "closed"


def test_most_changes_are_refused() -> None:
    """Most fields bind: of the changes at random at least half are refused."""
    rng, seen = Random(0), Counter[bool]()
    for seed in range(10):
        log = match(seed)
        states = MUTATIONS.states_of(log)
        fates = (MUTATIONS.fate(states, log[1], MUTATIONS.mutant(rng, log[1])) for _ in range(40))
        seen.update(fate is None for fate in fates)
    assert seen[True] > seen[False]


@pytest.mark.soak
def test_a_replay_is_the_match() -> None:
    """Folding the log, judging it again and playing it lead to the same state."""
    for seed in range(0, 40, 5):
        setup, log = match(seed)
        entries = [Entry(seq, event, by) for seq, (event, by) in enumerate(log, start=1)]
        state, refused = rejudge(MATCH, setup, entries)
        assert not refused and state == refold(MATCH, setup, entries) == MUTATIONS.states_of((setup, log))[-1]


@pytest.mark.soak
def test_everything_is_played() -> None:
    """All battlefields, all schemes, prolonged battles, and every event type of full detail."""
    wanted = {*(tag(event) for event in FULL_EVENTS), *BATTLEFIELDS, *SCHEMES, "strategy", "prolonged"}
    for seed in range(2 * MATCHES):
        setup, log = match(seed)
        state = refold(MATCH, setup, [Entry(n, event, by) for n, (event, by) in enumerate(log, start=1)])
        wanted -= {tag(type(event)) for event, _ in log} | {line.source for line in state.play.lines}
        wanted -= {state.play.battlefield, "prolonged" if state.play.turn > LIMITS.regular_turns else ""}
        if not wanted:
            return
    raise AssertionError(f"never seen: {wanted}")


@pytest.mark.parametrize("seed", range(10))
def test_a_match_can_be_played_on_between_any_two_actions(seed: int) -> None:
    """A few events at a time, each time from the state alone: that is how cards come into a simulated day."""
    setup, told = match(seed)
    state = MATCH.evolve(MATCH.initial(setup), told[0][0])
    rng, steps = Random(seed), 0
    while MATCH.outcome(state).status == "open":
        steps += 1
        for event, by in play_out(state.play, seed * 10_000 + steps, "full", limit=rng.randint(1, 60)):
            assert judge(MATCH, state, event, by) == ()
            state = MATCH.evolve(state, event)
        assert state.play.phase != "turns" or not unfinished(table(state.play)), (
            "a card could not come in here"
        )
    assert steps > 3


@accepts("LB-END-06")
@refuses("LB-END-06")
def test_a_side_may_give_up_at_every_moment() -> None:
    """Whatever is due, open or revealed; nobody does it for the other side."""
    setup, log = match(1)
    states = MUTATIONS.states_of((setup, log))
    for state in states[1:-1]:
        if state.play.phase == "closed":
            break
        for side, players in MATCH.sides(state).items():
            (loser,) = players
            event = MatchConceded(side=side)  # type: ignore[arg-type]
            assert not judge(MATCH, state, event, Actor("player", loser))
            others = [player for player in state.play.squads if player != loser]
            refused = judge(MATCH, state, event, Actor("player", others[0]))
            assert [one.rule for one in refused] == ["LB-END-06", "LB-LOG-07"]
            over = MATCH.evolve(state, event)
            assert MATCH.outcome(over).winner not in (side, None, "draw")
            assert MATCH.outcome(over).vp == MATCH.outcome(state).vp
