"""Waves, levels and what happens between them: SEN-HORDE-01 to -10, -14, -15. Called by `rules.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from games.gaps import known, some
from games.hexes import distance
from games.permissions import unless
from games.ruleset import Actor, NextEvent, RuleViolation
from games.senjutsu.chapters.results import is_decided
from games.senjutsu.events import (
    LevelCompleted,
    LordAttacked,
    Place,
    TerrainPlaced,
    WaveCleared,
    WaveOpponent,
    WaveStarted,
)
from games.senjutsu.facts import HORDE
from games.senjutsu.permissions import Violations, turn_by_turn
from games.senjutsu.state import Foe, Run, SenjutsuState, missing_sides, standing, standing_foes, with_fighter

WAVES = len(HORDE.waves)


def types_of(state: SenjutsuState) -> dict[str, str]:
    """Slot -> type of opponent; SEN-HORDE-13: a nightmare replaces types in the katana's slots."""
    return {**HORDE.slots, **state.options.nightmare}


def slots_of(state: SenjutsuState) -> tuple[str, ...]:
    """The slots of the wave that comes next."""
    return HORDE.waves[state.run.wave - 1]


def wave_due(state: SenjutsuState) -> Iterator[NextEvent]:
    """The wave that comes next; the first one once everything for it is there."""
    run = state.run
    if is_first(state) and any(True for _ in _check_ready(state)):
        return
    yield NextEvent(
        type="wave_started",
        players=tuple(state.fighters),
        choices={"vos.slot": slots_of(state)},
        limits={"level": (run.level, run.level), "wave": (run.wave, run.wave)},
    )


def clear_due(state: SenjutsuState) -> NextEvent:
    """The end of the wave that is cleared."""
    run, turn = state.run, turn_of_clear(state)
    limits = {"level": (run.level, run.level), "wave": (run.wave, run.wave), "turn": (turn, turn)}
    return NextEvent(type="wave_cleared", players=tuple(state.fighters), limits=limits)


def level_due(state: SenjutsuState) -> NextEvent:
    """The end of the level."""
    done = state.run.cleared // WAVES
    return NextEvent(type="level_completed", players=tuple(state.fighters), limits={"level": (done, done)})


def token_due(state: SenjutsuState) -> NextEvent:
    """SEN-HORDE-14: the token of the fallen lord."""
    return NextEvent(type="terrain_placed", players=tuple(state.fighters), choices={"object": ("corpse",)})


def check_terrain_placed(state: SenjutsuState, event: TerrainPlaced, by: Actor) -> Violations:
    """SEN-HORDE-14: before the first wave, beside X, once, with a fallen lord only."""
    refused = [*turn_by_turn(state, by, "horde", "roster")]
    due = state.options.fallen_lord and state.lord is None and event.object == "corpse"
    beside = event.start is not None and distance(event.hex, event.start) == 1
    if not refused and not (due and beside):
        refused.append(RuleViolation("SEN-HORDE-14", token_fault(state, event, event.start)))
    yield from refused


def token_fault(state: SenjutsuState, event: TerrainPlaced, start: Place | None) -> dict[str, Any]:
    """SEN-HORDE-14: what a sentence says of a token of the fallen lord that cannot be laid so."""
    if not state.options.fallen_lord:
        return {"lord": False}
    if state.lord is not None:
        return {"lies": state.lord}
    if event.object != "corpse":
        return {"object": event.object}
    return {"hex": event.hex, "start": known(start)}


def on_terrain_placed(state: SenjutsuState, event: TerrainPlaced) -> SenjutsuState:
    return msgspec.structs.replace(state, lord=event.hex)


def check_wave_started(state: SenjutsuState, event: WaveStarted, by: Actor) -> Violations:
    """SEN-HORDE-01 to -04 and -06: the next wave, complete, each opponent on its own start hex."""
    refused = [*turn_by_turn(state, by, "horde", "roster", "waves")]
    if not refused:
        refused.extend(not_decided(state) or check_wave(state, event))
    yield from refused


def not_decided(state: SenjutsuState) -> tuple[RuleViolation, ...]:
    """SEN-END-04: who gave up goes through no further wave, and rests no more."""
    return unless(not is_decided(state), "SEN-END-04")


