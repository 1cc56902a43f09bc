"""What a declared action changes: points, stored bonuses, what it opens (move, check, interaction), what it owes.

The fold of `action_declared`, judged in `actions.py`. Called through `rules.py`.
"""

from __future__ import annotations

import msgspec

from games.last_battle.cards import Action
from games.last_battle.full.actions import GATHERER, is_charge_attack, is_study, printed_action
from games.last_battle.full.charges import ATTACKS, CHARGES, charge_of, with_charge
from games.last_battle.full.events import ActionDeclared
from games.last_battle.full.preconditions import put, table
from games.last_battle.full.schemes.since_action import attack_at
from games.last_battle.full.state import (
    NO_ACT,
    Act,
    Due,
    Duel,
    FullState,
    Piece,
    changed,
    flagged,
    with_piece,
)
from games.last_battle.state import LastBattleState

DIVE, CLIMB = -3, 2


def on_action_declared(state: LastBattleState, event: ActionDeclared) -> LastBattleState:
    full = table(state)
    piece = full.pieces[event.figure]
    plus = harm_plus = int(piece.concentrated)
    attack = opens_check(event)
    charging = is_charge_attack(full, event)
    changes: dict[str, Act] = {}
    if charging:
        charge = charge_of(full, piece.id)
        plus, harm_plus = plus + charge.plus, harm_plus + charge.harm_plus
        full = with_charge(full, charge, attacks=charge.attacks - 1, plus=0, move_left=-1)
    elif not event.free:
        changes = {"act": _act(state, piece, event, plus), "aside": NO_ACT}
    elif not attack:
        full = _dive_due(full)
        changes = {"aside": _act(state, piece, event, plus)}
    printed = printed_action(piece, event.action) if attack else None
    target = full.pieces.get(event.target or "") if attack else None
    foe = target if target is not None and is_attack(piece, printed, target) else None
    full = _paid(full, piece, event, foe, changes)
    if attack:
        full = _checked(full, event, printed, foe, (plus, harm_plus), charging)
    elif not event.free:
        full = _passed(full)
    return put(state, _with_dues(state, _with_flags(full, event, attack), event))


def _dive_due(full: FullState) -> FullState:
    """LB-HEAV-05: a granted Falcon Strike ends with its dive where another granted action takes its place."""
    if not full.aside.dive:
        return full
    return changed(full, due=(*full.due, Due("size_changed", full.aside.figure, "LB-HEAV-05", delta=DIVE)))


def _passed(full: FullState) -> FullState:
    """LB-TRIG-03, LB-ARC-02: the check of the action before is over for triggers and link cards. One of an action on an
    unknown card may be made afterwards, and has them then.
    """
    if not full.duel.exists or full.duel.stage == "attack":
        return full
    return msgspec.structs.replace(full, duel=msgspec.structs.replace(full.duel, passed=True))


def is_attack(piece: Piece, printed: Action | None, target: Piece) -> bool:
    """LB-ACT-10, LB-COMM-13: at an enemy that can resist, which it cannot where the card says that the action is simple
    (LB-CHK-05).
    """
    return target.side != piece.side and (printed is None or printed.type != "simple")


def opens_check(event: ActionDeclared) -> bool:
    """Whether the action is one with a check: every printed one."""
    return event.kind != "base"


def _paid(
    full: FullState, piece: Piece, event: ActionDeclared, foe: Piece | None, changes: dict[str, Act]
) -> FullState:
    """LB-ACT-02, LB-ACT-08, LB-ACT-10: points paid, the stored bonus used up, a new one stored. `foe`: whom the action
    attacks."""
    window = (attack_at(piece, foe),) if foe is not None else ()
    piece = msgspec.structs.replace(
        piece,
        concentrated=event.action == "concentrate",
        defending=max(1, event.ap) if event.action == "defend" else piece.defending,
        engaged=piece.engaged if event.engaged is None else event.engaged,
        attacked=piece.attacked or (event.target if foe is not None else None),
    )
    return with_piece(full, piece, ap=full.ap - event.ap, window=window, **changes)


