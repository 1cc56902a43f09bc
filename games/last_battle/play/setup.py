"""The setup of a simulated match at full detail, step by step (LB-SETUP-01). Called by `games.last_battle.simulate`."""

from __future__ import annotations

from games.last_battle import simulate_setup
from games.last_battle.full import events as f
from games.last_battle.full.cards import hand_limit, profile_size
from games.last_battle.full.setup import next_portal_side
from games.last_battle.play.squads import hire
from games.last_battle.play.table import PlayTable
from games.last_battle.prolong import SUITS


def prepare(table: PlayTable) -> None:
    """From the opened table to the first turn, whatever was done already."""
    simulate_setup.prepare(table, lambda squad: hire(table, squad), lambda: _stand(table))
    for side in table.full.piles:
        _deck(table, side)
    for side in table.full.piles:
        if not table.full.piles[side].drawn:
            draw_hand(table, side, hand_limit(table.state, table.full, side))


def _stand(table: PlayTable) -> None:
    """Strategy markers, then the squads."""
    while table.state.phase == "markers":
        _place(table)
    for squad in table.squads():
        if squad.player not in table.full.deployed and table.state.phase == "deploy":
            inside = True if squad.side == "alliance" and table.chance(0.95) else None
            table.log(f.SquadDeployed(player=squad.player, all_inside=inside), table.player(squad.player))
    if table.state.battlefield == "sea" and table.full.turn == 0:
        _board(table)


def _place(table: PlayTable) -> None:
    name = table.new_marker("strategy-")
    if table.state.battlefield == "sea":
        table.log(f.StrategyMarkerPlaced(marker_id=name, edge_cm=46.0, outside_zones=True), table.anybody())
        return
    side = next_portal_side(table.full)
    near = table.told(table.cm(40, 90)) if table.full.markers else None
    placed = f.StrategyMarkerPlaced(marker_id=name, side=side, nearest_portal_cm=near, outside_zones=True)  # type: ignore[arg-type]
    table.log(placed, table.of_side(side))


def _board(table: PlayTable) -> None:
    vessels = [piece.id for piece in table.full.pieces.values() if piece.card.vessel]
    for piece in list(table.full.pieces.values()):
        if vessels and not piece.card.vessel and table.chance(0.3):
            vessel = table.rng.choice(vessels)
            table.tries(f.AboardChanged(figure=piece.id, vessel=vessel), table.owner(piece.id))


def _deck(table: PlayTable, side: str) -> None:
    if table.full.piles[side].size:
        return
    size, cards = profile_size(table.state), None
    if size is None:
        every = [f"{suit}-{value}" for suit in SUITS for value in range(1, 15)]
        cards = tuple(table.rng.sample(every, 40))
        size = len(cards) + 2
    table.log(f.DeckPrepared(side=side, size=size, cards=cards), table.of_side(side))  # type: ignore[arg-type]


def draw_hand(table: PlayTable, side: str, count: int) -> None:
    """Cards into the hand; now and then a side keeps them to itself."""
    cards = table.draw(side, count)
    table.log(f.HandDrawn(side=side, count=count, cards=cards), table.of_side(side))  # type: ignore[arg-type]
