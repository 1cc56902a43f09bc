"""What happened since the last action, as claims "at once" need it (LB-SCH-04).

Made by the chapters, read by the scoring chapters.
"""

from __future__ import annotations

from games.last_battle.full.state import Happened, Piece


def attack_at(actor: Piece, target: Piece) -> Happened:
    """An attack of `actor` at `target`; `first`: the first one of this figure in the game."""
    return Happened(
        "attack",
        actor.id,
        actor.figure_id,
        actor.player,
        actor.side,
        actor.cost,
        by=target.id,
        by_id=target.figure_id,
        by_player=target.player,
        by_side=target.side,
        by_leader=target.leader,
        by_cost=target.cost,
        first=actor.attacked is None,
    )


def fell_below_half(piece: Piece) -> Happened:
    """The figure has less than half of its lives for the first time (LB-LOG-03)."""
    return Happened(
        "halved", piece.id, piece.figure_id, piece.player, piece.side, piece.cost, leader=piece.leader
    )


def lost_lives(piece: Piece) -> Happened:
    """LB-LOG-01: the figure lost lives, and nobody knows how many are half of them."""
    return Happened(
        "wounded", piece.id, piece.figure_id, piece.player, piece.side, piece.cost, leader=piece.leader
    )


def left_play(piece: Piece, how: str, by: Piece | None, by_id: str | None = None) -> Happened:
    """The figure was removed, by a figure or by nobody."""
    gone = by_id if by is None else by.id
    return Happened(
        "removed",
        piece.id,
        piece.figure_id,
        piece.player,
        piece.side,
        piece.cost,
        how,
        gone,
        by.figure_id if by else by_id,
        by.player if by else None,
        by.side if by else None,
        by.leader if by else False,
        by.cost if by else None,
        leader=piece.leader,
    )


def compromat_taken(piece: Piece, marker: str) -> Happened:
    """The figure took a compromat marker; `by` is the marker."""
    return Happened("compromat", piece.id, piece.figure_id, piece.player, piece.side, piece.cost, by=marker)
