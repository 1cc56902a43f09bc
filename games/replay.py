"""Folding a whole log: voided events are skipped, and a voiding is judged by replaying what would be left.

Called by the log (to load and to judge a correction), by the offline tools and by the tests of every system.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from games.frame import EventVoided
from games.ruleset import Actor, Entry, Event, Ruleset, RuleViolation, Setup
from games.secrets import check_commitment


class Refusal(NamedTuple):
    """An event that the rules refuse, or that a voiding would make illegal."""

    entry: Entry
    violations: tuple[RuleViolation, ...]


def voided_seqs(entries: Iterable[Entry]) -> frozenset[int]:
    """The sequence numbers that the log's voidings took back."""
    return frozenset(
        seq for entry in entries if isinstance(entry.event, EventVoided) for seq in entry.event.seqs
    )


def standing(entries: Sequence[Entry], also_void: Iterable[int] = ()) -> list[Entry]:
    """The entries that count: neither voided nor themselves voidings."""
    gone = voided_seqs(entries) | frozenset(also_void)
    return [entry for entry in entries if entry.seq not in gone and not isinstance(entry.event, EventVoided)]


def refold(rules: Ruleset[Any, Any], setup: Setup, entries: Sequence[Entry]) -> Any:
    """The state of a stream from its whole log, trusting the judgement of the day each event was appended."""
    state = rules.initial(setup)
    evolve = rules.evolve
    for entry in standing(entries):
        state = evolve(state, entry.event)
    return state


def judge(rules: Ruleset[Any, Any], state: Any, event: Event, by: Actor) -> tuple[RuleViolation, ...]:
    """Every reason to refuse a new event that is not a voiding."""
    return check_commitment(event) or rules.check(state, event, by)


def rejudge(rules: Ruleset[Any, Any], setup: Setup, entries: Sequence[Entry]) -> tuple[Any, list[Refusal]]:
    """Replay with `check`: the state, and every event that the rules of today refuse (and pass over).

    Voided events are not judged; the voidings are, each by what stood before it.
    """
    state, refused, gone = rules.initial(setup), [], voided_seqs(entries)
    for place, entry in enumerate(entries):
        if entry.seq in gone:
            continue
        violations = _judged(rules, setup, entries[:place], state, entry)
        if violations:
            refused.append(Refusal(entry, violations))
        elif not isinstance(entry.event, EventVoided):
            state = rules.evolve(state, entry.event)
    return state, refused


def _judged(
    rules: Ruleset[Any, Any], setup: Setup, before: Sequence[Entry], state: Any, entry: Entry
) -> tuple[RuleViolation, ...]:
    if isinstance(entry.event, EventVoided):
        return check_void(rules, setup, before, entry.event, entry.actor)[0]
    return judge(rules, state, entry.event, entry.actor)


def check_void(
    rules: Ruleset[Any, Any], setup: Setup, entries: Sequence[Entry], event: EventVoided, by: Actor
) -> tuple[tuple[RuleViolation, ...], list[Refusal]]:
    """WL-VOID-01 to -03: who may void, what can be voided, and the list of later events that would become illegal."""
    if not by.is_staff:
        return (RuleViolation("WL-VOID-01"),), []
    known = {entry.seq for entry in standing(entries)}
    missing = [seq for seq in event.seqs if seq not in known]
    if missing or not event.seqs:
        return tuple(RuleViolation("WL-VOID-02", {"seq": seq}) for seq in missing or [0]), []
    return _check_left(rules, setup, standing(entries), event)


def _check_left(
    rules: Ruleset[Any, Any], setup: Setup, stood: Sequence[Entry], event: EventVoided
) -> tuple[tuple[RuleViolation, ...], list[Refusal]]:
    """What a later rule fix refuses already is not held against the voiding."""
    left = standing(stood, event.seqs)
    first = min(event.seqs)
    broken = [refusal for refusal in rejudge(rules, setup, left)[1] if refusal.entry.seq > first]
    if broken:
        refused_anyway = {refusal.entry.seq for refusal in rejudge(rules, setup, stood)[1]}
        broken = [refusal for refusal in broken if refusal.entry.seq not in refused_anyway]
    return tuple(_would_break(refusal, first) for refusal in broken), broken


def _would_break(refusal: Refusal, first: int) -> RuleViolation:
    event = refusal.entry.event
    broken = ", ".join(violation.rule for violation in refusal.violations)
    params = {"seq": refusal.entry.seq, "type": event.__struct_config__.tag, "broken": broken, "first": first}
    return RuleViolation("WL-VOID-03", params)
