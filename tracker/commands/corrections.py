"""A result, or one entry of a match, that was wrong and is entered once more: what stood goes and what is right comes,
in one command, with a reason.

What of the logged play can stay stays. Where a new report cannot be true beside it, the report counts instead; after a
new entry the later ones are logged again as far as they are legal. `plan_result` and `plan_entry` say what would
happen, `edit_result` and `replace_entry` do it. Called by the pages "Edit this result" and "Replace this entry".
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _

from games.match import FRAME_EVENTS, EventVoided
from games.replay import Refusal, judge
from games.ruleset import Actor, Event, Outcome, RuleViolation
from games.secrets import sealed
from tracker import log, warm
from tracker.commands.because import Because
from tracker.commands.matches import confirmed_by_staff
from tracker.commands.streams import staff_actor
from tracker.handle import Answer, Command, CommandRejected, first_use, handle
from tracker.identity import Identity
from tracker.inputs import BadInput
from tracker.selectors.stood import Stood, stood

Payloads = Sequence[dict[str, Any]]
Report = Payloads | Callable[[Any], Payloads]
"""The events of a result; or what they are on the match as it is without the old one, which may tell some of it."""
Judged = tuple[tuple[RuleViolation, ...], Any]


class Plan(NamedTuple):
    """What a new result does: `voids` are taken back, `logged` of them told of the play; `events` come instead.

    `outcome` is what the match will say, `confirmed_at` the seq of its confirmation. `lost`: entries after a replaced
    one that would be illegal, and therefore are not logged again. `match`: its state afterwards.
    """

    version: int
    voids: tuple[int, ...]
    logged: int
    events: tuple[Event, ...]
    outcome: Outcome
    confirmed_at: int
    lost: tuple[Refusal, ...] = ()
    match: Any = None


def plan_result(identity: Identity, match: UUID, report: Report) -> Plan:
    """What entering this result would do; the last payload is the report. Raises `CommandRejected`."""
    actor, now = staff_actor(identity, match), stood(match)
    for at, payloads in _told_at(now, report):
        events = _to_judge(now.base, payloads)
        refused, state = _judged(now, at, events, actor)
        if not refused:
            return _plan(now, at, events, state)
    raise CommandRejected(refused)


def _told_at(now: Stood, report: Report) -> list[tuple[int, Payloads]]:
    """The places of the log that the result may follow on, each with its events there: beside the logged play, and
    before it."""

    def told(at: int) -> Payloads:
        return report(now.states[at]) if callable(report) else report

    first = told(now.closing)
    places = dict.fromkeys((now.closing, now.before_play(str(first[-1]["type"]))))
    return [(at, told(at)) for at in places]


def _events(base: warm.Warm, payloads: Payloads) -> list[Event]:
    return [base.codec.told(str(item["type"]), dict(item["data"])) for item in payloads]


def _to_judge(base: warm.Warm, payloads: Payloads) -> list[Event]:
    """The events as the log would take them in: what is secret is judged with its commitment."""
    return [sealed(event, secrets.token_hex(16)) for event in _events(base, payloads)]


def _judged(now: Stood, at: int, events: Sequence[Event], by: Actor) -> Judged:
    """The events in place of the match's entries from `at` on."""
    return _follows(now, now.states[at], events, by)


def _plan(now: Stood, at: int, events: Sequence[Event], state: Any) -> Plan:
    rules, version = now.base.rules, now.base.head.version
    confirmed = confirmed_by_staff(rules, state)
    voids = tuple(entry.seq for entry in now.entries[at:])
    after = rules.evolve(state, confirmed)
    return Plan(
        version=version,
        voids=voids,
        logged=max(0, now.closing - at),
        events=(*events, confirmed),
        outcome=rules.outcome(after),
        confirmed_at=version + len(events) + 1 + bool(voids),
        match=after,
    )


def edit_result(
    identity: Identity,
    match: UUID,
    report: Report,
    because: Because,
) -> Answer:
    """Takes the old result back and enters this one, confirmed by staff: all or nothing.

    Raises `CommandRejected`, `StaleVersion`, or `BadInput` without a reason.
    """
    actor = staff_actor(identity, match)
    because.said()
    if because.key and (first := _repeated(match, report, because.key)) is not None:
        return first
    return _do(match, actor, plan_result(identity, match, report), because)


