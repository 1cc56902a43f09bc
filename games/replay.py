"""Folding a whole log: voided events are skipped, and a voiding is judged by replaying what would be left.

Called by the log (to load and to judge a correction), by the offline tools and by the tests of every system.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple, TypeVar

from games.judging import once
from games.match import (
    FRAME_EVENTS,
    OWN_EVENTS,
    STAFF_SIDE,
    EventVoided,
    Match,
    ResultConfirmed,
    ResultContested,
)
from games.rulebook import shared_rules
from games.ruleset import (
    EVERYONE,
    Actor,
    BlindEvent,
    Entry,
    Event,
    Ruleset,
    RuleViolation,
    SecretEvent,
    Setup,
    Viewer,
)
from games.secrets import check_commitment

T = TypeVar("T")
LOST = (AssertionError, LookupError, StopIteration, ValueError)
"""How a fold trips over entries that no rules judged: what is to be there is not (it asserts so, or looks it up), or
cannot be what it is told to be. Types are sound whatever comes: the codec has read them."""
EXACT_WORK = 300_000
"""Events times voidings of a log up to which each voiding is judged by all that it left. A file with more (no match
has them) would take for ever; there a voiding that broke something still shows in the events that it broke.
"""


class Earlier(NamedTuple):
    """What a log up to some event leaves for what comes after it: the state, and the secret events that stand."""

    state: Any
    secrets: tuple[Event, ...] = ()


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


def refold(
    rules: Ruleset[Any, Any],
    setup: Setup,
    entries: Sequence[Entry],
    told: Mapping[int, Event] | None = None,
) -> Any:
    """The state of a stream from its whole log, trusting the judgement of the day each event was appended. `told`:
    seq -> the event that stands for the logged one, as `games.system.Openings` gives them."""
    told = told or {}
    stood = (told.get(entry.seq, entry.event) for entry in standing(entries))
    return rules.fold(rules.initial(setup), stood)


def secrets_among(stood: Iterable[Entry]) -> list[Event]:
    """The events of these that hide anything from anybody."""
    return [entry.event for entry in stood if isinstance(entry.event, SecretEvent | BlindEvent)]


def as_seen(
    rules: Ruleset[Any, Any], setup: Setup, entries: Sequence[Entry], now: Any, viewer: Viewer
) -> Any:
    """The state that these entries lead to for a viewer who knows of them only what is open in the state `now`."""
    state = rules.initial(setup)
    for entry in standing(entries):
        seen = rules.redact(now, entry.event, viewer)
        state = state if seen is None else rules.evolve(state, seen)
    return state


def judge(rules: Ruleset[Any, Any], state: Any, event: Event, by: Actor) -> tuple[RuleViolation, ...]:
    """Every reason to refuse a new event that is not a voiding."""
    if event.secret_fields and (wrong := _sealed_wrong(rules, event)):
        return wrong
    found = rules.check(state, event, by)
    return once(found) if found else ()


def _sealed_wrong(rules: Ruleset[Any, Any], event: Event) -> tuple[RuleViolation, ...]:
    """A secret that does not fit its commitment breaks the game's own rules about it as well."""
    wrong = check_commitment(event)
    if not wrong:
        return ()
    return tuple(
        RuleViolation(name, broken.params)
        for broken in wrong
        for name in shared_rules(rules.key, broken.rule)
    )


def rejudge(rules: Ruleset[Any, Any], setup: Setup, entries: Sequence[Entry]) -> tuple[Any, list[Refusal]]:
    """Replay with `check`: the state, and every event that the rules of today refuse (and pass over).

    Voided events are not judged; the voidings are, each by what stood before it.
    """
    gone, refused_voidings = voided_seqs(entries), _rejudge_voidings(rules, setup, entries)
    state, refused = rules.initial(setup), []
    for entry in entries:
        if isinstance(entry.event, EventVoided):
            violations = refused_voidings.get(entry.seq, ())
        elif entry.seq in gone:
            continue
        else:
            violations = judge(rules, state, entry.event, entry.actor)
            state = state if violations else rules.evolve(state, entry.event)
        if violations:
            refused.append(Refusal(entry, violations))
    return state, refused


