"""What was said of an event, as its pages show it and as its organiser says it: of tournaments and of event days."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from tracker import moments
from tracker.rulesets.described import Described

FIELDS = ("starts", "ends", "place", "cost", "about", "organiser")


def said(told: Described, calendar: str) -> dict[str, Any]:
    """For `parts/_about.html`; `calendar` is the address of the event as a file for a calendar."""
    return {
        "about": told,
        "starts": moments.of_hall(told.starts),
        "ends": moments.of_hall(told.ends),
        "timed": "T" in told.starts,
        "ends_timed": "T" in told.ends,
        "calendar_url": calendar,
    }


EASTMOST = timedelta(hours=14)
"""How far the clocks of the east of the world are ahead of UTC."""


def has_come(told: Described) -> bool:
    """Whether the day of the event may have begun where its hall is; also where nobody has said when it is."""
    return told.starts[:10] <= (datetime.now(UTC) + EASTMOST).date().isoformat()


def event_of(field: Callable[[str], str]) -> dict[str, Any]:
    """The event that says what was typed into `parts/_describe.html`; `field` gives what is in a field."""
    return {"type": "event_described", "data": {name: field(name) for name in FIELDS}}
