"""The chapters of full detail: which modules judge and fold its events.

`games.last_battle.rules` uses them for every match that has a `full` table. Events that mean the same at every level
(opening, schemes, squads, notes, the end) keep their chapter of `games.last_battle`.
"""

from __future__ import annotations

from games.chapters import pairs
from games.last_battle.events import PlayStopped, SchemeScored, StrategyScored, TurnReported
from games.last_battle.full import (
    action_effects,
    actions,
    decks,
    effects,
    ending,
    grants,
    markers,
    moves,
    setup,
    stopping,
    turn,
)
from games.last_battle.full.checks import arcana, check_totals, damage, fate, flips
from games.last_battle.full.events import FULL_EVENTS
from games.last_battle.full.schemes import claims, compromat, strategy_scored

CHAPTERS = pairs(
    (*FULL_EVENTS, StrategyScored, SchemeScored, TurnReported, PlayStopped),
    *(setup, decks, turn, ending, stopping),
    *(action_effects, actions, moves, flips, fate, check_totals, arcana, damage, effects),
    *(markers, compromat, grants, strategy_scored, claims),
)
