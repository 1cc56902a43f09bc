"""Cheating fate: who may, in which order, with which card (LB-FATE).

The hand is looked at only for its own side and for staff. Called through `rules.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from games.last_battle.facts import FOES
from games.last_battle.full.cards import can_be_in_hand, not_in_hand, played
from games.last_battle.full.checks.duel import due_flip, resumed, succeeds
from games.last_battle.full.events import FateCheated
from games.last_battle.full.preconditions import in_step, passing, put, side_acts, table
from games.last_battle.full.state import Duel, Flip, FullState, flagged
from games.last_battle.permissions import Violations
from games.last_battle.state import LastBattleState
from games.ruleset import Actor, RuleViolation

NO_CHECK_STEPS = ("start", "initiative", "scoring", "cleanup")


def check_fate_cheated(state: LastBattleState, event: FateCheated, by: Actor) -> Violations:
    """Which check, whose, whether it may be cheated at all, then the order, then the card."""
    full = resumed(table(state), event.check_id)
    return passing(
        event,
        side_acts(state, by, event.side),
        _check_open(state, full, event),
        _check_allowed(full, event),
        _check_order(state, full, event),
        _check_card(state, full, event),
    )


def flip_of(duel: Duel, role: str) -> Flip | None:
    """The flip of a role in this check."""
    if role == "damage":
        return duel.harm
    flip = duel.defence if role == "defence" else duel.attack
    return flip if flip is not None and flip.role == role else None


def cheatable(full: FullState, duel: Duel) -> Iterator[tuple[str, str]]:
    """(role, side) of the flips that may be cheated now: LB-FATE-01, -02, -05, -06, and a hand to play from."""
    for role in ("damage",) if duel.stage == "cheat_damage" else ("simple", "attack", "defence"):
        flip = flip_of(duel, role)
        if flip is None or flip.cheated or flip.net < 0 or flip.side in duel.barred:
            continue
        bound = role != "damage" and flip.side in duel.wheel
        if not bound and full.piles[flip.side].hand_count > 0:
            yield role, flip.side


def _check_open(state: LastBattleState, full: FullState, event: FateCheated) -> Violations:
    """LB-FATE-11 without a check, LB-CHK-10 before all flips are made, LB-FATE-01 after the check is resolved."""
    duel = full.duel
    stage = "cheat_damage" if event.role == "damage" else "cheat"
    if duel.check_id != event.check_id:
        if full.step in NO_CHECK_STEPS and state.phase in ("turns", "end"):
            yield RuleViolation("LB-FATE-11", {"phase": f"step_{full.step}"})
        else:
            yield from in_step(state, "activations")
            yield RuleViolation("LB-FATE-01", {"none": "no_check"})
    elif duel.stage == "defence":
        yield RuleViolation("LB-CHK-10", due_flip(duel))
    elif flip_of(duel, event.role) is None:
        yield RuleViolation("LB-FATE-01", {"unmade": event.role})
    elif duel.stage != stage:
        yield RuleViolation("LB-FATE-01", {"role": event.role})


def _check_allowed(full: FullState, event: FateCheated) -> Violations:
    """LB-FATE-10, -01, -02, -05, -06."""
    duel = full.duel
    flip = flip_of(duel, event.role)
    if flip is None:
        return
    params = {"side": event.side}
    if flip.side != event.side:
        yield RuleViolation("LB-FATE-10" if event.role == "damage" else "LB-FATE-01", {"side": flip.side})
    elif flip.cheated:
        yield RuleViolation("LB-FATE-01", {"cheated": event.side, "card": flip.card})
    elif event.side in duel.barred:
        yield RuleViolation("LB-FATE-05", params)
    elif event.role != "damage" and event.side in duel.wheel:
        yield RuleViolation("LB-FATE-06", {**params, "foe": FOES[event.side]})
    elif flip.net < 0:
        yield RuleViolation("LB-FATE-02", {**params, "minuses": -flip.net})


def _check_order(state: LastBattleState, full: FullState, event: FateCheated) -> Violations:
    """LB-FATE-04, -08: the failing role first, then the other, and no second round."""
    if out_of_order(state, full.duel, event.role):
        params = {"side": event.side, "foe": FOES[event.side]}
        yield RuleViolation("LB-FATE-04", params)
        yield RuleViolation("LB-FATE-08", params)


def out_of_order(state: LastBattleState, duel: Duel, role: str) -> bool:
    """LB-FATE-04: whether the other role has cheated already, which comes last."""
    if role in ("damage", "simple") or not duel.cheats:
        return False
    before = succeeds_before(state, duel)
    return before is not None and role == ("defence" if before else "attack")


def succeeds_before(state: LastBattleState, duel: Duel) -> bool | None:
    """Whether the attack succeeded by the flipped cards, before anybody cheated."""
    attack, defence = duel.attack, duel.defence
    if attack is not None and attack.cheated:
        attack = msgspec.structs.replace(attack, card=attack.cards[0])
    if defence is not None and defence.cheated:
        defence = msgspec.structs.replace(defence, card=defence.cards[0])
    return succeeds(state, msgspec.structs.replace(duel, attack=attack, defence=defence))


def _check_card(state: LastBattleState, full: FullState, event: FateCheated) -> Violations:
    """LB-FATE-03: the card is in the hand of that side."""
    if not can_be_in_hand(state, full.piles[event.side], event.card):
        yield RuleViolation("LB-FATE-03", {"card": event.card, "side": event.side})
        yield not_in_hand(event.card, event.side)


def on_fate_cheated(state: LastBattleState, event: FateCheated) -> LastBattleState:
    full = resumed(table(state), event.check_id, judged=True)
    duel = full.duel
    flip = flip_of(duel, event.role)
    if flip is None:
        return state
    if event.role in ("attack", "defence") and succeeds(state, duel) is None:
        full = flagged(full, "LB-FATE-04")
    cards = (flip.card, *(card for card in flip.cards if card != flip.card), event.card)
    flip = msgspec.structs.replace(flip, card=event.card, cards=cards, cheated=True)
    field = {"damage": "harm", "defence": "defence"}.get(event.role, "attack")
    duel = msgspec.structs.replace(duel, cheats=(*duel.cheats, event.role), **{field: flip})
    return put(state, played(full, event.side, event.card, duel=duel))
