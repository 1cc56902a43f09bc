"""The campaign as a rule set: what may be logged now (CHR rules). Satisfies `games.ruleset.Ruleset`.

Everything in a campaign is public: of its matches it hears only what everybody may know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from games.judging import repeated
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
from tracker.rulesets.chronicle import aftermath, amending, arbitrator, challenges, folding, matches, offered
from tracker.rulesets.chronicle import events as ev
from tracker.rulesets.chronicle.checks import Violations, active_of, present, step_of, unused
from tracker.rulesets.chronicle.derive import derive
from tracker.rulesets.chronicle.reading import read
from tracker.rulesets.chronicle.standing import ranking
from tracker.rulesets.chronicle.state import ChronicleState
from tracker.rulesets.moments import is_in_years

SERVERS = (ev.ChronicleCreated, ev.MatchLinked, ev.MatchHeard, ev.ChallengeLapsed)
"""Logged by the server alone: nobody may make up what a match said."""
OWN = (
    ev.RosterJoined,
    ev.RosterLeft,
    ev.DieRolled,
    ev.Chosen,
    ev.Stated,
    ev.Signed,
    ev.Bought,
    ev.NoteWritten,
    ev.ChallengeIssued,
    ev.ChallengeAnswered,
)
"""A player may log these for a roster of theirs, the arbitrator for anybody."""
AFTERWARDS = (
    *(ev.MatchHeard, ev.Adjusted, ev.CorrectionAccepted, ev.NoteWritten),
    *(ev.DieRolled, ev.Chosen, ev.Stated, ev.Signed),
)
"""What may come after the end: corrections, and what they ask of people."""


def _who(state: ChronicleState, event: Event, by: Actor) -> Violations:
    """CHR-WHO-01 to -03."""
    if isinstance(event, SERVERS):
        if by.role != "system":
            yield RuleViolation("CHR-WHO-02")
    elif isinstance(event, OWN):
        if not by.is_staff and _owner(state, event) != by.player:
            yield RuleViolation("CHR-WHO-03")
    elif not by.is_staff:
        yield RuleViolation("CHR-WHO-01")


def _owner(state: ChronicleState, event: Any) -> str | None:
    """The player of the roster that the event is about."""
    if isinstance(event, ev.RosterJoined):
        return event.player
    if isinstance(event, ev.ChallengeAnswered):
        found = state.challenges.get(event.id)
        roster: str | None = found.against if found else ""
    else:
        roster = event.roster if not isinstance(event, ev.DieRolled | ev.Chosen) else None
    if roster is None:
        step = step_of(state, event.effect)
        roster = step.roster if step else ""
    joined = state.joined().get(roster)
    return joined.player if joined else None


def _check_created(state: ChronicleState, event: ev.ChronicleCreated, by: Actor) -> Violations:
    """CHR-DEF-01 to -14: the definition is whole."""
    _found, faults = read(event.definition)
    yield from faults
    if _found is not None and _found.system != event.system:
        params = {"line": 1, "where": "campaign.system", "told": event.system, "legal": [_found.system]}
        yield RuleViolation("CHR-DEF-03", params)


def _check_joined(state: ChronicleState, event: ev.RosterJoined, by: Actor) -> Violations:
    """CHR-ROS-01 to -03."""
    joined, active = state.joined(), active_of(derive(state))
    if event.roster in joined:
        yield RuleViolation("CHR-ID-01", {"id": event.roster})
    if any(one.player == event.player for one in active.values()):
        yield RuleViolation("CHR-ROS-01", {"actor": event.player})
    most = state.rules.players
    if most and len(active) >= most:
        yield RuleViolation("CHR-ROS-02", {"most": most})
    if twice := repeated(one.id for one in event.fighters):
        yield RuleViolation("CHR-ID-01", {"id": min(twice)})


def _check_challenge(state: ChronicleState, event: ev.ChallengeIssued, by: Actor) -> Violations:
    """CHR-ROS-03, CHR-ID-01, and the rules of challenges."""
    wrong = [*present(derive(state), event.roster, event.against), *unused(state, event.id)]
    yield from wrong
    if not wrong:
        yield from challenges.check_issued(state, event, by)


def _check_left(state: ChronicleState, event: ev.RosterLeft, by: Actor) -> Violations:
    yield from present(derive(state), event.roster)


def _check_noted(state: ChronicleState, event: ev.NoteWritten, by: Actor) -> Violations:
    roster = derive(state).rosters.get(event.roster)
    yield from unused(state, event.id)
    if roster is None or (event.fighter and event.fighter not in roster.fighters):
        yield RuleViolation("CHR-ROS-03", {"roster": event.fighter or event.roster, "legal": []})


CHAPTER: dict[type, tuple[Callable[..., Violations], Callable[..., ChronicleState]]] = {
    ev.ChronicleCreated: (_check_created, folding.created),
    ev.RosterJoined: (_check_joined, folding.slotted),
    ev.RosterLeft: (_check_left, folding.left),
    **challenges.CHECKS,
    ev.ChallengeIssued: (_check_challenge, challenges.issued),
    ev.DefinitionAmended: (amending.check_amended, amending.amended),
    ev.MatchLinked: (matches.check_linked, folding.linked),
    ev.MatchHeard: (matches.check_heard, folding.heard),
    ev.DieRolled: (aftermath.check_rolled, folding.rolled),
    ev.Chosen: (aftermath.check_chosen, folding.chosen),
    ev.Stated: (aftermath.check_stated, folding.stated),
    ev.Signed: (aftermath.check_signed, folding.signed),
    ev.Bought: (aftermath.check_bought, folding.slotted),
    ev.Adjusted: (arbitrator.check_adjusted, folding.slotted),
    ev.CycleClosed: (arbitrator.check_cycle, folding.slotted),
    ev.NoteWritten: (_check_noted, folding.noted),
    ev.CorrectionAccepted: (arbitrator.check_accepted, folding.accepted),
    ev.ChronicleFinished: (arbitrator.check_finished, folding.finished),
}


def judged(state: ChronicleState, event: Event) -> tuple[RuleViolation, ...]:
    """What would be refused of an arbitrator's entry, before it is one."""
    return Chronicle().check(state, event, Actor("organiser", "-"))


