"""Changes that the rules demand after an event, as payloads: lives lost, figures removed, conditions lost.

The numbers are the rules' own; the forms log them in the same step. Called by the forms.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.codec import codec_for
from games.last_battle.full.state import Due, FullState, Piece
from games.last_battle.rules import LastBattle
from games.last_battle.state import LastBattleState
from games.registry import MATCHES
from tracker.pages.match_forms.pad import Payload, payload

RULES = LastBattle()
CODEC = codec_for(MATCHES["last_battle"])
AT_MOST = 40
"""More changes than one event can ever cause."""
Left = dict[str, int | None]


def after(play: LastBattleState, payloads: Iterable[Payload]) -> LastBattleState:
    """The table when these events have happened; nothing is judged."""
    for told in payloads:
        play = RULES.evolve(play, CODEC.from_payload(told["type"], told["data"]))
    return play


def settled(play: LastBattleState, payloads: list[Payload], left: Left | None = None) -> list[Payload]:
    """The events with everything that must follow them at once, up to a loss of lives that nobody was asked about.
    `left`: the lives left to figures whose lives no card tells, as far as somebody was asked (None: not known).
    """
    told, left = list(payloads), dict(left or {})
    play = after(play, told)
    while play.full is not None and play.full.due and len(told) < AT_MOST:
        due = play.full.due[0]
        if untold(play.full, due) and due.figure not in left:
            break
        following = due_payload(play.full, due, left.pop(due.figure, None))
        told.append(following)
        play = after(play, [following])
    return told


def untold(full: FullState, due: Due) -> bool:
    """Whether only the players know how many lives this loss leaves."""
    piece = full.pieces.get(due.figure)
    return due.kind == "lives_changed" and piece is not None and piece.lives is None


def due_payload(full: FullState, due: Due, left: int | None = None) -> Payload:
    """The event that a change which is due asks for."""
    piece = full.pieces.get(due.figure)
    if due.kind == "figure_removed":
        return payload(due.kind, figure=due.figure, how=due.how, by_figure=due.by)
    if due.kind == "condition_changed":
        return payload(due.kind, figure=due.figure, condition=due.condition, change=due.how, cause=due.rule)
    if due.kind == "size_changed":
        size = None if piece is None or piece.size is None else piece.size + due.delta
        return payload(due.kind, figure=due.figure, delta=due.delta, size=size, cause="action")
    return payload(
        due.kind,
        figure=due.figure,
        delta=due.delta,
        lives=left if untold(full, due) else _lives_left(piece, due),
        cause=due.cause,
        by_figure=due.by,
    )


def _lives_left(piece: Piece | None, due: Due) -> int | None:
    return None if piece is None or piece.lives is None else max(0, piece.lives + due.delta)
