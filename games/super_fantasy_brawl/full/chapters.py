"""The chapters of full detail: which modules judge and fold its events.

`games.super_fantasy_brawl.rules` uses them for every match that has a `full` table.
"""

from __future__ import annotations

from typing import Any

from games.chapters import Check, Checks, Fold, Folds, checks, folds
from games.ruleset import Actor, Event
from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl.full import act, closing, hands, rounds, setup, text, turn
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full import events as f
from games.super_fantasy_brawl.full.board import displace, move, putting, traps
from games.super_fantasy_brawl.full.common import at_full, put, table
from games.super_fantasy_brawl.full.due import answered
from games.super_fantasy_brawl.full.fighting import attack, knocked, react, stun, suffer
from games.super_fantasy_brawl.permissions import Violations
from games.super_fantasy_brawl.state import SfbState

EVENT_TYPES = (*f.TABLE_EVENTS, *a.ACTION_EVENTS)
AROUND = (setup, hands, turn, rounds)
IN_ACTIONS = (act, move, putting, displace, traps, attack, react, suffer, stun, knocked, closing, text)


def check_trap_token_placed(state: SfbState, event: f.TrapTokenPlaced, by: Actor) -> Violations:
    """At set-up, or for a triggered token, which happens inside an action."""
    if event.cause == "setup":
        return setup.check_trap_laid(state, event, by)
    return traps.check_trap_replaced(state, event, by)


def on_trap_token_placed(state: SfbState, event: f.TrapTokenPlaced) -> SfbState:
    """As `check_trap_token_placed`."""
    return (setup.on_trap_laid if event.cause == "setup" else traps.on_trap_replaced)(state, event)


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


def in_actions(check: Check[SfbState]) -> Check[SfbState]:
    """SFB-TURN-02: what happens inside an action needs a table to be judged on."""

    def judged(state: SfbState, event: Event, by: Actor) -> Violations:
        return at_full(state, "activation") if state.full is None else check(state, event, by)

    return judged


def _answering(fold: Fold[SfbState]) -> Fold[SfbState]:
    """For events of which nothing more than their coming is due."""

    def on_event(state: SfbState, event: Any) -> SfbState:
        if state.full is not None and state.full.due:
            state = put(state, answered(table(state), event))
        return fold(state, event)

    return on_event


CHECKS: Checks[SfbState] = {
    **checks(EVENT_TYPES, *AROUND),
    **{kind: in_actions(check) for kind, check in checks(EVENT_TYPES, *IN_ACTIONS).items()},
    e.ChallengeCardLaid: check_challenge_card_laid,
    f.TrapTokenPlaced: check_trap_token_placed,
    f.RefreshCompleted: in_actions(turn.check_refresh_completed),
}
FOLDS: Folds[SfbState] = {
    **folds(EVENT_TYPES, *AROUND, *IN_ACTIONS),
    e.ChallengeCardLaid: on_challenge_card_laid,
    f.TrapTokenPlaced: on_trap_token_placed,
    a.ChampionReturned: _answering(putting.on_champion_returned),
}
assert set(EVENT_TYPES) <= CHECKS.keys() & FOLDS.keys(), "every event of full detail has its chapter"
