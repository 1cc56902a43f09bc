"""The rules of the Lantern Fair."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from games.base import Game, by_points
from games.chapters import pairs
from games.ruleset import Actor, Event, NextEvent, Outcome, RuleViolation, ScoreLine, Viewer
from games.tests.fair import events as e
from games.tests.fair import lots, opening
from games.tests.fair.state import BEST, HAND, State


class Fair(Game[State]):
    """The rules of the Lantern Fair."""

    key = "fair"
    event_types = e.EVENTS
    state_type = State
    chapters = pairs(e.EVENTS, opening, lots)

    def broken(self, state: State, event: Event, by: Actor) -> Iterable[RuleViolation]:
        """FAI-LOG-03, then the chapter."""
        if type(event) is not e.FairOpened and (state.over or not state.sides):
            return (RuleViolation("FAI-LOG-03"),)
        return super().broken(state, event, by)

    def outcome(self, state: State) -> Outcome:
        won = state.won if state.reported is None else (state.reported,)
        lines = tuple(
            ScoreLine(side, "lots", vp, None if state.reported else turn)
            for turn, one in enumerate(won, start=1)
            for side, vp in one.items()
        )
        return by_points(state.sides, lines, done=state.over, conceded=state.closed)

    def sides(self, state: State) -> dict[str, tuple[str, ...]]:
        return {side: (player,) for side, player in state.sides.items()}

    def hidden(self, state: State, viewer: Viewer) -> State:
        return replace(
            state,
            hands={player: hand if player == viewer.player else None for player, hand in state.hands.items()},
            offered={
                player: one if player == viewer.player else None for player, one in state.offered.items()
            },
        )

    def sees(self, state: State, event: Event, viewer: Viewer) -> bool:
        opened = isinstance(event, e.LanternOffered) and event.lot <= len(state.won)
        return opened or super().sees(state, event, viewer)

    def following(self, state: State) -> Iterator[NextEvent]:
        if not state.sides:
            yield NextEvent(type="fair_opened")
        elif not state.over:
            yield from _summary(state) if state.detail == "summary" else _lot(state)
            for side, player in state.sides.items():
                yield NextEvent(type="stall_closed", players=(player,), choices={"side": (side,)})


def _summary(state: State) -> Iterator[NextEvent]:
    """The report of the whole match."""
    yield NextEvent(type="fair_reported", players=state.players)


def _lot(state: State) -> Iterator[NextEvent]:
    """Hands, then the next step of a lot."""
    waiting = [player for player in state.players if player not in state.hands]
    if waiting:
        for player in waiting:
            yield NextEvent(
                type="hand_taken",
                players=(player,),
                choices={"player": (player,)},
                counts={"lanterns": (HAND, HAND)},
            )
    elif not state.lot:
        number = {"lot": (state.number + 1,)}
        yield NextEvent(type="lot_turned", players=state.players, choices=number, limits={"value": (1, BEST)})
    elif len(state.offered) == len(state.players):
        yield NextEvent(type="lanterns_shown", players=state.players)
    for player in state.players if state.lot else ():
        if player not in state.offered:
            hand = state.hands[player]
            known: dict[str, tuple[Any, ...]] = {"lantern": hand} if hand else {}
            choices = {"lot": (state.number,), "player": (player,), **known}
            yield NextEvent(type="lantern_offered", players=(player,), choices=choices)
