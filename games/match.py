"""What every match shares, whatever its system: confirmation of the result, and voiding.

`Match` wraps a system's rules: it adds `result_confirmed` and `result_contested` and leaves everything else to the
system. A confirmed result is a fact of the log, so a later fix of scoring never moves a finished ranking.
`EventVoided` belongs to every stream and is handled by the fold (`games.replay`), never by a rule set.
Used by `games.registry`, which wraps every registered system.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, TypeVar, cast

import msgspec

from games import campaigns
from games.campaigns import Campaigns, Pinned
from games.ruleset import (
    NO_CONSEQUENCES,
    Actor,
    Cards,
    Consequences,
    Event,
    NextEvent,
    Outcome,
    Play,
    Roster,
    RosterReport,
    RuleViolation,
    Setup,
    Viewer,
    fold,
)
from games.sizes import oversized

S = TypeVar("S")
STAFF_SIDE = "staff"


class EventVoided(Event, frozen=True, kw_only=True):
    """Staff, or the player who logged them last, took back the events `seqs` because of `reason`: the fold goes on as
    if they had never been."""

    seqs: tuple[int, ...]
    reason: str


class ResultConfirmed(Event, frozen=True, kw_only=True):
    """A side (or `staff`, for all) agrees to the result as it stands: the victory points by side and the winner."""

    side: str
    vp: dict[str, int]
    winner: str


class ResultContested(Event, frozen=True, kw_only=True):
    """A side does not agree with the logged result; its confirmations are withdrawn and staff are called."""

    side: str
    reason: str


OWN_EVENTS: tuple[type[Event], ...] = (ResultConfirmed, ResultContested)
FRAME_EVENTS: tuple[type[Event], ...] = (EventVoided, *OWN_EVENTS)


class MatchState(msgspec.Struct, Generic[S], frozen=True):
    """The system's own state, who has confirmed, the confirmed outcome, and an open protest.

    `levers`: what a campaign opened the match with; a match of none has none.
    """

    play: S
    confirmed: tuple[str, ...] = ()
    result: Outcome | None = None
    contested: str | None = None
    levers: tuple[Pinned, ...] | msgspec.UnsetType = msgspec.UNSET


class Match(Generic[S]):
    """A system's rules with the shared end of every match. Satisfies `Ruleset[MatchState[S], Event]`."""

    def __init__(self, play: Play[S, Any], play_state_type: Any, published: Campaigns | None = None) -> None:
        self.play = play
        self.published = published or Campaigns()
        self.key = play.key
        self.version = play.version
        self.event_types: tuple[type[Event], ...] = (*play.event_types, *OWN_EVENTS)
        self.state_type: Any = MatchState[play_state_type]

    def initial(self, setup: Setup) -> MatchState[S]:
        levers = setup.options.get("levers")
        pinned = msgspec.convert(levers, tuple[Pinned, ...]) if levers else msgspec.UNSET
        return MatchState(self.play.initial(setup), levers=pinned)

    def check(self, state: MatchState[S], event: Event, by: Actor) -> tuple[RuleViolation, ...]:
        if type(event) is ResultConfirmed:
            return self._check_confirmed(state, event, by)
        if type(event) is ResultContested:
            return self._check_contested(state, event, by)
        if state.levers:
            refused = tuple(campaigns.broken(self.published, state.levers, state.play, event))
            if refused:
                return refused
        return self.play.check(state.play, event, by)

    def _check_confirmed(
        self, state: MatchState[S], event: ResultConfirmed, by: Actor
    ) -> tuple[RuleViolation, ...]:
        outcome = self.play.outcome(state.play)
        if outcome.status == "open":
            return (RuleViolation("WL-RES-01"),)
        if not self._may_speak(state, event.side, by):
            return (RuleViolation("WL-RES-02", {"side": event.side}),)
        if event.side in state.confirmed or state.result is not None:
            return (RuleViolation("WL-RES-03", {"side": event.side}),)
        if event.vp != outcome.vp or event.winner != outcome.winner:
            return (RuleViolation("WL-RES-04", {"vp": dict(outcome.vp), "winner": outcome.winner}),)
        return ()

    def _check_contested(
        self, state: MatchState[S], event: ResultContested, by: Actor
    ) -> tuple[RuleViolation, ...]:
        if self.play.outcome(state.play).status == "open":
            return (RuleViolation("WL-RES-01"),)
        if not self._may_speak(state, event.side, by):
            return (RuleViolation("WL-RES-02", {"side": event.side}),)
        if state.result is not None:
            return (RuleViolation("WL-RES-03", {"side": event.side}),)
        return ()

    def _may_speak(self, state: MatchState[S], side: str, by: Actor) -> bool:
        sides = self.play.sides(state.play)
        if side == STAFF_SIDE:
            return by.is_staff
        return side in sides and (by.is_staff or by.player in sides[side])

    def evolve(self, state: MatchState[S], event: Event) -> MatchState[S]:
        if type(event) is ResultConfirmed:
            return self._confirm(state, event)
        if type(event) is ResultContested:
            return MatchState(state.play, (), None, event.side, state.levers)
        if state.levers:
            event = campaigns.bent(self.published, state.levers, state.play, event)
        played = self.play.evolve(state.play, event)
        return MatchState(played, state.confirmed, state.result, state.contested, state.levers)

    def fold(self, state: MatchState[S], events: Iterable[Event]) -> MatchState[S]:
        """As `games.ruleset.fold`. The play is folded alone until an event of the frame comes.

        Levers are asked about every event.
        """
        if state.levers:
            return fold(self, state, events)
        log, done = list(events), 0
        for place in [at for at, event in enumerate(log) if type(event) in OWN_EVENTS]:
            state = self.evolve(self._played(state, log[done:place]), log[place])
            done = place + 1
        return self._played(state, log[done:])

    def _played(self, state: MatchState[S], run: list[Event]) -> MatchState[S]:
        return msgspec.structs.replace(state, play=self.play.fold(state.play, run))

    def _confirm(self, state: MatchState[S], event: ResultConfirmed) -> MatchState[S]:
        confirmed = (*state.confirmed, event.side)
        everyone = event.side == STAFF_SIDE or set(self.play.sides(state.play)) <= set(confirmed)
        if not everyone:
            return MatchState(state.play, confirmed, None, state.contested, state.levers)
        outcome = msgspec.structs.replace(
            self.play.outcome(state.play), status="confirmed", vp=event.vp, winner=event.winner
        )
        return MatchState(state.play, confirmed, outcome, None, state.levers)

    def outcome(self, state: MatchState[S]) -> Outcome:
        """The confirmed result stays as it was; what carries over may still grow (fates published later)."""
        now = self.play.outcome(state.play)
        return msgspec.structs.replace(state.result, carry=now.carry) if state.result else now

    def sides(self, state: MatchState[S]) -> dict[str, tuple[str, ...]]:
        return self.play.sides(state.play)

    def visible_to(self, state: MatchState[S], viewer: Viewer, settled: bool = False) -> MatchState[S]:
        """What the rules keep until the end opens with the confirmed result: one side alone opens nothing.

        `settled`: the secrets have been opened since this moment, so that the past is open as well.
        """
        play = self.play.visible_to(state.play, viewer, settled=settled or self.opened(state))
        return msgspec.structs.replace(state, play=play)

    def redact(self, state: MatchState[S], event: Event, viewer: Viewer) -> Event | None:
        if isinstance(event, FRAME_EVENTS):
            return event
        settled = self.opened(state)
        return cast(Event | None, self.play.redact(state.play, event, viewer, settled=settled))

    def opened(self, state: MatchState[S]) -> bool:
        """Whether the result has opened the secrets: it counts, and each side confirmed it, or staff may open them."""
        sides = STAFF_SIDE not in state.confirmed
        return state.result is not None and (sides or self.play.opened_by_staff(state.play))

    def next_events(self, state: MatchState[S], viewer: Viewer) -> tuple[NextEvent, ...]:
        outcome = self.outcome(state)
        if outcome.status == "open" or state.result is not None:
            return self.play.next_events(state.play, viewer)
        choices = {"vp": (dict(outcome.vp),), "winner": (outcome.winner,)}
        speak = tuple(
            NextEvent(
                type=kind,
                players=players,
                choices={"side": (side,), **(choices if confirm else {})},
                optional=not confirm,
            )
            for side, players in self.sides(state).items()
            if side not in state.confirmed
            for kind, confirm in (("result_confirmed", True), ("result_contested", False))
        )
        staff = NextEvent(type="result_confirmed", choices={"side": (STAFF_SIDE,), **choices})
        return (*self.play.next_events(state.play, viewer), *speak, staff)

    def consequences(self, state: MatchState[S]) -> Consequences:
        """Those of the game, while the match goes on; the result is confirmed by people."""
        told = self.play.consequences(state.play)
        if told is NO_CONSEQUENCES or self.play.outcome(state.play).status == "open":
            return told
        return Consequences(beside=told.beside)

    def check_roster(self, roster: Roster, cards: Cards) -> RosterReport:
        """WL-ROS-01: no game has a list with so many parts; otherwise what the game says of it."""
        if wrong := oversized(roster.body):
            return RosterReport((RuleViolation("WL-ROS-01", {"problem": str(wrong[1])}),))
        return self.play.check_roster(roster, cards)

    def upcast(self, type_: str, schema: int, data: dict[str, Any]) -> dict[str, Any]:
        return self.play.upcast(type_, schema, data)
