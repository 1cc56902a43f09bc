"""Judges a whole portable log by the rules of today: the order of its events, then each event where it stands.

Called by the command lines `replay`, `verify-log` and `import`, and by the page on which anyone may check a log.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.faults import fault
from games.portable import BadLog, Line, PortableLog
from games.replay import rejudge
from games.rulebook import shared_rules
from games.ruleset import RuleViolation


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
