"""A campaign's rules change while it runs (CHR-AMD rules): from the next cycle on, and what was keeps its meaning.

Lines and steps belong to the definition that was in force when they came (`term`), so that an old die still means what
its table said then. Called by `rules`, and by the page that shows what would change. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from games.rulebook import Text
from games.ruleset import Actor, RuleViolation
from tracker.rulesets.chronicle import events as ev
from tracker.rulesets.chronicle.definition import Definition
from tracker.rulesets.chronicle.derive import derive
from tracker.rulesets.chronicle.reading import read
from tracker.rulesets.chronicle.state import ChronicleState

HELD = ("tallies", "marks", "places", "chapters")
"""Parts whose names stand in what there is by now: none of them may go."""
PARTS = ("tallies", "marks", "places", "tables", "rules", "shop", "limits", "chapters")
WHOLE = (
    *(
        "cycles",
        "days",
        "most_matches",
        "challenge_days",
        "unanswered",
        "fixtures",
        "stake",
        "players",
        "options",
    ),
    *("late_of", "late_until", "server_dice", "typed_dice", "end_tally", "end_at_most", "rank", "about"),
)
"""Fields of a definition that are not names of parts."""


def check_amended(state: ChronicleState, event: ev.DefinitionAmended, by: Actor) -> Iterator[RuleViolation]:
    """CHR-DEF-01 to -14: the new definition is whole. CHR-AMD-01 to -04: it is one of the same campaign."""
    found, faults = read(event.definition)
    yield from faults
    if not event.reason.strip():
        yield RuleViolation("CHR-ADJ-01")
    if found is None:
        return
    now = state.rules
    if (found.key, found.system) != (now.key, now.system):
        yield RuleViolation("CHR-AMD-01", {"key": now.key, "system": now.system})
    gone = [key for part in HELD for key in getattr(now, part) if key not in getattr(found, part)]
    gone += [
        key for key, one in now.tallies.items() if key in found.tallies and found.tallies[key].of != one.of
    ]
    if gone:
        yield RuleViolation("CHR-AMD-02", {"names": gone})
    if event.definition == latest(state):
        yield RuleViolation("CHR-AMD-03")
    closed = derive(state).cycle
    ends = [one.cycles for one in (now, found) if one.cycles and one.after_cycles]
    if now.cycles and any(count <= closed + 1 for count in ends):
        yield RuleViolation("CHR-AMD-04", {"next": closed + 2, "count": min(ends)})


def amended(state: ChronicleState, event: ev.DefinitionAmended) -> ChronicleState:
    return replace(state, amended=(*state.amended, event), last=max(state.last, event.at))


def latest(state: ChronicleState) -> str:
    """The newest definition, be it in force or to come."""
    return state.amended[-1].definition if state.amended else state.definition


class Difference(NamedTuple):
    """A part of a definition that is not as it was. `how`: added, gone or changed; `fields`: name, before and after."""

    part: str
    key: str
    name: Text | None
    how: str
    fields: tuple[tuple[str, Any, Any], ...] = ()


def differences(before: Definition, after: Definition) -> list[Difference]:
    """Everything in which two definitions differ, part by part; texts aside, which change nothing."""
    found = [
        Difference("campaign", name, None, "changed", ((name, getattr(before, name), getattr(after, name)),))
        for name in WHOLE
        if getattr(before, name) != getattr(after, name)
    ]
    for part in PARTS:
        was, will = _named(getattr(before, part)), _named(getattr(after, part))
        for key in [*was, *(one for one in will if one not in was)]:
            if key not in will:
                found.append(Difference(part, key, was[key].name, "gone"))
            elif key not in was:
                found.append(Difference(part, key, will[key].name, "added"))
            elif was[key] != will[key]:
                one, two = msgspec.to_builtins(was[key]), msgspec.to_builtins(will[key])
                changed = tuple((name, one[name], two[name]) for name in one if one[name] != two[name])
                found.append(Difference(part, key, will[key].name, "changed", changed))
    return found


def _named(part: Any) -> dict[str, Any]:
    return part if isinstance(part, dict) else {one.key: one for one in part}
