"""Flips of a check: whose turn to flip, the computed pluses and minuses, the cards and the chosen one (LB-CHK).

Called through `rules.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from games.last_battle.full.cards import DEATH, WHEEL, check_draw, foe, laid_open, value
from games.last_battle.full.charges import charge_of, with_charge
from games.last_battle.full.checks.duel import (
    due_flip,
    flip_size,
    modifiers,
    next_role,
    resumed,
    side_of_role,
)
from games.last_battle.full.events import CheckFlipped, ResistanceWaived
from games.last_battle.full.preconditions import commands, in_step, passing, put, side_acts, table
from games.last_battle.full.state import Duel, Flip, FullState, Pile, changed, flagged
from games.last_battle.permissions import Violations
from games.last_battle.state import LastBattleState
from games.ruleset import Actor, RuleViolation


def check_check_flipped(state: LastBattleState, event: CheckFlipped, by: Actor) -> Violations:
    """The right check and side first, then modifiers (LB-CHK-09, LB-DMG-01, -02), cards, and the choice."""
    full = resumed(table(state), event.check_id)
    return passing(
        event,
        side_acts(state, by, event.side),
        in_step(state, "activations", "start", "end_effects"),
        _check_role(full, event),
        _check_modifiers(full.duel, event),
        _check_count(full.piles[event.side], event),
        check_draw(state, full, event.side, event.cards),
        _check_chosen(state, event),
    )


def _check_role(full: FullState, event: CheckFlipped) -> Violations:
    """LB-CHK-10, LB-DMG-01, LB-TRIG-05, LB-ACT-14, LB-DECK-04: this flip comes next, and this side makes it."""
    duel, wanted = full.duel, next_role(full.duel)
    if not duel.exists:
        yield RuleViolation("LB-ACT-14", {"role": event.role})
    elif not _same_check(full, duel, event.check_id):
        reused = duel.check_id is None
        yield RuleViolation("LB-ACT-14", {"reused": event.check_id} if reused else {"figure": duel.actor})
    elif event.role == "damage" and wanted != "damage":
        gone = duel.target is not None and duel.target not in full.pieces
        rule = "LB-TRIG-05" if gone else "LB-ARC-02" if duel.arcana else "LB-DMG-01"
        told = {"gone": duel.target} if gone else {"first": list(duel.arcana)} if duel.arcana else {}
        yield RuleViolation(rule, told or {"none": "no_damage_flip"})
    elif not _role_fits(duel, event.role):
        yield RuleViolation(_role_rule(duel, event.role), due_flip(duel))
    elif (side := side_of_role(full, duel, event.role)) != event.side:
        yield RuleViolation("LB-DECK-04", {"side": side, "role": event.role})


def _same_check(full: FullState, duel: Duel, check_id: str) -> bool:
    """LB-ACT-14: a check keeps its id, and no id is used for two checks."""
    return check_id not in full.checks if duel.check_id is None else duel.check_id == check_id


def _role_fits(duel: Duel, role: str) -> bool:
    if duel.stage == "attack" and duel.kind is None:
        return role == "simple" or (role == "attack" and duel.target is not None)
    return role == next_role(duel)


def _role_rule(duel: Duel, role: str) -> str:
    if duel.stage == "attack" and role in ("attack", "simple"):
        return "LB-CHK-06" if role == "attack" or duel.kind == "complex" else "LB-CHK-05"
    return "LB-CHK-08" if duel.waived and role == "defence" else "LB-CHK-10"


def _check_modifiers(duel: Duel, event: CheckFlipped) -> Violations:
    wanted, told_ = modifiers(duel, event.role), (event.pluses, event.minuses)
    if wanted is None or told_ == wanted or told_ == _of_older_logs(duel, event.role):
        return
    told = f"+{event.pluses} -{event.minuses}"
    params = {"pluses": wanted[0], "minuses": wanted[1], "told": told}
    if event.role == "damage":
        yield RuleViolation("LB-DMG-01", params)
        yield RuleViolation("LB-DMG-02", params)
    else:
        if duel.cover and event.role != "simple" and event.minuses != wanted[1]:
            yield RuleViolation("LB-LOS-04", params)
        yield RuleViolation("LB-CHK-09", params)


def _of_older_logs(duel: Duel, role: str) -> tuple[int, int] | None:
    """LB-LOS-04: logs of the first releases gave a simple action at a target in cover the minus of an attack."""
    return (duel.plus, int(duel.cover)) if role == "simple" else None


def _check_count(pile: Pile, event: CheckFlipped) -> Iterator[RuleViolation]:
    wanted = flip_size(pile, event.pluses - event.minuses)
    if len(event.cards) != wanted:
        yield RuleViolation("LB-CHK-02", {"count": wanted, "told": len(event.cards)})


def _check_chosen(state: LastBattleState, event: CheckFlipped) -> Violations:
    """LB-CHK-03, LB-CHK-04."""
    if event.chosen not in event.cards:
        yield RuleViolation("LB-CHK-03", {"card": event.chosen, "cards": list(event.cards)})
    elif DEATH in event.cards and WHEEL in event.cards:
        if event.chosen != DEATH:
            yield RuleViolation("LB-CHK-04", {"card": event.chosen})
    elif event.pluses < event.minuses:
        lowest = min(value(state, card) for card in event.cards)
        if value(state, event.chosen) != lowest:
            least = [card for card in event.cards if value(state, card) == lowest]
            yield RuleViolation("LB-CHK-03", {"chosen": event.chosen, "lowest": least})


def on_check_flipped(state: LastBattleState, event: CheckFlipped) -> LastBattleState:
    full = resumed(table(state), event.check_id, judged=True)
    duel = full.duel
    if not duel.exists:
        return state
    flip = Flip(event.role, event.side, event.pluses - event.minuses, event.chosen, event.cards)
    if event.role == "damage":
        full = _harm_plus_used(full, duel)
    barred, wheel = duel.barred, duel.wheel
    if DEATH in event.cards:
        barred = (*barred, event.side)
    elif WHEEL in event.cards:
        wheel = (*wheel, foe(event.side))
    duel = _flipped(duel, flip, check_id=event.check_id, barred=barred, wheel=wheel)
    checks = full.checks if event.check_id in full.checks else (*full.checks, event.check_id)
    return put(state, laid_open(full, event.side, event.cards, duel=duel, checks=checks))


def _harm_plus_used(full: FullState, duel: Duel) -> FullState:
    """LB-ACT-07: the first damage flip of a charge takes the plus with it; LB-DMG-01: a margin that nobody told."""
    charge = charge_of(full, duel.actor)
    if duel.damage_plus and charge.harm_plus:
        full = with_charge(full, charge, harm_plus=0)
    return flagged(full, "LB-DMG-01") if duel.margin is None else full


def _flipped(duel: Duel, flip: Flip, **changes: Any) -> Duel:
    if flip.role == "damage":
        return msgspec.structs.replace(duel, harm=flip, stage="cheat_damage", **changes)
    if flip.role == "defence":
        return msgspec.structs.replace(duel, defence=flip, stage="cheat", **changes)
    if flip.role == "simple":
        return msgspec.structs.replace(duel, attack=flip, kind="simple", stage="cheat", **changes)
    stage = "cheat" if duel.waived else "defence"
    return msgspec.structs.replace(duel, attack=flip, kind="complex", stage=stage, **changes)


def check_resistance_waived(state: LastBattleState, event: ResistanceWaived, by: Actor) -> Violations:
    """LB-CHK-08: a friendly target, before any flip."""
    return passing(
        event,
        commands(state, by, event.figure, "LB-CHK-08"),
        in_step(state, "activations", "start", "end_effects"),
        _check_waiver(table(state), event.figure),
    )


def _check_waiver(full: FullState, figure: str) -> Violations:
    duel = full.duel
    actor = full.pieces.get(duel.actor)
    if not duel.exists or duel.kind == "simple" or duel.target != figure:
        yield RuleViolation("LB-CHK-08", {"untouched": figure})
    elif duel.stage != "attack":
        yield RuleViolation("LB-CHK-08", {"late": figure})
    elif duel.waived:
        yield RuleViolation("LB-CHK-08", {"waived": figure})
    elif actor is None or actor.side != full.pieces[figure].side:
        yield RuleViolation("LB-CHK-08", {"foe": figure, "actor": duel.actor})


def on_resistance_waived(state: LastBattleState, event: ResistanceWaived) -> LastBattleState:
    full = table(state)
    if not full.duel.exists:
        return state
    duel = msgspec.structs.replace(full.duel, waived=True, kind="complex")
    return put(state, changed(full, duel=duel))
