"""Moves of declared actions, boarding of vessels, and the altitude of Heaven (LB-ACT-04, -05, LB-MELEE-03 to -05,
LB-HEAV-01 to -06, LB-SEA-01, LB-SEA-04).

Called through `rules.py`.
"""

from __future__ import annotations

import msgspec

from games.gaps import some
from games.last_battle.full.action_effects import DIVE
from games.last_battle.full.charges import CHARGES, charge_of, with_charge
from games.last_battle.full.checks.duel import check_nothing_open, untargeted, waits
from games.last_battle.full.events import AboardChanged, FigureMoved, SizeChanged
from games.last_battle.full.preconditions import (
    absent,
    commands,
    due_for,
    due_params,
    in_step,
    passing,
    put,
    table,
    without_due,
)
from games.last_battle.full.state import NO_ACT, Act, Due, FullState, Piece, changed, flagged, with_piece
from games.last_battle.permissions import Violations, in_phase, seated
from games.last_battle.state import LastBattleState
from games.ruleset import Actor, RuleViolation

FREE_STEPS = ("start", "activations", "end_effects")
"""Steps of a turn in which cards of figures move somebody beside the actions (LB-ACT-03, -16)."""
GROUND, FRONTIER = 0, 10
WATER = "the_water"
"""Where whoever is aboard of nothing is; a word of `rules.toml`."""
HAZARD = -2
MOVE_RULES = {"charge": "LB-ACT-05", "falcon_strike": "LB-HEAV-04"}


def moving(full: FullState, figure: str) -> Act:
    """The action that lets this figure move now."""
    for act in (full.aside, full.act):
        if act.figure == figure and act.move_left != -1:
            return act
    return NO_ACT


def check_figure_moved(state: LastBattleState, event: FigureMoved, by: Actor) -> Violations:
    """LB-ACT-04, -05: one move of the declared action, as far as it goes; LB-MELEE-03, -04: what leaving costs."""
    return passing(
        event,
        commands(state, by, event.figure, "LB-TURN-05"),
        in_step(state, "activations", "start", "end_effects"),
        _check_move(state, event),
    )


def _check_move(state: LastBattleState, event: FigureMoved) -> Violations:
    """LB-ACT-05, LB-HEAV-04: a charge moves once, before its attacks."""
    full = table(state)
    act = moving(full, event.figure)
    if not act.exists:
        charge = charge_of(full, event.figure)
        yield RuleViolation(MOVE_RULES.get(charge.action, "LB-ACT-04"), {"idle": event.figure})
        return
    if waits(full.duel) and act is full.act:
        yield RuleViolation("LB-ACT-14", {"figure": full.duel.actor})
    yield from _check_distance(state, full.pieces[event.figure], act, event.distance_cm)
    yield from _check_leaving(full, act, event)
    if event.hazard_touched and state.battlefield != "heaven":
        yield RuleViolation("LB-HEAV-06", {"table": state.battlefield})
    elif event.hazard_touched and event.distance_cm == 0:
        yield RuleViolation("LB-HEAV-06", {"still": event.figure})


def _check_distance(state: LastBattleState, piece: Piece, act: Act, told: float | None) -> Violations:
    if told is None:
        return
    limit = act.move_left
    rule = MOVE_RULES.get(act.action, "LB-ACT-04")
    params = {"figure": piece.id, "cm": told, "limit": limit}
    if told == 0 and act.must_move:
        yield RuleViolation(rule, {"still": piece.id})
    elif limit is not None and told > limit:
        if state.battlefield == "sea" and not (piece.card.swimmer or piece.card.vessel):
            yield RuleViolation("LB-SEA-04", params)
        yield RuleViolation(rule, params)


def _check_leaving(full: FullState, act: Act, event: FigureMoved) -> Violations:
    side = full.pieces[event.figure].side
    for name in event.leaves_reach_of:
        enemy = full.pieces.get(name)
        if enemy is None:
            yield RuleViolation("LB-MELEE-05", {"away": name})
            return
        if enemy.side == side:
            yield RuleViolation("LB-MELEE-05", {"friend": name})
            return
    if act.action == "move" and act.paid:
        if event.leaves_reach_of and act.paid < 2:
            foes = list(event.leaves_reach_of)
            yield RuleViolation("LB-MELEE-03", {"figure": event.figure, "foes": foes, "ap": act.paid})
        elif not event.leaves_reach_of and act.paid > 1 and faced(full, side):
            price = {"paid": act.paid}
            yield from (RuleViolation(rule, price) for rule in ("LB-MELEE-04", "LB-ACT-04"))
    elif event.leaves_reach_of and act.action in CHARGES:
        yield RuleViolation("LB-MELEE-02", {"bound": event.figure, "action": act.action})


def faced(full: FullState, side: str) -> bool:
    """LB-MELEE-03, LB-SERP-03: whether an enemy is left whose reach a figure could leave, or who could see it."""
    return any(other.side != side for other in full.pieces.values())


def on_figure_moved(state: LastBattleState, event: FigureMoved) -> LastBattleState:
    full = table(state)
    act = moving(full, event.figure)
    if act.exists:
        done = msgspec.structs.replace(act, must_move=False, move_left=-1)
        done = untargeted(done) if event.final_reach_ok is False else done
        full = changed(full, aside=done) if act is full.aside else changed(full, act=done)
        if event.distance_cm is None or act.move_left is None:
            full = flagged(full, "LB-SEA-04" if state.battlefield == "sea" else "LB-ACT-04")
    if state.battlefield == "heaven":
        full = _past_hazards(full, event)
    return put(state, full)


