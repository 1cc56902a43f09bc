"""The dispatch tables of full detail: which chapter judges and folds which event.

`games.last_battle.rules` uses them for every match that has a `full` table. Events that mean the same at every level
(opening, schemes, squads, notes, the end) keep their chapter of `games.last_battle`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.last_battle import events as e
from games.last_battle.full import (
    acting,
    actions,
    arcana,
    compromat,
    damage,
    decks,
    duels,
    effects,
    ending,
    fate,
    flips,
    grants,
    markers,
    moves,
    scored,
    scores,
    setup,
    turn,
)
from games.last_battle.full import events as f
from games.last_battle.state import LastBattleState
from games.last_battle.who import Violations
from games.ruleset import Actor, Event

Check = Callable[[LastBattleState, Any, Actor], Violations]
Fold = Callable[[LastBattleState, Any], LastBattleState]

CHAPTERS: dict[type[Event], tuple[Check, Fold]] = {
    f.StrategyMarkerPlaced: (setup.check_strategy_marker_placed, setup.on_strategy_marker_placed),
    f.SquadDeployed: (setup.check_squad_deployed, setup.on_squad_deployed),
    f.DeckPrepared: (decks.check_deck_prepared, decks.on_deck_prepared),
    f.HandDrawn: (decks.check_hand_drawn, decks.on_hand_drawn),
    f.TurnStarted: (turn.check_turn_started, turn.on_turn_started),
    f.InitiativeFlipped: (turn.check_initiative_flipped, turn.on_initiative_flipped),
    f.FirstSideChosen: (turn.check_first_side_chosen, turn.on_first_side_chosen),
    f.FigureActivated: (turn.check_figure_activated, turn.on_figure_activated),
    f.ActionDeclared: (actions.check_action_declared, acting.on_action_declared),
    f.FigureMoved: (moves.check_figure_moved, moves.on_figure_moved),
    f.ResistanceWaived: (flips.check_resistance_waived, flips.on_resistance_waived),
    f.CheckFlipped: (flips.check_check_flipped, flips.on_check_flipped),
    f.FateCheated: (fate.check_fate_cheated, fate.on_fate_cheated),
    f.CheckResolved: (duels.check_check_resolved, duels.on_check_resolved),
    f.ArcanaResolved: (arcana.check_arcana_resolved, arcana.on_arcana_resolved),
    f.TriggerApplied: (duels.check_trigger_applied, duels.on_trigger_applied),
    f.DamageResolved: (damage.check_damage_resolved, damage.on_damage_resolved),
    f.LivesChanged: (effects.check_lives_changed, effects.on_lives_changed),
    f.SizeChanged: (moves.check_size_changed, moves.on_size_changed),
    f.ConditionChanged: (effects.check_condition_changed, effects.on_condition_changed),
    f.FigureRemoved: (effects.check_figure_removed, effects.on_figure_removed),
    f.FigureSummoned: (effects.check_figure_summoned, effects.on_figure_summoned),
    f.AboardChanged: (moves.check_aboard_changed, moves.on_aboard_changed),
    f.SchemeMarkerPlaced: (markers.check_scheme_marker_placed, markers.on_scheme_marker_placed),
    f.SchemeMarkerRemoved: (compromat.check_scheme_marker_removed, compromat.on_scheme_marker_removed),
    f.PortalClosed: (markers.check_portal_closed, markers.on_portal_closed),
    f.CompromatPlaced: (compromat.check_compromat_placed, compromat.on_compromat_placed),
    f.CompromatRemoved: (compromat.check_compromat_removed, compromat.on_compromat_removed),
    e.StrategyScored: (scored.check_strategy_scored, scored.on_strategy_scored),
    e.SchemeScored: (scores.check_scheme_scored, scores.on_scheme_scored),
    f.ActivationEnded: (turn.check_activation_ended, turn.on_activation_ended),
    f.EndEffectsApplied: (turn.check_end_effects_applied, turn.on_end_effects_applied),
    f.ProlongFlipped: (ending.check_prolong_flipped, ending.on_prolong_flipped),
    f.ProlongDeclined: (ending.check_prolong_declined, ending.on_prolong_declined),
    f.DiscardReshuffled: (decks.check_discard_reshuffled, decks.on_discard_reshuffled),
    f.HandDiscarded: (decks.check_hand_discarded, decks.on_hand_discarded),
    f.HangedManUsed: (decks.check_hanged_man_used, decks.on_hanged_man_used),
    f.ArcanaCreated: (grants.check_arcana_created, grants.on_arcana_created),
    f.ArcanaGranted: (grants.check_arcana_granted, grants.on_arcana_granted),
    e.TurnReported: (ending.check_turn_reported_from_full, ending.on_turn_reported_from_full),
}
