"""The chapters of what happens inside an action, listed for `table.py`: event type -> (check, fold)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.ruleset import Actor, Event
from games.super_fantasy_brawl.state import SfbState
from games.super_fantasy_brawl.who import Violations

Check = Callable[[SfbState, Any, Actor], Violations]
Fold = Callable[[SfbState, Any], SfbState]

CHECKS: dict[type[Event], Check] = {}
FOLDS: dict[type[Event], Fold] = {}
