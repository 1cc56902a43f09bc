"""Bushido: Risen Sun as a rule set: dispatch only. The chapters judge and fold, a pair of functions for each event.

`games.match.Match` wraps `RULES` and adds the confirmation of the result.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.base import Game
from games.bushido import events as e
from games.bushido.chapters import finish, flanks, setup, summary, turns, vim
from games.bushido.chapters.outcome import outcome
from games.bushido.full import (
    activate,
    begin,
    close,
    consequences,
    declare,
    duel,
    effects,
    facts,
    move,
    place,
    summon,
    tactics,
    text,
    trials,
)
from games.bushido.full.common import at_full
from games.bushido.full.events import TABLE_EVENTS
from games.bushido.full.feats import cardplay, ki, ki_feats
from games.bushido.full.fighting import astray, damage, exchange, shot_rolled, shots, strike
from games.bushido.full.flow import settle
from games.bushido.full.gifts import chosen as gifts
from games.bushido.next_events import next_events
from games.bushido.roster import Body, list_report
from games.bushido.state import BusState
from games.bushido.visibility import hidden, sees
from games.chapters import Pairs, pairs
from games.ruleset import Actor, Event, RuleViolation

AT_FULL: Pairs[BusState] = pairs(
    TABLE_EVENTS,
    *(tactics, place, begin, activate, declare, move, ki, trials, ki_feats, gifts, effects, duel),
    *(
        exchange,
        strike,
        shots,
        shot_rolled,
        astray,
        damage,
        summon,
        cardplay,
        text,
        close,
        facts,
        consequences,
    ),
)
CHAPTERS: Pairs[BusState] = {**pairs(e.EVENT_TYPES, setup, vim, flanks, turns, summary, finish), **AT_FULL}


class Bushido(Game[BusState]):
    """The rules of Bushido at every level of detail. Satisfies `Play[BusState, Event]`."""

    key = "bushido"
    event_types = (*e.EVENT_TYPES, *TABLE_EVENTS)
    state_type, body_type = BusState, Body

    outcome = staticmethod(outcome)
    hidden = staticmethod(hidden)
    following = staticmethod(next_events)
    sees = staticmethod(sees)
    consequences = staticmethod(consequences.consequences)
    list_report = staticmethod(list_report)

    def check(self, state: BusState, event: Event, by: Actor) -> tuple[RuleViolation, ...]:
        """BUS-LOG-06, then the chapter."""
        if state.phase == "closed":
            return (RuleViolation("BUS-LOG-06"),)
        judge, _ = CHAPTERS[type(event)]
        if state.full is None and type(event) in AT_FULL:
            return tuple(at_full(state, "setup", "turns"))
        return tuple(judge(state, event, by))

    def evolve(self, state: BusState, event: Event) -> BusState:
        return consequences.noting(state, _settled(state, event), event)

    def fold(self, state: BusState, events: Iterable[Event]) -> BusState:
        """What has followed is worked out for the last event alone: the one after it forgets it."""
        before = state
        last: Event | None = None
        for last in events:
            before = consequences.forgotten(state)
            state = _settled(before, last)
        return state if last is None else consequences.noting(before, state, last)


def _settled(state: BusState, event: Event) -> BusState:
    """The match after the event, and after all that happens by itself then."""
    _, fold = CHAPTERS[type(event)]
    after = fold(state, event)
    return settle(after) if after.full is not None else after