def _act(state: LastBattleState, piece: Piece, event: ActionDeclared, plus: int) -> Act:
    """What the action lets the figure do next."""
    charge = event.action in CHARGES
    if charge or event.action == "move":
        return Act(
            piece.id,
            event.action,
            event.target,
            must_move=not charge,
            move_left=None if event.free else longest_move(state, piece, 2 if charge else 1),
            paid=event.ap,
            attacks=ATTACKS if charge else 0,
            dive=event.action == "falcon_strike",
            plus=plus if charge else 0,
            harm_plus=plus if charge else 0,
        )
    if event.action == "interact":
        return Act(piece.id, "interact", event.target, interaction=not is_study(state, event))
    return NO_ACT


def longest_move(state: LastBattleState, piece: Piece, times: int) -> float | None:
    """LB-ACT-04, -05, LB-SEA-04: cm; None when the stat is unknown, or whether the figure swims."""
    card = piece.card
    if card.move is None:
        return None
    if state.battlefield != "sea" or card.swimmer or card.vessel:
        return card.move * times
    if card.swimmer is None or card.vessel is None:
        return None
    return card.move * times / 2


def _checked(
    full: FullState,
    event: ActionDeclared,
    printed: Action | None,
    foe: Piece | None,
    stored: tuple[int, int],
    charging: bool,
) -> FullState:
    """The check opens; the target's stored Defence answers the attack and is used up (LB-ACT-10). `stored`: the pluses
    of Concentration on the check and on the damage (LB-ACT-07)."""
    guard = foe.defending if foe is not None else 0
    falcon = int(charging and event.source == "falcon_strike")
    duel = _duel(full, event, printed or Action(event.action), stored[0] + falcon, stored[1], guard)
    outer = _nested(full, event, charging)
    if foe is not None and guard:
        full = with_piece(full, msgspec.structs.replace(foe, defending=0))
    return msgspec.structs.replace(full, duel=duel, outer=outer)


def _nested(full: FullState, event: ActionDeclared, charging: bool) -> tuple[Duel, ...]:
    """LB-ACT-14: the checks that go on after this one. The attacks of a granted charge are judged one after the other
    where the grant stands; `full` is the table after the attack was taken off the charge."""
    granted = charging and charge_of(full, event.figure) is full.aside
    if granted and full.aside.attacks < ATTACKS - 1:
        return full.outer
    nests = event.free and (granted or not charging) and full.duel.exists
    return (*full.outer, full.duel) if nests else ()


def _duel(
    full: FullState, event: ActionDeclared, printed: Action, plus: int, damage_plus: int, guard: int
) -> Duel:
    piece, target = full.pieces[event.figure], full.pieces.get(event.target or "")
    bonus = piece.bonus
    suits = None if printed.triggers is None else tuple([trigger.suit for trigger in printed.triggers])
    return Duel(
        piece.id,
        event.target,
        event.action,
        event.kind,
        printed.type,
        parameter=None if printed.parameter is None else printed.parameter + bonus,
        resistance=resistance_of(printed, target),
        tv=event.tv if printed.target_value is None else printed.target_value,
        damage=printed.damage,
        suits=suits,
        plus=plus,
        damage_plus=damage_plus,
        cover=bool(event.cover),
        guard=guard,
    )


def resistance_of(printed: Action, target: Piece | None) -> int | None:
    """LB-CHK-06: the stat of the target with which it resists; None where no card tells."""
    if target is None or printed.resist is None:
        return None
    return target.card.defence if printed.resist == "defence" else target.card.willpower


def _with_flags(full: FullState, event: ActionDeclared, attack: bool) -> FullState:
    """LB-LOG-01: what was not told."""
    rules: list[str] = []
    if attack and event.target is not None:
        rules += ["LB-LOS-03"] if event.los is None else []
        rules += ["LB-LOS-04"] if event.cover is None else []
    if event.engaged is None and (event.kind == "shooting" or event.action in (*CHARGES, "interact")):
        rules.append("LB-MELEE-02")
    return flagged(full, *rules) if rules else full


def _with_dues(state: LastBattleState, full: FullState, event: ActionDeclared) -> FullState:
    """LB-HEAV-03: the take-off; LB-CAMP-01: what the study brings."""
    if event.action == "take_off":
        due = Due("size_changed", event.figure, "LB-HEAV-03", delta=CLIMB)
    elif is_study(state, event):
        due = Due("condition_changed", event.figure, "LB-CAMP-01", how="gained", condition=GATHERER)
    else:
        return full
    return msgspec.structs.replace(full, due=(*full.due, due))
