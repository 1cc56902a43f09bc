"""The order of the setup at full detail (LB-SETUP-01), and the figures that step onto the table.

Called by `games.last_battle.chapters.setup.advanced` after every step of the setup.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

import msgspec

from games.last_battle.facts import LIMITS, SIDES
from games.last_battle.figures import Figure
from games.last_battle.full.state import FullState, Piece, Pile
from games.last_battle.state import LastBattleState, Phase, Squad

PILLARS = 2


def opened(state: LastBattleState) -> LastBattleState:
    """A table at full detail begins with two empty piles of cards."""
    return msgspec.structs.replace(state, full=FullState(piles={side: Pile() for side in SIDES}))


def next_phase(state: LastBattleState, full: FullState, phase: Phase) -> Phase:
    """The phase of the setup that follows when nobody is waited for any more."""
    squads = state.squads.values()
    if phase == "markers" and len(full.markers) >= markers_wanted(state.battlefield):
        phase = "deploy"
    if phase == "deploy" and all(s.player in full.deployed for s in squads if s.side == "alliance"):
        phase = "notes"
    if phase == "notes" and all(squad.noted for squad in squads if squad.chosen):
        phase = "hands"
    if phase == "hands" and all(pile.drawn for pile in full.piles.values()):
        phase = "turns"
    return phase


def markers_wanted(battlefield: str) -> int:
    """How many strategy markers a table has (3.2): six portals in Heaven, two pillars on the Sea."""
    return {"heaven": 2 * LIMITS.portals, "sea": PILLARS}.get(battlefield, 0)


def stood_up(state: LastBattleState, full: FullState) -> FullState:
    """Every hired figure as a piece. Further figures of one id are `id#2`, `id#3` ..., in seat order."""
    pieces: dict[str, Piece] = {}
    for squad in state.squads.values():
        for piece in _squad_pieces(squad):
            name = free_name(piece.figure_id, pieces)
            pieces[name] = msgspec.structs.replace(piece, id=name)
    return msgspec.structs.replace(full, pieces=pieces)


def _squad_pieces(squad: Squad) -> Iterator[Piece]:
    if squad.leader is not None:
        yield piece_of(squad.leader, squad.player, squad.side, leader=True)
    for figure in squad.figures or ():
        yield piece_of(figure, squad.player, squad.side)


def piece_of(card: Figure, player: str, side: str, leader: bool = False) -> Piece:
    """A figure fresh from its card. LB-SCH-09: a leader's effective cost is 0."""
    cost = 0 if leader else card.cost
    return Piece(
        card.figure_id,
        card.figure_id,
        player,
        player,
        side,
        card,
        leader,
        cost,
        card.lives,
        card.lives,
        card.size,
    )


def free_name(figure_id: str, taken: Container[str]) -> str:
    """LB-MULTI-02: a second figure of one name gets a number."""
    name, number = figure_id, 1
    while name in taken:
        number += 1
        name = f"{figure_id}#{number}"
    return name
