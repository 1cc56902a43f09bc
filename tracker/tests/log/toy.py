"""A tiny rule set for tests of the log: players add numbers to a sum, and may keep a number to themselves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import msgspec

from games.ruleset import (
    NO_CONSEQUENCES,
    Actor,
    Cards,
    Consequences,
    Event,
    NextEvent,
    Outcome,
    Roster,
    RosterReport,
    RuleViolation,
    SecretEvent,
    Setup,
    Viewer,
    fold,
)
from games.secrets import concealed


class Added(Event, frozen=True, kw_only=True):
    """A player adds `number` (at least 0; the sum may not fall below what `floor` says)."""

    number: int
    player: str = "a"
    text: str = ""
    by: dict[str, int] = {}


class Kept(SecretEvent, frozen=True, kw_only=True):
    """A player keeps a number secret."""

    secret_fields: ClassVar[tuple[str, ...]] = ("number",)
    player: str
    number: int | None = None


class ToyState(msgspec.Struct, frozen=True):
    """The sum, the events folded, and the secrets by player."""

    total: int = 0
    folded: int = 0
    kept: dict[str, int | None] = {}


RULES_SEEN: list[dict[str, int]] = []
"""The `by` of every event that was folded."""


class Toy:
    """TOY-01: a number is not negative. TOY-02: taking (negative) is legal only down to zero."""

    key, version = "toy", "1"
    event_types: tuple[type[Event], ...] = (Added, Kept)
    state_type: Any = ToyState

    def initial(self, setup: Setup) -> ToyState:
        return ToyState()

    def check(self, state: ToyState, event: Event, by: Actor) -> tuple[RuleViolation, ...]:
        if isinstance(event, Added) and state.total + event.number < 0:
            return (RuleViolation("TOY-02", {"total": state.total}),)
        return ()

    def evolve(self, state: ToyState, event: Event) -> ToyState:
        if isinstance(event, Added):
            RULES_SEEN.append(event.by)
            return ToyState(state.total + event.number, state.folded + 1, state.kept)
        assert isinstance(event, Kept)
        return ToyState(state.total, state.folded + 1, {**state.kept, event.player: event.number})

    def fold(self, state: ToyState, events: Iterable[Event]) -> ToyState:
        return fold(self, state, events)

    def outcome(self, state: ToyState) -> Outcome:
        return Outcome(status="open", vp={"sum": state.total})

    def sides(self, state: ToyState) -> dict[str, tuple[str, ...]]:
        return {"left": ("a",), "right": ("b",)}

    def visible_to(self, state: ToyState, viewer: Viewer) -> ToyState:
        return state

    def redact(self, state: ToyState, event: Event, viewer: Viewer) -> Event | None:
        if viewer.role == "staff" or getattr(event, "player", None) == viewer.player:
            return event
        return concealed(event)

    def next_events(self, state: ToyState, viewer: Viewer) -> tuple[NextEvent, ...]:
        return (NextEvent(type="added"),)

    def consequences(self, state: ToyState) -> Consequences:
        return NO_CONSEQUENCES

    def check_roster(self, roster: Roster, cards: Cards) -> RosterReport:
        return RosterReport()

    def upcast(self, type_: str, schema: int, data: dict[str, Any]) -> dict[str, Any]:
        return data


RULES = Toy()
