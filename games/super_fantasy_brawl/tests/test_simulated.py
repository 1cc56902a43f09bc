"""Simulated matches in reports: all replay cleanly, and whatever is changed in them is refused or legal again."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given as random_cases
from hypothesis import settings
from hypothesis import strategies as some

from games.codec import tag
from games.ruleset import REFEREE, Actor, NextEvent, Viewer
from games.super_fantasy_brawl import RULES
from games.super_fantasy_brawl.events import EVENT_TYPES
from games.super_fantasy_brawl.facts import MODES
from games.super_fantasy_brawl.play.simulate import LEVELS, simulate
from games.super_fantasy_brawl.tests.mutants import MATCH, REPORTED, assert_sound
from games.tests import contract
from games.tests.contract import assert_answered, story_of
from games.tests.mutants import mutant

REPORTS = ("summary", "turns")


@pytest.mark.parametrize("mode", MODES)
def test_hundreds_of_matches_replay_cleanly(mode: str) -> None:
    reasons: Counter[str] = Counter()
    for seed in range(200):
        story = story_of(MATCH, *simulate(seed, REPORTS[seed % 2], None, mode))
        contract.assert_replay_equals_step_by_step(story)
        outcome = MATCH.outcome(story.states[-1])
        assert outcome.status == "finished" and outcome.winner in ("red", "blue", "draw")
        reasons[outcome.carry["reason"]] += 1
        for state in story.states:
            assert_sound(state.play)
    assert set(reasons) == {"vp_target", "mutual_knockout", "concession", "organiser"}


def test_every_event_of_the_reports_occurs() -> None:
    played = {type(event) for seed in range(40) for level in REPORTS for event, _ in simulate(seed, level)[1]}
    assert played == set(EVENT_TYPES)


@pytest.mark.parametrize("level", REPORTS)
def test_changed_reports_do_not_pass_unseen(level: str) -> None:
    seen: Counter[bool] = Counter()
    for seed in range(60):
        rng = Random(f"{level}:{seed}")
        setup, log = simulate(seed, level)
        story = story_of(MATCH, setup, log)
        for _ in range(8):
            seen[REPORTED.refused_or_legal(story.states, log, REPORTED.mutant(rng, log))] += 1
    assert seen[True] > seen[False] > 0


@settings(max_examples=60, deadline=None)
@random_cases(some.integers(0, 10**9))
def test_the_rules_answer_whatever_comes(seed: int) -> None:
    """Whatever `check` accepts can be folded and shown to everybody; a refusal changes nothing."""
    rng = Random(seed)
    setup, told = simulate(seed % 300, rng.choice(LEVELS))
    state = MATCH.initial(setup)
    for place, (event, _by) in enumerate(told):
        if place % 9 == 0:
            strange = mutant(rng, MATCH, told).event
            by = Actor("player", rng.choice(("red-1", "blue-1", "nobody")))
            if strange is not None:
                assert_answered(MATCH, state, strange, by, Viewer("player", "red-1", "red"))
        state = MATCH.evolve(state, event)


@pytest.mark.parametrize("level", LEVELS)
def test_whatever_happens_was_offered_to_whoever_did_it(level: str) -> None:
    for seed in range(6 if level == "full" else 60):
        story = story_of(RULES, *simulate(seed, level))
        for entry, state in zip(story.entries, story.states, strict=False):
            offers = RULES.next_events(state, REFEREE)
            assert any(_fits(one, entry) for one in offers), f"{entry} in {seed} was not among {offers}"


def _fits(one: NextEvent, entry: Any) -> bool:
    """Whether an event is one that was offered: its type, to this person."""
    return one.type == tag(type(entry.event)) and (entry.actor.is_staff or entry.actor.player in one.players)
