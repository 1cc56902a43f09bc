"""Deadlines out of the moments that events carry: the calendar alone, no clock."""

from __future__ import annotations

from tracker.rulesets.moments import days_in

MONTHS = 12
DATE = len("2026-01-01")


def deadline(at: str, days: int) -> str:
    """The moment so many days after another, of the same form."""
    year, month, day = int(at[:4]), int(at[5:7]), int(at[8:DATE]) + days
    while day > (length := days_in(year, month)):
        day, month = day - length, month + 1
        if month > MONTHS:
            year, month = year + 1, 1
    return f"{year:04}-{month:02}-{day:02}{at[DATE:]}"
