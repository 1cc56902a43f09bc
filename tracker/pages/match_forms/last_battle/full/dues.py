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


def after(play: LastBattleState, payloads: Iterable[Payload]) -> LastBattleState:
    """The table when these events have happened; nothing is judged."""
    for told in payloads:
        play = RULES.evolve(play, CODEC.from_payload(told["type"], told["data"]))
    return play


def settled(play: LastBattleState, payloads: list[Payload]) -> list[Payload]:
    """The events with everything that must follow them at once."""
    told = list(payloads)
    play = after(play, told)
    while play.full is not None and play.full.due and len(told) < AT_MOST:
        following = due_payload(play.full, play.full.due[0])
        told.append(following)
        play = after(play, [following])
    return told


def due_payload(full: FullState, due: Due) -> Payload:
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
        lives=_lives_left(piece, due),
        cause=due.cause,
        by_figure=due.by,
    )


def _lives_left(piece: Piece | None, due: Due) -> int | None:
    return None if piece is None or piece.lives is None else max(0, piece.lives + due.delta)
