"""Judges a whole portable log by the rules of today: the order of its events, then each event where it stands.

Called by the command lines `replay`, `verify-log` and `import`, and by the page on which anyone may check a log.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.faults import fault
from games.portable import BadLog, Line, PortableLog
from games.registry import SYSTEMS
from games.replay import rejudge
from games.rulebook import shared_rules
from games.ruleset import RuleViolation, SecretEvent
from games.system import Audit


class Refused(NamedTuple):
    """An event that the rules refuse: its line in the file, its seq, and why."""

    line: int
    seq: int
    violations: tuple[RuleViolation, ...]


class Judgement(NamedTuple):
    """The state after event `seq`, and every refusal in the order of the file."""

    seq: int
    state: Any
    refused: list[Refused]


def judge_log(log: PortableLog, at: int | None = None) -> Judgement:
    """Judges the events up to `at` (None: all). Raises `BadLog` for a malformed event, or when `at` is too far.

    A break in the numbering ends the judging: what follows it has no known place.
    """
    if at is not None and not 0 <= at <= len(log.lines):
        raise BadLog(len(log.raw), fault("no_entry", at=at, found=len(log.lines)))
    lines = log.lines[:at]
    disorder = _first_disorder(lines, log.header.system)
    entries = log.entries()[: disorder.line - 2 if disorder else len(lines)]
    state, refusals = rejudge(log.rules, log.setup, entries)
    refused = [Refused(entry.seq + 1, entry.seq, violations) for entry, violations in refusals]
    return Judgement(len(entries), state, refused + ([disorder] if disorder else []))


def audited(log: PortableLog, state: Any) -> Audit | None:
    """What the answers in a log were worth that holds a settled match with its secrets; `state`: at its end. None of a
    match that is not settled, of a game without such an audit, and of a copy that leaves something out."""
    system = SYSTEMS.get(log.header.system) if log.header.kind == "match" else None
    settled = log.header.complete and system is not None and state.result is not None
    if not settled or system is None or system.audit is None:
        return None
    entries = log.entries()
    held = any(isinstance(entry.event, SecretEvent) for entry in entries)
    return system.audit(log.setup, entries) if held else None


def _first_disorder(lines: Sequence[Line], system: str) -> Refused | None:
    """WL-LOG-01: the numbers run 1, 2, 3 ...; WL-LOG-02: no idempotency key stands on two events."""
    keys: dict[str, int] = {}
    for expected, line in enumerate(lines, start=1):
        if line.seq != expected:
            return _disorder(expected, line, system, "WL-LOG-01", {"seq": line.seq, "expected": expected})
        if line.key is None:
            continue
        first = keys.setdefault(line.key, line.seq)
        if first != line.seq:
            params = {"seq": line.seq, "key": line.key, "first": first}
            return _disorder(expected, line, system, "WL-LOG-02", params)
    return None


def _disorder(place: int, line: Line, system: str, rule: str, params: dict[str, Any]) -> Refused:
    violations = tuple(RuleViolation(name, params) for name in shared_rules(system, rule))
    return Refused(place + 1, line.seq, violations)
