"""Deadlines out of the moments that events carry: the calendar alone, no clock."""

from __future__ import annotations

MONTHS, FEBRUARY = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31), 2
DATE = len("2026-01-01")


def deadline(at: str, days: int) -> str:
    """The moment so many days after another, of the same form."""
    year, month, day = int(at[:4]), int(at[5:7]), int(at[8:DATE]) + days
    while day > (length := _length(year, month)):
        day, month = day - length, month + 1
        if month > len(MONTHS):
            year, month = year + 1, 1
    return f"{year:04}-{month:02}-{day:02}{at[DATE:]}"


def _length(year: int, month: int) -> int:
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return MONTHS[month - 1] + (leap and month == FEBRUARY)
