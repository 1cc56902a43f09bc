"""What may legally come next, for forms and for the simulation. Built from what the viewer may know."""

from __future__ import annotations

from collections.abc import Iterator

from games.ninja.facts import LIMITS
from games.ninja.finish import due_reason
from games.ninja.full.nexts import in_full
from games.ninja.state import NinjaState, result_of
from games.ruleset import NextEvent


def next_events(state: NinjaState) -> tuple[NextEvent, ...]:
    """The event types that are legal now, with the players who may log them and the few legal values."""
    return tuple(_next(state))


def _next(state: NinjaState) -> Iterator[NextEvent]:
    if state.phase == "open":
        yield NextEvent(type="match_created")
    elif state.phase != "closed":
        yield from _running(state)
        for side, players in state.sides.items() if state.phase == "running" else ():
            yield NextEvent(type="match_conceded", players=players, choices={"side": (side,)})


def _running(state: NinjaState) -> Iterator[NextEvent]:
    everybody = tuple(player for players in state.sides.values() for player in players)
    if state.phase == "over":
        choices = {"reason": (due_reason(state),), "result": (result_of(state),)}
        yield NextEvent(type="game_ended", players=everybody, choices=choices)
    elif state.detail == "full":
        yield from in_full(state)
    elif state.detail == "summary":
        limits = {"last_turn": (1, LIMITS.turns)}
        yield NextEvent(type="result_reported", players=everybody, limits=limits)
    elif state.detail == "turns":
        told: dict[str, tuple[int, ...]] = {"turn": (state.turn + 1,), "alert_start": (state.alert,)}
        limits = {"alert_end": (max(0, state.alert - 1), 3), "cards_action": (0, LIMITS.cards_in_action)}
        yield NextEvent(type="turn_summarised", players=everybody, choices=told, limits=limits)
