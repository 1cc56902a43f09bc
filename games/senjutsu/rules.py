"""Senjutsu as a rule set: dispatch only. The chapters judge and fold, one pair of functions for each event.

`games.frame.Match` wraps `RULES` and adds the confirmation of the result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.base import Rules
from games.ruleset import (
    NO_CONSEQUENCES,
    Actor,
    Consequences,
    Event,
    NextEvent,
    RuleViolation,
    Viewer,
)
from games.secrets import until
from games.senjutsu import events as e
from games.senjutsu import finish, foe_decks, horde, recovery, registration, solo, turns
from games.senjutsu.forced import FOLLOWING
from games.senjutsu.full import table
from games.senjutsu.full.frame import judged, with_override
from games.senjutsu.nexts import next_events
from games.senjutsu.roster import check_roster
from games.senjutsu.scoring import outcome
from games.senjutsu.state import SenjutsuState, sides_of
from games.senjutsu.visibility import redact, visible_to
from games.senjutsu.who import Violations, at_detail

Check = Callable[[SenjutsuState, Any, Actor], Violations]
Fold = Callable[[SenjutsuState, Any], SenjutsuState]

CHAPTERS: dict[type[Event], tuple[Check, Fold]] = {
    e.MatchCreated: (registration.check_match_created, registration.on_match_created),
    e.SideRegistered: (registration.check_side_registered, registration.on_side_registered),
    e.DeckRegistered: (registration.check_deck_registered, registration.on_deck_registered),
    e.VoDeckRegistered: (foe_decks.check_vo_deck_registered, foe_decks.on_vo_deck_registered),
    e.VoJoined: (solo.check_vo_joined, solo.on_vo_joined),
    e.VoWithdrawn: (solo.check_vo_withdrawn, solo.on_vo_withdrawn),
    e.TerrainPlaced: (horde.check_terrain_placed, horde.on_terrain_placed),
    e.WaveStarted: (horde.check_wave_started, horde.on_wave_started),
    e.TurnRecorded: (turns.check_turn_recorded, turns.on_turn_recorded),
    e.WaveCleared: (horde.check_wave_cleared, horde.on_wave_cleared),
    e.LevelCompleted: (horde.check_level_completed, horde.on_level_completed),
    e.RecoveryApplied: (recovery.check_recovery_applied, recovery.on_recovery_applied),
    e.LordAttacked: (horde.check_lord_attacked, horde.on_lord_attacked),
    e.SideConceded: (finish.check_side_conceded, finish.on_side_conceded),
    e.MatchFinished: (finish.check_match_finished, finish.on_match_finished),
    e.MatchAnnulled: (finish.check_match_annulled, finish.on_match_annulled),
}
FULL_CHECKS = {kind: check for kind, (check, _fold) in CHAPTERS.items()} | table.CHECKS
FULL_FOLDS = {kind: fold for kind, (_check, fold) in CHAPTERS.items()} | table.FOLDS
"""At full detail some events are judged by a chapter of its own and folded as ever, and the other way round."""


def _only_at_full(state: SenjutsuState, event: Event, by: Actor) -> Violations:
    """SEN-LOG-02, SEN-LOG-09: single cards and moves are logged at full detail alone."""
    if state.phase == "open":
        yield RuleViolation("SEN-LOG-02", {"phase": "step_open", "legal": ["full"]})
    yield from at_detail(state, "full")


class Senjutsu(Rules[SenjutsuState]):
    """The rules of Senjutsu at every level of detail. Satisfies `Ruleset[SenjutsuState, Event]`."""

    key = "senjutsu"
    event_types = (*e.EVENT_TYPES, *table.EVENT_TYPES)
    state_type = SenjutsuState

    outcome = staticmethod(outcome)
    visible_to = staticmethod(visible_to)
    redact = staticmethod(redact)
    check_roster = staticmethod(check_roster)

    def check(self, state: SenjutsuState, event: Event, by: Actor) -> tuple[RuleViolation, ...]:
        """SEN-LOG-03, then the chapter. SEN-HID-04: nothing is told after SEN-LOG-04 at full detail."""
        if state.phase == "closed" and type(event) is not e.MatchAnnulled:
            return (RuleViolation("SEN-LOG-03"),)
        if state.full is not None:
            return until("SEN-LOG-04", judged(state, event, by, FULL_CHECKS[type(event)]))
        check = CHAPTERS[type(event)][0] if type(event) in CHAPTERS else _only_at_full
        return tuple(check(state, event, by))

    def evolve(self, state: SenjutsuState, event: Event) -> SenjutsuState:
        if state.full is None:
            return CHAPTERS[type(event)][1](state, event)
        return FULL_FOLDS[type(event)](with_override(state, event), event)

    def sides(self, state: SenjutsuState) -> dict[str, tuple[str, ...]]:
        return sides_of(state)

    def next_events(self, state: SenjutsuState, viewer: Viewer) -> tuple[NextEvent, ...]:
        return next_events(visible_to(state, viewer))

    def consequences(self, state: SenjutsuState) -> Consequences:
        follows = state.full is not None or state.mode == "horde"
        return FOLLOWING if follows else NO_CONSEQUENCES
