"""The contract over every registered system: what a game must promise before anybody may play it.

Besides its rules, a registered game brings: a simulation with `LEVELS` and `simulate(seed, level)`, perhaps with
the number of players on a side as a third parameter; `examples.jsonl` with one of every event and `examples.md`, the
head of `docs/events/<system>.md`; `rules.toml`; golden logs in `tests/golden/`; and, of a game with secrets,
`tests/disguise.py` with `disguised(event, dice)`, `tests/alone.py` with `endings(state, player)` and
`turned_up(before, after)`. `test_brought.py` names what is not there.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games import campaigns, registry, vocabulary
from games.audit import judge_log
from games.codec import codec_for, tag
from games.portable import log_of, read_log, verify, write_log
from games.registry import MATCHES
from games.ruleset import REFEREE
from games.secrets import canonical, sealed
from games.tests import contract
from games.tests.contract import Story, Told, story_of
from games.tests.registered import disguise_of, simulated
from games.tests.rounds import quick_first

SEEDS, FEW = 18, 6
"""How many matches at each level long tests look at, and those that guard every change."""
FOLLOWING = ("last_battle", "ninja", "senjutsu", "super_fantasy_brawl")
"""Games that let many events follow by themselves."""
SYSTEMS = pytest.mark.parametrize("system", MATCHES)
NUMBERS = pytest.mark.parametrize("number", quick_first(1, (FEW, SEEDS)))


def levels(system: str) -> tuple[str, ...]:
    return registry.SYSTEMS[system].simulation().LEVELS


def seeds(level: str, number: int) -> int:
    """Full detail has a hundred times the events of a match: a third of the matches tells as much."""
    return number // 3 if level == "full" else number


@cache
def stories(system: str, number: int = FEW) -> list[Story]:
    """Matches at every level, with one to three players a side."""
    cases = [(seed, level, seed % 3 + 1) for level in levels(system) for seed in range(seeds(level, number))]
    return [story_of(MATCHES[system], *simulated(system, *case)) for case in cases]


def events_of(all_stories: Sequence[Story]) -> list[Told]:
    """Every event of every match: for a match that it was not made for, most of them are illegal."""
    return [(entry.event, entry.actor) for story in all_stories for entry in story.entries]


def tries_at(story: Story, number: int = FEW) -> list[Told]:
    """Events of matches of the same players, so that what refuses them is rarely a name."""
    sides = story.rules.sides(story.states[-1])
    return events_of(
        [one for one in stories(story.rules.key, number) if one.rules.sides(one.states[-1]) == sides]
    )


@SYSTEMS
@NUMBERS
def test_events_round_trip(system: str, number: int) -> None:
    for story in stories(system, number):
        contract.assert_events_round_trip(story)


@SYSTEMS
@NUMBERS
def test_states_round_trip(system: str, number: int) -> None:
    for story in stories(system, number):
        contract.assert_states_round_trip(story)


@SYSTEMS
@NUMBERS
def test_replay_equals_step_by_step(system: str, number: int) -> None:
    for story in stories(system, number):
        contract.assert_replay_equals_step_by_step(story)


@SYSTEMS
def test_the_outcome_adds_up(system: str) -> None:
    for story in stories(system):
        contract.assert_outcome_adds_up(story)
        assert story.rules.outcome(story.states[-1]).status == "finished"


@SYSTEMS
@NUMBERS
def test_any_event_is_judged_and_a_refusal_changes_nothing(system: str, number: int) -> None:
    dice, others, refused = Random(1), events_of(stories(system, number)), 0
    for story in stories(system, number):
        for _ in range(5):
            refused += contract.assert_any_event_is_judged_and_changes_nothing(story, others, dice)
    assert refused > 100


@SYSTEMS
@NUMBERS
def test_everything_can_be_shown_at_every_moment(system: str, number: int) -> None:
    for story in stories(system, number):
        for place in contract.moments(story):
            contract.assert_all_can_be_shown(story.rules, story.states[place])


@SYSTEMS
@NUMBERS
def test_no_secret_gets_out(system: str, number: int) -> None:
    dice = Random(2)
    disguise = disguise_of(system)
    for story in stories(system, number):
        contract.assert_no_secret_gets_out(story, tries_at(story, number), dice, disguise)


@pytest.mark.soak
@SYSTEMS
def test_redaction_is_honest(system: str) -> None:
    for story in stories(system, SEEDS):
        contract.assert_redaction_is_honest(story)


@SYSTEMS
@NUMBERS
def test_only_what_nobody_decides_follows_by_itself(system: str, number: int) -> None:
    followed = sum(contract.assert_consequences_are_forced(story) for story in stories(system, number))
    assert followed > 5 * number or system not in FOLLOWING


@SYSTEMS
def test_simulated_logs_replay_and_verify(system: str) -> None:
    for story in stories(system):
        told = [(entry.event, entry.actor) for entry in story.entries]
        read = read_log(
            write_log(*log_of(story.rules, "match", story.setup, told)), lambda kind, key: MATCHES[key]
        )
        assert verify(read) == []
        judgement = judge_log(read)
        assert judgement.refused == []
        assert judgement.state == story.states[-1]


def digest(system: str) -> str:
    """One digest of several matches: logs, final states and outcomes."""
    found = hashlib.sha256()
    for level in levels(system):
        for seed in range(4):
            rules = MATCHES[system]
            setup, told = simulated(system, seed, level, 2)
            found.update(write_log(*log_of(rules, "match", setup, told)))
            state = story_of(rules, setup, told).states[-1]
            found.update(canonical([state, rules.outcome(state)]))
    return found.hexdigest()


@SYSTEMS
def test_the_same_seed_gives_the_same_match(system: str) -> None:
    for level in levels(system):
        first, again = (simulated(system, 3, level, 2) for _ in range(2))
        assert first == again != simulated(system, 4, level, 2)


@pytest.mark.soak
@SYSTEMS
@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_the_same_seed_gives_the_same_bytes_in_every_process(system: str, hash_seed: str) -> None:
    code = f"from games.tests.test_contract import digest; print(digest({system!r}))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    assert done.stdout.strip() == digest(system)


@pytest.mark.soak
@SYSTEMS
def test_random_matches_reach_every_type_of_event(system: str) -> None:
    """With two players a side, and some with one: what happens there alone."""
    cases = [
        (seed, level, players)
        for level in levels(system)
        for players, many in ((2, 300), (1, 40))
        for seed in range(seeds(level, many))
    ]
    played = {type(event) for case in cases for event, _ in simulated(system, *case)[1]}
    frame = {"event_voided", "result_confirmed", "result_contested"}
    assert {tag(cls) for cls in codec_for(MATCHES[system]).types.values() if cls not in played} == frame


@SYSTEMS
def test_every_type_of_event_has_an_example_and_a_place_in_the_docs(system: str) -> None:
    examples = vocabulary.examples_of(registry.SYSTEMS[system])
    codec = codec_for(MATCHES[system])
    shown = [codec.to_row(example) for example in examples]
    own = {tag(cls) for cls in MATCHES[system].event_types} - {"result_confirmed", "result_contested"}
    assert {type_ for type_, _, _ in shown} == own
    page = vocabulary.page(registry.SYSTEMS[system])
    assert all(f"## `{type_}`" in page for type_ in own)


def told_with(system: str) -> list[Any]:
    """The types of events, and of the parts that they are made of."""
    kinds = codec_for(MATCHES[system]).types.values()
    return [*kinds, *vocabulary.parts_used(kinds)]


@SYSTEMS
def test_every_field_of_every_event_has_a_meaning(system: str) -> None:
    """In a docstring, or in a `fields.toml`: the page of events and the people who read it need it."""
    for kind in told_with(system):
        for name in kind.__struct_fields__:
            assert vocabulary.meaning(kind, name), f"{vocabulary.name_of(kind)}.{name}"


def test_what_fields_mean_is_said_of_fields_that_exist() -> None:
    """Of the matches of every game, and of what passes between them and a campaign."""
    kinds = [(registry.SYSTEMS[system].folder, kind) for system in MATCHES for kind in told_with(system)]
    kinds += [(vocabulary.HERE, kind) for kind in (campaigns.Pinned, campaigns.Told)]
    named: dict[Path, set[tuple[str, str]]] = {}
    for folder_of_game, kind in kinds:
        for folder in (vocabulary.folder_of(kind), folder_of_game, vocabulary.HERE):
            fields = named.setdefault(folder, set())
            fields |= {(vocabulary.name_of(kind), name) for name in kind.__struct_fields__}
            fields |= {("*", name) for name in kind.__struct_fields__}
    for folder, known in named.items():
        told = {(kind, name) for kind, fields in vocabulary.meanings(folder).items() for name in fields}
        assert not told - known, f"{folder.name}/fields.toml: {sorted(told - known)}"


@SYSTEMS
def test_an_example_survives_the_codec(system: str) -> None:
    for event in vocabulary.examples_of(registry.SYSTEMS[system]):
        contract.assert_round_trip(MATCHES[system], sealed(event, "salt"))


@SYSTEMS
def test_what_may_come_next_names_fields_of_its_event(system: str) -> None:
    """The pads of games without pages of their own are made of it."""
    for story in stories(system):
        types = codec_for(story.rules).types
        for state in story.states:
            for one in story.rules.next_events(state, REFEREE):
                told = (*one.choices, *one.limits, *one.counts)
                named = {name.partition(".")[0] for name in told}
                assert named <= set(types[one.type].__struct_fields__), one
