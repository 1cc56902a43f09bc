"""What most games do alike: a rule set derives from `Game` and writes only what is its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Generic, TypeVar, cast

import msgspec

from games.chapters import Pairs
from games.ruleset import (
    DRAW,
    NO_CONSEQUENCES,
    Actor,
    Cards,
    Consequences,
    Event,
    NextEvent,
    NoList,
    Outcome,
    Play,
    Roster,
    RosterReport,
    RuleViolation,
    ScoreLine,
    SecretEvent,
    Setup,
    Viewer,
    fold,
)
from games.secrets import concealed

S = TypeVar("S")


class Game(Generic[S]):
    """The common part of a `games.ruleset.Play`. A rule set names what differs: its own methods, or functions of its
    modules as `outcome = staticmethod(outcome)`.

    `state_type()` is the state before the first event. `chapters` judge and fold each event (`games.chapters.pairs`).
    """

    key: ClassVar[str]
    version: ClassVar[str] = "1"
    event_types: ClassVar[tuple[type[Event], ...]]
    state_type: ClassVar[Any]
    body_type: ClassVar[Any] = NoList
    chapters: ClassVar[Pairs[Any]] = {}

    def initial(self, setup: Setup) -> S:
        """The state before the first event; what a match is opened with comes with that event."""
        state: S = self.state_type()
        return state

    def broken(self, state: S, event: Event, by: Actor) -> Iterable[RuleViolation]:
        """The violations, the most exact first: those that the event's chapter finds."""
        check, _fold = self.chapters[type(event)]
        return check(state, event, by)

    def evolve(self, state: S, event: Event) -> S:
        """The next state, as the event's chapter makes it."""
        _check, fold_one = self.chapters[type(event)]
        after: S = fold_one(state, event)
        return after

    def fold(self, state: S, events: Iterable[Event]) -> S:
        """The state after events that stand, one by one."""
        return fold(cast("Play[S, Any]", self), state, events)

    def opened_by_staff(self, state: S) -> bool:
        """The end of a match is what opens its secrets, whoever confirms it."""
        return True

    def upcast(self, type_: str, schema: int, data: dict[str, Any]) -> dict[str, Any]:
        return data

    def check(self, state: S, event: Event, by: Actor) -> tuple[RuleViolation, ...]:
        return tuple(self.broken(state, event, by))

    def sides(self, state: Any) -> dict[str, tuple[str, ...]]:
        """Side -> its players, of a state that has them in its `sides`."""
        return {name: side.players for name, side in state.sides.items()}

    def following(self, state: S) -> Iterable[NextEvent]:
        """What may come next; see `Ruleset.next_events`."""
        return ()

    def next_events(self, state: S, viewer: Viewer) -> tuple[NextEvent, ...]:
        return tuple(self.following(self.visible_to(state, viewer)))

    def consequences(self, state: S) -> Consequences:
        return NO_CONSEQUENCES

    def hidden(self, state: S, viewer: Viewer) -> S:
        """The state without the secrets of others; the whole state of a game without secrets."""
        return state

    def visible_to(self, state: S, viewer: Viewer, settled: bool = False) -> S:
        return state if viewer.role == "staff" or settled else self.hidden(state, viewer)

    def sees(self, state: S, event: Event, viewer: Viewer) -> bool:
        """Whether somebody who is not staff may know the secret of an event when the match is at `state`: its player at
        any time, everybody what the rules have opened since."""
        return viewer.player is not None and getattr(event, "player", None) == viewer.player

    def redact(self, state: S, event: Event, viewer: Viewer, settled: bool = False) -> Event | None:
        if not isinstance(event, SecretEvent) or viewer.role == "staff" or settled:
            return event
        return event if self.sees(state, event, viewer) else concealed(event)

    def faults(self, body: Any, cards: Cards) -> Iterable[RuleViolation]:
        """All violations of a list's body."""
        return ()

    def list_report(self, body: Any, cards: Cards) -> RosterReport:
        """The violations of a list's body, and as warnings what could not be checked for want of facts. Raises
        `msgspec.ValidationError` for facts of `cards` of another form.
        """
        return RosterReport(tuple(self.faults(body, cards)))

    def check_roster(self, roster: Roster, cards: Cards) -> RosterReport:
        """WL-ROS-01: a body is one of `body_type`; then its `list_report`."""
        try:
            return self.list_report(msgspec.convert(roster.body, self.body_type), cards)
        except msgspec.ValidationError as error:
            return RosterReport((RuleViolation("WL-ROS-01", {"problem": str(error)}),))


def by_points(
    sides: Iterable[str], lines: tuple[ScoreLine, ...], *, done: bool, conceded: str | None = None
) -> Outcome:
    """The outcome of a match that more points win: a draw where two sides have the most.

    `conceded`: the side that conceded, which has lost whatever the points are.
    """
    vp = {side: sum(line.vp for line in lines if line.side == side) for side in sides}
    left = {side: points for side, points in vp.items() if side != conceded}
    best = [side for side, points in left.items() if points == max(left.values())]
    turn = max((line.turn or 0 for line in lines), default=0)
    if not done:
        return Outcome(status="open", vp=vp, lines=lines, turn=turn)
    winner = best[0] if len(best) == 1 else DRAW
    return Outcome(status="finished", vp=vp, winner=winner, lines=lines, turn=turn)
