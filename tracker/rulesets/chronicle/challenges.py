"""Challenges: a roster dares another to a match, who answers before a deadline (CHR-CHA rules). Pure.

The deadline follows from the moment of the challenge and the days that the definition gives. That it has passed is an
entry of its own, which the server logs: the log alone tells what became of a challenge, whatever any clock says later.
Called by `rules`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from games.ruleset import Actor, RuleViolation
from tracker.rulesets.chronicle import events as ev
from tracker.rulesets.chronicle.moments import deadline
from tracker.rulesets.chronicle.state import ChronicleState
from tracker.rulesets.chronicle.world import ACCEPTED, DECLINED, LAPSED, OPEN, PLAYED, Challenge

Violations = Iterator[RuleViolation]
PENDING = (OPEN, ACCEPTED)


def overdue(state: ChronicleState, now: str) -> list[Challenge]:
    """The challenges whose deadline has passed unanswered."""
    return [one for one in state.challenges.values() if one.status == OPEN and one.until < now]


def between(state: ChronicleState, one: str, two: str) -> Challenge | None:
    """What is still to be answered or played between two rosters."""
    pair = {one, two}
    return next(
        (x for x in state.challenges.values() if x.status in PENDING and {x.by, x.against} == pair), None
    )


def check_issued(state: ChronicleState, event: ev.ChallengeIssued, by: Actor) -> Violations:
    """CHR-CHA-01, -02; CHR-LNK-01, -04. Who takes part is asked before."""
    if not state.rules.challenge_days:
        yield RuleViolation("CHR-CHA-01")
    if event.roster == event.against:
        yield RuleViolation("CHR-LNK-01")
    elif (before := between(state, event.roster, event.against)) is not None:
        yield RuleViolation("CHR-CHA-02", {"until": before.until})
    if event.stake and event.stake not in state.rules.places:
        yield RuleViolation("CHR-LNK-04", {"told": event.stake, "legal": sorted(state.rules.places)})


def check_answered(state: ChronicleState, event: ev.ChallengeAnswered, by: Actor) -> Violations:
    """CHR-CHA-03, -04: while it is open, and in time."""
    found = state.challenges.get(event.id)
    if found is None or found.status != OPEN:
        yield RuleViolation("CHR-CHA-03")
    elif event.at > found.until:
        yield RuleViolation("CHR-CHA-04", {"until": found.until})


def check_lapsed(state: ChronicleState, event: ev.ChallengeLapsed, by: Actor) -> Violations:
    """CHR-CHA-03, -05: while it is open, and not before its time."""
    found = state.challenges.get(event.id)
    if found is None or found.status != OPEN:
        yield RuleViolation("CHR-CHA-03")
    elif event.at <= found.until:
        yield RuleViolation("CHR-CHA-05", {"until": found.until})


def check_played(state: ChronicleState, event: ev.MatchLinked) -> Violations:
    """CHR-CHA-06: a match that follows a challenge is the one that was accepted."""
    if not event.challenge:
        return
    found = state.challenges.get(event.challenge)
    wanted = {found.by, found.against} if found else set()
    if (
        found is None
        or found.status != ACCEPTED
        or found.stake != event.stake
        or wanted != set(event.rosters.values())
    ):
        yield RuleViolation("CHR-CHA-06")


def issued(state: ChronicleState, event: ev.ChallengeIssued) -> ChronicleState:
    """Deadline and default stand from now on, whatever the definition says later."""
    rules = state.rules
    made = Challenge(
        id=event.id,
        by=event.roster,
        against=event.against,
        at=event.at,
        until=deadline(event.at, rules.challenge_days),
        unanswered=rules.unanswered,
        stake=event.stake,
    )
    return replace(_with(state, made), last=max(state.last, event.at))


def answered(state: ChronicleState, event: ev.ChallengeAnswered) -> ChronicleState:
    status = ACCEPTED if event.accepted else DECLINED
    changed = replace(state.challenges[event.id], status=status)
    return replace(_with(state, changed), last=max(state.last, event.at))


def lapsed(state: ChronicleState, event: ev.ChallengeLapsed) -> ChronicleState:
    """Nobody answered: it counts as the definition had said when it was made."""
    found = state.challenges[event.id]
    status = ACCEPTED if found.unanswered == ACCEPTED else LAPSED
    return replace(_with(state, replace(found, status=status)), last=max(state.last, event.at))


def played(state: ChronicleState, event: ev.MatchLinked) -> ChronicleState:
    found = state.challenges.get(event.challenge)
    return state if found is None else _with(state, replace(found, status=PLAYED, link=event.link))


def gone(state: ChronicleState, roster: str) -> ChronicleState:
    """A roster has left: nobody waits for its answer."""
    for one in state.challenges.values():
        if roster in (one.by, one.against) and one.status in PENDING:
            state = _with(state, replace(one, status=LAPSED))
    return state


def _with(state: ChronicleState, changed: Challenge) -> ChronicleState:
    return replace(state, challenges={**state.challenges, changed.id: changed})


CHECKS: dict[type, Any] = {
    ev.ChallengeIssued: (check_issued, issued),
    ev.ChallengeAnswered: (check_answered, answered),
    ev.ChallengeLapsed: (check_lapsed, lapsed),
}
