"""The check of an action: what it waits for, its computed modifiers and totals, and nested checks.

Pure helpers over `Duel`; `flips.py`, `fate.py`, `outcome.py` and `damage.py` judge the events with them.
"""

from __future__ import annotations

import msgspec

from games.last_battle.full.cards import HANGED, HANGED_DRAW, can_be_in_hand, missing_cards, swept, value
from games.last_battle.full.charges import owed_dive
from games.last_battle.full.state import NO_ACT, NO_DUEL, Act, Duel, Flip, FullState, Pile
from games.last_battle.permissions import Violations
from games.last_battle.state import LastBattleState
from games.ruleset import RuleViolation

MARGINS = ((11, 1), (6, 0), (1, -1), (0, -2))
"""LB-DMG-01: the damage modifier from this margin on."""
STRIKES = ("melee", "shooting")
"""Kinds of actions that are never without a check."""


def waits(duel: Duel) -> bool:
    """LB-ACT-14: whether something must still be logged before the next action."""
    if duel.stage in ("none", "over"):
        return False
    if duel.stage == "attack":
        return duel.kind is not None or (duel.family in STRIKES and duel.target is not None)
    if duel.stage == "resolved":
        return bool(duel.arcana) or (duel.success and hurts(duel) and duel.target is not None)
    return True


def hurts(duel: Duel) -> bool:
    """LB-DMG-01: whether a hit owes a damage flip: by the card, else as it was told with the result of the check."""
    return duel.damage is not None or bool(duel.damages)


def unfinished(full: FullState) -> bool:
    """Whether a check or an effect that must follow is open (LB-LINK-06)."""
    return bool(full.due) or waits(full.duel) or any(waits(duel) for duel in full.outer)


def check_nothing_open(full: FullState, free: bool = False, striking: Act = NO_ACT) -> Violations:
    """LB-ACT-14, LB-ACT-04, LB-HEAV-05: what declared and granted actions still owe. `free`: a nested action may stand
    here; `striking`: the charge that attacks.
    """
    act, diving = full.act, owed_dive(full)
    if (waits(full.duel) or any(waits(duel) for duel in full.outer)) and not free:
        duel = full.duel if waits(full.duel) else next(duel for duel in full.outer if waits(duel))
        yield RuleViolation("LB-ACT-14", {"figure": duel.actor})
    elif act.must_move:
        yield RuleViolation("LB-ACT-04", {"waits": act.figure})
    elif full.aside.must_move:
        yield RuleViolation("LB-ACT-04", {"waits": full.aside.figure})
    elif diving.exists and not free and diving is not striking:
        yield RuleViolation("LB-HEAV-05", {"figure": diving.figure})


def owes_move(full: FullState) -> bool:
    """LB-ACT-04: whether a granted move is still to be made."""
    return full.aside.must_move and full.aside.figure in full.pieces


def nests(duel: Duel) -> bool:
    """Whether a free action (trigger, passive) may stand here: after a cheat, or after the check was resolved."""
    return duel.stage in ("resolved", "over") or bool(duel.cheats)


def resumed(full: FullState, check_id: str, judged: bool = False) -> FullState:
    """The table with the outer check open again, when a nested one is done and the event names the outer one.
    `judged`: the event was accepted, so that the nested one was done whatever it looks like today.
    """
    duel = full.duel
    if not full.outer or not duel.exists or duel.check_id == check_id or (waits(duel) and not judged):
        return full
    if full.outer[-1].check_id != check_id:
        return full
    return msgspec.structs.replace(full, duel=full.outer[-1], outer=full.outer[:-1])


def at_hand(full: FullState) -> FullState:
    """The table with the check open that goes on: the outer one, when a nested one owes nothing more."""
    while full.outer and not waits(full.duel) and waits(full.outer[-1]):
        full = msgspec.structs.replace(full, duel=full.outer[-1], outer=full.outer[:-1])
    return full


def without_actions(full: FullState) -> FullState:
    """The table at rest: older logs could end a step of a turn over an open check, which was never played out."""
    return msgspec.structs.replace(full, act=NO_ACT, aside=NO_ACT, duel=NO_DUEL, outer=())


def side_of_role(full: FullState, duel: Duel, role: str) -> str | None:
    """LB-DECK-04: the side whose figure makes this check; None when the figure is gone."""
    figure = full.pieces.get((duel.target if role == "defence" else duel.actor) or "")
    return figure.side if figure else None


def modifiers(duel: Duel, role: str) -> tuple[int, int] | None:
    """LB-CHK-09, LB-DMG-01, LB-DMG-02: (pluses, minuses) of a flip; None when the margin is unknown. LB-LOS-04: cover
    helps against attacks alone, and a simple action is none."""
    if role == "defence":
        return duel.guard, 0
    if role == "simple":
        return duel.plus, 0
    if role != "damage":
        return duel.plus, int(duel.cover)
    if duel.margin is None:
        return None
    base = next((plus for least, plus in MARGINS if duel.margin >= least), -2)
    minuses = int(duel.cover) + int(duel.guard > 0) + max(0, -base)
    return duel.damage_plus + max(0, base), minuses


