"""Wounds, stuns and defeats of one actor, character or opponent (SEN-END-01, -02, SEN-EFF-01 to -04, SEN-SOLO-06, -08).

Called by `turns.py` and `finish.py`.
"""

from __future__ import annotations

from typing import NamedTuple

from games.gaps import known
from games.ruleset import RuleViolation
from games.senjutsu.permissions import Violations

CHARACTER = ("SEN-END-01", "SEN-END-02")
OPPONENT = ("SEN-SOLO-08", "SEN-SOLO-06")
"""The rules of a defeat by wounds and by stuns."""


class Body(NamedTuple):
    """An actor now: None for a limit that is unknown."""

    actor: str
    wounds: int
    bleeding: int
    stuns: int
    wound_limit: int | None
    stun_limit: int | None


def check_counts(now: Body, least_wounds: int, least_stuns: int) -> Violations:
    """SEN-EFF-01, -02, -04: wounds and stuns do not vanish, and bleeding wounds are wounds."""
    if now.wounds < least_wounds:
        yield RuleViolation("SEN-EFF-01", {"actor": now.actor, "told": now.wounds, "expected": least_wounds})
    if now.bleeding > now.wounds:
        yield RuleViolation(
            "SEN-EFF-02", {"actor": now.actor, "bleeding": now.bleeding, "wounds": now.wounds}
        )
    if now.stuns < least_stuns:
        yield RuleViolation("SEN-EFF-04", {"actor": now.actor, "told": now.stuns, "expected": least_stuns})


def check_kinds(now: Body, normal: int, bleeding: int, healed: int) -> Violations:
    """SEN-EFF-02: of each kind no more wounds went than were healed; there were `normal` and `bleeding` ones."""
    if now.bleeding <= now.wounds and gone(now.wounds, now.bleeding, normal, bleeding) > healed:
        less = now.bleeding < bleeding
        expected = max(0, bleeding - healed) if less else now.wounds - max(0, normal - healed)
        yield RuleViolation("SEN-EFF-02", {"actor": now.actor, "told": now.bleeding, "expected": expected})


def gone(wounds: int, bleeding: int, normal_before: int, bleeding_before: int) -> int:
    """How many wounds went at the least, normal and bleeding ones: a wound never changes its kind."""
    return max(0, normal_before - (wounds - bleeding)) + max(0, bleeding_before - bleeding)


def check_defeat(now: Body, cause: str | None, rules: tuple[str, str] = CHARACTER) -> Violations:
    """A limit that is reached defeats, and a defeat has its reason; SEN-END-03: an execution needs no number."""
    by_wounds, by_stuns = reached(now.wounds, now.wound_limit), reached(now.stuns, now.stun_limit)
    if (by_wounds and cause is None) or (cause == "wounds" and by_wounds is False):
        params = {"actor": now.actor, "told": now.wounds, "limit": known(now.wound_limit)}
        yield RuleViolation(rules[0], params)
    if (by_stuns and cause is None) or (cause == "stun" and by_stuns is False):
        params = {"actor": now.actor, "told": now.stuns, "limit": known(now.stun_limit)}
        yield RuleViolation(rules[1], params)


def reached(number: int, limit: int | None) -> bool | None:
    """Whether wounds or stuns defeat; None where nobody knows the limit. No limit is 0, so that nothing never does."""
    if limit is None:
        return None if number else False
    return number >= limit
