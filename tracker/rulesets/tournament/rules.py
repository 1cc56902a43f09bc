"""The tournament as a rule set: dispatch only; every rule lives in its chapter. Satisfies `games.ruleset.Ruleset`."""

from __future__ import annotations

from collections.abc import Iterable
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
)
from tracker.rulesets.described import EventDescribed
from tracker.rulesets.tournament import (
    captains,
    drawing,
    elsewhere,
    hall,
    lists,
    places,
    registration,
    results,
    rounds,
    secrecy,
    seeding,
    setting,
    sheets,
    stages,
    teams,
    ties,
)
from tracker.rulesets.tournament.chapter import (
    Check,
    Fold,
    OfEntrant,
    broken,
    staff_only,
    staff_or_self,
    system_only,
)
from tracker.rulesets.tournament.desk_events import (
    DESK_EVENTS,
    CorrectionNoted,
    FeeMarked,
    JudgeCalled,
    ResultBrought,
)
from tracker.rulesets.tournament.events import (
    EVENT_TYPES,
    ListSubmitted,
    ListWithdrawn,
    PlayerCheckedIn,
    PlayerCheckInWithdrawn,
    PlayerDropped,
    ResultRecorded,
    ResultWithdrawn,
    TournamentCreated,
)
from tracker.rulesets.tournament.next import next_events
from tracker.rulesets.tournament.scoring import ranking
from tracker.rulesets.tournament.state import Entrant, TournamentState
from tracker.rulesets.tournament.team_events import TEAM_EVENTS, LineupTold, PutForward, SheetDisputed

CHAPTERS: dict[type, tuple[Check, Fold]] = {
    **registration.CHAPTER,
    **lists.CHAPTER,
    **stages.CHAPTER,
    **drawing.CHAPTER,
    **rounds.CHAPTER,
    **results.CHAPTER,
    **elsewhere.CHAPTER,
    **setting.CHAPTER,
    **places.CHAPTER,
    **hall.CHAPTER,
    **teams.CHAPTER,
    **captains.CHAPTER,
    **sheets.CHAPTER,
    **ties.CHAPTER,
    **seeding.CHAPTER,
}
OWN = (
    PlayerCheckedIn,
    PlayerCheckInWithdrawn,
    PlayerDropped,
    ListSubmitted,
    ListWithdrawn,
    JudgeCalled,
    LineupTold,
    PutForward,
    SheetDisputed,
)
"""What players may log about themselves."""
SYSTEM = (ResultRecorded, ResultWithdrawn)
"""What only the system logs, from the matches."""
AFTER_THE_END = (*SYSTEM, ResultBrought, CorrectionNoted, EventDescribed, FeeMarked)
"""What may still be told of an event that is over."""


def _disqualifies(event: Event) -> bool:
    return isinstance(event, PlayerDropped) and event.disqualified


class Tournament:
    """`Ruleset[TournamentState, Event]`: one kind of tournament for every game system."""

    key = "tournament"
    version = "1"
    event_types = (*EVENT_TYPES, *DESK_EVENTS, *TEAM_EVENTS)
    state_type: Any = TournamentState

    def initial(self, setup: Setup) -> TournamentState:
        return TournamentState()

    def check(self, state: TournamentState, event: Event, by: Actor) -> tuple[RuleViolation, ...]:
        allowed = self._may(event, by)
        if allowed:
            return allowed
        if (state.created is None) != isinstance(event, TournamentCreated):
            return broken("TRN-CRE-01")
        if state.finished and not isinstance(event, AFTER_THE_END):
            return broken("TRN-END-01")
        if isinstance(event, ListSubmitted) and (late := lists.check_time(state, event, by)):
            return late
        if isinstance(event, LineupTold) and (late := teams.lineup_time(state, event, by)):
            return late
        return CHAPTERS[type(event)][0](state, event)

    def _may(self, event: Event, by: Actor) -> tuple[RuleViolation, ...]:
        if isinstance(event, SYSTEM):
            return system_only(by)
        if isinstance(event, OWN) and not _disqualifies(event):
            return staff_or_self(by, event.player)
        return staff_only(by, None)

    def evolve(self, state: TournamentState, event: Event) -> TournamentState:
        return CHAPTERS[type(event)][1](state, event)

    def fold(self, state: TournamentState, events: Iterable[Event]) -> TournamentState:
        """A run of events that change one entrant each changes a table of entrants that this run alone knows."""
        run: dict[str, Entrant] | None = None
        for event in events:
            fold = CHAPTERS[type(event)][1]
            if not isinstance(fold, OfEntrant):
                state, run = fold(state, event), None
                continue
            if run is None:
                run = dict(state.entrants)
                state = replace(state, entrants=run)
            entrant = fold.becomes(state, event)
            run[entrant.player] = entrant
        return state

    def outcome(self, state: TournamentState) -> Outcome:
        """While open only the round counts: standings are read from `scoring`, not written with every event.

        Finished: `vp` holds the tournament points by player, `figures` the whole-number tie-breakers and `rank`.
        """
        last = sum(round_.status in ("started", "closed") for round_ in state.rounds)
        if not state.finished:
            return Outcome(status="open", vp={}, turn=last)
        return self._final(state, last)

    def _final(self, state: TournamentState, last: int) -> Outcome:
        rows = ranking(state).standings()
        figures = {"rank": {row.player: row.rank for row in rows}}
        for row in rows:
            for figure in row.figures:
                if figure.bottom == 1:
                    figures.setdefault(figure.id, {})[row.player] = figure.top
        best = [row.player for row in rows if row.rank == 1]
        return Outcome(
            status="finished",
            vp=figures.get("points", {}),
            winner=best[0] if len(best) == 1 else "draw",
            turn=last,
            figures=figures,
        )

    def sides(self, state: TournamentState) -> dict[str, tuple[str, ...]]:
        """All players are one side: `players`."""
        return {"players": tuple(state.entrants)} if state.entrants else {}

    def visible_to(self, state: TournamentState, viewer: Viewer) -> TournamentState:
        return secrecy.visible_to(state, viewer)

    def redact(self, state: TournamentState, event: Event, viewer: Viewer) -> Event | None:
        return secrecy.redact(state, event, viewer)

    def next_events(self, state: TournamentState, viewer: Viewer) -> tuple[NextEvent, ...]:
        return next_events(secrecy.visible_to(state, viewer), viewer)

    def consequences(self, state: TournamentState) -> Consequences:
        return NO_CONSEQUENCES

    def check_roster(self, roster: Roster, cards: Cards) -> RosterReport:
        """A tournament has no rosters of its own: they are checked by the game's rules."""
        return RosterReport()

    def upcast(self, type_: str, schema: int, data: dict[str, Any]) -> dict[str, Any]:
        return data
