"""Bushido: Risen Sun as a rule set: dispatch only. The chapters judge and fold, a pair of functions for each event.

`games.frame.Match` wraps `RULES` and adds the confirmation of the result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.base import Rules
from games.bushido import events as e
from games.bushido.chapters import finish, flanks, setup, summary, turns, vim
from games.bushido.full import dispatch, told
from games.bushido.full.flow import settle
from games.bushido.full.frame import at_full
from games.bushido.nexts import next_events
from games.bushido.outcome import outcome
from games.bushido.roster import check_roster
from games.bushido.state import BusState
from games.bushido.visibility import redact, visible_to
from games.bushido.who import Violations
from games.ruleset import (
    Actor,
    Consequences,
    Event,
    NextEvent,
    RuleViolation,
    Viewer,
)

Check = Callable[[BusState, Any, Actor], Violations]
Fold = Callable[[BusState, Any], BusState]

CHAPTERS: dict[type[Event], tuple[Check, Fold]] = {
    e.MatchCreated: (setup.check_match_created, setup.on_match_created),
    e.WarbandRegistered: (setup.check_warband_registered, setup.on_warband_registered),
    e.ScenarioSelected: (setup.check_scenario_selected, setup.on_scenario_selected),
    e.ObjectivesPlaced: (setup.check_objectives_placed, setup.on_objectives_placed),
    e.VimAssigned: (vim.check_vim_assigned, vim.on_vim_assigned),
    e.VimRevealed: (vim.check_vim_revealed, vim.on_vim_revealed),
    e.FlankPlanRecorded: (flanks.check_flank_plan_recorded, flanks.on_flank_plan_recorded),
    e.FlankRevealed: (flanks.check_flank_revealed, flanks.on_flank_revealed),
    e.TurnRecorded: (turns.check_turn_recorded, turns.on_turn_recorded),
    e.MatchResultRecorded: (summary.check_match_result_recorded, summary.on_match_result_recorded),
    e.MatchEnded: (finish.check_match_ended, finish.on_match_ended),
    **dispatch.CHAPTERS,
}


TYPES = {str(type_.__struct_config__.tag): type_ for type_ in CHAPTERS}
"""The types of events by their tags."""


class Bushido(Rules[BusState]):
    """The rules of Bushido at every level of detail. Satisfies `Play[BusState, Event]`."""

    key = "bushido"
    event_types = (*e.EVENT_TYPES, *dispatch.EVENT_TYPES)
    state_type = BusState

    outcome = staticmethod(outcome)
    visible_to = staticmethod(visible_to)
    redact = staticmethod(redact)
    check_roster = staticmethod(check_roster)

    def check(self, state: BusState, event: Event, by: Actor) -> tuple[RuleViolation, ...]:
        """BUS-LOG-06, then the chapter."""
        if state.phase == "closed":
            return (RuleViolation("BUS-LOG-06"),)
        judge, _ = CHAPTERS[type(event)]
        if state.full is None and type(event) in dispatch.CHAPTERS:
            return tuple(at_full(state, "setup", "turns"))
        return tuple(judge(state, event, by))

    def evolve(self, state: BusState, event: Event) -> BusState:
        _, fold = CHAPTERS[type(event)]
        after = fold(state, event)
        return told.noting(state, settle(after), event) if after.full is not None else after

    def sides(self, state: BusState) -> dict[str, tuple[str, ...]]:
        return {name: side.players for name, side in state.sides.items()}

    def next_events(self, state: BusState, viewer: Viewer) -> tuple[NextEvent, ...]:
        return next_events(visible_to(state, viewer))

    def consequences(self, state: BusState) -> Consequences:
        return told.consequences(state)