def _past_hazards(full: FullState, event: FigureMoved) -> FullState:
    """LB-HEAV-06: 2 lives once per move."""
    if event.hazard_touched is None:
        return flagged(full, "LB-HEAV-06")
    if not event.hazard_touched:
        return full
    due = Due("lives_changed", event.figure, "LB-HEAV-06", delta=HAZARD, cause="hazard")
    return changed(full, due=(*full.due, due))


def check_aboard_changed(state: LastBattleState, event: AboardChanged, by: Actor) -> Violations:
    """LB-SEA-01: on the Sea, onto a vessel of either side, which is another figure; never while a turn is counted."""
    full, setup = table(state), in_phase(state, "deploy", "notes", "hands", "turns")
    return passing(
        event,
        commands(state, by, event.figure, "LB-SEA-01"),
        in_step(state, *FREE_STEPS) if state.phase == "turns" else setup,
        _check_vessel(state, full, event),
    )


def _check_vessel(state: LastBattleState, full: FullState, event: AboardChanged) -> Violations:
    if state.battlefield != "sea":
        yield RuleViolation("LB-SEA-01", {"table": state.battlefield})
    elif event.vessel not in (places := places_aboard(full, event.figure)):
        legal = some([name or WATER for name in places])
        yield RuleViolation("LB-SEA-01", {"vessel": event.vessel or WATER, "legal": legal})


def places_aboard(full: FullState, figure: str) -> tuple[str | None, ...]:
    """LB-SEA-01: where a figure may go from where it is: every other vessel that does not stand on it, and None for the
    water."""
    vessels = (piece.id for piece in full.pieces.values() if piece.card.vessel is not False)
    here = full.pieces[figure].aboard
    return tuple(place for place in (None, *vessels) if place != here and figure not in carriers(full, place))


def carriers(full: FullState, name: str | None) -> list[str]:
    """The figure and what it stands on, from top to bottom."""
    found: list[str] = []
    while name in full.pieces and name not in found:
        found.append(name)
        name = full.pieces[name].aboard
    return found


def on_aboard_changed(state: LastBattleState, event: AboardChanged) -> LastBattleState:
    full = table(state)
    piece = msgspec.structs.replace(full.pieces[event.figure], aboard=event.vessel)
    vessel = full.pieces.get(event.vessel or "")
    full = with_piece(full, piece)
    return put(state, flagged(full, "LB-SEA-01") if vessel and vessel.card.vessel is None else full)


def check_size_changed(state: LastBattleState, event: SizeChanged, by: Actor) -> Violations:
    """LB-HEAV-01: in Heaven alone; LB-HEAV-03, -05: by the declared action; else by an ability (LB-ACT-16)."""
    return passing(
        event,
        seated(state, by),
        in_step(state, *FREE_STEPS),
        _check_altitude(state, event, by),
    )


def _check_altitude(state: LastBattleState, event: SizeChanged, by: Actor) -> Violations:
    full = table(state)
    piece = full.pieces.get(event.figure)
    if state.battlefield != "heaven":
        yield RuleViolation("LB-HEAV-01", {"table": state.battlefield, "absent": None})
        return
    if piece is None:
        yield absent("LB-HEAV-01", event.figure)
        return
    due = due_for(full, "size_changed", event.figure)
    if due is not None:
        if event.delta != due.delta:
            yield RuleViolation(due.rule, {**due_params(due), "told": event.delta})
    elif dives(full, event):
        yield from check_nothing_open(full, free=True)
        if waits(full.duel):
            yield RuleViolation("LB-HEAV-05", {"open": full.duel.actor})
    elif event.by_figure is None or not event.cause:
        yield RuleViolation("LB-ACT-16", {"figure": event.figure})
    else:
        yield from commands(state, by, event.by_figure, "LB-ACT-16")
    if piece.size is not None and event.size not in (None, piece.size + event.delta):
        told = {"figure": event.figure, "size": piece.size + event.delta, "told": event.size}
        yield RuleViolation("LB-HEAV-01", told)


def dives(full: FullState, event: SizeChanged) -> bool:
    """LB-HEAV-05: whether this is the last step of a Falcon Strike, declared or granted."""
    return charge_of(full, event.figure).dive and event.delta == DIVE


def on_size_changed(state: LastBattleState, event: SizeChanged) -> LastBattleState:
    full = table(state)
    due = due_for(full, "size_changed", event.figure)
    if due is None and dives(full, event):
        full = with_charge(full, charge_of(full, event.figure), dive=False, attacks=0, move_left=-1)
    piece = full.pieces[event.figure]
    size = event.size if piece.size is None else piece.size + event.delta
    full = with_piece(full, msgspec.structs.replace(piece, size=size), due=without_due(full, due))
    return put(state, _crashed(full, event.figure, size))


def _crashed(full: FullState, figure: str, size: int | None) -> FullState:
    """LB-HEAV-02: on the ground or on the Astral Frontier, dead without a killer."""
    if size is None:
        return flagged(full, "LB-HEAV-02")
    if GROUND < size < FRONTIER:
        return full
    return changed(full, due=(*full.due, Due("figure_removed", figure, "LB-HEAV-02", how="dead_no_killer")))
