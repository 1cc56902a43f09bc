"""The events of full detail and the pair of functions that judges and folds each. Read by `games.bushido.rules`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.bushido.full import (
    activate,
    begin,
    cardplay,
    close,
    damage,
    declare,
    duel,
    effects,
    exchange,
    facts,
    feats,
    gifts,
    ki,
    move,
    place,
    shots,
    strike,
    summon,
    tactics,
    text,
    told,
    trials,
)
from games.bushido.full import events as f
from games.bushido.state import BusState
from games.bushido.who import Violations
from games.ruleset import Actor, Event

Check = Callable[[BusState, Any, Actor], Violations]
Fold = Callable[[BusState, Any], BusState]

CHAPTERS: dict[type[Event], tuple[Check, Fold]] = {
    f.TacticalTestRolled: (tactics.check_tactical_test_rolled, tactics.on_tactical_test_rolled),
    f.TerrainPlaced: (place.check_terrain_placed, place.on_terrain_placed),
    f.TerrainStopped: (place.check_terrain_stopped, place.on_terrain_stopped),
    f.DeploymentZoneChosen: (place.check_deployment_zone_chosen, place.on_deployment_zone_chosen),
    f.DeploymentOrderChosen: (place.check_deployment_order_chosen, place.on_deployment_order_chosen),
    f.ModelsDeployed: (place.check_models_deployed, place.on_models_deployed),
    f.GameLengthRolled: (begin.check_game_length_rolled, begin.on_game_length_rolled),
    f.FortuneCalled: (begin.check_fortune_called, begin.on_fortune_called),
    f.FirstPlayerChosen: (begin.check_first_player_chosen, begin.on_first_player_chosen),
    f.StepClosed: (begin.check_step_closed, begin.on_step_closed),
    f.PassTokenSpent: (activate.check_pass_token_spent, activate.on_pass_token_spent),
    f.ModelActivated: (activate.check_model_activated, activate.on_model_activated),
    f.MemberChosen: (activate.check_member_chosen, activate.on_member_chosen),
    f.ActionDeclared: (declare.check_action_declared, declare.on_action_declared),
    f.ModelMoved: (move.check_model_moved, move.on_model_moved),
    f.KiBoosted: (ki.check_ki_boosted, ki.on_ki_boosted),
    f.TestRolled: (trials.check_test_rolled, trials.on_test_rolled),
    f.WeaponChosen: (exchange.check_weapon_chosen, exchange.on_weapon_chosen),
    f.MeleeExchangeStarted: (exchange.check_melee_exchange_started, exchange.on_melee_exchange_started),
    f.MeleeDiceCommitted: (exchange.check_melee_dice_committed, exchange.on_melee_dice_committed),
    f.MeleeRolled: (strike.check_melee_rolled, strike.on_melee_rolled),
    f.KiFeatUsed: (feats.check_ki_feat_used, feats.on_ki_feat_used),
    f.OpposedTestRolled: (duel.check_opposed_test_rolled, duel.on_opposed_test_rolled),
    f.TraitUsed: (gifts.check_trait_used, gifts.on_trait_used),
    f.EffectChanged: (effects.check_effect_changed, effects.on_effect_changed),
    f.RangedAttackDeclared: (shots.check_ranged_attack_declared, shots.on_ranged_attack_declared),
    f.RangedTargetReassigned: (shots.check_ranged_target_reassigned, shots.on_ranged_target_reassigned),
    f.RangedAttackRolled: (shots.check_ranged_attack_rolled, shots.on_ranged_attack_rolled),
    f.StrayShotTold: (shots.check_stray_shot_told, shots.on_stray_shot_told),
    f.DamageRolled: (damage.check_damage_rolled, damage.on_damage_rolled),
    f.ActivationEnded: (activate.check_activation_ended, activate.on_activation_ended),
    f.WoundsChanged: (text.check_wounds_changed, text.on_wounds_changed),
    f.MarkerChanged: (text.check_marker_changed, text.on_marker_changed),
    f.TokensChanged: (text.check_tokens_changed, text.on_tokens_changed),
    f.ModelRemoved: (text.check_model_removed, text.on_model_removed),
    f.ModelSummoned: (summon.check_model_summoned, summon.on_model_summoned),
    f.ModelReplaced: (summon.check_model_replaced, summon.on_model_replaced),
    f.ModelsSwapped: (summon.check_models_swapped, summon.on_models_swapped),
    f.ModelPlaced: (summon.check_model_placed, summon.on_model_placed),
    f.SpecialCardUsed: (cardplay.check_special_card_used, cardplay.on_special_card_used),
    f.CounterTaken: (activate.check_counter_taken, activate.on_counter_taken),
    f.ZoneCounted: (close.check_zone_counted, close.on_zone_counted),
    f.ZoneCleared: (close.check_zone_cleared, close.on_zone_cleared),
    f.VimMeasured: (close.check_vim_measured, close.on_vim_measured),
    f.ObjectiveRemoved: (close.check_objective_removed, close.on_objective_removed),
    f.TurnEnded: (close.check_turn_ended, close.on_turn_ended),
    f.CardFactStated: (facts.check_card_fact_stated, facts.on_card_fact_stated),
    f.RulesApplied: (told.check_rules_applied, told.on_rules_applied),
    f.TableChecked: (facts.check_table_checked, facts.on_table_checked),
}
EVENT_TYPES: tuple[type[Event], ...] = f.TABLE_EVENTS
assert set(CHAPTERS) == set(EVENT_TYPES)
