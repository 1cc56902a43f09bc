"""The slot of what happens on the hexes: movement, collisions, attacks, blocks, instants and other effects.

`CHECKS` and `FOLDS` are taken over by `table.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.ruleset import Actor, Event
from games.senjutsu.full import (
    attack,
    block,
    collide,
    counter,
    effects,
    instants,
    move,
    resolved,
    suffered,
)
from games.senjutsu.full import effect_events as x
from games.senjutsu.full.events import InstantPlayed
from games.senjutsu.state import SenjutsuState
from games.senjutsu.who import Violations

CHECKS: dict[type[Event], Callable[[SenjutsuState, Any, Actor], Violations]] = {
    x.ActorMoved: move.check_actor_moved,
    x.CollisionHappened: collide.check_collision_happened,
    x.AttackDeclared: attack.check_attack_declared,
    x.AttackResolved: attack.check_attack_resolved,
    x.BlockApplied: block.check_block_applied,
    x.CounterattackPlayed: counter.check_counterattack_played,
    x.EffectResolved: effects.check_effect_resolved,
    x.WoundTaken: suffered.check_wound_taken,
    x.WoundsHealed: suffered.check_wounds_healed,
    x.ConditionGained: suffered.check_condition_gained,
    InstantPlayed: instants.check_instant_played,
}
FOLDS: dict[type[Event], Callable[[SenjutsuState, Any], SenjutsuState]] = {
    x.ActorMoved: move.on_actor_moved,
    x.CollisionHappened: collide.on_collision_happened,
    x.AttackDeclared: attack.on_attack_declared,
    x.AttackResolved: resolved.on_attack_resolved,
    x.BlockApplied: block.on_block_applied,
    x.CounterattackPlayed: counter.on_counterattack_played,
    x.EffectResolved: effects.on_effect_resolved,
    x.WoundTaken: suffered.on_wound_taken,
    x.WoundsHealed: suffered.on_wounds_healed,
    x.ConditionGained: suffered.on_condition_gained,
    InstantPlayed: instants.on_instant_played,
}
