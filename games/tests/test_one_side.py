"""What one side does alone opens no secret of another side, in any system, at any level, at any moment.

Two twins of a match differ only in what the others hide from a player. Whatever that player may log alone leaves them
alike: to the player and to the public, in state, log, outcome, what comes next and refusals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from operator import ge
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from games.codec import tag
from games.match import ResultConfirmed, ResultContested
from games.registry import MATCHES
from games.replay import as_seen, judge
from games.ruleset import EVERYONE, Actor, Event, Outcome, Viewer
from games.secrets import sealed
from games.tests.contract import Disguise, Story, Twin, all_that_is_seen, moments, viewers_of
from games.tests.registered import disguise_of, hides
from games.tests.test_contract import FEW, SEEDS, stories, tries_at

SYSTEMS = pytest.mark.parametrize("system", [*filter(hides, MATCHES)])
STEPS = 5
"""At how many moments of a match a player tries everything."""


class Counted(NamedTuple):
    """How much a run compared."""

    twins: int = 0
    events: int = 0
    comparisons: int = 0

    def __add__(self, other: Any) -> Counted:
        return Counted(*(one + more for one, more in zip(self, other, strict=True)))


LEAST = {
    "bushido": Counted(45, 270, 14_000),
    "last_battle": Counted(375, 3_200, 600_000),
    "ninja": Counted(60, 300, 95_000),
    "senjutsu": Counted(335, 2_300, 60_000),
    "super_fantasy_brawl": Counted(80, 400, 100_000),
}
"""What a run compares of each game at least; `docs/security.md` tells the sum."""
SECURITY = Path(__file__).parents[2] / "docs" / "security.md"


class Twins:
    """A match and its twin at one moment, as the same player sees them. `entries` are (event, its disguise)."""

    def __init__(self, twin: Twin, place: int) -> None:
        self.rules, self.viewer = twin.story.rules, twin.viewer
        self.state = twin.story.states[place]
        self.other, self.entries = twin.at(place)

    @property
    def differ(self) -> bool:
        return any(one != other for one, other in self.entries)

    def compare(self, state: Any, other: Any, what: str) -> int:
        """Both look the same to the player and to the public. Returns the number of comparisons."""
        for viewer in (self.viewer, EVERYONE):
            seen = all_that_is_seen(self.rules, state, viewer)
            assert all_that_is_seen(self.rules, other, viewer) == seen, f"{what}, to {viewer}"
            for event, disguised in self.entries:
                shown = self.rules.redact(state, event, viewer)
                hidden = self.rules.redact(other, disguised, viewer)
                assert shown == hidden, f"{what} opens {tag(type(event))} to {viewer}"
        return 2 + 2 * len(self.entries)

    def try_event(self, event: Event, by: Actor) -> tuple[Any, Any] | None:
        """Both states after the event; None where it is refused, which must happen in the same words."""
        refused, elsewhere = (judge(self.rules, state, event, by) for state in (self.state, self.other))
        assert refused == elsewhere, f"{tag(type(event))}: {refused} or {elsewhere}"
        if refused:
            return None
        return self.rules.evolve(self.state, event), self.rules.evolve(self.other, event)


def followed(twins: Twins, states: tuple[Any, Any], by: Actor, side: str, what: str) -> Counted:
    """After an end: the same side confirms and protests alone, which opens nothing either."""
    outcome: Outcome = twins.rules.outcome(states[0])
    if outcome.status != "finished":
        return Counted()
    confirmed = ResultConfirmed(side=side, vp=outcome.vp, winner=outcome.winner or "")
    compared = Counted()
    for told in (confirmed, ResultContested(side=side, reason="We do not agree.")):
        assert not judge(twins.rules, states[0], told, by)
        states = (twins.rules.evolve(states[0], told), twins.rules.evolve(states[1], told))
        if twins.rules.outcome(states[0]).status == "confirmed":
            return compared  # a game without another side
        compared += Counted(0, 1, twins.compare(*states, f"{what}, then {tag(type(told))}"))
    return compared


def attempts(twins: Twins, player: str, others: Sequence[Any], dice: Random) -> Iterator[Event]:
    """Ends and concessions of every kind, then events of matches of the same players."""
    alone = import_module(f"games.{twins.rules.key}.tests.alone")
    yield from (sealed(event, "0f" * 16) for event in alone.endings(twins.state.play, player))
    yield from (event for event, _ in dice.choices(others, k=12))


def tried(twins: Twins, player: str, side: str, events: Iterator[Event]) -> Counted:
    by, compared = Actor("player", player), Counted(twins=1)
    alone = import_module(f"games.{twins.rules.key}.tests.alone")
    for event in events:
        states = twins.try_event(event, by)
        if states is None or alone.turned_up(twins.state.play, states[0].play):
            continue
        what = f"{tag(type(event))} by {player}"
        compared += Counted(0, 1, twins.compare(*states, what))
        compared += followed(twins, states, by, side, what)
    return compared


def places(story: Story) -> list[int]:
    found = moments(story)
    return sorted({found[round(n * (len(found) - 1) / (STEPS - 1))] for n in range(STEPS)})


def all_tried(story: Story, others: Sequence[Any], disguise: Disguise, dice: Random) -> Counted:
    """Every player of the match at some moments of it, with events of others and the one that really came next."""
    compared = Counted()
    for side, players in story.rules.sides(story.states[-1]).items():
        for player in players:
            twin = Twin(story, Viewer("player", player, side), disguise, dice)
            for place in places(story):
                twins = Twins(twin, place)
                following = [entry.event for entry in story.entries[place : place + 1]]
                events = (*following, *attempts(twins, player, others, dice))
                compared += tried(twins, player, side, iter(events)) if twins.differ else Counted()
    return compared


def compared_of(system: str, number: int) -> Counted:
    """What was compared in so many matches of each level."""
    disguise = disguise_of(system)
    compared, dice = Counted(), Random(5)
    for story in stories(system, number):
        compared += all_tried(story, tries_at(story, number), disguise, dice)
    return compared


@SYSTEMS
def test_one_side_alone_opens_nothing(system: str) -> None:
    assert compared_of(system, FEW).twins >= 10


@pytest.mark.soak
@SYSTEMS
def test_one_side_alone_opens_nothing_of_many_matches(system: str) -> None:
    compared = compared_of(system, SEEDS)
    assert all(map(ge, compared, LEAST[system])), compared


def test_every_game_is_compared_and_the_documents_say_how_much() -> None:
    assert list(LEAST) == sorted(filter(hides, MATCHES))
    least = sum(LEAST.values(), Counted())
    told = f"at least {least.twins:,} twins, {least.events:,} events, {least.comparisons:,} comparisons"
    assert told in SECURITY.read_text(encoding="utf-8"), told


@SYSTEMS
def test_what_both_sides_have_confirmed_opens(system: str) -> None:
    """Otherwise the test above would show nothing: the same ends, confirmed by everybody, do open secrets."""
    opened = 0
    for story, place in ((one, place) for one in stories(system) for place in places(one)):
        state, rules, entries = story.states[place], story.rules, story.entries[:place]
        before = [rules.redact(state, entry.event, EVERYONE) for entry in entries]
        outcome = rules.outcome(state)
        for side in rules.sides(state):
            told = ResultConfirmed(side=side, vp=outcome.vp, winner=outcome.winner or "")
            state = rules.evolve(state, told)
        after = [rules.redact(state, entry.event, EVERYONE) for entry in entries]
        opened += before != after
    assert opened > 5


@SYSTEMS
def test_the_past_can_be_shown_as_it_is_known_today(system: str) -> None:
    """Every moment, folded from the events as everybody may see them, can be shown to everybody."""
    for story in stories(system):
        for viewer in viewers_of(story):
            for place in places(story):
                entries = story.entries[:place]
                state = as_seen(story.rules, story.setup, entries, story.states[-1], viewer)
                assert all_that_is_seen(story.rules, state, viewer)
