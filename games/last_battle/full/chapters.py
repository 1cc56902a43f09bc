"""The chapters of full detail: which modules judge and fold its events.

`games.last_battle.rules` uses them for every match that has a `full` table. Events that mean the same at every level
(opening, schemes, squads, notes, the end) keep their chapter of `games.last_battle`.
"""

from __future__ import annotations

from games.chapters import pairs
from games.last_battle.events import PlayStopped, SchemeScored, StrategyScored, TurnReported
from games.last_battle.full import (
    acting,
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
from games.last_battle.full.checks import arcana, damage, duels, fate, flips
from games.last_battle.full.events import FULL_EVENTS
from games.last_battle.full.schemes import compromat, scored, scores

CHAPTERS = pairs(
    (*FULL_EVENTS, StrategyScored, SchemeScored, TurnReported, PlayStopped),
    *(setup, decks, turn, ending, stopping),
    *(acting, actions, moves, flips, fate, duels, arcana, damage, effects),
    *(markers, compromat, grants, scored, scores),
)
