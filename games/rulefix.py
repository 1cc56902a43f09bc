"""What today's rules make of a match that was played under older ones: its stored outcome against a replay.

The older rules are gone with their program, so what they said is what was stored then. A confirmed result is a fact of
the log and stays (`games.match`); here is what today's rules would count instead. An entry that they refuse is named by
its rule; where every entry stands and only the count is another, by the entry that now makes another line of the score.
Called by `tracker.rule_fixes`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from games.match import Match, ResultConfirmed
from games.replay import refold, rejudge, standing
from games.ruleset import Entry, Outcome, Ruleset, RuleViolation, ScoreLine, Setup

COMPARED = ("status", "winner", "vp", "turn", "lines", "figures", "carry", "incomplete")
"""Of an outcome; what nobody could check (`unverified`) decides nothing."""


class Verdict(msgspec.Struct, frozen=True):
    """A match that today's rules judge differently. `changed`: the fields of its outcome that differ, perhaps none.

    `seq`: the first entry at which the rules part, None where no entry can be named; `violations`: why today's rules
    refuse it, () where only the count is another.
    """

    after: Outcome
    changed: tuple[str, ...]
    seq: int | None
    violations: tuple[RuleViolation, ...] = ()


def compare(
    rules: Ruleset[Any, Any], setup: Setup, entries: Sequence[Entry], before: Mapping[str, Any]
) -> Verdict | None:
    """Replays a log against `before`, the outcome as it was stored (plain JSON); None: today's rules say the same."""
    after = counted(rules, refold(rules, setup, entries))
    changed = differing(before, after)
    refused = [one for one in rejudge(rules, setup, entries)[1] if not _only_counts(one.entry)]
    if refused:
        return Verdict(after, changed, refused[0].entry.seq, refused[0].violations)
    if not changed:
        return None
    return Verdict(after, changed, _parts_at(rules, setup, entries, before))


def counted(rules: Ruleset[Any, Any], state: Any) -> Outcome:
    """The outcome as today's rules count it, whatever was confirmed."""
    now = rules.outcome(state)
    if not isinstance(rules, Match) or state.result is None:
        return now
    played = rules.play.outcome(state.play)
    status = "open" if played.status == "open" else "confirmed"
    return msgspec.structs.replace(now, status=status, vp=played.vp, winner=played.winner)


def _only_counts(entry: Entry) -> bool:
    """A confirmation is refused where the count is another: that is no cause of it."""
    return isinstance(entry.event, ResultConfirmed)


def differing(before: Mapping[str, Any], after: Outcome) -> tuple[str, ...]:
    """The compared fields that `before` tells otherwise; one that it lacks was unknown to who stored it."""
    now = msgspec.to_builtins(after)
    return tuple(name for name in COMPARED if name in before and not _is_within(before[name], now[name]))


def _is_within(old: Any, new: Any) -> bool:
    """Whether `old` says what `new` says; keys that only `new` has are news of a newer program."""
    if isinstance(old, dict) and isinstance(new, dict):
        return all(key in new and _is_within(value, new[key]) for key, value in old.items())
    if isinstance(old, list | tuple) and isinstance(new, list | tuple):
        return len(old) == len(new) and all(map(_is_within, old, new))
    return bool(old == new)


def _parts_at(
    rules: Ruleset[Any, Any], setup: Setup, entries: Sequence[Entry], before: Mapping[str, Any]
) -> int | None:
    """The first entry that makes a line of the score which was not stored, and which stays; else the last that moved
    the outcome."""
    final = counted(rules, refold(rules, setup, entries))
    new = set(final.lines) - {msgspec.convert(one, ScoreLine) for one in before.get("lines", ())}
    state, seen, last = rules.initial(setup), None, None
    for entry in standing(entries):
        state = rules.evolve(state, entry.event)
        now = counted(rules, state)
        if new & set(now.lines):
            return entry.seq
        if seen is None or (now.vp, now.winner, now.lines) != (seen.vp, seen.winner, seen.lines):
            seen, last = now, entry.seq
    return last
