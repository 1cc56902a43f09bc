"""Simulated matches: all replay, changed ones are refused or can be shown, and no secret reaches the other side."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from games.match import Match
from games.ninja import RULES
from games.ninja.full.events import IntruderCardPlayed
from games.ninja.play.simulate import LEVELS, simulate
from games.ninja.state import NinjaState
from games.ninja.tests.disguise import disguised
from games.testing import accepts
from games.tests import contract
from games.tests.contract import assert_answered, story_of
from games.tests.mutants import fate, mutant

MATCH = Match(RULES, NinjaState)


@accepts("NIN-AWK-01", "NIN-AWK-02", "NIN-AWK-03", "NIN-CARD-01", "NIN-CARD-04", "NIN-CARD-07")
@accepts("NIN-CARD-08", "NIN-CARD-09", "NIN-CARD-11", "NIN-CMB-01", "NIN-CMB-05", "NIN-CMB-06")
@accepts("NIN-CMB-08", "NIN-CMB-11", "NIN-DET-02", "NIN-DET-03", "NIN-DET-05", "NIN-DET-08")
@accepts("NIN-EFF-01", "NIN-EFF-02", "NIN-EFF-04", "NIN-EFF-05", "NIN-END-04", "NIN-HAZ-01")
@accepts("NIN-HAZ-02", "NIN-HAZ-03", "NIN-HAZ-04", "NIN-HAZ-05", "NIN-HAZ-07", "NIN-HID-09")
@accepts("NIN-HID-21", "NIN-INT-01", "NIN-INT-02", "NIN-INT-03", "NIN-INT-04", "NIN-INT-05")
@accepts("NIN-INT-06", "NIN-INT-07", "NIN-INT-09", "NIN-INT-10", "NIN-INT-12", "NIN-INT-13")
@accepts("NIN-INT-14", "NIN-INT-15", "NIN-INT-16", "NIN-LIS-01", "NIN-LIS-02", "NIN-LIS-08")
@accepts("NIN-LIS-10", "NIN-LIS-11", "NIN-LIS-13", "NIN-LIS-14", "NIN-MOV-01", "NIN-MOV-02")
@accepts("NIN-MOV-03", "NIN-MOV-05", "NIN-MOV-06", "NIN-MOV-07", "NIN-MOV-09", "NIN-MOV-11")
@accepts("NIN-PASS-02", "NIN-PASS-04", "NIN-PASS-06", "NIN-PASS-14", "NIN-PAT-01", "NIN-PAT-02")
@accepts("NIN-PAT-03", "NIN-PAT-04", "NIN-PAT-05", "NIN-PAT-07", "NIN-RESP-04", "NIN-RESP-05")
@accepts("NIN-RESP-07", "NIN-RESP-08", "NIN-RESP-09", "NIN-ROPE-01", "NIN-ROPE-05", "NIN-SETUP-01")
@accepts("NIN-SETUP-03", "NIN-SETUP-04", "NIN-SETUP-05", "NIN-SETUP-06", "NIN-SETUP-07", "NIN-SETUP-08")
@accepts("NIN-SETUP-09", "NIN-SETUP-10", "NIN-SETUP-11", "NIN-SETUP-12", "NIN-SETUP-13", "NIN-SETUP-14")
@accepts("NIN-SETUP-16", "NIN-SETUP-17", "NIN-SETUP-18", "NIN-SETUP-19", "NIN-SRCH-03", "NIN-SRCH-04")
@accepts("NIN-SRCH-05", "NIN-SRCH-06", "NIN-TURN-01", "NIN-TURN-04", "NIN-TURN-05", "NIN-TURN-06")
def test_full_matches_replay_cleanly() -> None:
    reasons: Counter[str] = Counter()
    for seed in range(4):
        story = story_of(MATCH, *simulate(seed, "full"))
        contract.assert_replay_equals_step_by_step(story)
        reasons[str(MATCH.outcome(story.states[-1]).winner)] += 1
    assert set(reasons) <= {"guards", "draw", "intruders"}


@pytest.mark.soak
def test_every_variant_is_simulated() -> None:
    """And at full detail cards are played for nothing, too."""
    told: Counter[str] = Counter()
    for level, players in (
        ("summary", 1),
        ("summary", 2),
        ("turns", 1),
        ("turns", 2),
        ("full", 1),
        ("full", 2),
    ):
        for seed in range(6 if level == "full" else 12):
            events = [event for event, _by in simulate(seed, level, players)[1]]
            created: Any = events[0]
            told[f"{level} {created.variant}"] += 1
            told[f"{level} {created.mode}"] += 1
            played = (one for one in events if isinstance(one, IntruderCardPlayed))
            told["bluffs"] += sum(one.use is not None and one.use.bluff for one in played)
    for level in ("summary", "turns"):
        assert {f"{level} {one}" for one in ("standard", "solo", "disputed", "two", "three", "four")} <= set(
            told
        )
    assert {"full standard", "full solo", "full disputed", "full two", "full three", "full four"} <= set(told)
    assert told["bluffs"] > 5


@pytest.mark.soak
@pytest.mark.parametrize(("level", "seeds"), [("summary", 40), ("turns", 40), ("full", 14)])
def test_without_a_number_of_players_every_variant_comes(level: str, seeds: int) -> None:
    """As `manage.py simulate ninja` plays."""
    created: list[Any] = [simulate(seed, level)[1][0][0] for seed in range(seeds)]
    assert {one.mode for one in created} == {"two", "three", "four"}
    assert {one.variant for one in created} == {"standard", "solo", "disputed"}


@pytest.mark.parametrize("level", ["summary", "turns"])
def test_two_hundred_reports_replay_cleanly(level: str) -> None:
    for seed in range(100):
        story = story_of(MATCH, *simulate(seed, level))
        contract.assert_replay_equals_step_by_step(story)
        contract.assert_outcome_adds_up(story)


@pytest.mark.parametrize("level", LEVELS)
def test_the_contract_holds(level: str) -> None:
    story = story_of(MATCH, *simulate(7, level))
    contract.assert_events_round_trip(story)
    contract.assert_states_round_trip(story)
    for place in contract.moments(story):
        contract.assert_all_can_be_shown(MATCH, story.states[place])


@pytest.mark.parametrize("level", LEVELS)
def test_changed_matches_are_refused_or_can_be_shown(level: str) -> None:
    seen: Counter[bool] = Counter()
    for seed in range(1 if level == "full" else 40):
        rng = Random(seed)
        setup, log = simulate(seed, level)
        states = story_of(MATCH, setup, log).states
        for _ in range(12):
            changed = mutant(rng, MATCH, log)
            if changed.event is not None:
                assert_answered(MATCH, states[changed.place], changed.event, log[changed.place][1])
            after = fate(MATCH, states, log, changed)
            seen[after is None] += 1
            if after is not None:
                contract.assert_all_can_be_shown(MATCH, after)
    assert seen[True]


def test_no_secret_gets_out() -> None:
    """Two matches that differ in what a viewer may not know look the same to that viewer, refusals too."""
    for seed in range(1):
        story = story_of(MATCH, *simulate(seed, "full", 1))
        story = story._replace(entries=story.entries[:110], states=story.states[:111])
        tries = [(entry.event, entry.actor) for entry in story.entries]
        contract.assert_no_secret_gets_out(story, tries, Random(seed), disguised)


def test_redaction_is_honest() -> None:
    story = story_of(MATCH, *simulate(1, "full", 1))
    few = story._replace(entries=story.entries[:60], states=story.states[:61])
    contract.assert_redaction_is_honest(few)


def test_no_guard_falls_once_the_cards_for_it_are_gone() -> None:
    """NIN-TSUM-06: this night ended in a refusal."""
    _setup, logged = simulate(124, "turns")
    assert logged[-1][0].__class__.__name__ == "GameEnded"
