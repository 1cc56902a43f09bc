"""The dispatch tables of full detail: which chapter judges and folds which event.

`games.super_fantasy_brawl.rules` uses them for every match that has a `full` table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.ruleset import Actor, Event
from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl.full import board, hands, rounds, setup, turn
from games.super_fantasy_brawl.full import events as f
from games.super_fantasy_brawl.full.action_events import ACTION_EVENTS
from games.super_fantasy_brawl.full.events import TABLE_EVENTS
from games.super_fantasy_brawl.full.frame import at_full
from games.super_fantasy_brawl.state import SfbState
from games.super_fantasy_brawl.who import Violations

Check = Callable[[SfbState, Any, Actor], Violations]
Fold = Callable[[SfbState, Any], SfbState]

EVENT_TYPES: tuple[type[Event], ...] = (*TABLE_EVENTS, *ACTION_EVENTS)


def check_trap_token_placed(state: SfbState, event: f.TrapTokenPlaced, by: Actor) -> Violations:
    """At set-up, or for a triggered token."""
    check = setup.check_trap_laid if event.cause == "setup" else board.REPLACEMENT[0]
    yield from check(state, event, by)


def on_trap_token_placed(state: SfbState, event: f.TrapTokenPlaced) -> SfbState:
    """As `check_trap_token_placed`."""
    return (setup.on_trap_laid if event.cause == "setup" else board.REPLACEMENT[1])(state, event)


def check_challenge_card_laid(state: SfbState, event: e.ChallengeCardLaid, by: Actor) -> Violations:
    """At set-up (also by turns), or at the end of a round."""
    at_setup = event.cause == "setup"
    check = setup.check_challenge_laid_at_setup if at_setup else rounds.check_challenge_laid_at_round_end
    yield from check(state, event, by)


def on_challenge_card_laid(state: SfbState, event: e.ChallengeCardLaid) -> SfbState:
    """As `check_challenge_card_laid`."""
    at_setup = event.cause == "setup"
    fold = setup.on_challenge_laid_at_setup if at_setup else rounds.on_challenge_laid_at_round_end
    return fold(state, event)


def in_actions(check: Check) -> Check:
    """SFB-TURN-02: what happens inside an action needs a table to be judged on."""

    def judged(state: SfbState, event: Event, by: Actor) -> Violations:
        return at_full(state, "activation") if state.full is None else check(state, event, by)

    return judged


CHECKS: dict[type[Event], Check] = {
    e.ChallengeCardLaid: check_challenge_card_laid,
    f.ZoneChosen: setup.check_zone_chosen,
    f.PersonalDeckBuilt: setup.check_personal_deck_built,
    f.TrapSupplyShuffled: setup.check_trap_supply_shuffled,
    f.TrapTokenPlaced: check_trap_token_placed,
    f.OpeningHandDrawn: hands.check_opening_hand_drawn,
    f.MulliganResolved: hands.check_mulligan_resolved,
    f.ChampionDeployed: setup.check_champion_deployed,
    f.TurnStarted: turn.check_turn_started,
    f.ChallengesScored: turn.check_challenges_scored,
    f.CardsDrawn: hands.check_cards_drawn,
    f.CardsPlanned: hands.check_cards_planned,
    f.PersonalDeckReshuffled: hands.check_personal_deck_reshuffled,
    f.InformationShown: hands.check_information_shown,
    f.RefreshCompleted: in_actions(turn.check_refresh_completed),
    f.TurnEnded: turn.check_turn_ended,
    f.ChallengeTrackShifted: rounds.check_challenge_track_shifted,
    f.ChallengeDeckReshuffled: rounds.check_challenge_deck_reshuffled,
    f.RoundEnded: rounds.check_round_ended,
    **{kind: in_actions(check) for kind, check in board.CHECKS.items()},
}
FOLDS: dict[type[Event], Fold] = {
    e.ChallengeCardLaid: on_challenge_card_laid,
    f.ZoneChosen: setup.on_zone_chosen,
    f.PersonalDeckBuilt: setup.on_personal_deck_built,
    f.TrapSupplyShuffled: setup.on_trap_supply_shuffled,
    f.TrapTokenPlaced: on_trap_token_placed,
    f.OpeningHandDrawn: hands.on_opening_hand_drawn,
    f.MulliganResolved: hands.on_mulligan_resolved,
    f.ChampionDeployed: setup.on_champion_deployed,
    f.TurnStarted: turn.on_turn_started,
    f.ChallengesScored: turn.on_challenges_scored,
    f.CardsDrawn: hands.on_cards_drawn,
    f.CardsPlanned: hands.on_cards_planned,
    f.PersonalDeckReshuffled: hands.on_personal_deck_reshuffled,
    f.InformationShown: hands.on_information_shown,
    f.RefreshCompleted: turn.on_refresh_completed,
    f.TurnEnded: turn.on_turn_ended,
    f.ChallengeTrackShifted: rounds.on_challenge_track_shifted,
    f.ChallengeDeckReshuffled: rounds.on_challenge_deck_reshuffled,
    f.RoundEnded: rounds.on_round_ended,
    **board.FOLDS,
}
assert set(EVENT_TYPES) <= CHECKS.keys() & FOLDS.keys(), "every event of full detail has its chapter"
