"""The dispatch tables of full detail: which chapter judges and folds which event.

`games.super_fantasy_brawl.rules` uses them for every match that has a `full` table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.ruleset import Actor, Event, RuleViolation
from games.super_fantasy_brawl.full import board
from games.super_fantasy_brawl.full.action_events import ACTION_EVENTS
from games.super_fantasy_brawl.full.events import TABLE_EVENTS
from games.super_fantasy_brawl.state import SfbState
from games.super_fantasy_brawl.who import Violations

Check = Callable[[SfbState, Any, Actor], Violations]
Fold = Callable[[SfbState, Any], SfbState]

EVENT_TYPES: tuple[type[Event], ...] = (*TABLE_EVENTS, *ACTION_EVENTS)


def no_chapter(state: SfbState, event: Event, by: Actor) -> Violations:
    """WL-DET-01: nothing is believed that no chapter judges."""
    yield RuleViolation("WL-DET-01", {"absent": True})


OWN_CHECKS: dict[type[Event], Check] = {}
OWN_FOLDS: dict[type[Event], Fold] = {}
CHECKS: dict[type[Event], Check] = {
    **dict.fromkeys(EVENT_TYPES, no_chapter),
    **OWN_CHECKS,
    **board.CHECKS,
}
FOLDS: dict[type[Event], Fold] = {**OWN_FOLDS, **board.FOLDS}