def _rejudge_voidings(
    rules: Ruleset[Any, Any], setup: Setup, entries: Sequence[Entry]
) -> dict[int, tuple[RuleViolation, ...]]:
    """seq of each voiding -> what the rules say of it, by what stood before it."""
    voidings = sum(isinstance(entry.event, EventVoided) for entry in entries)
    exact = voidings * len(entries) <= EXACT_WORK
    start = Earlier(rules.initial(setup))
    known: dict[int, Event] = {}
    judged = {}
    for place, entry in enumerate(entries):
        if not isinstance(entry.event, EventVoided):
            known[entry.seq] = entry.event
            continue
        violations = _check_right(known, entry.event)
        if not violations and not entry.actor.is_staff:
            violations = _check_own(rules, start, entries[:place], entry.event, entry.actor, exact)
        if exact and not violations:
            violations = _check_left(rules, start, standing(entries[:place]), entry.event)[0]
        judged[entry.seq] = violations
        for seq in entry.event.seqs:
            known.pop(seq, None)
    return judged


def check_void(
    rules: Ruleset[Any, Any],
    setup: Setup,
    entries: Sequence[Entry],
    event: EventVoided,
    by: Actor,
    earlier: Earlier | None = None,
) -> tuple[tuple[RuleViolation, ...], list[Refusal]]:
    """WL-VOID-01 to -06: who may void, what can be voided, and the list of later events that would become illegal.

    `entries` is the whole log or, with `earlier`, what was logged since; then nothing before it can be voided.
    """
    start = earlier or Earlier(rules.initial(setup))
    stood = standing(entries)
    known = {entry.seq: entry.event for entry in stood}
    refused = _check_right(known, event) or _check_founding(known, event)
    if not refused and not by.is_staff:
        refused = _check_own(rules, start, entries, event, by)
    return (refused, []) if refused else _check_left(rules, start, stood, event)


def _check_right(known: Mapping[int, Event], event: EventVoided) -> tuple[RuleViolation, ...]:
    """WL-VOID-02, WL-VOID-04: what cannot be voided. `known`: the events that stand."""
    missing = [seq for seq in event.seqs if seq not in known]
    if missing or not event.seqs:
        return once(RuleViolation("WL-VOID-02", {"seq": seq}) for seq in missing or [0])
    return once(RuleViolation("WL-VOID-04", {"seq": seq}) for seq in event.seqs if known[seq].lasting)


def _check_founding(known: Mapping[int, Event], event: EventVoided) -> tuple[RuleViolation, ...]:
    """WL-VOID-06. Asked of new voidings alone: a log that was taken back whole when that was legal stays as it is."""
    return once(RuleViolation("WL-VOID-06", {"seq": seq}) for seq in event.seqs if known[seq].founding)


def _check_own(
    rules: Ruleset[Any, Any],
    start: Earlier,
    entries: Sequence[Entry],
    event: EventVoided,
    by: Actor,
    exact: bool = True,
) -> tuple[RuleViolation, ...]:
    """WL-VOID-01, WL-VOID-05: a player takes back what the same player logged last in a match, with what followed from
    it by itself, until anybody logs more; not what dice, a confirmation or (`exact`) an opened secret have told. A
    result that is disputed goes with the dispute, by the author of its last entry.

    Where nobody else sits, and among turns that were reported as they had been played, what stands before an entry
    that its author took back may go as well.
    """
    entries, taken = before_own_voidings(entries, by)
    named = frozenset(event.seqs)
    gone = [entry for entry in entries if entry.seq in named]
    played = gone[: len(gone) - disputed(gone)] or gone
    told = [entry for entry in played if entry.actor.cause is None]
    last = list(entries[-len(gone) :]) == gone and played[0].actor == by
    if not isinstance(rules, Match) or not last or any(entry.actor != by for entry in told):
        return (RuleViolation("WL-VOID-01"),)
    if any(isinstance(entry.event, FRAME_EVENTS) or entry.event.chance for entry in played):
        return (RuleViolation("WL-VOID-05"),)
    if not exact or all(entry.event.as_played for entry in (*told, *taken)):
        return ()
    stood = standing(entries)
    if _asked(rules, start.state, stood, lambda state: _alone(rules, state)):
        return ()
    if taken:
        return (RuleViolation("WL-VOID-01"),)
    return (RuleViolation("WL-VOID-05"),) if _opened(rules, start, stood, gone) else ()


def before_own_voidings(entries: Sequence[Entry], by: Actor) -> tuple[Sequence[Entry], list[Entry]]:
    """The log without the voidings of `by` at its end and without what they took back, and of that what was told."""
    gone, taken, left = set[int](), list[Entry](), len(entries)
    for entry in reversed(entries):
        if isinstance(entry.event, EventVoided) and entry.actor == by:
            gone.update(entry.event.seqs)
        elif entry.seq not in gone:
            break
        elif entry.actor.cause is None:
            taken.append(entry)
        left -= 1
    return entries[:left], taken


