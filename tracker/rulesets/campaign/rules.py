"""The event day as a rule set: dispatch only; every rule lives in its chapter. Satisfies `games.ruleset.Ruleset`.

Nothing in a day is secret: what its tables keep from one another stays in their own streams.
"""

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
    ScoreLine,
    Setup,
    Viewer,
    fold,
)
from tracker.rulesets.campaign import arcana, outcomes, tables
from tracker.rulesets.campaign.chapter import Check, Fold, broken
from tracker.rulesets.campaign.events import (
    EVENT_TYPES,
    ArcanumArrived,
    ArcanumCreated,
    ArcanumNoted,
    ArcanumReturned,
    ArcanumWithdrawn,
    CampaignCreated,
    FatesPublished,
    FigureFell,
    FiguresHired,
    FigureStands,
    MatchOpened,
    PlayerCheckedIn,
    PlayerCheckInWithdrawn,
    TableResultRecorded,
    TableResultWithdrawn,
)
from tracker.rulesets.campaign.next import next_events
from tracker.rulesets.campaign.scoring import overall
from tracker.rulesets.campaign.state import CampaignState
from tracker.rulesets.described import EventDescribed

CHAPTERS: dict[type, tuple[Check, Fold]] = {**tables.CHAPTER, **arcana.CHAPTER, **outcomes.CHAPTER}
SYSTEM = (
    MatchOpened,
    ArcanumNoted,
    ArcanumWithdrawn,
    ArcanumArrived,
    ArcanumReturned,
    FigureFell,
    FiguresHired,
    FigureStands,
    TableResultRecorded,
    TableResultWithdrawn,
)
"""What only the system logs, from the tables."""
OWN = (PlayerCheckedIn, PlayerCheckInWithdrawn)
"""What players may log for themselves."""
CORRECTED = tuple(kind for kind in SYSTEM if kind is not MatchOpened)
"""What a table tells anew where its match is corrected: the overall result follows it, after the end as well."""
UNSEATED = "players"
"""As what somebody acts who is registered and has no seat: as everybody does at a tournament."""
AFTER_THE_END = (FatesPublished, EventDescribed, *CORRECTED)
"""What may still be told of a finished day."""


class Campaign:
    """`Ruleset[CampaignState, Event]`: an event day of several linked tables."""

    key = "campaign"
    version = "1"
    event_types = EVENT_TYPES
    state_type: Any = CampaignState

    def initial(self, setup: Setup) -> CampaignState:
        return CampaignState()

    def check(self, state: CampaignState, event: Event, by: Actor) -> tuple[RuleViolation, ...]:
        allowed = self._may(event, by)
        if allowed:
            return allowed
        if (state.created is None) != isinstance(event, CampaignCreated):
            return broken("CMP-CRE-01")
        if state.finished is not None and not isinstance(event, AFTER_THE_END):
            return broken("CMP-END-01")
        return CHAPTERS[type(event)][0](state, event)

    def _may(self, event: Event, by: Actor) -> tuple[RuleViolation, ...]:
        """CMP-WHO-01: staff run the day. CMP-WHO-02: what a table tells comes from its log. CMP-WHO-03: a player checks
        in alone.
        """
        told = isinstance(event, ArcanumCreated) and event.match_seq is not None
        if (isinstance(event, SYSTEM) or told) and by.role != "system":
            return broken("CMP-WHO-02")
        if isinstance(event, OWN):
            return () if by.is_staff or by.player == event.player else broken("CMP-WHO-03")
        return () if by.is_staff else broken("CMP-WHO-01")

    def evolve(self, state: CampaignState, event: Event) -> CampaignState:
        after = CHAPTERS[type(event)][1](state, event)
        if state.finished is not None and isinstance(event, CORRECTED):
            return replace(after, finished=overall(after))
        return after

    def fold(self, state: CampaignState, events: Iterable[Event]) -> CampaignState:
        return fold(self, state, events)

    def outcome(self, state: CampaignState) -> Outcome:
        """`vp` by side from the tables' results, a line for each; `figures` is what ranks the sides."""
        if state.created is None:
            return Outcome(status="open", vp={})
        now = state.finished or overall(state)
        lines = tuple(
            ScoreLine(side, key, vp)
            for key, table in state.tables.items()
            if table.result is not None
            for side, vp in table.result.vp.items()
        )
        return Outcome(
            status="finished" if state.finished else "open",
            vp={side: total.vp for side, total in now.sides.items()},
            winner=now.winner if state.finished else None,
            lines=lines,
            turn=len(state.tables) - len(state.without_result()),
            figures={
                "won": {side: total.won for side, total in now.sides.items()},
                "vp_difference": {side: total.vp_difference for side, total in now.sides.items()},
            },
        )

    def sides(self, state: CampaignState) -> dict[str, tuple[str, ...]]:
        """The day's sides with the players of all tables, in order of tables; who sits nowhere yet is in `players`."""
        waiting = {UNSEATED: unseated} if (unseated := state.unseated()) else {}
        if not state.tables:
            return waiting
        seats = {side: [t.sides[side] for t in state.tables.values()] for side in state.options.sides}
        seated = {side: tuple(player for here in all_ for player in here) for side, all_ in seats.items()}
        return {**seated, **waiting}

    def visible_to(self, state: CampaignState, viewer: Viewer) -> CampaignState:
        return state

    def redact(self, state: CampaignState, event: Event, viewer: Viewer) -> Event | None:
        return event

    def next_events(self, state: CampaignState, viewer: Viewer) -> tuple[NextEvent, ...]:
        return next_events(state, viewer)

    def consequences(self, state: CampaignState) -> Consequences:
        return NO_CONSEQUENCES

    def check_roster(self, roster: Roster, cards: Cards) -> RosterReport:
        """A day has no rosters of its own: they are checked by the game's rules."""
        return RosterReport()

    def upcast(self, type_: str, schema: int, data: dict[str, Any]) -> dict[str, Any]:
        return data
