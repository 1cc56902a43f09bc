"""What follows from a resolved attack, all at once: SEN-ATK-07, -09, SEN-BLK-06, -07, SEN-COV-02, -03, SEN-TER-03.

Order: targets are moved, everybody suffers, blocks that saved their owners succeed, the attack succeeds, cover ends;
then collisions, markers, opponents' counterattacks and the fallen lord are waited for. Called through `rules.py`.
"""

from __future__ import annotations

import msgspec

from games.senjutsu.full.attacks.displacement import displaced
from games.senjutsu.full.attacks.strikes import blow_at, defenders, effect_of, sheltered
from games.senjutsu.full.effect_events import AttackResolved, Result
from games.senjutsu.full.foes.foe_counter import counters_due
from games.senjutsu.full.foes.waves import lord_due
from games.senjutsu.full.harm import Hurt, hurt
from games.senjutsu.full.movement.collide import collision_due
from games.senjutsu.full.movement.ground import entered, without_bamboo
from games.senjutsu.full.poison import staying, with_used
from games.senjutsu.full.preconditions import (
    body,
    due_for,
    put,
    standing_actors,
    table,
    with_body,
    without_due,
)
from games.senjutsu.full.state import Due, FullState, Happened, Running, Strike, changed, flagged, is_of_part
from games.senjutsu.state import SenjutsuState, shared


def on_attack_resolved(state: SenjutsuState, event: AttackResolved) -> SenjutsuState:
    full = table(state)
    strike = full.strike or Strike(event.attacker, "")
    first, after = lord_due(state, event), counters_due(state, event)
    cut = _cut_bamboo(state, strike, event)
    happened = _happened(state, strike, event)
    used = tuple(card for result in event.results for card in result.poison)
    full = with_used(state, full, event.attacker, used)
    full = full if effect_of(state, strike) is not None else flagged(full, "SEN-ATK-06")
    due = without_due(full, due_for(full, "attack_resolved", event.attacker))
    full = _succeeded(changed(full, strike=None, due=due, window=(*full.window, *happened)), strike, happened)
    state = uncovered(put(state, full), happened)
    state, hurts, waiting = _moved(state, event)
    full = without_bamboo(table(state), cut) if cut else table(state)
    if cut or first or waiting or after:
        state = put(state, changed(full, due=(*first, *full.due, *waiting, *after)))
    if not any(result.outcome == "hit" for result in event.results):
        return state
    there = standing_actors(state)
    struck = tuple(_hurt(state, result) for result in event.results if result.target in there)
    return hurt(state, (*struck, *hurts))


def _cut_bamboo(state: SenjutsuState, strike: Strike, event: AttackResolved) -> frozenset[tuple[int, int]]:
    """SEN-TER-03: the target hexes, if the effect deals wounds; the bamboo there blocked it."""
    if "bamboo" not in [thing.object for thing in table(state).terrain]:
        return frozenset()
    if effect_of(state, strike) is None:
        wounds = any(result.wounds for result in event.results)
    else:
        blows = [blow_at(state, strike, place) for place in strike.hexes]
        wounds = any(blow is not None and blow.wounds for blow in blows)
    return frozenset(strike.hexes) if wounds else frozenset()


def is_success(result: Result) -> bool:
    """SEN-ATK-09: a wound or condition, or the target was pushed, pulled, turned or executed."""
    harm = result.wounds or result.stuns or result.injuries or result.poison or result.executed
    return result.outcome == "hit" and bool(harm or result.push or result.pull or result.turns)


def _happened(state: SenjutsuState, strike: Strike, event: AttackResolved) -> tuple[Happened, ...]:
    """What instants and counterattacks may rest on now."""
    card, initiative = strike.card, strike.initiative
    found = [
        Happened("hit", event.attacker, result.target, card, initiative)
        for result in event.results
        if is_success(result)
    ]
    found += [
        Happened("dosed", event.attacker, result.target, poison)
        for result in event.results
        for poison in result.poison
    ]
    ignored = {result.hex for result in event.results if result.outcome == "ignored"}
    if not ignored:
        return tuple(found)
    for block, saved in defenders(state, strike):
        one = body(state, block.actor)
        if saved and one is not None and one.hex in ignored:
            told = (block.actor, event.attacker, block.card, initiative)
            found.append(Happened("blocked", *told, covered=one.in_cover, part=block.part))
    for actor in sheltered(state, strike):
        found.append(Happened("sheltered", actor, event.attacker, card, initiative))
    return tuple(found)


def _succeeded(full: FullState, strike: Strike, happened: tuple[Happened, ...]) -> FullState:
    """SEN-ATK-09, -10, SEN-BLK-06: the parts whose attack or block was successful."""
    parts: tuple[Running, ...] = full.running
    for one in happened:
        if one.kind in ("hit", "blocked"):
            parts = tuple(
                msgspec.structs.replace(part, success=True)
                if is_of_part(one, part) and (one.kind == "blocked" or part.part == strike.part)
                else part
                for part in parts
            )
    return full if parts is full.running else changed(full, running=parts)


def uncovered(state: SenjutsuState, happened: tuple[Happened, ...]) -> SenjutsuState:
    """SEN-COV-02, -03: a successful attack or block ends cover, before instant additions can come."""
    for one in happened:
        now = body(state, one.actor)
        if one.kind in ("hit", "blocked") and now is not None and now.in_cover:
            state = with_body(state, one.actor, in_cover=False)
    return state


def _moved(
    state: SenjutsuState, event: AttackResolved
) -> tuple[SenjutsuState, tuple[Hurt, ...], tuple[Due, ...]]:
    """SEN-HEX-04 to -07, SEN-TER-05, SEN-COL-06: where the targets end, corpses on the way, collisions."""
    hurts: list[Hurt] = []
    collisions: list[Due] = []
    marked: list[Due] = []
    for _, moved, _ in [*displaced(state, event.attacker, event.results)]:
        state = with_body(state, moved.actor, hex=moved.hex, facing=moved.facing)
        cost, markers = entered(table(state), moved.actor, moved.corpses)
        hurts.extend(cost)
        marked.extend(markers)
        if moved.collision is not None:
            collisions.append(collision_due(moved.actor, moved.cause, moved.collision))
    return state, tuple(hurts), (*collisions, *marked)


def _hurt(state: SenjutsuState, result: Result) -> Hurt:
    """One target; poison cards that do not stay are a condition all the same."""
    target = result.target or ""
    own = {"actor": target, "wounds": max(0, result.wounds - result.bleeding)}
    poison = {"poisons": staying(state, target, result.poison), "poisoned": bool(result.poison)}
    return Hurt(**{**shared(result, Hurt), **own, **poison})
