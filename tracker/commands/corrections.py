"""A result that was wrong, entered once more: the old report and its confirmations go and the new ones come, in one
command, with a reason.

What of the logged play can stay stays; where the new report cannot be true beside it, the report counts instead.
`plan_result` says what would happen, `edit_result` does it. Called by the page "Edit this result".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from games.frame import EventVoided
from games.replay import judge
from games.ruleset import Actor, Event, Outcome, RuleViolation
from tracker import log, warm
from tracker.commands.matches import confirmed_by_staff
from tracker.commands.streams import BadInput, staff_actor
from tracker.handle import Answer, Command, CommandRejected, handle
from tracker.identity import Identity
from tracker.selectors.stood import Stood, stood

Payloads = Sequence[dict[str, Any]]
Judged = tuple[tuple[RuleViolation, ...], Any]


class Plan(NamedTuple):
    """What a new result does: `voids` are taken back, `logged` of them told of the play; `events` come instead.

    `outcome` is what the match will say, `confirmed_at` the seq of its confirmation.
    """

    version: int
    voids: tuple[int, ...]
    logged: int
    events: tuple[Event, ...]
    outcome: Outcome
    confirmed_at: int


def plan_result(identity: Identity, match: UUID, payloads: Payloads) -> Plan:
    """What entering this result would do; the last payload is the report. Raises `CommandRejected`."""
    actor, now = staff_actor(identity, match), stood(match)
    events = _events(now.base, payloads)
    for at in dict.fromkeys((now.closing, now.before_play(str(payloads[-1]["type"])))):
        refused, state = _judged(now, at, events, actor)
        if not refused:
            return _plan(now, at, events, state)
    raise CommandRejected(refused)


def _events(base: warm.Warm, payloads: Payloads) -> list[Event]:
    return [base.codec.from_payload(str(item["type"]), dict(item["data"])) for item in payloads]


def _judged(now: Stood, at: int, events: Sequence[Event], by: Actor) -> Judged:
    """The events in place of the match's entries from `at` on: why they are refused, or the state after them."""
    rules, state = now.base.rules, now.states[at]
    for event in events:
        violations = judge(rules, state, event, by)
        if violations:
            return violations, state
        state = rules.evolve(state, event)
    return (), state


def _plan(now: Stood, at: int, events: Sequence[Event], state: Any) -> Plan:
    rules, version = now.base.rules, now.base.head.version
    confirmed = confirmed_by_staff(rules, state)
    voids = tuple(entry.seq for entry in now.entries[at:])
    return Plan(
        version=version,
        voids=voids,
        logged=max(0, now.closing - at),
        events=(*events, confirmed),
        outcome=rules.outcome(rules.evolve(state, confirmed)),
        confirmed_at=version + len(events) + 1 + bool(voids),
    )


def edit_result(
    identity: Identity,
    match: UUID,
    payloads: Payloads,
    reason: str,
    *,
    expected_version: int | None = None,
    key: str | None = None,
) -> Answer:
    """Takes the old result back and enters this one, confirmed by staff: all or nothing.

    Raises `CommandRejected`, `StaleVersion`, or `BadInput` without a reason.
    """
    actor = staff_actor(identity, match)
    if not reason.strip():
        raise BadInput("reason", "say why, in a few words")
    if key and (first := _repeated(match, payloads, key)) is not None:
        return first
    plan = plan_result(identity, match, payloads)
    voided = (EventVoided(seqs=plan.voids, reason=reason.strip()),) if plan.voids else ()
    return handle(
        Command(
            stream=match,
            actor=actor,
            events=(*voided, *plan.events),
            expected_version=plan.version if expected_version is None else expected_version,
            key=key,
        )
    )


def _repeated(match: UUID, payloads: Payloads, key: str) -> Answer | None:
    """The first answer, when the same result was entered with this key before: what it took back is gone by now."""
    first = log.first_answer(match, key)
    if first is None:
        return None
    base = warm.current(match)
    stored = [warm.event_of(base.codec, row) for row in log.read(match, first.first_seq - 1, first.count)]
    if stored[-1 - len(payloads) : -1] != _events(base, payloads):
        return None
    return Answer(match, first.first_seq + first.count - 1, first.first_seq, first.count, True)


def answered(match: UUID, key: str) -> bool:
    """Whether a command with this key stands on the match already."""
    return bool(key) and log.first_answer(match, key) is not None
