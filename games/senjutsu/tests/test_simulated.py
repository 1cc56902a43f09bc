"""Simulated matches: all replay cleanly, whatever is changed in them is refused or makes another legal match."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given as random_cases
from hypothesis import settings
from hypothesis import strategies as some

from games.codec import tag
from games.match import Match
from games.ruleset import REFEREE, SYSTEM, Actor, Entry, Event, NextEvent, Setup, Viewer
from games.secrets import canonical
from games.senjutsu import RULES
from games.senjutsu import events as e
from games.senjutsu.chapters.scoring import counted_wounds
from games.senjutsu.play.simulate import LEVELS, simulate
from games.tests import contract
from games.tests.contract import assert_answered, story_of
from games.tests.mutants import odd

MATCH = Match(RULES, RULES.state_type)


@pytest.mark.parametrize(
    ("mode", "count"), [("duel", 200), ("horde", 200), ("solo", 60), ("team", 60), ("multi", 60)]
)
def test_hundreds_of_matches_replay_cleanly(mode: str, count: int) -> None:
    ends: Counter[Any] = Counter()
    for seed in range(count):
        story = story_of(MATCH, *simulate(seed, LEVELS[seed % 2], 2, mode))
        contract.assert_replay_equals_step_by_step(story)
        outcome = MATCH.outcome(story.states[-1])
        assert outcome.status == "finished"
        ends[outcome.carry.get("rank", outcome.winner)] += 1
    assert len(ends) >= 2
    if mode == "horde":
        assert set(ends) == {"none", "wood", "steel", "gold", "jade"}


def test_counted_wounds_never_pass_the_limit_and_differences_cancel_out() -> None:
    for seed in range(60):
        story = story_of(RULES, *simulate(seed, LEVELS[seed % 2], 2, ("duel", "team")[seed // 2 % 2]))
        state = story.states[-1]
        for fighter in state.fighters.values():
            assert fighter.wound_limit is None or counted_wounds(fighter) <= fighter.wound_limit
        assert sum(RULES.outcome(state).figures["wound_difference"].values()) == 0


def changed(state: Any, event: Event, dice: Random) -> Event | None:
    """The event with one thing changed that no rule lets pass; None where there is none."""
    if isinstance(event, e.TurnRecorded):
        player = dice.choice(sorted(event.characters))
        told = changed_turn(state.fighters[player].wound_limit, event.characters[player], dice)
        if told is None:
            return None
        return msgspec.structs.replace(event, characters={**event.characters, player: told})
    if isinstance(event, e.WaveStarted):
        return msgspec.structs.replace(event, level=event.level + 1)
    if isinstance(event, e.WaveCleared):
        return msgspec.structs.replace(event, turn=event.turn + 1)
    if isinstance(event, e.MatchFinished) and state.mode != "solo":
        return msgspec.structs.replace(event, winner="nobody")
    if isinstance(event, e.RecoveryApplied):
        return msgspec.structs.replace(event, steps=event.steps[1:])
    return None


def changed_turn(limit: int | None, told: e.Turn, dice: Random) -> e.Turn | None:
    """One number of a character's turn made wrong."""
    field = dice.choice(("bleeding", "wounds", "deck", "focus", "defeated"))
    if field == "bleeding":
        return msgspec.structs.replace(told, bleeding=told.wounds + 1)
    if field == "focus":
        return msgspec.structs.replace(told, focus=4)
    if field == "deck" and told.deck is not None:
        return msgspec.structs.replace(told, deck=told.deck + dice.choice((1, 2)))
    if limit is None or field == "deck":
        return None
    if field == "wounds":
        return msgspec.structs.replace(told, wounds=limit, defeated=None)
    below = told.wounds < limit and told.defeated is None
    return msgspec.structs.replace(told, defeated="wounds") if below else None


def test_every_mutation_is_refused_and_changes_nothing() -> None:
    refused: Counter[str] = Counter()
    dice = Random(7)
    for seed in range(80):
        story = story_of(RULES, *simulate(seed, LEVELS[seed % 2], 2))
        for entry, state in zip(story.entries, story.states, strict=False):
            other = changed(state, entry.event, dice)
            if other is None:
                continue
            before = canonical(state)
            violations = RULES.check(state, other, entry.actor)
            assert violations, f"accepted: {other} instead of {entry.event}"
            assert canonical(state) == before
            refused[violations[0].rule] += 1
    assert sum(refused.values()) > 300 and len(refused) >= 10


PLAYERS = ("red-1", "blue-1", "nobody", "")
POOL: tuple[Any, ...] = (
    *PLAYERS,
    *(
        "red",
        "blue",
        "draw",
        "vo",
        "time",
        "contracts",
        "k1",
        "leader",
        "katana",
        "hachiko",
        "student",
        "A-048",
    ),
    *(-1, 0, 1, 2, 3, 5, 7, 40, 10**9, True, None, 1.5),
    *([], {}, ["A-070"], {"A-048": 3}, {"red-1": {"wounds": 3}}, {"k1": {"wounds": 1, "defeated": "wounds"}}),
    [{"vo": "k1", "slot": "k1", "hex": "A", "wound_limit": 1}],
    [{"player": "red-1", "cause": "wounds"}],
)
SEATED = Viewer("player", "red-1", "red")
BY = (SYSTEM, *(Actor("player", player) for player in PLAYERS))


@pytest.mark.soak
@settings(max_examples=80, deadline=None)
@random_cases(some.integers(0, 10**9))
def test_the_rules_answer_whatever_comes(seed: int) -> None:
    rng = Random(seed)
    setup, told = simulate(seed % 400, rng.choice(LEVELS), 1)
    state = MATCH.initial(setup)
    for event, _by in told:
        for _ in range(2):
            strange = odd(rng, MATCH, rng.choice(told)[0], POOL)
            if strange is not None:
                assert_answered(MATCH, state, strange, rng.choice(BY), SEATED)
        state = MATCH.evolve(state, event)


@pytest.mark.soak
@pytest.mark.parametrize("level", LEVELS)
def test_whatever_happens_was_offered_to_whoever_did_it(level: str) -> None:
    for seed in range(15 if level == "full" else 60):
        story = story_of(RULES, *simulate(seed, level, seed % 3 + 1))
        for entry, state in zip(story.entries, story.states, strict=False):
            offers = RULES.next_events(state, REFEREE)
            assert any(fits(one, entry) for one in offers), f"{entry} in {seed} was not among {offers}"


def fits(one: NextEvent, entry: Entry) -> bool:
    """Whether an event is one that was offered: type, person, numbers, and the winner of a regular end."""
    event, by = entry.event, entry.actor
    if one.type != tag(type(event)) or not (by.is_staff or by.player in one.players):
        return False
    if isinstance(event, e.MatchFinished) and event.winner not in one.choices["winner"]:
        return False
    named = one.choices.get("player", (getattr(event, "player", None),))
    told = {field: getattr(event, field) for field in one.limits}
    limited = all(
        low <= told[field] <= high for field, (low, high) in one.limits.items() if told[field] is not None
    )
    return limited and getattr(event, "player", None) in named


def test_the_setup_has_no_options() -> None:
    assert simulate(1, "turns")[0] == Setup()
