"""How the checks of an event follow each other: who before when, when before what. Called by the games' chapters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import TypeVar

from msgspec.structs import replace

from games.ruleset import RuleViolation

V = TypeVar("V", bound=Hashable)


def repeated(values: Iterable[V]) -> set[V]:
    """Those that stand there more than once. `count` of each would take the square of a field of ten thousand."""
    return {value for value, times in Counter(values).items() if times > 1}


def _never(_violation: RuleViolation) -> bool:
    return False


MOST = 20
"""So many reasons are told by one rule: nobody reads more, and an event with thousands of parts would get thousands."""


def once(violations: Iterable[RuleViolation]) -> tuple[RuleViolation, ...]:
    """Each reason once, where it stands first: two checks may find the same. Of one rule the first `MOST`."""
    told: list[RuleViolation] = []
    by_rule: dict[str, list[RuleViolation]] = {}
    for one in violations:
        same = by_rule.setdefault(one.rule, [])
        if len(same) < MOST and one not in same:
            same.append(one)
            told.append(one)
    return tuple(told)


def echoes(*violations: RuleViolation) -> Iterator[RuleViolation]:
    """Rules that are broken by the very fact that was told right before."""
    yield from (replace(one, echo=True) for one in violations)


def for_people(violations: Sequence[RuleViolation]) -> list[RuleViolation]:
    """Those that a person reads: each reason once."""
    return [one for one in violations if not one.echo]


def passing(
    *parts: Iterable[RuleViolation], lifted: Callable[[RuleViolation], bool] = _never
) -> Iterator[RuleViolation]:
    """The violations of the first part that has any: what comes after it relies on what the first part found wrong.

    What is `lifted` for this event is not told, and does not hide what comes after it.
    """
    for part in parts:
        stands = False
        for one in part:
            if not lifted(one):
                stands = True
                yield one
        if stands:
            return


def first_broken(*parts: Iterable[RuleViolation]) -> tuple[RuleViolation, ...]:
    """As `passing`, for the whole check of an event, and quicker: it is worked out where it stands. A part of another
    check would be asked before what it relies on."""
    for part in parts:
        found = iter(part)
        for one in found:
            return (one, *found)
    return ()
