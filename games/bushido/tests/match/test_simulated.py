"""Simulated matches: all keep the contract of a game, and whatever is changed in them is refused or legal again."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, lru_cache
from itertools import product
from random import Random
from typing import Any

import pytest

from games.bushido import events as e
from games.bushido.play.simulate import LEVELS, simulate
from games.bushido.rules import Bushido
from games.bushido.scenarios import SCENARIOS
from games.bushido.state import BusState, facts_of, points
from games.bushido.tests.disguise import disguised
from games.bushido.tests.match.tables import R, ready
from games.codec import codec_for, tag
from games.match import Match
from games.replay import judge
from games.ruleset import EVERYONE, REFEREE, Actor, Setup, Viewer
from games.secrets import canonical, sealed
from games.tests import contract
from games.tests.contract import Story, Told, story_of
from games.tests.mutants import Mutations
from games.tests.rounds import quick_are, quick_first

RULES = Bushido()
MATCH = Match(RULES, RULES.state_type)
CODEC = codec_for(MATCH)
HUNDREDS = 200
EACH = pytest.mark.parametrize("level", LEVELS)


@cache
def stories(level: str) -> list[Story]:
    return [story_of(MATCH, *simulate(seed, level, seed % 3 + 1)) for seed in range(some(level, 25))]


@lru_cache(maxsize=HUNDREDS)
def match_of(seed: int, level: str) -> tuple[Setup, list[Told]]:
    """A match of this level: several tests look at the same two hundred."""
    return simulate(seed, level)


def some(level: str, number: int) -> int:
    """A match at full detail has a hundred times the events of another."""
    return number // 6 if level == "full" else number


def assert_sound(play: BusState) -> None:
    """Points within the scenario, each award once, nobody prays without tokens, the removed are gone for good."""
    if play.scenario is None:
        return
    facts = facts_of(play)
    assert sum(points(play).values()) <= facts.vp_total
    awards = [one.award for one in play.given if play.detail == "turns"]
    assert len(set(awards)) == len(awards)
    assert all(side.prayers <= facts.prayer and side.sp >= 0 for side in play.sides.values())
    assert play.detail != "turns" or play.turn == len(play.played)
    assert play.last_turn is None or play.turn <= play.last_turn or play.detail == "summary"
    if play.phase == "closed" and play.reason != "conceded":
        vp = points(play)
        best = max(vp.values())
        leaders = [name for name in vp if vp[name] == best]
        assert play.winner == (leaders[0] if len(leaders) == 1 else "draw")


COMPUTED: dict[tuple[str, str], tuple[str, ...]] = {
    ("turn_recorded", "turn"): (),
    ("turn_recorded", "pass_tokens"): (),
    ("turn_recorded", "awards"): (),
    ("turn_recorded", "sp_after"): (),
    ("turn_recorded", "vp_after"): (),
    ("vim_revealed", "model"): (),
    ("flank_revealed", "edge"): (),
    ("match_result_recorded", "winner"): (),
}
MUTATIONS = Mutations(MATCH, COMPUTED, assert_sound, ("theme", "method", "faction", "edition"))


@pytest.mark.parametrize("level", quick_first(2, ["summary", "turns", "full"]))
def test_hundreds_of_matches_replay_cleanly(level: str) -> None:
    reasons: Counter[str] = Counter()
    scenarios: Counter[str] = Counter()
    for seed in range(HUNDREDS):
        story = story_of(MATCH, *match_of(seed, level))
        assert MATCH.outcome(story.states[-1]).status == "finished"
        last = story.states[-1].play
        reasons[last.reason] += 1
        scenarios[last.scenario] += 1
        for state in story.states[:: 1 if level != "full" else 7]:
            assert_sound(state.play)
        if seed % 4 == 0:
            contract.assert_replay_equals_step_by_step(story)
    rare = {"clock", "conceded", "award"} if level == "full" else set()
    every = {"last_turn", "all_vp", "award", "wiped_out", "conceded", "time", "clock"}
    assert every - rare <= set(reasons) <= every
    assert set(scenarios) == set(SCENARIOS)


@pytest.mark.soak
def test_every_scenario_and_every_event_occurs() -> None:
    """The rarest events of full detail need more matches than one for each scenario."""
    played: set[type] = set()
    for key in SCENARIOS:
        for seed in range(6):
            log = simulate(seed, LEVELS[seed % 2], None, key)[1]
            played |= {type(event) for event, _ in log}
        played |= {type(event) for event, _ in simulate(7, "full", None, key)[1]}
    for seed in range(8, 13):
        for key in SCENARIOS if played < set(RULES.event_types) else ():
            played |= {type(event) for event, _ in simulate(seed, "full", None, key)[1]}
    assert played == set(RULES.event_types)


@EACH
def test_the_contract_holds(level: str) -> None:
    dice = Random(1)
    others = [(entry.event, entry.actor) for story in stories(level) for entry in story.entries]
    refused = 0
    for story in stories(level):
        contract.assert_events_round_trip(story)
        contract.assert_states_round_trip(story)
        contract.assert_outcome_adds_up(story)
        for place in contract.moments(story):
            contract.assert_all_can_be_shown(story.rules, story.states[place])
        refused += contract.assert_any_event_is_judged_and_changes_nothing(story, others, dice)
    assert refused > 100


@EACH
def test_no_secret_gets_out(level: str) -> None:
    dice = Random(2)
    for seats in (1, 2, 3):
        same = [story for at, story in enumerate(stories(level)) if at % 3 + 1 == seats]
        others = [(entry.event, entry.actor) for story in same for entry in story.entries]
        for story in same:
            contract.assert_no_secret_gets_out(story, others, dice, disguised)
            contract.assert_redaction_is_honest(story)


@pytest.mark.parametrize("level", quick_are(["turns"], LEVELS))
def test_changed_matches_do_not_pass_unseen(level: str) -> None:
    seen: Counter[bool] = Counter()
    for seed in range(some(level, 100)):
        rng = Random(f"{level}:{seed}")
        log = match_of(seed, level)
        states = MUTATIONS.states_of(log)
        for _ in range(4 if level != "full" else 8):
            seen[MUTATIONS.refused_or_legal(states, log[1], MUTATIONS.mutant(rng, log[1]))] += 1
    assert seen[True] > (100 if level != "full" else 60) and seen[False] > 0


@pytest.mark.soak
def test_two_hundred_full_matches_changed_at_one_field_each() -> None:
    """BUS at full detail over every scenario: refused, or provably still legal."""
    seen: Counter[bool] = Counter()
    scenarios = set()
    for seed in range(HUNDREDS):
        log = match_of(seed, "full")
        rng = Random(f"one-field:{seed}")
        states = MUTATIONS.states_of(log)
        scenarios.add(states[-1].play.scenario)
        seen[MUTATIONS.refused_or_legal(states, log[1], MUTATIONS.mutant(rng, log[1]))] += 1
    assert seen[True] > 100 and sum(seen.values()) == HUNDREDS and scenarios == set(SCENARIOS)


@pytest.mark.parametrize("level", quick_are(["summary", "turns"], LEVELS))
def test_whatever_happens_was_offered_to_whoever_did_it(level: str) -> None:
    for seed in range(some(level, 40)):
        story = story_of(RULES, *match_of(seed, level))
        for entry, state in zip(story.entries, story.states, strict=False):
            offers = RULES.next_events(state, REFEREE)
            kind, by = tag(type(entry.event)), entry.actor
            fits = [one for one in offers if one.type == kind and (by.is_staff or by.player in one.players)]
            assert fits, f"{entry} in {seed} was not among {offers}"


def seen_by(told: list[Told], viewer: Viewer) -> bytes:
    """Everything that a viewer gets of a stream."""
    state = RULES.initial(Setup())
    for event, by in told:
        assert not judge(RULES, state, event, by)
        state = RULES.evolve(state, event)
    shown: list[Any] = [RULES.redact(state, event, viewer) for event, _ in told]
    return canonical([*shown, *contract.all_that_is_seen(RULES, state, viewer)])


def twin(vim: str, turn: int, edge: Any) -> list[Told]:
    """A match in which red has this hidden VIM and this flank plan; the chief falls in the first turn."""
    told = [(entry.event, entry.actor) for entry in ready("ichi_no_riten", "hidden").entries]
    plan = e.FlankPlanRecorded(side="red", model="red:scout", turn=turn, edge=edge)
    secret = {"red": e.VimAssigned(side="red", model=vim)}
    told = [
        (sealed(secret[event.side], "s"), by)
        if isinstance(event, e.VimAssigned) and event.side in secret
        else (event, by)
        for event, by in told
    ]
    fallen = e.TurnRecorded(turn=1, first_side="red", casualties=(e.Casualty(model="red:chief"),))
    return [*told, (sealed(plan, "s"), R), (fallen, R)]


def without_hashes(told: bytes) -> bytes:
    """A commitment differs with what it hides, and with its salt; nothing else may."""
    return re.sub(rb'"commitment":"[0-9a-f]{64}"', b'"commitment":""', told)


def test_twins_look_the_same_to_the_opponent_and_the_public() -> None:
    """Red's VIM is dead or alive: only staff and red can tell, by no figure and no list of the fallen."""
    one, other = twin("red:chief", 2, "east"), twin("red:second", 4, "north")
    for viewer in (EVERYONE, Viewer("player", "b", "blue")):
        assert without_hashes(seen_by(one, viewer)) == without_hashes(seen_by(other, viewer))
        assert seen_by(one, viewer).count(b'"salt"') == (viewer.player == "b"), "their own alone"
    for viewer in (REFEREE, Viewer("player", "r", "red")):
        assert without_hashes(seen_by(one, viewer)) != without_hashes(seen_by(other, viewer))


def test_plans_of_a_flank_and_arrivals_are_offered_with_all_that_they_tell() -> None:
    """A program that knows the offers alone plans and opens: whatever it puts together of them is accepted."""
    asked: Counter[str] = Counter()
    for story in stories("turns")[:8]:
        for state in story.states:
            for offer in MATCH.next_events(state, REFEREE):
                if offer.type not in ("flank_plan_recorded", "flank_revealed"):
                    continue
                assert {"side", "model", "turn", "edge"} <= offer.choices.keys(), offer
                for values in product(*offer.choices.values()):
                    data = dict(zip(offer.choices, values, strict=True))
                    event = CODEC.from_payload(offer.type, data)
                    assert MATCH.check(state, event, Actor("player", offer.players[0])) == (), (
                        data,
                        state.play,
                    )
                    asked[offer.type] += 1
    assert min(asked["flank_plan_recorded"], asked["flank_revealed"]) > 0
