"""Moments as events tell them, in the calendar. Pure arithmetic: nothing here could ask what time it is."""

from __future__ import annotations

import re

MOMENT = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)Z)?)?", re.ASCII)
"""Of ASCII: other scripts have digits for Python too, which no calendar reads."""
FRACTION = re.compile(r"\.\d{1,6}(?=Z$)", re.ASCII)
YEARS = range(2000, 2101)
"""Of seasons and campaigns: every page and every database shows a moment of them, and one that comes after it."""
DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def is_moment(text: str) -> bool:
    """Whether there is such a day and time."""
    return seconds_of(text) is not None


def is_in_years(text: str) -> bool:
    """Whether there is such a day and time, with parts of a second or without, in `YEARS`."""
    return is_moment(FRACTION.sub("", text)) and int(text[:4]) in YEARS


def days_in(year: int, month: int) -> int:
    """How many days a month has."""
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 29 if month == 2 and is_leap else DAYS[month - 1]


def seconds_of(text: str) -> int | None:
    """Seconds since the year 1 began; None for a moment that there is not."""
    found = MOMENT.fullmatch(text)
    if found is None:
        return None
    year, month, day, hour, minute, second = (int(part or 0) for part in found.groups())
    if not (year and 1 <= month <= 12 and 1 <= day <= days_in(year, month)):
        return None
    if hour > 23 or minute > 59 or second > 59:
        return None
    past = year - 1
    days = past * 365 + past // 4 - past // 100 + past // 400
    days += sum(days_in(year, one) for one in range(1, month)) + day - 1
    return ((days * 24 + hour) * 60 + minute) * 60 + second


def seconds_between(first: str, second: str) -> int:
    """Seconds from the first moment to the second; 0 where one of them does not exist, or the second is earlier."""
    one, other = seconds_of(first), seconds_of(second)
    return 0 if one is None or other is None else max(0, other - one)
