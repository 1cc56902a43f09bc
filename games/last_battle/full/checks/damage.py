"""The damage of a hit: band, amount, and what must follow (LB-DMG-03, -07, LB-CAMP-04, LB-ARC-11).

Called through `rules.py`.
"""

from __future__ import annotations

import msgspec

from games.last_battle.full.actions import GATHERER
from games.last_battle.full.cards import DEATH, WHEEL, swept, value
from games.last_battle.full.checks.duel import resumed
from games.last_battle.full.events import DamageResolved
from games.last_battle.full.preconditions import passing, put, table
from games.last_battle.full.state import Due, Duel, FullState, changed, flagged, with_pile
from games.last_battle.permissions import Violations, seated
from games.last_battle.state import LastBattleState
from games.ruleset import Actor, RuleViolation

WEAK_TOP, MODERATE_TOP = 5, 10
STRONG = ("strong", "critical")


def tier_of(state: LastBattleState, card: str) -> str:
    """LB-DMG-03, LB-ARC-11: the band of the final damage card."""
    if card in (DEATH, WHEEL):
        return "none" if card == DEATH else "critical"
    points = value(state, card)
    return "weak" if points <= WEAK_TOP else "moderate" if points <= MODERATE_TOP else "strong"


def amount_of(tier: str, chain: tuple[int, int, int] | None) -> int | None:
    """LB-DMG-03: the damage of a band; None when the chain is unknown."""
    if tier == "none":
        return 0
    if chain is None:
        return None
    weak, moderate, strong = chain
    return {"weak": weak, "moderate": moderate, "strong": strong, "critical": weak + strong}[tier]


def check_damage_resolved(state: LastBattleState, event: DamageResolved, by: Actor) -> Violations:
    """LB-DMG-01: after the damage flip; LB-DMG-03: the band of the card and its number."""
    full = resumed(table(state), event.check_id)
    return passing(event, seated(state, by), _check_damage(state, full.duel, event))


def _check_damage(state: LastBattleState, duel: Duel, event: DamageResolved) -> Violations:
    if duel.check_id != event.check_id or duel.stage != "cheat_damage" or duel.harm is None:
        yield RuleViolation("LB-DMG-01", {"none": "no_damage"})
        return
    tier = tier_of(state, duel.harm.card)
    amount = amount_of(tier, duel.damage)
    params = {"card": duel.harm.card, "tier": tier, "amount": amount}
    if event.tier != tier or (amount is not None and event.amount not in (None, amount)):
        yield RuleViolation("LB-DMG-03", params)
        if duel.harm.card.startswith("M-"):
            yield RuleViolation("LB-ARC-11", params)


def on_damage_resolved(state: LastBattleState, event: DamageResolved) -> LastBattleState:
    full = resumed(table(state), event.check_id, judged=True)
    duel = full.duel
    if duel.harm is None:
        return state
    amount = amount_of(event.tier, duel.damage)
    amount = event.amount if amount is None else amount
    side, over = duel.harm.side, msgspec.structs.replace(duel, stage="over")
    full = with_pile(full, side, swept(full.piles[side], duel.harm.cards), duel=over)
    if amount is None:
        full = flagged(full, "LB-DMG-03")
    return put(state, _with_dues(state, full, duel, event.tier, amount))


def _with_dues(
    state: LastBattleState, full: FullState, duel: Duel, tier: str, amount: int | None
) -> FullState:
    """The loss of lives at once (LB-DMG-08: in one piece), and on Camp the loss of the condition."""
    target = full.pieces.get(duel.target or "")
    if target is None:
        return full
    dues: list[Due] = []
    if amount:
        dues.append(
            Due("lives_changed", target.id, "LB-DMG-04", delta=-amount, by=duel.actor, cause="damage")
        )
    if state.battlefield == "camp" and tier in STRONG and GATHERER in target.conditions:
        due = Due("condition_changed", target.id, "LB-CAMP-04", how="lost", by=duel.actor, condition=GATHERER)
        dues.append(due)
    return changed(full, due=(*full.due, *dues)) if dues else full
