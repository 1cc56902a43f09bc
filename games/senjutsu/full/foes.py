"""The slot of virtual opponents and waves at full detail.

`CHECKS` and `FOLDS` are taken over by `table.py`; an event type that stands in neither is refused with WL-DET-01.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.ruleset import Actor, Event
from games.senjutsu.state import SenjutsuState
from games.senjutsu.who import Violations

CHECKS: dict[type[Event], Callable[[SenjutsuState, Any, Actor], Violations]] = {}
FOLDS: dict[type[Event], Callable[[SenjutsuState, Any], SenjutsuState]] = {}
