"""The alert read off the board: a checkpoint that names the rules by which the level is what it is (NIN-LOG-05)."""

from __future__ import annotations

from games.codec import tag
from games.judging import first_broken
from games.ninja.full import events as f
from games.ninja.full.table import full_of
from games.ninja.permissions import Violations, seated
from games.ninja.state import NinjaState
from games.ruleset import Actor, RuleViolation


def check_alert_recorded(state: NinjaState, event: f.AlertRecorded, by: Actor) -> Violations:
    """NIN-LOG-05, and the rules by which it rose, fell or stayed last."""
    return first_broken(seated(state, by), _check_level(state, event))


def _check_level(state: NinjaState, event: f.AlertRecorded) -> Violations:
    """NIN-SETUP-01 before the first turn."""
    if not state.turn:
        told = {"told": tag(type(event)), "expected": f"step_{full_of(state).step}"}
        yield RuleViolation("NIN-SETUP-01", told)
        return
    if event.level != state.alert:
        params = {"told": event.level, "expected": state.alert}
        yield from (RuleViolation(rule, params) for rule in ("NIN-LOG-05", *full_of(state).alert_by))


def on_alert_recorded(state: NinjaState, event: f.AlertRecorded) -> NinjaState:
    return state
