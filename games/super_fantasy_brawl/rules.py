"""Super Fantasy Brawl as a rule set: dispatch only. The chapters judge and fold, a pair of functions for each event.

`games.frame.Match` wraps `RULES` and adds the confirmation of the result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.base import Rules
from games.ruleset import (
    Actor,
    Event,
    NextEvent,
    RuleViolation,
    Viewer,
)
from games.super_fantasy_brawl import draft, finish, registration, round_report, selection, summary, turns
from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl.forced import consequences
from games.super_fantasy_brawl.frame import folded, judged
from games.super_fantasy_brawl.full import table
from games.super_fantasy_brawl.nexts import next_events
from games.super_fantasy_brawl.roster import check_roster
from games.super_fantasy_brawl.scoring import outcome
from games.super_fantasy_brawl.state import SfbState
from games.super_fantasy_brawl.visibility import redact, visible_to
from games.super_fantasy_brawl.who import Violations

Check = Callable[[SfbState, Any, Actor], Violations]
Fold = Callable[[SfbState, Any], SfbState]

CHECKS: dict[type[Event], Check] = {
    **table.CHECKS,
    e.MatchCreated: registration.check_match_created,
    e.FirstPlayerDetermined: registration.check_first_player_determined,
    e.TurnOrderSet: registration.check_turn_order_set,
    e.PoolRegistered: selection.check_pool_registered,
    e.SelectionMethodChosen: selection.check_selection_method_chosen,
    e.DraftPoolSet: draft.check_draft_pool_set,
    e.ChampionBanned: draft.check_champion_banned,
    e.ChampionPicked: draft.check_champion_picked,
    e.RosterConfirmed: selection.check_roster_confirmed,
    e.TurnRecorded: turns.check_turn_recorded,
    e.RoundRecorded: round_report.check_round_recorded,
    e.MatchResultRecorded: summary.check_match_result_recorded,
    e.GameEnded: finish.check_game_ended,
    e.MatchConceded: finish.check_match_conceded,
    e.RulingRecorded: finish.check_ruling_recorded,
}
FOLDS: dict[type[Event], Fold] = {
    **table.FOLDS,
    e.MatchCreated: registration.on_match_created,
    e.FirstPlayerDetermined: registration.on_first_player_determined,
    e.TurnOrderSet: registration.on_turn_order_set,
    e.PoolRegistered: selection.on_pool_registered,
    e.SelectionMethodChosen: selection.on_selection_method_chosen,
    e.DraftPoolSet: draft.on_draft_pool_set,
    e.ChampionBanned: draft.on_champion_banned,
    e.ChampionPicked: draft.on_champion_picked,
    e.RosterConfirmed: selection.on_roster_confirmed,
    e.TurnRecorded: turns.on_turn_recorded,
    e.RoundRecorded: round_report.on_round_recorded,
    e.MatchResultRecorded: summary.on_match_result_recorded,
    e.GameEnded: finish.on_game_ended,
    e.MatchConceded: finish.on_match_conceded,
    e.RulingRecorded: finish.on_ruling_recorded,
}


class SuperFantasyBrawl(Rules[SfbState]):
    """The rules of Super Fantasy Brawl at every level of detail. Satisfies `Ruleset[SfbState, Event]`."""

    key = "super_fantasy_brawl"
    event_types = (*e.EVENT_TYPES, *table.EVENT_TYPES)
    state_type = SfbState

    outcome = staticmethod(outcome)
    visible_to = staticmethod(visible_to)
    redact = staticmethod(redact)
    consequences = staticmethod(consequences)
    check_roster = staticmethod(check_roster)

    def check(self, state: SfbState, event: Event, by: Actor) -> tuple[RuleViolation, ...]:
        return judged(state, event, by, CHECKS[type(event)])

    def evolve(self, state: SfbState, event: Event) -> SfbState:
        return folded(state, event, FOLDS[type(event)])

    def sides(self, state: SfbState) -> dict[str, tuple[str, ...]]:
        return {name: side.players for name, side in state.sides.items()}

    def next_events(self, state: SfbState, viewer: Viewer) -> tuple[NextEvent, ...]:
        return next_events(visible_to(state, viewer))
