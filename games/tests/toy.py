"""A game small enough to read at a glance, for the tests of what every system shares.

Each side hides a number, then scores points one event at a time, then somebody ends the match.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import msgspec

from games.match import Match
from games.ruleset import (
    NO_CONSEQUENCES,
    SYSTEM,
    Actor,
    Cards,
    Consequences,
    Event,
    NextEvent,
    NoList,
    Outcome,
    Roster,
    RosterReport,
    RuleViolation,
    ScoreLine,
    SecretEvent,
    Setup,
    Viewer,
    fold,
)
from games.secrets import concealed, sealed


class TableOpened(Event, frozen=True, kw_only=True):
    sides: dict[str, tuple[str, ...]]


class NumberHidden(SecretEvent, frozen=True, kw_only=True):
    secret_fields: ClassVar[tuple[str, ...]] = ("number",)
    side: str
    number: int | None = None


class PointsScored(Event, frozen=True, kw_only=True):
    """Schema 1 called the points `vp`."""

    schema_number: ClassVar[int] = 2
    side: str
    points: int


class GameEnded(Event, frozen=True, kw_only=True):
    pass


class ToyState(msgspec.Struct, frozen=True):
    sides: dict[str, tuple[str, ...]] = {}
    hidden: dict[str, int | None] = {}
    vp: dict[str, int] = {}
    over: bool = False


class Toy:
    key = "toy"
    version = "1.1"
    event_types: tuple[type[Event], ...] = (TableOpened, NumberHidden, PointsScored, GameEnded)
    state_type, body_type = ToyState, NoList

    def initial(self, setup: Setup) -> ToyState:
        return ToyState()

    def check(self, state: ToyState, event: Event, by: Actor) -> tuple[RuleViolation, ...]:
        if isinstance(event, TableOpened):
            return (RuleViolation("TOY-OPEN-01"),) if state.sides else ()
        if not state.sides or state.over:
            return (RuleViolation("TOY-PHASE-01"),)
        side = getattr(event, "side", None)
        if side is not None and side not in state.sides:
            return (RuleViolation("TOY-SIDE-01", {"side": side}),)
        if isinstance(event, PointsScored) and not 0 < event.points <= 3:
            return (RuleViolation("TOY-VP-01", {"points": event.points}),)
        if isinstance(event, GameEnded) and not any(state.vp.values()):
            return (RuleViolation("TOY-END-01"),)
        return ()

    def evolve(self, state: ToyState, event: Event) -> ToyState:
        if isinstance(event, TableOpened):
            return ToyState(sides=event.sides, vp=dict.fromkeys(event.sides, 0))
        if isinstance(event, NumberHidden):
            return msgspec.structs.replace(state, hidden={**state.hidden, event.side: event.number})
        if isinstance(event, PointsScored):
            total = state.vp[event.side] + event.points
            return msgspec.structs.replace(state, vp={**state.vp, event.side: total})
        return msgspec.structs.replace(state, over=True)

    def fold(self, state: ToyState, events: Iterable[Event]) -> ToyState:
        return fold(self, state, events)

    def outcome(self, state: ToyState) -> Outcome:
        best = max(state.vp.values(), default=0)
        leaders = [side for side, vp in state.vp.items() if vp == best]
        return Outcome(
            status="finished" if state.over else "open",
            vp=state.vp,
            winner=(leaders[0] if len(leaders) == 1 else "draw") if state.over else None,
            lines=tuple(ScoreLine(side, "points", vp) for side, vp in state.vp.items() if vp),
        )

    def sides(self, state: ToyState) -> dict[str, tuple[str, ...]]:
        return state.sides

    def visible_to(self, state: ToyState, viewer: Viewer, settled: bool = False) -> ToyState:
        if viewer.role == "staff" or settled:
            return state
        hidden = {side: number if side == viewer.side else None for side, number in state.hidden.items()}
        return msgspec.structs.replace(state, hidden=hidden)

    def redact(self, state: ToyState, event: Event, viewer: Viewer, settled: bool = False) -> Event | None:
        open_to = viewer.role == "staff" or settled or getattr(event, "side", None) == viewer.side
        return event if open_to else concealed(event)

    def next_events(self, state: ToyState, viewer: Viewer) -> tuple[NextEvent, ...]:
        return ()

    def consequences(self, state: ToyState) -> Consequences:
        return NO_CONSEQUENCES

    def check_roster(self, roster: Roster, cards: Cards) -> RosterReport:
        return RosterReport()

    def opened_by_staff(self, state: ToyState) -> bool:
        return True

    def upcast(self, type_: str, schema: int, data: dict[str, Any]) -> dict[str, Any]:
        if type_ == "points_scored" and schema == 1:
            return {"side": data["side"], "points": data["vp"]}
        return data


TOY = Match(Toy(), ToyState)
ANNA, BORIS = Actor("player", "anna"), Actor("player", "boris")
SIDES: dict[str, tuple[str, ...]] = {"red": ("anna",), "blue": ("boris",)}
OPENED = TableOpened(sides=SIDES)
RED_TWO, BLUE_ONE = PointsScored(side="red", points=2), PointsScored(side="blue", points=1)

PLAYED: list[tuple[Event, Actor]] = [
    (OPENED, SYSTEM),
    (sealed(NumberHidden(side="red", number=7), "a1b2"), ANNA),
    (RED_TWO, ANNA),
    (BLUE_ONE, BORIS),
    (GameEnded(), SYSTEM),
]


def find_toy(kind: str, system: str) -> Any:
    """A rule finder that knows this game alone."""
    return {("match", "toy"): TOY}[kind, system]
