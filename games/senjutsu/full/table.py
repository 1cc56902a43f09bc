"""The dispatch tables of full detail: which chapter judges and folds which event.

`games.senjutsu.rules` uses them for every match that has a `full` table. Events that mean the same at every level
(opening, registration, annulment) keep their chapter of `games.senjutsu`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.ruleset import Actor, Event
from games.senjutsu import events as e
from games.senjutsu.full import (
    board,
    choose,
    discard,
    draw,
    ending,
    foes,
    gains,
    hands,
    moved,
    order,
    pay,
    phases,
    replace,
    reveal,
    ring,
    setup,
)
from games.senjutsu.full import effect_events as g
from games.senjutsu.full import events as f
from games.senjutsu.full.effect_events import EFFECT_EVENTS
from games.senjutsu.full.events import TABLE_EVENTS
from games.senjutsu.full.frame import whose
from games.senjutsu.state import SenjutsuState
from games.senjutsu.who import Violations

Check = Callable[[SenjutsuState, Any, Actor], Violations]
Fold = Callable[[SenjutsuState, Any], SenjutsuState]

EVENT_TYPES: tuple[type[Event], ...] = (*TABLE_EVENTS, *EFFECT_EVENTS)


OWN_CHECKS: dict[type[Event], Check] = {
    e.SideRegistered: setup.check_side_registered,
    e.DeckRegistered: setup.check_deck_registered,
    e.TerrainPlaced: setup.check_terrain_placed,
    f.AdvantageSet: setup.check_advantage_set,
    f.CharacterPlaced: setup.check_character_placed,
    f.PreparedTaken: hands.check_prepared_taken,
    f.StartingHandDrawn: hands.check_starting_hand_drawn,
    f.TurnStarted: draw.check_turn_started,
    f.BleedDiscarded: draw.check_bleed_discarded,
    f.CardDrawn: draw.check_card_drawn,
    f.PhaseStarted: phases.check_phase_started,
    f.CardSelected: choose.check_card_selected,
    f.CardsRevealed: reveal.check_cards_revealed,
    f.TargetNamed: reveal.check_target_named,
    f.FocusPaid: pay.check_focus_paid,
    f.InstantPassed: replace.check_instant_passed,
    f.InitiativeChosen: reveal.check_initiative_chosen,
    f.TieOrderChosen: order.check_tie_order_chosen,
    f.PartStarted: order.check_part_started,
    f.CardsMoved: moved.check_cards_moved,
    f.HandTrimmed: discard.check_hand_trimmed,
    f.TurnEnded: discard.check_turn_ended,
    g.KamaeMoved: ring.check_kamae_moved,
    g.KamaeChanged: ring.check_kamae_changed,
    g.FocusGained: gains.check_focus_gained,
    g.FocusLost: gains.check_focus_lost,
    g.AdvantageGained: gains.check_advantage_gained,
}
OWN_FOLDS: dict[type[Event], Fold] = {
    e.DeckRegistered: setup.on_deck_registered,
    e.TerrainPlaced: setup.on_terrain_placed,
    e.SideConceded: ending.on_side_conceded,
    f.AdvantageSet: setup.on_advantage_set,
    f.CharacterPlaced: setup.on_character_placed,
    f.PreparedTaken: hands.on_prepared_taken,
    f.StartingHandDrawn: hands.on_starting_hand_drawn,
    f.TurnStarted: draw.on_turn_started,
    f.BleedDiscarded: draw.on_bleed_discarded,
    f.CardDrawn: draw.on_card_drawn,
    f.PhaseStarted: phases.on_phase_started,
    f.CardSelected: choose.on_card_selected,
    f.CardsRevealed: reveal.on_cards_revealed,
    f.TargetNamed: reveal.on_target_named,
    f.FocusPaid: pay.on_focus_paid,
    f.InstantPassed: replace.on_instant_passed,
    f.InitiativeChosen: reveal.on_initiative_chosen,
    f.TieOrderChosen: order.on_tie_order_chosen,
    f.PartStarted: order.on_part_started,
    f.CardsMoved: moved.on_cards_moved,
    f.HandTrimmed: discard.on_hand_trimmed,
    f.TurnEnded: discard.on_turn_ended,
    g.KamaeMoved: ring.on_kamae_moved,
    g.KamaeChanged: ring.on_kamae_changed,
    g.FocusGained: gains.on_focus_gained,
    g.FocusLost: gains.on_focus_lost,
    g.AdvantageGained: gains.on_advantage_gained,
}


def check_instant_played(state: SenjutsuState, event: f.InstantPlayed, by: Actor) -> Violations:
    """A replacement belongs to the reveal, other instants to the board."""
    other = board.CHECKS[f.InstantPlayed]
    yield from (replace.check_replacement_played if event.kind == "replacement" else other)(state, event, by)


def on_instant_played(state: SenjutsuState, event: f.InstantPlayed) -> SenjutsuState:
    """As `check_instant_played`."""
    other = board.FOLDS[f.InstantPlayed]
    return (replace.on_replacement_played if event.kind == "replacement" else other)(state, event)


def _check_by_actor(own: Check, foe: Check) -> Check:
    """For an event of both: the opponents' chapter where a virtual opponent acts."""

    def check(state: SenjutsuState, event: Any, by: Actor) -> Violations:
        yield from (foe if state.foes and whose(event) in state.foes else own)(state, event, by)

    return check


def _fold_by_actor(own: Fold, foe: Fold) -> Fold:
    def fold(state: SenjutsuState, event: Any) -> SenjutsuState:
        return (foe if state.foes and whose(event) in state.foes else own)(state, event)

    return fold


CHECKS: dict[type[Event], Check] = {
    **OWN_CHECKS,
    **board.CHECKS,
    **foes.CHECKS,
    f.InstantPlayed: check_instant_played,
}
FOLDS: dict[type[Event], Fold] = {
    **OWN_FOLDS,
    **board.FOLDS,
    **foes.FOLDS,
    f.InstantPlayed: on_instant_played,
}
CHECKS |= {kind: _check_by_actor(CHECKS[kind], check) for kind, check in foes.FOE_CHECKS.items()}
FOLDS |= {kind: _fold_by_actor(FOLDS[kind], fold) for kind, fold in foes.FOE_FOLDS.items()}
assert set(EVENT_TYPES) <= CHECKS.keys() & FOLDS.keys(), "every event of full detail has its chapter"
