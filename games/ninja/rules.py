"""Ninja as a rule set: dispatch only. The chapters judge and fold, a pair of functions for each event.

`games.frame.Match` wraps `RULES` and adds the confirmation of the result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.ninja import events as e
from games.ninja import finish, opening, summary, turns
from games.ninja.forced import consequences
from games.ninja.frame import judged
from games.ninja.full import events as f
from games.ninja.full import rows
from games.ninja.full.character import known_from
from games.ninja.full.reveal import noted
from games.ninja.full.table import with_full
from games.ninja.hands import check_roster
from games.ninja.nexts import next_events
from games.ninja.scoring import outcome
from games.ninja.state import NinjaState
from games.ninja.visibility import redact, visible_to
from games.ninja.who import Violations
from games.ruleset import (
    Actor,
    Cards,
    Consequences,
    Event,
    NextEvent,
    Outcome,
    Roster,
    RosterReport,
    RuleViolation,
    Setup,
    Viewer,
)

Check = Callable[[NinjaState, Any, Actor], Violations]
Fold = Callable[[NinjaState, Any], NinjaState]

CHECKS: dict[type[Event], Check] = {
    **rows.CHECKS,
    e.MatchCreated: opening.check_match_created,
    e.TurnSummarised: turns.check_turn_summarised,
    e.ResultReported: summary.check_result_reported,
    e.MatchConceded: finish.check_match_conceded,
    e.GameEnded: finish.check_game_ended,
}
FOLDS: dict[type[Event], Fold] = {
    **rows.FOLDS,
    e.MatchCreated: opening.on_match_created,
    e.TurnSummarised: turns.on_turn_summarised,
    e.ResultReported: summary.on_result_reported,
    e.MatchConceded: finish.on_match_conceded,
    e.GameEnded: finish.on_game_ended,
}


class Ninja:
    """The rules of Ninja at every level of detail. Satisfies `Play[NinjaState, Event]`."""

    key = "ninja"
    version = "1"
    event_types = (*e.EVENT_TYPES, *f.EVENT_TYPES)
    state_type: Any = NinjaState

    def initial(self, setup: Setup) -> NinjaState:
        """An empty match; its options come with `match_created`."""
        return NinjaState()

    def check(self, state: NinjaState, event: Event, by: Actor) -> tuple[RuleViolation, ...]:
        return judged(state, event, by, CHECKS[type(event)])

    def evolve(self, state: NinjaState, event: Event) -> NinjaState:
        if state.full is None:
            return FOLDS[type(event)](state, event)
        state = known_from(state, event)
        # Whoever heard somebody, or came out of the passage, moves at once or not at all.
        after = FOLDS[type(event)](with_full(state, may_move=(), may_step=(), may_share=False), event)
        return noted(after, event)

    def outcome(self, state: NinjaState) -> Outcome:
        return outcome(state)

    def sides(self, state: NinjaState) -> dict[str, tuple[str, ...]]:
        return dict(state.sides)

    def visible_to(self, state: NinjaState, viewer: Viewer, settled: bool = False) -> NinjaState:
        return visible_to(state, viewer, settled)

    def redact(self, state: NinjaState, event: Event, viewer: Viewer, settled: bool = False) -> Event | None:
        return redact(state, event, viewer, settled)

    def next_events(self, state: NinjaState, viewer: Viewer) -> tuple[NextEvent, ...]:
        return next_events(visible_to(state, viewer))

    def consequences(self, state: NinjaState) -> Consequences:
        return consequences(state)

    def check_roster(self, roster: Roster, cards: Cards) -> RosterReport:
        return check_roster(roster, cards)

    def upcast(self, type_: str, schema: int, data: dict[str, Any]) -> dict[str, Any]:
        return data
