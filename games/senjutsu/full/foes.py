"""The slot of virtual opponents and waves at full detail.

`CHECKS` and `FOLDS` are taken over by `table.py`.
`FOE_CHECKS` and `FOE_FOLDS` stand in for the players' chapter where the actor of an event of both is an opponent; most
of them ask that chapter first and add what holds for opponents alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from games.ruleset import Actor, Event, RuleViolation
from games.senjutsu import events as e
from games.senjutsu import finish
from games.senjutsu.full import board, discard, joining, levels, order, reveal, vo_choice, vo_counter, waves
from games.senjutsu.full import effect_events as x
from games.senjutsu.full import virtual as v
from games.senjutsu.full.cards import parts_of
from games.senjutsu.full.events import (
    CardDrawn,
    CardsRevealed,
    FocusPaid,
    InitiativeChosen,
    PartStarted,
    TurnEnded,
    TurnStarted,
)
from games.senjutsu.full.frame import put, table
from games.senjutsu.full.state import flagged
from games.senjutsu.state import SenjutsuState
from games.senjutsu.who import Violations

Check = Callable[[SenjutsuState, Any, Actor], Violations]
Fold = Callable[[SenjutsuState, Any], SenjutsuState]
Extra = Callable[[SenjutsuState, Any], Iterator[RuleViolation]]


def also(kind: type[Event], extra: Extra) -> Check:
    """The rules of the board for this event, then those of opponents."""

    def check(state: SenjutsuState, event: Any, by: Actor) -> Violations:
        found = [*board.CHECKS[kind](state, event, by)]
        yield from found
        if not found:
            yield from extra(state, event)

    return check


def check_initiative_chosen(state: SenjutsuState, event: InitiativeChosen, by: Actor) -> Violations:
    """The rules of every choice of an initiative, then SEN-SOLO-20."""
    found = [*reveal.check_initiative_chosen(state, event, by)]
    yield from found
    if not found:
        yield from vo_choice.check_initiative(state, event)


def check_part_started(state: SenjutsuState, event: PartStarted, by: Actor) -> Violations:
    """SEN-SOLO-18: the second part of an attack card may stand in the place of the first."""
    found = [*order.check_part_started(vo_choice.without_attack(state, event), event, by)]
    slow = [one for one in found if one.rule == "SEN-INIT-02" and state.foes[event.actor].timers]
    yield from (RuleViolation("SEN-SOLO-09", one.params) for one in slow)
    if vo_choice.is_other_part(state, event) and any(one.rule == "SEN-INIT-03" for one in found):
        params = {"actor": event.actor, "card": event.card, "told": "both_parts"}
        found = [RuleViolation("SEN-SOLO-18", params), *(one for one in found if one.rule != "SEN-INIT-03")]
    yield from found
    if not found:
        yield from vo_choice.check_part(state, event)


def on_part_started(state: SenjutsuState, event: PartStarted) -> SenjutsuState:
    """SEN-LOG-05: whether a card of unknown parts attacks is not judged."""
    state = order.on_part_started(vo_choice.without_attack(state, event), event)
    unknown = parts_of(state, event.card) is None
    return put(state, flagged(table(state), "SEN-SOLO-18")) if unknown else state


def on_attack_declared(state: SenjutsuState, event: x.AttackDeclared) -> SenjutsuState:
    """SEN-SOLO-18: never both parts."""
    return vo_choice.drop_rest(board.FOLDS[x.AttackDeclared](state, event), event)


def check_cards_revealed(state: SenjutsuState, event: CardsRevealed, by: Actor) -> Violations:
    """The rules of every reveal, then SEN-SOLO-16."""
    found = [*reveal.check_cards_revealed(state, event, by)]
    yield from found or vo_choice.check_named(state, event)


def on_turn_ended(state: SenjutsuState, event: TurnEnded) -> SenjutsuState:
    """SEN-SOLO-12: decks are refreshed after the discard of the turn."""
    return v.refreshed(discard.on_turn_ended(state, event))


def check_match_finished(state: SenjutsuState, event: e.MatchFinished, by: Actor) -> Violations:
    """SEN-HORDE-05: a clear that is not logged yet comes first."""
    pending = [*waves.check_pending_clear(state)]
    yield from pending or finish.check_match_finished(state, event, by)


CHECKS: dict[type[Event], Check] = {
    TurnStarted: joining.check_turn_started,
    CardsRevealed: check_cards_revealed,
    e.VoJoined: joining.check_vo_joined,
    e.VoWithdrawn: joining.check_vo_withdrawn,
    e.TerrainPlaced: waves.check_terrain_placed,
    e.WaveStarted: waves.check_wave_started,
    e.WaveCleared: waves.check_wave_cleared,
    e.LevelCompleted: levels.check_level_completed,
    e.RecoveryApplied: levels.check_recovery_applied,
    e.LordAttacked: waves.check_lord_attacked,
    e.MatchFinished: check_match_finished,
    x.VoStateChanged: v.check_vo_state_changed,
    x.VoDeckRefreshed: v.check_vo_deck_refreshed,
    x.VoDeckSeen: v.check_vo_deck_seen,
    x.VoCounterResolved: vo_counter.check_vo_counter_resolved,
}
FOLDS: dict[type[Event], Fold] = {
    TurnEnded: on_turn_ended,
    e.VoJoined: joining.on_vo_joined,
    e.VoWithdrawn: joining.on_vo_withdrawn,
    e.TerrainPlaced: waves.on_terrain_placed,
    e.WaveStarted: waves.on_wave_started,
    e.WaveCleared: waves.on_wave_cleared,
    e.LevelCompleted: levels.on_level_completed,
    e.RecoveryApplied: levels.on_recovery_applied,
    e.LordAttacked: waves.on_lord_attacked,
    x.VoStateChanged: v.on_vo_state_changed,
    x.VoDeckRefreshed: v.on_vo_deck_refreshed,
    x.VoDeckSeen: v.on_vo_deck_seen,
    x.VoCounterResolved: vo_counter.on_vo_counter_resolved,
}
FOE_CHECKS: dict[type[Event], Check] = {
    CardDrawn: v.check_vo_drawn,
    InitiativeChosen: check_initiative_chosen,
    PartStarted: check_part_started,
    x.AttackDeclared: also(x.AttackDeclared, vo_choice.check_attack),
    x.ActorMoved: also(x.ActorMoved, vo_choice.check_move),
    FocusPaid: v.check_no_focus,
    x.FocusGained: v.check_no_focus,
    x.AdvantageGained: v.check_no_advantage,
}
FOE_FOLDS: dict[type[Event], Fold] = {
    CardDrawn: v.on_vo_drawn,
    PartStarted: on_part_started,
    x.AttackDeclared: on_attack_declared,
}

check_revealed = v.check_turned_up
on_revealed = v.turned_up
