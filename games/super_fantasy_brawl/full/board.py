"""The chapters of what happens inside an action, listed for `table.py`: event type -> check, event type -> fold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.ruleset import Actor, Event
from games.super_fantasy_brawl.full import (
    act,
    attack,
    closing,
    displace,
    knocked,
    move,
    putting,
    react,
    stun,
    suffer,
    text,
)
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full.due import answered
from games.super_fantasy_brawl.full.frame import put, table
from games.super_fantasy_brawl.full.traps import (
    check_replacement,
    check_trap_triggered,
    on_replacement,
    on_trap_triggered,
)
from games.super_fantasy_brawl.state import SfbState
from games.super_fantasy_brawl.who import Violations

Check = Callable[[SfbState, Any, Actor], Violations]
Fold = Callable[[SfbState, Any], SfbState]


def _answering(fold: Fold) -> Fold:
    """For events of which nothing more than their coming is due."""

    def on_event(state: SfbState, event: Any) -> SfbState:
        if state.full is None or not state.full.due:
            return fold(state, event)
        return fold(put(state, answered(table(state), event)), event)

    return on_event


CHECKS: dict[type[Event], Check] = {
    a.ActionCardPlayed: act.check_action_card_played,
    a.BasicActionStarted: act.check_basic_action_started,
    a.CardDeclined: act.check_card_declined,
    a.ActionEnded: act.check_action_ended,
    a.ChampionMoved: move.check_champion_moved,
    a.ChampionReturned: putting.check_champion_returned,
    a.ChampionPlaced: putting.check_champion_placed,
    a.ChampionDisplaced: displace.check_champion_displaced,
    a.TrapTriggered: check_trap_triggered,
    a.AttackDeclared: attack.check_attack_declared,
    a.AttackResolved: attack.check_attack_resolved,
    a.SkillUsed: attack.check_skill_used,
    a.ReactionPlayed: react.check_reaction_played,
    a.ReactionPassed: react.check_reaction_passed,
    a.DamageDealt: suffer.check_damage_dealt,
    a.ChampionHealed: suffer.check_champion_healed,
    a.ChampionImmobilised: suffer.check_champion_immobilised,
    a.ChampionStunned: stun.check_champion_stunned,
    a.ChampionKnockedOut: knocked.check_champion_knocked_out,
    a.ChampionLevelledUp: closing.check_champion_levelled_up,
    a.CardEffectApplied: text.check_card_effect_applied,
}
FOLDS: dict[type[Event], Fold] = {
    a.ActionCardPlayed: act.on_action_card_played,
    a.BasicActionStarted: act.on_basic_action_started,
    a.CardDeclined: act.on_card_declined,
    a.ActionEnded: act.on_action_ended,
    a.ChampionMoved: move.on_champion_moved,
    a.ChampionReturned: _answering(putting.on_champion_returned),
    a.ChampionPlaced: putting.on_champion_placed,
    a.ChampionDisplaced: displace.on_champion_displaced,
    a.TrapTriggered: on_trap_triggered,
    a.AttackDeclared: attack.on_attack_declared,
    a.AttackResolved: attack.on_attack_resolved,
    a.SkillUsed: attack.on_skill_used,
    a.ReactionPlayed: react.on_reaction_played,
    a.ReactionPassed: react.on_reaction_passed,
    a.DamageDealt: suffer.on_damage_dealt,
    a.ChampionHealed: suffer.on_champion_healed,
    a.ChampionImmobilised: suffer.on_champion_immobilised,
    a.ChampionStunned: stun.on_champion_stunned,
    a.ChampionKnockedOut: knocked.on_champion_knocked_out,
    a.ChampionLevelledUp: closing.on_champion_levelled_up,
    a.CardEffectApplied: text.on_card_effect_applied,
}
REPLACEMENT: tuple[Check, Fold] = (check_replacement, on_replacement)
"""For `trap_token_placed` with the cause "replacement"."""
