"""How large the parts may be of what somebody tells of a match or a list: no table comes near.

Rules hold the parts of an event or of a list against each other, and hundreds of thousands would keep the server busy
for minutes. Called by the codec for events, and by the frame of every game for lists.
"""

from __future__ import annotations

from typing import Any

from games.faults import of_decoder

MOST_PARTS, LONGEST = 1_000, 10_000
"""Values in one list or object, and characters in one text."""
PLACE = 80
"""Characters of a place that are told: keys of an object may be long."""


def oversized(value: Any) -> tuple[str, str] | None:
    """(its place as `sides.red`, what is legal) for a list, object or text within `value` that is too large.

    What is legal is said as msgspec says it of a value that is too long. None where nothing is.
    """
    left: list[tuple[str, Any]] = [("", value)]
    while left:
        place, one = left.pop()
        most = LONGEST if isinstance(one, str) else MOST_PARTS
        if not isinstance(one, str | list | dict):
            continue
        if len(one) > most:
            return _told(place, one, most)
        if not isinstance(one, str):
            left += _parts(place, one)
    return None


def _told(place: str, value: str | list[Any] | dict[Any, Any], most: int) -> tuple[str, str]:
    kind = {str: "str", list: "array", dict: "object"}[type(value)]
    return place, of_decoder(f"Expected `{kind}` of length <= {most} - at `$.{place}`".replace("$.[", "$["))


def _parts(place: str, value: list[Any] | dict[Any, Any]) -> list[tuple[str, Any]]:
    if isinstance(value, dict):
        return [(f"{place}.{name}".removeprefix(".")[:PLACE], part) for name, part in value.items()]
    return [(f"{place}[{at}]", part) for at, part in enumerate(value)]
