"""A game unlike the others, written by the guide alone: three players, a hand of cards each, no lists, no page code."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from games import registry
from games.complete import BadSystem, lacking
from games.ruleset import EVERYONE, Actor, Event, NoList, Roster, RuleViolation, Viewer
from games.tests import contract, fair
from games.tests.fair import events as e
from games.tests.fair import simulate
from games.words import Words, missing

LEVELS = pytest.mark.parametrize("level", simulate.LEVELS)


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    registry.register(fair.SYSTEM)
    yield
    registry.forget("fair")


def stories(level: str, number: int = 8) -> list[contract.Story]:
    return [
        contract.story_of(registry.MATCHES["fair"], *simulate.simulate(seed, level)) for seed in range(number)
    ]


def disguised(event: Event, dice: Random) -> Event:
    """Other lanterns behind the same seal."""
    if isinstance(event, e.HandTaken):
        lanterns: Any = tuple(dice.sample(range(1, 10), 4))
        return replace(event, lanterns=lanterns)
    return replace(event, lantern=dice.randint(1, 9)) if isinstance(event, e.LanternOffered) else event


@LEVELS
def test_its_matches_hold_the_contract_of_all_games(level: str) -> None:
    for seed, story in enumerate(stories(level)):
        contract.assert_events_round_trip(story)
        contract.assert_states_round_trip(story)
        contract.assert_replay_equals_step_by_step(story)
        contract.assert_outcome_adds_up(story)
        contract.assert_redaction_is_honest(story)
        told = [(entry.event, entry.actor) for entry in story.entries]
        contract.assert_no_secret_gets_out(story, told, Random(seed), disguised)


@LEVELS
def test_each_of_three_sides_can_win(level: str) -> None:
    won = {story.rules.outcome(story.states[-1]).winner for story in stories(level, 40)}
    assert won == {"red", "green", "blue", "draw"}


def test_a_hand_is_its_players_own_until_lanterns_are_shown() -> None:
    (story,) = stories("full", 1)
    hand = next(entry.event for entry in story.entries if isinstance(entry.event, e.HandTaken))
    for state in story.states[2:]:
        assert getattr(story.rules.redact(state, hand, EVERYONE), "lanterns", "gone") is None
        assert story.rules.redact(state, hand, Viewer("player", hand.player, "red")) == hand
    offer = next(entry for entry in story.entries if isinstance(entry.event, e.LanternOffered))
    seen = [story.rules.redact(story.states[place], offer.event, EVERYONE) for place in (offer.seq, -1)]
    assert [getattr(one, "lantern", None) for one in seen] == [None, offer.event.lantern]  # type: ignore[attr-defined]


def test_only_a_lantern_of_the_hand_is_offered() -> None:
    (story,) = stories("full", 1)
    place = next(n for n, entry in enumerate(story.entries) if isinstance(entry.event, e.LanternOffered))
    state, offer = story.states[place], story.entries[place].event
    assert isinstance(offer, e.LanternOffered)
    hand = state.play.hands[offer.player]
    other: Any = next(one for one in range(1, 10) if one not in hand)
    by = Actor("player", offer.player)
    refused = story.rules.check(state, replace(offer, lantern=other), by)
    assert refused == (RuleViolation("FAI-LOT-02", {"player": offer.player}),)
    assert story.rules.check(state, offer, by) == ()


def test_it_has_all_words_and_no_lists() -> None:
    assert missing(fair.SYSTEM.words, registry.MATCHES["fair"]) == []
    assert fair.SYSTEM.roster_body is NoList and not fair.SYSTEM.has_lists
    brought = Roster(system="fair", kind="deck", name="Mine", body={"cards": ["lantern"]})
    assert [one.rule for one in fair.SYSTEM.rules.check_roster(brought, {}).violations] == ["WL-ROS-01"]
    assert fair.SYSTEM.rules.check_roster(replace(brought, body={}), {}).ok


def test_two_cannot_play_it() -> None:
    assert fair.SYSTEM.tables.for_two is None
    assert all(one.tables.for_two for key, one in registry.SYSTEMS.items() if key != "fair")


def faults(**other: Any) -> list[str]:
    return list(lacking(replace(fair.SYSTEM, **other)))


def test_whatever_a_descriptor_lacks_is_named_at_once() -> None:
    words = fair.SYSTEM.words
    assert faults() == []
    some = {tag: told for tag, told in words.events.items() if tag != "lot_turned"}
    said = faults(words=replace(words, events=some, sides={}), brings="lantern_brought")
    assert [one.partition(":")[0] for one in said] == ["words.toml"] * 4 + ["system.py"]
    assert "events.lot_turned" in said[0] and "lantern_brought" in said[-1]
    assert "'fare'" in faults(key="fare")[0]
    assert "modes" in faults(tables=replace(fair.SYSTEM.tables, modes=()))[0]
    with pytest.raises(BadSystem, match="the game 'fair' is not complete"):
        registry.register(replace(fair.SYSTEM, words=Words(events={})))
    assert registry.SYSTEMS["fair"] is fair.SYSTEM