def _do(match: UUID, actor: Actor, plan: Plan, because: Because) -> Answer:
    voided = (EventVoided(seqs=plan.voids, reason=because.said()),) if plan.voids else ()
    version = because.expected_version
    return handle(
        Command(
            stream=match,
            actor=actor,
            events=(*voided, *plan.events),
            expected_version=plan.version if version is None else version,
            key=because.key,
        )
    )


Ending = Callable[[Any], Payloads]
"""The entries that end a match in this state, made anew where the old ones would not be true any more."""


def plan_entry(identity: Identity, match: UUID, seq: int, payloads: Payloads, ending: Ending) -> Plan:
    """What it would do to log these payloads in the place of the entry `seq`.

    Raises `CommandRejected` when they are illegal there, `BadInput` when no such entry stands.
    """
    actor, now = staff_actor(identity, match), stood(match)
    at = now.replaceable(seq)
    if at is None:
        raise BadInput("seq", _("no entry that can be replaced stands there"))
    events = _to_judge(now.base, payloads)
    refused, state = _judged(now, at, events, actor)
    if refused:
        raise CommandRejected(refused)
    return _relogged(now, at, events, state, actor, ending)


def _relogged(now: Stood, at: int, events: list[Event], state: Any, by: Actor, ending: Ending) -> Plan:
    """The entries after `at` once more, on the state that the new ones lead to; confirmations are given anew."""
    rules, lost = now.base.rules, list[Refusal]()
    for place, entry in enumerate(now.entries[at + 1 :], start=at + 1):
        if isinstance(entry.event, FRAME_EVENTS):
            continue
        again: Sequence[Event] = [entry.event]
        violations, after = _follows(now, state, again, by)
        if violations and place == now.closing:
            again = _to_judge(now.base, ending(state))
            after = _follows(now, state, again, by)[1] if again else None
        if after is None:
            lost.append(Refusal(entry, violations))
            continue
        events, state = [*events, *again], after
    if now.base.state.result is not None and rules.outcome(state).status != "open":
        confirmed = confirmed_by_staff(rules, state)
        events, state = [*events, confirmed], rules.evolve(state, confirmed)
    voids, version = tuple(entry.seq for entry in now.entries[at:]), now.base.head.version
    outcome = rules.outcome(state)
    return Plan(version, voids, 0, tuple(events), outcome, version + 1 + len(events), tuple(lost))


def _follows(now: Stood, state: Any, events: Sequence[Event], by: Actor) -> Judged:
    """Why the events may not follow on the state, and the state after them, None when they may not."""
    rules = now.base.rules
    for event in events:
        violations = judge(rules, state, event, by)
        if violations:
            return violations, None
        state = rules.evolve(state, event)
    return (), state


def replace_entry(
    identity: Identity,
    match: UUID,
    seq: int,
    payloads: Payloads,
    ending: Ending,
    because: Because,
) -> Answer:
    """Logs the payloads in the place of the entry `seq`, and again what came after it: all or nothing.

    Raises `CommandRejected`, `StaleVersion`, or `BadInput` without a reason.
    """
    actor = staff_actor(identity, match)
    because.said()
    return _do(match, actor, plan_entry(identity, match, seq, payloads, ending), because)


def _repeated(match: UUID, report: Report, key: str) -> Answer | None:
    """The first answer, when the same result was entered with this key before: what it took back is gone by now."""
    first = first_use(match, key)
    if first is None:
        return None
    base = warm.current(match)
    stored = [warm.event_of(base.codec, row) for row in log.read(match, first.first_seq - 1, first.count)]
    told = [_events(base, payloads) for _at, payloads in _told_at(stood(match), report)]
    if not any(stored[-1 - len(events) : -1] == events for events in told):
        return None
    return Answer(match, first.first_seq + first.count - 1, first.first_seq, first.count, True)


def answered(match: UUID, key: str) -> bool:
    """Whether a command with this key stands on the match already."""
    return bool(key) and first_use(match, key) is not None
