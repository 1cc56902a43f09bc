"""What may come of a charge or a Falcon Strike: its attacks and its dive; all of it where a card grants one.

Part of `next_events.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.last_battle.full.actions import check_free_now
from games.last_battle.full.anytime import move_of
from games.last_battle.full.charges import CHARGES
from games.last_battle.full.checks.duel import waits
from games.last_battle.full.moves import moving
from games.last_battle.full.state import Act, FullState, Piece
from games.last_battle.state import LastBattleState
from games.ruleset import NextEvent

Choices = dict[str, tuple[Any, ...]]


def granted_charge(state: LastBattleState, full: FullState) -> Iterator[NextEvent]:
    """LB-ACT-05, LB-HEAV-05: the move, the attacks and the dive of a charge that a card grants."""
    act = full.aside
    piece = full.pieces.get(act.figure)
    if piece is None or act.action not in CHARGES:
        return
    if moving(full, piece.id) is act:
        yield move_of(state, full, piece)
    if act.attacks and strikes(piece) and not any(check_free_now(full, act)):
        yield strike_of(piece, act)
    if act.dive and not waits(full.duel):
        yield dive_of(piece)


def strike_of(piece: Piece, act: Act) -> NextEvent:
    """LB-ACT-05, LB-ACT-06: a melee attack of the charge at its target."""
    choices: Choices = {
        "figure": (piece.id,),
        "target": (act.target,),
        "source": (act.action,),
        "free": (True,),
        **dict.fromkeys(("ap", "enemy_portal_cm", "engaged", "tv"), ()),
    }
    if piece.card.actions is not None:
        choices["action"] = tuple(one.name for one in piece.card.actions if one.kind in (None, "melee"))
    return NextEvent(type="action_declared", players=(piece.player,), choices=choices)


def strikes(piece: Piece) -> bool:
    """LB-ACT-05: whether a charge of this figure ends in attacks: its card has a melee action, or is unknown."""
    printed = piece.card.actions
    return printed is None or any(one.kind in (None, "melee") for one in printed)


def dive_of(piece: Piece) -> NextEvent:
    """LB-HEAV-05: the last step of a Falcon Strike."""
    left: Choices = {} if piece.size is None else {"size": (piece.size - 3,)}
    dive: Choices = {"figure": (piece.id,), "delta": (-3,), **left}
    return NextEvent(type="size_changed", players=(piece.player,), choices=dive)
