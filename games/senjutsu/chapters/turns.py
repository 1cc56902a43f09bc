"""One turn in one event: `turn_recorded` judged and folded, characters and opponents.

Called by `rules.py`. `harm.py` judges wounds and defeats, `zones.py` the cards. Defeats in one turn are simultaneous.
"""

from __future__ import annotations

import msgspec

from games.gaps import some
from games.ruleset import Actor, RuleViolation
from games.senjutsu.chapters.harm import OPPONENT, Body, check_counts, check_defeat, check_kinds
from games.senjutsu.chapters.results import is_decided, run_of
from games.senjutsu.chapters.revealed import check_revealed, with_revealed
from games.senjutsu.chapters.solo import check_opponents_at_start
from games.senjutsu.chapters.zones import check_zones, flow
from games.senjutsu.events import OpponentTurn, Turn, TurnRecorded
from games.senjutsu.facts import FACTS, LIMITS
from games.senjutsu.permissions import Violations, a_side, at_detail, in_phase, seated
from games.senjutsu.state import (
    Fighter,
    Foe,
    SenjutsuState,
    missing_sides,
    next_fall,
    shared,
    standing,
    standing_foes,
)


def check_turn_recorded(state: SenjutsuState, event: TurnRecorded, by: Actor) -> Violations:
    """Who and when first, then who takes part, then every number."""
    refused = [*_check_when(state, by)]
    if not refused:
        refused.extend(_check_order(state, event))
    if not refused:
        refused.extend(_check_present(state, event))
    if not refused:
        decided = is_decided(on_turn_recorded(state, event))
        for player, told in event.characters.items():
            broken_off = decided or told.defeated is not None
            refused.extend(_check_character(state.fighters[player], told, event.turn, broken_off))
            refused.extend(check_revealed(state, state.fighters[player], told, by))
        for vo, opponent in event.opponents.items():
            refused.extend(_check_opponent(state.foes[vo], opponent))
    yield from refused


def _check_when(state: SenjutsuState, by: Actor) -> Violations:
    """SEN-LOG-02, -04, -09, SEN-SETUP-12, SEN-HORDE-06."""
    if state.phase == "waves":
        yield RuleViolation("SEN-HORDE-06")
    phases = ("turns",) if state.mode == "horde" else ("roster", "turns")
    yield from in_phase(state, *phases)
    yield from at_detail(state, "turns")
    yield from seated(state, by)
    if state.phase == "roster":
        missing = missing_sides(state)
        if state.mode == "solo" and not state.foes:
            missing.append("an_opponent")
        if missing:
            yield RuleViolation("SEN-SETUP-12", {"missing": missing})


def _check_order(state: SenjutsuState, event: TurnRecorded) -> Violations:
    """SEN-END-04, SEN-HORDE-06, SEN-TURN-02; and the opponents with which a solo game may start."""
    if is_decided(state):
        yield RuleViolation("SEN-END-04")
    elif state.mode == "horde" and not standing_foes(state):
        yield RuleViolation("SEN-HORDE-06")
    elif event.turn != state.turn + 1:
        yield RuleViolation("SEN-TURN-02", {"turn": event.turn, "expected": state.turn + 1})
    elif state.phase == "roster" and state.mode == "solo":
        yield from check_opponents_at_start(state)


def _check_present(state: SenjutsuState, event: TurnRecorded) -> Violations:
    """SEN-TURN-05: exactly the undefeated characters; opponents that are in play."""
    expected = standing(state)
    if set(event.characters) != set(expected):
        yield RuleViolation(
            "SEN-TURN-05", {"expected": list(expected), "told": some(sorted(event.characters))}
        )
    for vo in sorted(set(event.opponents) - set(standing_foes(state))):
        yield RuleViolation("SEN-LOG-04", {"away": vo})


def _check_character(fighter: Fighter, told: Turn, turn: int, broken_off: bool) -> Violations:
    """`broken_off`: the turn ended for this character before its Discard phase (SEN-END-04, SEN-TURN-05)."""
    now = Body(
        fighter.player, told.wounds, told.bleeding, told.stuns, fighter.wound_limit, fighter.hand_limit
    )
    played_stun = told.played is None or told.played == "stun"
    before = fighter.wounds + told.deckout_wounds
    short = [*check_counts(now, max(0, before - told.healed), max(0, fighter.stuns - played_stun))]
    yield from short or check_kinds(now, before - fighter.bleeding, fighter.bleeding, told.healed)
    yield from check_defeat(now, told.defeated)
    yield from check_zones(fighter, told, turn, broken_off)
    yield from _check_ranges(fighter.player, told)


def _check_ranges(player: str, told: Turn) -> Violations:
    """SEN-FOC-01, SEN-KAM-01, SEN-HEX-01."""
    if told.focus is not None and not 0 <= told.focus <= LIMITS.focus:
        yield RuleViolation("SEN-FOC-01", {"actor": player, "told": told.focus, "limit": LIMITS.focus})
    if told.kamae is not None and told.kamae not in FACTS.kamae:
        params = {"actor": player, "told": told.kamae, "legal": list(FACTS.kamae)}
        yield RuleViolation("SEN-KAM-01", params)
    yield from a_side(player, told.facing)


def _check_opponent(foe: Foe, told: OpponentTurn) -> Violations:
    """Its numbers; SEN-SOLO-07: of the one card that it turns up in a turn one stun more is laid."""
    now = Body(foe.vo, told.wounds, told.bleeding, told.stuns, foe.wound_limit, foe.wound_limit)
    short = [*check_counts(now, max(0, foe.wounds - told.healed), foe.stuns)]
    yield from short or check_kinds(now, foe.wounds - foe.bleeding, foe.bleeding, told.healed)
    yield from check_defeat(now, told.defeated, OPPONENT)
    if told.stuns > foe.stuns + 1:
        yield RuleViolation("SEN-SOLO-07", {"vo": foe.vo, "limit": foe.stuns + 1, "laid": told.stuns})


def on_turn_recorded(state: SenjutsuState, event: TurnRecorded) -> SenjutsuState:
    fall = next_fall(state)
    fighters = {
        player: _after(state, fighter, event.characters[player], event.turn, fall)
        if player in event.characters
        else fighter
        for player, fighter in state.fighters.items()
    }
    foes = {
        vo: _foe_after(foe, event.opponents[vo]) if vo in event.opponents else foe
        for vo, foe in state.foes.items()
    }
    state = msgspec.structs.replace(state, phase="turns", turn=event.turn, fighters=fighters, foes=foes)
    return msgspec.structs.replace(state, run=run_of(state)) if state.mode == "horde" else state


def _after(state: SenjutsuState, fighter: Fighter, told: Turn, turn: int, fall: int) -> Fighter:
    """What was not told is unknown, except the deck, which follows from what was. `fall`: the moment of its defeat."""
    due = flow(fighter, told)
    now = {
        **shared(told, Fighter),
        "injuries": told.injuries or 0,
        "deck": told.deck if due is None or (told.defeated and told.deck is not None) else due.deck,
        "defeated_turn": turn if told.defeated else None,
        "fall": fall if told.defeated else 0,
    }
    return with_revealed(state, msgspec.structs.replace(fighter, **now), told)


def _foe_after(foe: Foe, told: OpponentTurn) -> Foe:
    return msgspec.structs.replace(foe, **shared(told, Foe))