class Chronicle:
    """`Ruleset[ChronicleState, Event]`."""

    key = "chronicle"
    version = "1"
    event_types = ev.EVENT_TYPES
    state_type: Any = ChronicleState

    def initial(self, setup: Setup) -> ChronicleState:
        return ChronicleState()

    def check(self, state: ChronicleState, event: Event, by: Actor) -> tuple[RuleViolation, ...]:
        """CHR-CRE-01: created first, and once. CHR-END-01. CHR-TIME-01: no place before what stands already.
        CHR-TIME-02: a moment that every page and every database can show.
        """
        if bool(state.name) == isinstance(event, ev.ChronicleCreated):
            return (RuleViolation("CHR-CRE-01"),)
        refused = tuple(_who(state, event, by))
        if refused:
            return refused
        if state.is_finished() and not isinstance(event, AFTERWARDS):
            return (RuleViolation("CHR-END-01"),)
        at = getattr(event, "at", None)
        if at is not None and not is_in_years(at):
            return (RuleViolation("CHR-TIME-02", {"told": at}),)
        if at is not None and at < state.last and not isinstance(event, ev.MatchHeard):
            return (RuleViolation("CHR-TIME-01", {"last": state.last, "told": at}),)
        return tuple(CHAPTER[type(event)][0](state, event, by))

    def evolve(self, state: ChronicleState, event: Event) -> ChronicleState:
        return CHAPTER[type(event)][1](state, event)

    def fold(self, state: ChronicleState, events: Iterable[Event]) -> ChronicleState:
        return fold(self, state, events)

    def outcome(self, state: ChronicleState) -> Outcome:
        """Who leads stands in what is derived; once it is over, the winner is the first of the ranking."""
        if not state.is_finished():
            return Outcome(status="open", vp={})
        first = next(iter(ranking(state.rules, derive(state))), None)
        return Outcome(status="finished", vp={}, winner=first.id if first and state.rules.rank else None)

    def sides(self, state: ChronicleState) -> dict[str, tuple[str, ...]]:
        return {key: (one.player,) for key, one in state.joined().items()}

    def visible_to(self, state: ChronicleState, viewer: Viewer) -> ChronicleState:
        return state

    def redact(self, state: ChronicleState, event: Event, viewer: Viewer) -> Event | None:
        return event

    def next_events(self, state: ChronicleState, viewer: Viewer) -> tuple[NextEvent, ...]:
        """What the viewer may log now, with the legal values of what is known."""
        return offered.next_events(state, viewer)

    def consequences(self, state: ChronicleState) -> Consequences:
        return NO_CONSEQUENCES

    def check_roster(self, roster: Roster, cards: Cards) -> RosterReport:
        """Lists are checked by the game, and by the match that was opened with the campaign's levers."""
        return RosterReport()

    def upcast(self, type_: str, schema: int, data: dict[str, Any]) -> dict[str, Any]:
        return data
