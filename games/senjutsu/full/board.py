"""The slot of what happens on the hexes: movement, collisions, attacks, blocks, instants and other effects.

`CHECKS` and `FOLDS` are taken over by `table.py`; an event type that stands in neither is refused with WL-DET-01.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.ruleset import Actor, Event
from games.senjutsu.full import collide, move
from games.senjutsu.full import effect_events as x
from games.senjutsu.state import SenjutsuState
from games.senjutsu.who import Violations

CHECKS: dict[type[Event], Callable[[SenjutsuState, Any, Actor], Violations]] = {
    x.ActorMoved: move.check_actor_moved,
    x.CollisionHappened: collide.check_collision_happened,
}
FOLDS: dict[type[Event], Callable[[SenjutsuState, Any], SenjutsuState]] = {
    x.ActorMoved: move.on_actor_moved,
    x.CollisionHappened: collide.on_collision_happened,
}
