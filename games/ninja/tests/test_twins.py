"""What the guards can get of a match does not depend on what the intruders keep from them, nor the other way round.

Beside each simulated match stands one with other secrets behind the same public answers: state, log, outcome, what may
come next and every refusal are the same, byte for byte, for the other side and for the public.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.ninja.chapters.hands import GUARDS_OF_FOUR
from games.ninja.full.events import HandChosen
from games.ninja.play.simulate import simulate
from games.ninja.tests.disguise import disguised
from games.registry import MATCHES
from games.ruleset import EVERYONE, Actor, Event, Viewer
from games.secrets import canonical
from games.tests.contract import Story, all_that_is_seen, story_of, twin_of

GAMES, BATCH, LOOKS = 200, 20, 6
MATCH = MATCHES["ninja"]


def viewers(story: Story) -> list[Viewer]:
    """A guard, every intruder, who may be rivals, and the public. What two guards refuse each other may rest on the
    hands of both: it is the secret of their side (NIN-HID-09)."""
    sides = story.rules.sides(story.states[-1])
    seats = [("guards", sides["guards"][0]), *(("intruders", name) for name in sides["intruders"])]
    return [EVERYONE, *(Viewer("player", name, side) for side, name in seats)]


def tried(story: Story, place: int, viewer: Viewer, other: Any, dice: Random) -> None:
    """What a player might send, judged in both worlds: refused in the same words, or not at all."""
    by = Actor("player", viewer.player)
    events: list[Event] = [entry.event for entry in dice.choices(story.entries, k=8)]
    events += [entry.event for entry in story.entries[place : place + 1]]
    for event in events:
        if isinstance(event, HandChosen) and event.hand in GUARDS_OF_FOUR:
            continue  # both hands have to fit into one half of the deck
        refusals = story.rules.check(story.states[place], event, by), story.rules.check(other, event, by)
        assert refusals[0] == refusals[1], event


def compared(seed: int) -> int:
    """The number of events that differ in what is hidden, over all looks at one match, which replays to its end."""
    dice = Random(seed)
    story = story_of(MATCH, *simulate(seed, "full", seed % 3 + 1))
    assert MATCH.outcome(story.states[-1]).status == "finished"
    differing = 0
    for viewer in viewers(story):
        for place in dice.sample(range(len(story.entries)), LOOKS):
            state = story.states[place]
            other, events = twin_of(story, place, viewer, disguised, dice)
            seen = [all_that_is_seen(MATCH, one, viewer) for one in (state, other)]
            assert canonical(seen[0]) == canonical(seen[1])
            for event, twin in events:
                told = [MATCH.redact(at, one, viewer) for at, one in ((state, event), (other, twin))]
                assert canonical(told[0]) == canonical(told[1])
                differing += event != twin
            if viewer.player:
                tried(story, place, viewer, other, dice)
    return differing


def test_twins_of_some_matches_are_alike() -> None:
    assert sum(compared(seed) for seed in range(4)) > 100


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(GAMES // BATCH))
def test_twins_of_every_match_are_alike(batch: int) -> None:
    assert sum(compared(2000 + batch * BATCH + n) for n in range(BATCH)) > BATCH * 20
