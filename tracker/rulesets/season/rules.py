"""The season as a rule set: who may make, change and close it, and which times make sense (SEA rules).

Satisfies `games.ruleset.Ruleset`. Nothing in a season is secret, and nobody scores in it: see `projections.ladder`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec.structs import replace

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
    Setup,
    Viewer,
    fold,
)
from tracker.rulesets.moments import is_in_years
from tracker.rulesets.season.events import (
    EVENT_TYPES,
    LeagueSet,
    SeasonChanged,
    SeasonClosed,
    SeasonCreated,
    SeasonReopened,
    TournamentCounted,
    TournamentLeftOut,
)
from tracker.rulesets.season.state import SeasonState

Violations = Iterator[RuleViolation]


def _check_span(event: SeasonCreated | SeasonChanged) -> Violations:
    """SEA-TIME-01: real days of the years 2000 to 2100, and an end after the start."""
    moments = [moment for moment in (event.starts, event.ends) if moment is not None]
    if not all(map(is_in_years, moments)) or (event.ends is not None and event.ends <= event.starts):
        yield RuleViolation("SEA-TIME-01", {"starts": event.starts, "ends": event.ends})


def _check_created(state: SeasonState, event: SeasonCreated) -> Violations:
    return _check_span(event)


def _check_changed(state: SeasonState, event: SeasonChanged) -> Violations:
    """SEA-END-01: what is closed stays as it is."""
    if state.closed is not None:
        yield RuleViolation("SEA-END-01", {"closed": state.closed})
    yield from _check_span(event)


def _check_closed(state: SeasonState, event: SeasonClosed) -> Violations:
    """SEA-END-01, SEA-TIME-02: once, and not before it began."""
    if state.closed is not None:
        yield RuleViolation("SEA-END-01", {"closed": state.closed})
    if not is_in_years(event.closed) or event.closed < state.starts:
        yield RuleViolation("SEA-TIME-02", {"starts": state.starts, "told": event.closed})


def _check_reopened(state: SeasonState, event: SeasonReopened) -> Violations:
    """SEA-END-02."""
    if state.closed is None:
        yield RuleViolation("SEA-END-02")


def _open(state: SeasonState) -> Violations:
    if state.closed is not None:
        yield RuleViolation("SEA-END-01", {"closed": state.closed})


def _check_league(state: SeasonState, event: LeagueSet) -> Violations:
    """SEA-LGA-01, -02; SEA-END-01."""
    yield from _open(state)
    falls = all(one >= two for one, two in zip(event.points, event.points[1:], strict=False))
    if event.by == "places" and (not event.points or not falls):
        yield RuleViolation("SEA-LGA-01")
    named = [one.name for one in event.divisions]
    players = [player for one in event.divisions for player in one.players]
    edges = event.divisions and (event.divisions[0].up or event.divisions[-1].down)
    if len(set(named)) < len(named) or len(set(players)) < len(players) or edges:
        yield RuleViolation("SEA-LGA-02")


def _check_counted(state: SeasonState, event: TournamentCounted) -> Violations:
    """SEA-LGA-03; SEA-END-01."""
    yield from _open(state)
    if event.tournament in state.counted:
        yield RuleViolation("SEA-LGA-03")


def _check_left_out(state: SeasonState, event: TournamentLeftOut) -> Violations:
    """SEA-LGA-04; SEA-END-01."""
    yield from _open(state)
    if event.tournament not in state.counted:
        yield RuleViolation("SEA-LGA-04")


def _league(state: SeasonState, event: LeagueSet) -> SeasonState:
    return replace(state, league=event)


def _counted(state: SeasonState, event: TournamentCounted) -> SeasonState:
    return replace(state, counted={**state.counted, event.tournament: event.weight})


def _left_out(state: SeasonState, event: TournamentLeftOut) -> SeasonState:
    return replace(state, counted={key: one for key, one in state.counted.items() if key != event.tournament})


def _created(state: SeasonState, event: SeasonCreated) -> SeasonState:
    return SeasonState(event.name, event.system, event.starts, event.ends)


def _changed(state: SeasonState, event: SeasonChanged) -> SeasonState:
    return replace(state, name=event.name, starts=event.starts, ends=event.ends)


def _closed(state: SeasonState, event: SeasonClosed) -> SeasonState:
    return replace(state, closed=event.closed)


def _reopened(state: SeasonState, event: SeasonReopened) -> SeasonState:
    return replace(state, closed=None)


CHAPTER: dict[type, tuple[Callable[..., Violations], Callable[..., SeasonState]]] = {
    SeasonCreated: (_check_created, _created),
    SeasonChanged: (_check_changed, _changed),
    SeasonClosed: (_check_closed, _closed),
    SeasonReopened: (_check_reopened, _reopened),
    LeagueSet: (_check_league, _league),
    TournamentCounted: (_check_counted, _counted),
    TournamentLeftOut: (_check_left_out, _left_out),
}


class Season:
    """`Ruleset[SeasonState, Event]`."""

    key = "season"
    version = "1"
    event_types = EVENT_TYPES
    state_type: Any = SeasonState

    def initial(self, setup: Setup) -> SeasonState:
        return SeasonState()

    def check(self, state: SeasonState, event: Event, by: Actor) -> tuple[RuleViolation, ...]:
        """SEA-WHO-01: staff alone. SEA-CRE-01: created first, and once."""
        if not by.is_staff:
            return (RuleViolation("SEA-WHO-01"),)
        if bool(state.name) == isinstance(event, SeasonCreated):
            return (RuleViolation("SEA-CRE-01"),)
        return tuple(CHAPTER[type(event)][0](state, event))

    def evolve(self, state: SeasonState, event: Event) -> SeasonState:
        return CHAPTER[type(event)][1](state, event)

    def fold(self, state: SeasonState, events: Iterable[Event]) -> SeasonState:
        return fold(self, state, events)

    def outcome(self, state: SeasonState) -> Outcome:
        """A season has no score of its own; closed, it is finished."""
        return Outcome(status="finished" if state.closed else "open", vp={})

    def sides(self, state: SeasonState) -> dict[str, tuple[str, ...]]:
        return {}

    def visible_to(self, state: SeasonState, viewer: Viewer) -> SeasonState:
        return state

    def redact(self, state: SeasonState, event: Event, viewer: Viewer) -> Event | None:
        return event

    def next_events(self, state: SeasonState, viewer: Viewer) -> tuple[NextEvent, ...]:
        """For staff: change or close what is open, open again what is closed."""
        if viewer.role != "staff":
            return ()
        if not state.name:
            return (NextEvent(type="season_created"),)
        if state.closed:
            return (NextEvent(type="season_reopened"),)
        types = ("season_closed", "season_changed", "league_set", "tournament_counted")
        found = [NextEvent(type=type_) for type_ in types]
        if state.counted:
            known = {"tournament": tuple(state.counted)}
            found.append(NextEvent(type="tournament_left_out", choices=known))
        return tuple(found)

    def consequences(self, state: SeasonState) -> Consequences:
        return NO_CONSEQUENCES

    def check_roster(self, roster: Roster, cards: Cards) -> RosterReport:
        """A season has no rosters: they are checked by the game's rules."""
        return RosterReport()

    def upcast(self, type_: str, schema: int, data: dict[str, Any]) -> dict[str, Any]:
        return data
