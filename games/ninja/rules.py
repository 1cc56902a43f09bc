"""Ninja as a rule set: dispatch only. The chapters judge and fold, a pair of functions for each event.

`games.match.Match` wraps `RULES` and adds the confirmation of the result.
"""

from __future__ import annotations

from games.base import Game
from games.chapters import Pairs, pairs
from games.ninja import events as e
from games.ninja import opening
from games.ninja.chapters import finish, summary, turns
from games.ninja.chapters.hands import Body, check_list
from games.ninja.chapters.scoring import outcome
from games.ninja.forced import consequences
from games.ninja.full import (
    alert,
    answers,
    character,
    detection,
    guards,
    listening,
    movement,
    phases,
    piles,
    reveal,
    search,
    server_draws,
    setup,
    walk,
    window,
)
from games.ninja.full import events as f
from games.ninja.full.character import known_from
from games.ninja.full.reveal import noted
from games.ninja.full.table import at_once
from games.ninja.gate import judged
from games.ninja.next_events import next_events
from games.ninja.state import NinjaState
from games.ninja.visibility import redact, visible_to
from games.ruleset import Actor, Event, RuleViolation

CHAPTERS: Pairs[NinjaState] = pairs(
    (*e.EVENT_TYPES, *f.EVENT_TYPES),
    *(opening, turns, summary, finish),
    *(
        setup,
        server_draws,
        character,
        phases,
        piles,
        guards,
        listening,
        movement,
        answers,
        window,
        detection,
        walk,
        search,
        alert,
        reveal,
    ),
)


class Ninja(Game[NinjaState]):
    """The rules of Ninja at every level of detail. Satisfies `Play[NinjaState, Event]`."""

    key = "ninja"
    event_types = (*e.EVENT_TYPES, *f.EVENT_TYPES)
    state_type, body_type = NinjaState, Body

    outcome = staticmethod(outcome)
    visible_to = staticmethod(visible_to)
    following = staticmethod(next_events)
    redact = staticmethod(redact)
    consequences = staticmethod(consequences)
    faults = staticmethod(check_list)

    def check(self, state: NinjaState, event: Event, by: Actor) -> tuple[RuleViolation, ...]:
        return judged(state, event, by, CHAPTERS[type(event)][0])

    def evolve(self, state: NinjaState, event: Event) -> NinjaState:
        _, fold = CHAPTERS[type(event)]
        if state.full is None:
            return fold(state, event)
        state = known_from(state, event)
        if type(event) is f.AlertRecorded:
            return state
        after = fold(at_once(state), event)
        return noted(after, event) if event.secret_fields else after

    def opened_by_staff(self, state: NinjaState) -> bool:
        """NIN-HID-14: a concession opens nothing of the other side's, nor does whoever decides without the sides."""
        return state.reason != "concession"

    def sides(self, state: NinjaState) -> dict[str, tuple[str, ...]]:
        return dict(state.sides)
