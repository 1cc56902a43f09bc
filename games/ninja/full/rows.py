"""The chapters of full detail: which function judges and folds which event. Called by `rules.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.ninja.full import (
    alert,
    character,
    dealt,
    guards,
    met,
    movement,
    phases,
    piles,
    reveal,
    search,
    setup,
    window,
)
from games.ninja.full import events as f
from games.ninja.state import NinjaState
from games.ninja.who import Violations
from games.ruleset import Actor, Event

Check = Callable[[NinjaState, Any, Actor], Violations]
Fold = Callable[[NinjaState, Any], NinjaState]

ROWS: tuple[tuple[type[Event], Check, Fold], ...] = (
    (f.SeedCommitted, dealt.check_seed_committed, dealt.on_seed_committed),
    (f.MissionsDrawn, setup.check_missions_drawn, setup.on_missions_drawn),
    (f.CharacterChosen, character.check_character_chosen, character.on_character_chosen),
    (f.HandChosen, setup.check_hand_chosen, setup.on_hand_chosen),
    (f.GuardsDeployed, setup.check_guards_deployed, setup.on_guards_deployed),
    (f.GuardMapMarked, setup.check_guard_map_marked, setup.on_guard_map_marked),
    (f.IntruderStartMarked, setup.check_intruder_start_marked, setup.on_intruder_start_marked),
    (f.PassageMarked, setup.check_passage_marked, setup.on_passage_marked),
    (f.SetupCompleted, setup.check_setup_completed, setup.on_setup_completed),
    (f.TurnStarted, phases.check_turn_started, phases.on_turn_started),
    (f.GuardCardsDrawn, piles.check_guard_cards_drawn, piles.on_guard_cards_drawn),
    (f.DrawnCardsShared, piles.check_drawn_cards_shared, piles.on_drawn_cards_shared),
    (f.WoundCardsReturned, piles.check_wound_cards_returned, piles.on_wound_cards_returned),
    (f.PhaseStarted, phases.check_phase_started, phases.on_phase_started),
    (f.GuardCardPlayed, guards.check_guard_card_played, guards.on_guard_card_played),
    (f.FreeListenOrdered, guards.check_free_listen_ordered, guards.on_free_listen_ordered),
    (f.ListenAnswered, guards.check_listen_answered, guards.on_listen_answered),
    (f.GuardsMoved, movement.check_guards_moved, movement.on_guards_moved),
    (f.MovementCleared, met.check_movement_cleared, met.on_movement_cleared),
    (f.GuardAwakened, guards.check_guard_awakened, guards.on_guard_awakened),
    (f.GuardSobered, guards.check_guard_sobered, guards.on_guard_sobered),
    (f.PatrolReformed, movement.check_patrol_reformed, movement.on_patrol_reformed),
    (f.IntruderDetected, window.check_intruder_detected, window.on_intruder_detected),
    (f.PassageDiscovered, met.check_passage_discovered, met.on_passage_discovered),
    (f.GuardAttacked, guards.check_guard_attacked, guards.on_guard_attacked),
    (f.IntruderDied, guards.check_intruder_died, guards.on_intruder_died),
    (f.IntruderRespawned, phases.check_intruder_respawned, phases.on_intruder_respawned),
    (f.RespawnBonusTaken, phases.check_respawn_bonus_taken, phases.on_respawn_bonus_taken),
    (f.IntruderCardPlayed, window.check_intruder_card_played, window.on_intruder_card_played),
    (f.GuardNeutralised, window.check_guard_neutralised, window.on_guard_neutralised),
    (f.IntruderHidden, window.check_intruder_hidden, window.on_intruder_hidden),
    (f.PassageEntered, window.check_passage_entered, window.on_passage_entered),
    (f.PassageLeft, window.check_passage_left, window.on_passage_left),
    (f.IntruderLeftMap, window.check_intruder_left_map, window.on_intruder_left_map),
    (f.IntruderMoved, window.check_intruder_moved, window.on_intruder_moved),
    (f.IntruderPassed, window.check_intruder_passed, window.on_intruder_passed),
    (f.ZonesSearched, search.check_zones_searched, search.on_zones_searched),
    (f.SearchAnswered, search.check_search_answered, search.on_search_answered),
    (f.MissionCompleted, search.check_mission_completed, search.on_mission_completed),
    (f.HazardWaived, search.check_hazard_waived, search.on_hazard_waived),
    (f.HazardResolved, search.check_hazard_resolved, search.on_hazard_resolved),
    (f.TurnEnded, phases.check_turn_ended, phases.on_turn_ended),
    (f.AlertRecorded, alert.check_alert_recorded, alert.on_alert_recorded),
    (f.SecretRevealed, reveal.check_secret_revealed, reveal.on_secret_revealed),
)
CHECKS: dict[type[Event], Check] = {event: check for event, check, _ in ROWS}
FOLDS: dict[type[Event], Fold] = {event: fold for event, _, fold in ROWS}