def next_role(duel: Duel) -> str | None:
    """The flip that comes next; None where none does."""
    if duel.stage == "attack":
        return "simple" if duel.kind == "simple" else "attack"
    if duel.stage == "defence":
        return "defence"
    damages = duel.stage == "resolved" and duel.success and duel.target is not None
    return "damage" if damages and not duel.arcana else None


def due_flip(duel: Duel) -> dict[str, str]:
    """What a sentence says of the flip that comes next."""
    role = next_role(duel)
    if role is None:
        return {"none": "no_flip"}
    return {"role": "simple" if role == "attack" and duel.target is None else role}


def needed_cards(state: LastBattleState, full: FullState, side: str) -> int:
    """LB-DECK-06: how many cards the side must draw next; after an unknown margin, as many as it can be."""
    pile, duel = full.piles[side], full.duel
    if state.phase == "hands" or full.step == "cleanup":
        missing = missing_cards(state, full, side)
        return HANGED_DRAW if missing <= 0 and can_be_in_hand(state, pile, HANGED) else missing
    role = next_role(duel)
    if role is None or side_of_role(full, duel, role) != side:
        return 1
    return flip_counts(pile, duel, role)[1]


def flip_counts(pile: Pile, duel: Duel, role: str) -> tuple[int, int]:
    """LB-CHK-03: the least and the most cards of a flip from this pile; they differ where the margin is unknown."""
    known = modifiers(duel, role)
    if known is None:
        return 1, flip_size(pile, MARGINS[-1][1] - duel.cover - (duel.guard > 0))
    count = flip_size(pile, known[0] - known[1])
    return count, count


def flip_size(pile: Pile, net: int) -> int:
    """LB-CHK-02: one card and one more for each plus or minus; LB-DECK-06: or all that there are, if fewer."""
    return min(1 + abs(net), max(1, pile.deck_count + len(pile.discard)))


def attack_total(state: LastBattleState, duel: Duel) -> int | None:
    """LB-CHK-01 for the acting figure, with the card that counts now."""
    return _total(state, duel.parameter, duel.attack)


def defence_total(state: LastBattleState, duel: Duel) -> int | None:
    """LB-CHK-01 for the target; LB-CHK-08: a waived resistance equals the attack."""
    return attack_total(state, duel) if duel.waived else _total(state, duel.resistance, duel.defence)


def _total(state: LastBattleState, stat: int | None, flip: Flip | None) -> int | None:
    return None if stat is None or flip is None else stat + value(state, flip.card)


def succeeds(state: LastBattleState, duel: Duel) -> bool | None:
    """LB-CHK-05 to -08 by the cards that count now; None where a number is unknown."""
    attack = attack_total(state, duel)
    if attack is None or (duel.kind == "simple" and duel.tv is None):
        return None
    if duel.tv is not None and attack < duel.tv:
        return False
    if duel.kind == "simple" or duel.waived:
        return True
    defence = defence_total(state, duel)
    return None if defence is None else attack >= defence


def laid_out(duel: Duel) -> tuple[Flip, ...]:
    """LB-DECK-05: the flips whose cards still lie on the table for this check."""
    if duel.stage == "cheat_damage":
        flips: tuple[Flip | None, ...] = (duel.harm,)
    else:
        flips = (duel.attack, duel.defence) if duel.stage in ("defence", "cheat") else ()
    return tuple(flip for flip in flips if flip is not None)


def stopped(full: FullState, figure: str) -> FullState:
    """The table when a figure left play: its actions and the checks it takes part in are over."""
    act, piles = full.act, dict(full.piles)
    for one in (full.duel, *full.outer):
        if figure in (one.actor, one.target):
            for flip in laid_out(one):
                piles[flip.side] = swept(piles[flip.side], flip.cards)
    duel, *outer = (
        msgspec.structs.replace(one, stage="over", arcana=()) if figure in (one.actor, one.target) else one
        for one in (full.duel, *full.outer)
    )
    if act.figure == figure:
        act = NO_ACT
    elif act.target == figure:
        act = untargeted(act)
    aside = untargeted(full.aside) if full.aside.target == figure else full.aside
    aside = NO_ACT if aside.figure == figure else aside
    return msgspec.structs.replace(full, piles=piles, duel=duel, outer=tuple(outer), act=act, aside=aside)


def untargeted(act: Act) -> Act:
    """LB-ACT-06: the attacks left of a charge are lost when its target is out of reach, left play or is no enemy."""
    return msgspec.structs.replace(act, attacks=0, lost=act.attacks > 0)
