"""The end of a check: totals, success and margin; triggers by suit (LB-CHK-01, -05 to -07, -11, LB-DECK-05, LB-TRIG).

Called through `rules.py`.
"""

from __future__ import annotations

import msgspec

from games.gaps import known
from games.last_battle.full.cards import suit, swept
from games.last_battle.full.checks.arcana import with_arcana
from games.last_battle.full.checks.duel import (
    STRIKES,
    attack_total,
    defence_total,
    due_flip,
    resumed,
    succeeds,
)
from games.last_battle.full.events import CheckResolved, TriggerApplied
from games.last_battle.full.preconditions import commands, passing, put, table
from games.last_battle.full.state import Duel, FullState, changed, flagged
from games.last_battle.permissions import NOBODY, Violations, seated
from games.last_battle.state import LastBattleState
from games.ruleset import Actor, RuleViolation


def check_check_resolved(state: LastBattleState, event: CheckResolved, by: Actor) -> Violations:
    """LB-CHK-10: after all flips; LB-CHK-01, -05 to -07, -11: the computed numbers."""
    full = resumed(table(state), event.check_id)
    return passing(
        event,
        seated(state, by),
        _check_open(full, event),
        _check_totals(state, full.duel, event),
        _check_damages(full.duel, event),
    )


def _check_open(full: FullState, event: CheckResolved) -> Violations:
    duel = full.duel
    if duel.check_id != event.check_id or duel.stage != "cheat":
        if duel.stage in ("attack", "defence"):
            yield RuleViolation("LB-CHK-10", due_flip(duel))
        else:
            yield RuleViolation("LB-ACT-14", {"none": "no_check"})


def _check_totals(state: LastBattleState, duel: Duel, event: CheckResolved) -> Violations:
    attack, defence = attack_total(state, duel), _defence(state, duel)
    won = succeeds(state, duel)
    if duel.kind == "simple" and event.defence_total is not None:
        yield RuleViolation("LB-CHK-05", {"unresisted": duel.name})
    elif attack is not None and event.attack_total not in (None, attack):
        yield RuleViolation("LB-CHK-01", {"role": "attack", "total": attack, "told": event.attack_total})
    elif defence is not None and event.defence_total not in (None, defence):
        told = {"total": defence, "told": event.defence_total}
        if duel.waived:
            yield RuleViolation("LB-CHK-08", {"unwaived": duel.target, **told})
        else:
            yield RuleViolation("LB-CHK-01", {"role": "defence", **told})
    elif won is not None and event.success != won:
        yield _wrong_end(duel, attack, defence)
    elif won is None and _impossible(duel, event):
        yield _wrong_end(duel, event.attack_total, event.defence_total)
    else:
        yield from _check_margin(duel, attack, defence, event)


def _check_damages(duel: Duel, event: CheckResolved) -> Violations:
    """LB-DMG-01: damage is told of a hit at a target only, and never against the card."""
    aimed = event.success and duel.target is not None and duel.kind == "complex"
    if event.damages and not aimed:
        yield RuleViolation("LB-DMG-01", {"none": "no_damage_flip"})
    elif event.damages is False and duel.damage is not None:
        yield RuleViolation("LB-DMG-01", {"harmful": duel.name, "chain": "/".join(map(str, duel.damage))})


def _defence(state: LastBattleState, duel: Duel) -> int | None:
    return None if duel.kind == "simple" else defence_total(state, duel)


def _impossible(duel: Duel, event: CheckResolved) -> bool:
    """Told totals that contradict the told success, where a stat is unknown."""
    if event.attack_total is None or event.defence_total is None or duel.kind == "simple":
        return False
    return event.success and event.attack_total < event.defence_total


def _wrong_end(duel: Duel, attack: int | None, defence: int | None) -> RuleViolation:
    """Both totals, and what they have to reach, speak against the success or the failure that was told."""
    rule = _success_rule(duel, attack)
    against = duel.tv if rule != "LB-CHK-06" else defence
    return RuleViolation(rule, {"attack": known(attack), "against": known(against)})


def _success_rule(duel: Duel, attack: int | None) -> str:
    if duel.kind == "simple":
        return "LB-CHK-05"
    below = duel.tv is not None and attack is not None and attack < duel.tv
    return "LB-CHK-07" if below else "LB-CHK-06"