def check_wave(state: SenjutsuState, event: WaveStarted) -> Violations:
    """What a wave holds, at every level of detail."""
    if is_first(state):
        missing = [*_check_ready(state)]
        if missing:
            yield from missing
            return
    yield from _check_wave(state, event)
    for opponent in event.vos:
        yield from _check_wave_opponent(state, opponent)
    if len({opponent.hex for opponent in event.vos}) < len(event.vos):
        params = {"actor": [opponent.vo for opponent in event.vos], "expected": dict(HORDE.starts)}
        yield RuleViolation("SEN-HORDE-04", params)


def is_first(state: SenjutsuState) -> bool:
    """Whether the wave that comes next is the first of the run."""
    return not state.run.cleared and not state.foes


def _check_ready(state: SenjutsuState) -> Violations:
    """SEN-SETUP-12, SEN-HORDE-01, -14: the character is registered; a fallen lord lies there; decks, where they are
    logged, are all there."""
    missing = missing_sides(state)
    if missing:
        yield RuleViolation("SEN-SETUP-12", {"missing": missing})
    if state.options.fallen_lord and state.lord is None:
        yield RuleViolation("SEN-HORDE-14", {"wave": state.run.wave})
    if lacks_decks(state):
        told = sorted(deck.vo_type for deck in state.foe_decks.values())
        yield RuleViolation("SEN-HORDE-01", {"told": some(told)})


def lacks_decks(state: SenjutsuState) -> bool:
    """SEN-HORDE-01, -08: whether the opponents' decks are logged, and not yet one for each slot."""
    return state.decks_told and bool(missing_decks(state))


def missing_decks(state: SenjutsuState) -> tuple[str, ...]:
    """SEN-HORDE-01: the types of opponents of which a slot has no deck yet."""
    told = Counter(deck.vo_type for deck in state.foe_decks.values())
    return tuple(Counter(types_of(state).values()) - told)


def _check_wave(state: SenjutsuState, event: WaveStarted) -> Violations:
    """SEN-HORDE-02: the next number, and the opponents of its slots."""
    types = types_of(state)
    told = sorted(opponent.slot for opponent in event.vos)
    named = [opponent.vo for opponent in event.vos]
    wrong_type = [one.vo for one in event.vos if one.vo_type not in (None, types.get(one.slot))]
    taken = sorted({vo for vo in named if named.count(vo) > 1 or vo in state.fighters})
    fits = (event.level, event.wave) == (state.run.level, state.run.wave) and told == sorted(slots_of(state))
    if not fits or wrong_type or taken:
        params = {"level": state.run.level, "wave": state.run.wave, "expected": list(slots_of(state))}
        wrong = {"told": [event.level, event.wave, *told], "taken": taken, "types": wrong_type}
        yield RuleViolation("SEN-HORDE-02", {**params, **wrong})


def _check_wave_opponent(state: SenjutsuState, opponent: WaveOpponent) -> Violations:
    """SEN-HORDE-03 and -04."""
    if opponent.wound_limit != state.run.level:
        params = {"actor": opponent.vo, "level": state.run.level, "told": opponent.wound_limit}
        yield RuleViolation("SEN-HORDE-03", params)
    behaviour = HORDE.starts[opponent.hex]
    if opponent.behaviour not in (None, behaviour) or opponent.stance != "offensive":
        yield RuleViolation("SEN-HORDE-04", {"actor": opponent.vo, "expected": {opponent.hex: behaviour}})


def on_wave_started(state: SenjutsuState, event: WaveStarted) -> SenjutsuState:
    types = types_of(state)
    foes = {
        opponent.vo: Foe(
            vo=opponent.vo,
            vo_type=types.get(opponent.slot, opponent.slot),
            wound_limit=opponent.wound_limit,
            slot=opponent.slot,
            hex=opponent.hex,
            behaviour=HORDE.starts[opponent.hex],
            stance=opponent.stance,
        )
        for opponent in event.vos
    }
    return msgspec.structs.replace(state, phase="turns", foes=foes)


def is_clear(state: SenjutsuState) -> bool:
    """SEN-HORDE-05: whether nobody of the wave stands, and the character does or fell later: what happens together
    clears nothing. A turn that is told whole is one moment; who retires after it did so in the next one."""
    if not state.foes or standing_foes(state):
        return False
    fighters = state.fighters.values()
    if state.full is None:
        return any(one.defeated is None or (one.defeated_turn or 0) > state.turn for one in fighters)
    last = max(foe.fall for foe in state.foes.values())
    return any(one.defeated is None or one.fall > last for one in fighters)


