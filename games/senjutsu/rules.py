"""Senjutsu as a rule set: dispatch only. The chapters judge and fold, one pair of functions for each event.

`games.match.Match` wraps `RULES` and adds the confirmation of the result.
"""

from __future__ import annotations

from games.base import Game
from games.chapters import Pairs, pairs
from games.ruleset import Actor, Event, RuleViolation
from games.secrets import until
from games.senjutsu import events as e
from games.senjutsu import forced
from games.senjutsu.chapters import finish, foe_decks, horde, recovery, registration, solo, turns
from games.senjutsu.chapters.scoring import outcome
from games.senjutsu.full import chapters
from games.senjutsu.full.preconditions import judged, with_override
from games.senjutsu.next_events import next_events
from games.senjutsu.permissions import Violations, at_detail
from games.senjutsu.roster.check import Body, list_report
from games.senjutsu.state import SenjutsuState, sides_of
from games.senjutsu.visibility import redact, visible_to

CHAPTERS: Pairs[SenjutsuState] = pairs(
    e.EVENT_TYPES, *(registration, foe_decks, solo, horde, turns, recovery, finish)
)
FULL_CHECKS = {kind: check for kind, (check, _fold) in CHAPTERS.items()} | chapters.CHECKS
FULL_FOLDS = {kind: fold for kind, (_check, fold) in CHAPTERS.items()} | chapters.FOLDS
"""At full detail some events are judged by a chapter of its own and folded as ever, and the other way round."""


def _only_at_full(state: SenjutsuState, event: Event, by: Actor) -> Violations:
    """SEN-LOG-02, SEN-LOG-09: single cards and moves are logged at full detail alone."""
    if state.phase == "open":
        yield RuleViolation("SEN-LOG-02", {"phase": "step_open", "legal": ["full"]})
    yield from at_detail(state, "full")


class Senjutsu(Game[SenjutsuState]):
    """The rules of Senjutsu at every level of detail. Satisfies `Ruleset[SenjutsuState, Event]`."""

    key = "senjutsu"
    event_types = (*e.EVENT_TYPES, *chapters.EVENT_TYPES)
    state_type, body_type = SenjutsuState, Body

    outcome = staticmethod(outcome)
    sides = staticmethod(sides_of)
    visible_to = staticmethod(visible_to)
    following = staticmethod(next_events)
    redact = staticmethod(redact)
    consequences = staticmethod(forced.consequences)
    list_report = staticmethod(list_report)

    def check(self, state: SenjutsuState, event: Event, by: Actor) -> tuple[RuleViolation, ...]:
        """SEN-LOG-03, then the chapter. SEN-HID-04: nothing is told after SEN-LOG-04 at full detail."""
        if state.phase == "closed" and type(event) is not e.MatchAnnulled:
            return (RuleViolation("SEN-LOG-03"),)
        if state.full is not None:
            found = judged(state, event, by, FULL_CHECKS[type(event)])
            return until("SEN-LOG-04", found) if found else ()
        check = CHAPTERS[type(event)][0] if type(event) in CHAPTERS else _only_at_full
        return tuple(check(state, event, by))

    def evolve(self, state: SenjutsuState, event: Event) -> SenjutsuState:
        if state.full is None:
            return CHAPTERS[type(event)][1](state, event)
        override = getattr(event, "override", None)
        told = state if override is None else with_override(state, override)
        return FULL_FOLDS[type(event)](told, event)