def _alone(rules: Match[Any], state: Any) -> bool:
    """Whether one player has all sides, from whom nobody keeps a secret."""
    return len({player for seated in rules.sides(state).values() for player in seated}) == 1


def disputed(entries: Sequence[Entry]) -> int:
    """How many entries at the end dispute a result that does not count, with what was said of it before and since; none
    where staff dispute it."""
    said = [*takewhile(lambda entry: isinstance(entry.event, OWN_EVENTS), reversed(entries))]
    settled = set[str]()
    for entry in said:  # from the last one back
        if isinstance(entry.event, ResultContested):
            if entry.event.side == STAFF_SIDE:
                return 0
            if not settled & {entry.event.side, STAFF_SIDE}:
                return len(said)
        settled |= {entry.event.side} if isinstance(entry.event, ResultConfirmed) else set()
    return 0


def _opened(rules: Match[Any], start: Earlier, stood: Sequence[Entry], gone: Sequence[Entry]) -> bool:
    """Whether the entries `gone`, the last that stand, asked for an answer or opened to anybody what was secret."""
    before = stood[: len(stood) - len(gone)]
    secrets = [*start.secrets, *secrets_among(before)]
    return _asked(rules, start.state, before, lambda then: _opened_from(rules, then, gone, secrets))


def _opened_from(rules: Match[Any], then: Any, gone: Sequence[Entry], secrets: Sequence[Event]) -> bool:
    state = then
    for entry in gone:
        if judge(rules, state, entry.event, entry.actor):
            continue
        if rules.consequences(state).asks(entry.event):
            return True
        state = rules.evolve(state, entry.event)
    seated = [Viewer("player", player, side) for side, all_ in rules.sides(state).items() for player in all_]
    return any(
        rules.redact(then, secret, viewer) != rules.redact(state, secret, viewer)
        for secret in secrets
        for viewer in (EVERYONE, *seated)
    )


def _check_left(
    rules: Ruleset[Any, Any], start: Earlier, stood: Sequence[Entry], event: EventVoided
) -> tuple[tuple[RuleViolation, ...], list[Refusal]]:
    """What a later rule fix refuses already is not held against the voiding."""
    first, gone = min(event.seqs), frozenset(event.seqs)
    before = [entry for entry in stood if entry.seq < first]
    later = [entry for entry in stood if entry.seq > first]
    left = [entry for entry in later if entry.seq not in gone]
    if not left:
        return (), []
    voided = [entry for entry in stood if entry.seq == first]

    def broken_from(state: Any) -> list[Refusal]:
        found = _refused(rules, state, left)
        if not found:
            return []
        refused_anyway = {refusal.entry.seq for refusal in _refused(rules, state, [*voided, *later])}
        return [refusal for refusal in found if refusal.entry.seq not in refused_anyway]

    broken = _asked(rules, start.state, before, broken_from)
    return tuple(_would_break(refusal, first) for refusal in broken), broken


def _asked(rules: Ruleset[Any, Any], state: Any, entries: Sequence[Entry], ask: Callable[[Any], T]) -> T:
    """What `ask` says of the state after entries that stand. A fold trusts that each was judged when it was appended;
    of a file, which may hold what no rules ever let pass, it may find no way on, or lead to a state of which no rule
    can say anything: there what is refused is passed over."""
    try:
        return ask(rules.fold(state, (entry.event for entry in entries)))
    except LOST:
        return ask(_judged(rules, state, entries)[0])


def _refused(rules: Ruleset[Any, Any], state: Any, entries: Sequence[Entry]) -> list[Refusal]:
    """Those of these events that the rules of today refuse, one after the other from `state`; they are passed over."""
    return _judged(rules, state, entries)[1]


def _judged(rules: Ruleset[Any, Any], state: Any, entries: Sequence[Entry]) -> tuple[Any, list[Refusal]]:
    """The state that these events lead to, and those that the rules of today refuse and that are passed over."""
    refused = []
    for entry in entries:
        if violations := judge(rules, state, entry.event, entry.actor):
            refused.append(Refusal(entry, violations))
        else:
            state = rules.evolve(state, entry.event)
    return state, refused


def _would_break(refusal: Refusal, first: int) -> RuleViolation:
    event = refusal.entry.event
    broken = ", ".join(violation.rule for violation in refusal.violations)
    params = {"seq": refusal.entry.seq, "type": event.__struct_config__.tag, "broken": broken, "first": first}
    return RuleViolation("WL-VOID-03", params)
