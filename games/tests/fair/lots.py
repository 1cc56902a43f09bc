"""Hands and lots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from games.judging import passing
from games.ruleset import Actor, RuleViolation
from games.tests.fair import events as e
from games.tests.fair.state import HAND, State

Broken = Iterator[RuleViolation]


def mine(state: State, by: Actor, player: str) -> Broken:
    """FAI-LOG-01."""
    if player not in state.sides.values() or not (by.is_staff or by.player == player):
        yield RuleViolation("FAI-LOG-01", {"player": player})


def in_full(state: State) -> Broken:
    """FAI-LOG-04."""
    if state.detail != "full":
        yield RuleViolation("FAI-LOG-04")


def check_hand_taken(state: State, event: e.HandTaken, by: Actor) -> Broken:
    """FAI-LOG-01, FAI-LOG-04, FAI-DEAL-01, FAI-DEAL-02."""
    return passing(in_full(state), mine(state, by, event.player), _hand(state, event))


def _hand(state: State, event: e.HandTaken) -> Broken:
    if event.player in state.hands:
        yield RuleViolation("FAI-DEAL-02", {"player": event.player})
    if event.lanterns is None or len(set(event.lanterns)) != HAND or len(event.lanterns) != HAND:
        yield RuleViolation("FAI-DEAL-01", {"player": event.player})


def on_hand_taken(state: State, event: e.HandTaken) -> State:
    return replace(state, hands={**state.hands, event.player: event.lanterns})


def dealt(state: State) -> Broken:
    """FAI-DEAL-03."""
    if len(state.hands) < len(state.sides):
        yield RuleViolation("FAI-DEAL-03")


def check_lot_turned(state: State, event: e.LotTurned, by: Actor) -> Broken:
    """FAI-LOG-04, FAI-DEAL-03, FAI-LOT-01."""
    return passing(in_full(state), dealt(state), _turned(state, event))


def _turned(state: State, event: e.LotTurned) -> Broken:
    if state.lot or event.lot != state.number + 1:
        yield RuleViolation("FAI-LOT-01")


def on_lot_turned(state: State, event: e.LotTurned) -> State:
    return replace(state, number=event.lot, lot=event.value, offered={})


def check_lantern_offered(state: State, event: e.LanternOffered, by: Actor) -> Broken:
    """FAI-LOG-01, FAI-LOG-04, FAI-DEAL-03, FAI-LOT-02."""
    return passing(in_full(state), mine(state, by, event.player), dealt(state), _offered(state, event))


def _offered(state: State, event: e.LanternOffered) -> Broken:
    hand = state.hands.get(event.player)
    bad = not state.lot or event.lot != state.number or event.player in state.offered
    if bad or event.lantern is None or (hand is not None and event.lantern not in hand):
        yield RuleViolation("FAI-LOT-02", {"player": event.player})


def on_lantern_offered(state: State, event: e.LanternOffered) -> State:
    return replace(state, offered={**state.offered, event.player: event.lantern})


def check_lanterns_shown(state: State, event: e.LanternsShown, by: Actor) -> Broken:
    """FAI-LOG-04, FAI-DEAL-03, FAI-LOT-03."""
    return passing(in_full(state), dealt(state), _shown(state))


def _shown(state: State) -> Broken:
    if not state.lot or len(state.offered) < len(state.sides):
        yield RuleViolation("FAI-LOT-03")


def on_lanterns_shown(state: State, event: e.LanternsShown) -> State:
    """The highest lantern that nobody else offered wins."""
    shown = {player: one or 0 for player, one in state.offered.items()}
    often = Counter(shown.values())
    alone = {one: player for player, one in shown.items() if often[one] == 1}
    won = {state.side_of(alone[max(alone)]): state.lot} if alone else {}
    hands = {
        player: hand and tuple(one for one in hand if one != shown[player])
        for player, hand in state.hands.items()
    }
    return replace(state, lot=0, offered={}, hands=hands, shown=(*state.shown, shown), won=(*state.won, won))
