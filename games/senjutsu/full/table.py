"""The dispatch tables of full detail: which chapter judges and folds which event.

`games.senjutsu.rules` uses them for every match that has a `full` table. Events that mean the same at every level
(opening, registration, annulment) keep their chapter of `games.senjutsu`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.ruleset import Actor, Event, RuleViolation
from games.senjutsu.full import board, foes
from games.senjutsu.full.effect_events import EFFECT_EVENTS
from games.senjutsu.full.events import TABLE_EVENTS
from games.senjutsu.state import SenjutsuState
from games.senjutsu.who import Violations

Check = Callable[[SenjutsuState, Any, Actor], Violations]
Fold = Callable[[SenjutsuState, Any], SenjutsuState]

EVENT_TYPES: tuple[type[Event], ...] = (*TABLE_EVENTS, *EFFECT_EVENTS)


def check_unknown(state: SenjutsuState, event: Event, by: Actor) -> Violations:
    """WL-DET-01: no chapter judges this event yet."""
    kind = event.__struct_config__.tag
    yield RuleViolation("WL-DET-01", {"detail": kind, "legal": ["summary", "turns"]})


def _unfolded(state: SenjutsuState, event: Event) -> SenjutsuState:
    raise NotImplementedError(type(event).__name__)


OWN_CHECKS: dict[type[Event], Check] = {}
OWN_FOLDS: dict[type[Event], Fold] = {}

CHECKS: dict[type[Event], Check] = {
    **dict.fromkeys(EVENT_TYPES, check_unknown),
    **OWN_CHECKS,
    **board.CHECKS,
    **foes.CHECKS,
}
FOLDS: dict[type[Event], Fold] = {
    **dict.fromkeys(EVENT_TYPES, _unfolded),
    **OWN_FOLDS,
    **board.FOLDS,
    **foes.FOLDS,
}
