"""Compromat markers that are still to be placed (LB-COMM-11): read by `compromat.py` and by the initiative."""

from __future__ import annotations

from games.last_battle.facts import FOES
from games.last_battle.full.preconditions import table
from games.last_battle.full.state import FullState, pieces_of
from games.last_battle.permissions import Violations
from games.last_battle.state import LastBattleState
from games.ruleset import RuleViolation


def waiting(state: LastBattleState, full: FullState, side: str) -> list[str]:
    """The revealing players for whom `side` still puts markers to its figures."""
    return [
        player
        for player in full.secrets
        if state.squads[player].side == FOES[side] and bare_figures(full, player, side)
    ]


def bare_figures(full: FullState, player: str, side: str) -> list[str]:
    """Figures of a side that have no compromat marker of this player yet."""
    marked = {m.figure for m in full.markers.values() if (m.kind, m.player) == ("compromat", player)}
    return [piece.id for piece in pieces_of(full, side) if piece.id not in marked]


def check_all_placed(state: LastBattleState) -> Violations:
    """LB-COMM-11: the initiative waits for the compromat markers."""
    full = table(state)
    for side in FOES:
        for player in waiting(state, full, side):
            yield RuleViolation("LB-COMM-11", {"bare": bare_figures(full, player, side), "player": player})
