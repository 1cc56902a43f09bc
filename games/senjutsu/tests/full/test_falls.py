"""Whom an event of the log defeats, read off the match that it led to, against what the fold says of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

import msgspec
import pytest

from games.codec import tag
from games.faces import Around
from games.ruleset import Actor, Event
from games.senjutsu.events import Harm
from games.senjutsu.full.events import CardDrawn
from games.senjutsu.pages.falls import falls
from games.senjutsu.play.simulate import simulate
from games.senjutsu.state import SenjutsuState
from games.senjutsu.tests.full.mutants import MUTATIONS
from games.tests.rounds import quick_first

NEAR = 8
"""So many events a pad reads."""


def log_of(entries: Sequence[tuple[Event, Actor]]) -> Around:
    return [(tag(type(event)), msgspec.to_builtins(event)) for event, _actor in entries]


def down(state: SenjutsuState) -> set[str]:
    bodies: dict[str, Any] = {**state.fighters, **state.foes}
    return {actor for actor, one in bodies.items() if one.defeated in get_args(Harm)}


def told(state: SenjutsuState, entries: Sequence[tuple[Event, Actor]]) -> dict[int, set[str]]:
    return {place: set(one["fallen"]) for place, one in falls(state, log_of(entries)).items()}


def _own_draw(entries: Sequence[tuple[Event, Actor]], place: int, actor: str) -> int:
    """SEN-END-05: whoever misses a card of the phase falls once all have drawn, and it is told where the card was
    missed."""
    if not isinstance(entries[place][0], CardDrawn):
        return place
    events = [event for event, _by in entries[: place + 1]]
    draws = (at for at, one in enumerate(events) if isinstance(one, CardDrawn) and one.actor == actor)
    return max(draws)


@pytest.mark.parametrize("mode", ["duel", "multi", "solo", "horde"])
@pytest.mark.parametrize("seed", quick_first(3, range(15)))
def test_whoever_falls_falls_by_the_event_that_the_fold_says(mode: str, seed: int) -> None:
    """Also read off the last events alone, which are all that a pad has."""
    log = simulate(seed, "full", 1, mode)
    states = [state.play for state in MUTATIONS.states_of(log)]
    entries = log[1]
    fell: dict[int, set[str]] = {}
    for place in range(len(entries)):
        before, state = states[place], states[place + 1]
        new = down(state) - (down(before) & {*state.fighters, *state.foes})
        near = max(0, place + 1 - NEAR)
        for actor in new:
            by = _own_draw(entries, place, actor)
            fell.setdefault(by, set()).add(actor)
            assert actor in told(state, entries[near : place + 1]).get(by - near, ())
    assert told(states[-1], entries) == fell