def turn_of_clear(state: SenjutsuState) -> int:
    """The turn in which the last opponent of the wave fell."""
    if state.full is None:
        return state.turn
    return max(foe.defeated_turn or 0 for foe in state.foes.values())


def check_wave_cleared(state: SenjutsuState, event: WaveCleared, by: Actor) -> Violations:
    """SEN-HORDE-05: nobody of the wave stands, the character did, and the turn is the recorded one."""
    refused = [*turn_by_turn(state, by, "horde", "turns")]
    yield from refused or check_clear(state, event)


def check_clear(state: SenjutsuState, event: WaveCleared) -> Violations:
    """What ends a wave, at every level of detail."""
    now, told = (state.run.level, state.run.wave), (event.level, event.wave)
    if not is_clear(state) or told != now:
        fallen = [player for player, one in state.fighters.items() if one.defeated is not None]
        lacking = {"present": now if told != now else (), "standing": standing_foes(state), "fallen": fallen}
        yield RuleViolation("SEN-HORDE-05", {"level": event.level, "wave": event.wave} | lacking)
    elif event.turn != turn_of_clear(state):
        params = {"what": "what_turn", "told": event.turn, "expected": turn_of_clear(state)}
        yield RuleViolation("SEN-LOG-08", params)


def check_pending_clear(state: SenjutsuState) -> Violations:
    """SEN-HORDE-05: a wave that is cleared is logged as such before the run ends."""
    if state.mode == "horde" and state.phase == "turns" and is_clear(state):
        run = state.run
        yield RuleViolation("SEN-HORDE-05", {"due_level": run.level, "due_wave": run.wave})


def on_wave_cleared(state: SenjutsuState, event: WaveCleared) -> SenjutsuState:
    run = Run(state.run.cleared + 1, 0, event.turn)
    phase = "waves" if run.cleared % WAVES else "level"
    return msgspec.structs.replace(state, phase=phase, run=run, foes={})


def check_level_completed(state: SenjutsuState, event: LevelCompleted, by: Actor) -> Violations:
    """SEN-HORDE-07: after the last wave of the level, before anything else."""
    yield from check_waves_done(state, event)
    yield from turn_by_turn(state, by, "horde", "level")


def check_waves_done(state: SenjutsuState, event: LevelCompleted) -> Violations:
    """SEN-HORDE-07: the level whose last wave was cleared."""
    early = state.phase in ("waves", "turns") and state.mode == "horde"
    if early or (state.phase == "level" and event.level != state.run.cleared // WAVES):
        yield RuleViolation("SEN-HORDE-07", {"level": event.level, "waves": WAVES})


def on_level_completed(state: SenjutsuState, event: LevelCompleted) -> SenjutsuState:
    """SEN-HORDE-08 (1): all solo cards are back, so that the decks can be built anew."""
    return msgspec.structs.replace(state, phase="break", foe_decks={})


def check_lord_attacked(state: SenjutsuState, event: LordAttacked, by: Actor) -> Violations:
    """SEN-HORDE-15: an opponent in play, and a lord to lose."""
    refused = [*turn_by_turn(state, by, "horde", "turns")]
    if not refused and not (
        state.options.fallen_lord and event.vo in standing_foes(state) and standing(state)
    ):
        refused.append(RuleViolation("SEN-HORDE-15", _no_attack(state, event.vo)))
    yield from refused


def _no_attack(state: SenjutsuState, vo: str) -> dict[str, Any]:
    """SEN-HORDE-15: why this opponent cannot have lost the lord."""
    if not state.options.fallen_lord:
        return {"lord": False}
    if vo not in standing_foes(state):
        return {"away": vo}
    return {"fallen": [player for player, one in state.fighters.items() if one.defeated is not None]}


def on_lord_attacked(state: SenjutsuState, event: LordAttacked) -> SenjutsuState:
    if event.ignored:
        return state
    for player in standing(state):
        state = with_fighter(state, player, defeated="lord", defeated_turn=state.turn + 1)
    return state
