"""Super Fantasy Brawl as a rule set: dispatch only. The chapters judge and fold, a pair of functions for each event.

`games.match.Match` wraps `RULES` and adds the confirmation of the result.
"""

from __future__ import annotations

from msgspec.structs import replace

from games.base import Game
from games.chapters import Checks, Folds, checks, folds
from games.ruleset import Actor, Event, RuleViolation
from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl.chapters import (
    draft,
    finish,
    registration,
    round_report,
    selection,
    summary,
    turns,
)
from games.super_fantasy_brawl.chapters.scoring import outcome
from games.super_fantasy_brawl.events import RulingRecorded
from games.super_fantasy_brawl.forced import consequences
from games.super_fantasy_brawl.full import chapters
from games.super_fantasy_brawl.gate import judged
from games.super_fantasy_brawl.next_events import next_events
from games.super_fantasy_brawl.roster.check import Body, list_report
from games.super_fantasy_brawl.state import SfbState
from games.super_fantasy_brawl.visibility import hidden, sees

CHAPTERS = (registration, selection, draft, turns, round_report, summary, finish)
CHECKS: Checks[SfbState] = {**checks(e.EVENT_TYPES, *CHAPTERS), **chapters.CHECKS}
FOLDS: Folds[SfbState] = {**folds(e.EVENT_TYPES, *CHAPTERS), **chapters.FOLDS}


class SuperFantasyBrawl(Game[SfbState]):
    """The rules of Super Fantasy Brawl at every level of detail. Satisfies `Ruleset[SfbState, Event]`."""

    key = "super_fantasy_brawl"
    event_types = (*e.EVENT_TYPES, *chapters.EVENT_TYPES)
    state_type, body_type = SfbState, Body

    outcome = staticmethod(outcome)
    hidden = staticmethod(hidden)
    following = staticmethod(next_events)
    sees = staticmethod(sees)
    consequences = staticmethod(consequences)
    list_report = staticmethod(list_report)

    def check(self, state: SfbState, event: Event, by: Actor) -> tuple[RuleViolation, ...]:
        return judged(state, event, by, CHECKS[type(event)])

    def evolve(self, state: SfbState, event: Event) -> SfbState:
        """The next state; a ruling holds for one event (SFB-LOG-04)."""
        if state.lifted and type(event) is not RulingRecorded:
            state = replace(state, lifted=())
        return FOLDS[type(event)](state, event)