def _check_margin(duel: Duel, attack: int | None, defence: int | None, event: CheckResolved) -> Violations:
    """LB-CHK-11: only a duel has a margin."""
    if event.margin is None:
        return
    wanted = attack - defence if attack is not None and defence is not None else None
    if duel.kind == "simple":
        yield RuleViolation("LB-CHK-11", {"unresisted": duel.name})
    elif wanted is not None and event.margin != wanted:
        yield RuleViolation("LB-CHK-11", {"margin": wanted, "told": event.margin})


def on_check_resolved(state: LastBattleState, event: CheckResolved) -> LastBattleState:
    full = resumed(table(state), event.check_id, judged=True)
    duel = full.duel
    if not duel.exists:
        return state
    attack = attack_total(state, duel)
    defence = _defence(state, duel)
    if attack is None or (duel.kind != "simple" and defence is None):
        full = flagged(full, "LB-CHK-01")
    if duel.kind == "simple" and duel.tv is None:
        full = flagged(full, "LB-CHK-05")
    attack = event.attack_total if attack is None else attack
    defence = event.defence_total if defence is None else defence
    margin = None
    if duel.kind == "complex":
        margin = event.margin if attack is None or defence is None else attack - defence
    duel = msgspec.structs.replace(
        duel,
        stage="resolved",
        attack_total=attack,
        defence_total=defence,
        success=event.success,
        margin=margin,
        damages=event.damages,
    )
    if event.success and duel.family in STRIKES and duel.damage is None and event.damages is None:
        full = flagged(full, "LB-DMG-01")
    return put(state, with_arcana(_cleared(full, duel), duel))


def _cleared(full: FullState, duel: Duel) -> FullState:
    """LB-DECK-05: the cards of both sides go to the discards."""
    piles = dict(full.piles)
    for flip in (duel.attack, duel.defence):
        if flip is not None:
            piles[flip.side] = swept(piles[flip.side], flip.cards)
    return changed(full, duel=duel, piles=piles)


def check_trigger_applied(state: LastBattleState, event: TriggerApplied, by: Actor) -> Violations:
    """LB-TRIG-01 to -04: one, by the suit of the acting figure's final card, after a success."""
    full = resumed(table(state), event.check_id)
    duel = full.duel
    if duel.check_id != event.check_id:
        yield RuleViolation("LB-TRIG-03", {"unchecked": event.suit})
        return
    yield from passing(event, commands(state, by, duel.actor, "LB-TRIG-03"), _check_trigger(duel, event))


def _check_trigger(duel: Duel, event: TriggerApplied) -> Violations:
    if duel.triggered:
        yield RuleViolation("LB-TRIG-02", {"figure": duel.actor})
    elif duel.arcana:
        yield RuleViolation("LB-ARC-02", {"first": list(duel.arcana)})
    elif duel.stage != "resolved" or not duel.success or duel.passed:
        early = {"early": duel.actor} if duel.stage in ("attack", "defence", "cheat") else None
        params = early or ({"missed": duel.actor} if not duel.success else {"passed": duel.actor})
        if duel.harm is not None and suit(duel.harm.card) == event.suit:
            yield RuleViolation("LB-TRIG-04", params)
        yield RuleViolation("LB-TRIG-03", params)
    elif duel.attack is None or suit(duel.attack.card) != event.suit:
        params = {"suit": event.suit, "card": duel.attack.card if duel.attack else NOBODY}
        if duel.defence is not None and suit(duel.defence.card) == event.suit:
            yield RuleViolation("LB-TRIG-04", params)
        yield RuleViolation("LB-TRIG-01", params)
    elif duel.suits is not None and event.suit not in duel.suits:
        yield RuleViolation("LB-TRIG-01", {"action": duel.name, "printed": list(duel.suits) or NOBODY})


def on_trigger_applied(state: LastBattleState, event: TriggerApplied) -> LastBattleState:
    full = resumed(table(state), event.check_id, judged=True)
    if not full.duel.exists:
        return state
    full = changed(full, duel=msgspec.structs.replace(full.duel, triggered=True))
    return put(state, full if full.duel.suits is not None else flagged(full, "LB-TRIG-01"))
