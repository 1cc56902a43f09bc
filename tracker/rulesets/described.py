"""What people read of an event before they come: when, where, by whom, for how much.

A tournament and an event day log the same event; each judges it by a rule of its own.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from games.ruleset import Event
from tracker.rulesets.moments import is_moment

Local = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^(\d{4}-\d\d-\d\d(T\d\d:\d\d)?)?$",
        max_length=16,
        examples=["2026-11-28T10:00", "2026-11-28"],
    ),
]
"""A day, or a day and a time, as the clock of the hall shows it. Empty: not said."""
Text = Annotated[str, msgspec.Meta(max_length=2000)]
Short = Annotated[str, msgspec.Meta(max_length=200)]


class EventDescribed(Event, frozen=True, kw_only=True):
    """When, where, by whom and for how much: what people read before they come. Replaces what was said before.

    `organiser` is a club or a person, as players know them; it gives nobody a right.
    """

    starts: Local = ""
    ends: Local = ""
    place: Short = ""
    cost: Short = ""
    about: Text = ""
    organiser: Short = ""


class Described(msgspec.Struct, frozen=True, omit_defaults=True):
    """When, where, by whom, for how much, and what else there is to say."""

    starts: str = ""
    ends: str = ""
    place: str = ""
    cost: str = ""
    about: str = ""
    organiser: str = ""


def is_possible(event: EventDescribed) -> bool:
    """Whether it does not end before it starts, and both are days that exist."""
    days = [moment for moment in (event.starts, event.ends) if moment]
    return all(map(is_moment, days)) and not (event.ends and event.ends < event.starts[: len(event.ends)])


def kept(event: EventDescribed) -> Described:
    """What the state keeps of it."""
    return Described(event.starts, event.ends, event.place, event.cost, event.about, event.organiser)
