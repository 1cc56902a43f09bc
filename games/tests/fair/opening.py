"""The first event and the last ones."""

from __future__ import annotations

from msgspec.structs import replace

from games.ruleset import Actor, RuleViolation
from games.tests.fair import events as e
from games.tests.fair.lots import Broken, mine
from games.tests.fair.state import State


def check_fair_opened(state: State, event: e.FairOpened, by: Actor) -> Broken:
    """FAI-LOG-02."""
    if state.sides or not by.is_staff:
        yield RuleViolation("FAI-LOG-02")


def on_fair_opened(state: State, event: e.FairOpened) -> State:
    return replace(state, sides=event.sides, detail=event.detail)


def check_fair_reported(state: State, event: e.FairReported, by: Actor) -> Broken:
    """FAI-LOG-01, FAI-LOG-04, FAI-END-01."""
    if state.detail != "summary":
        yield RuleViolation("FAI-LOG-04")
    elif not by.is_staff and by.player not in state.sides.values():
        yield RuleViolation("FAI-LOG-01", {"player": "others"})
    elif set(event.points) != set(state.sides):
        yield RuleViolation("FAI-END-01")


def on_fair_reported(state: State, event: e.FairReported) -> State:
    return replace(state, reported=event.points)


def check_stall_closed(state: State, event: e.StallClosed, by: Actor) -> Broken:
    """FAI-LOG-01."""
    return mine(state, by, state.sides.get(event.side, event.side))


def on_stall_closed(state: State, event: e.StallClosed) -> State:
    return replace(state, closed=event.side)
