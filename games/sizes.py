"""How large the parts may be of what somebody tells of a match or a list: no table comes near.

Rules hold the parts of an event or of a list against each other, and hundreds of thousands would keep the server busy
for minutes. Called by the codec for events, and by the commands that judge lists.
"""

from __future__ import annotations

from typing import Any

from games.faults import Fault, fault

MOST_PARTS, LONGEST = 1_000, 10_000
"""Values in one list or object, and characters in one text."""
PLACE = 80
"""Characters of a place that are told: keys of an object may be long."""


def oversized(value: Any, place: str) -> tuple[str, Fault] | None:
    """(its place, what is legal) for a list, object or text within `value` that is too large; None where there is none.

    `place`: what `value` itself is called.
    """
    left: list[tuple[str, Any]] = [(place, value)]
    while left:
        where, one = left.pop()
        if isinstance(one, str):
            if len(one) > LONGEST:
                return _told(where)
        elif isinstance(one, dict | list):
            if len(one) > MOST_PARTS:
                return _told(where)
            left += _parts(where, one)
    return None


def _told(place: str) -> tuple[str, Fault]:
    return place, fault("too_many_parts", place=place, values=MOST_PARTS, characters=LONGEST)


def _parts(place: str, value: dict[Any, Any] | list[Any]) -> list[tuple[str, Any]]:
    if isinstance(value, dict):
        return [(f"{place}.{name}"[:PLACE], part) for name, part in value.items()]
    return [(f"{place}[{at}]", part) for at, part in enumerate(value)]
