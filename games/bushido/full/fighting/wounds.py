"""The wound table (BUS-DMG-03, -04, section 3.6). Pure."""

from __future__ import annotations

LEAST_ROW, MOST_ROW, MOST_COLUMN = 2, 12, 10
TABLE = (
    (0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7),
    (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8),
    (0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    (0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
    (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
    (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
    (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
    (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13),
)
"""Rows 2 to 12 of the damage roll, columns 0 to 10 of the success level."""


def row_of(roll: int) -> int:
    """BUS-DMG-03: below 2 counts as 2, above 12 as 12."""
    return max(LEAST_ROW, min(MOST_ROW, roll))


def wounds(roll: int, level: int) -> int:
    """The wounds of a damage roll at a success level; above 10 the last column counts (BUS-DMG-03)."""
    return TABLE[row_of(roll) - LEAST_ROW][max(0, min(MOST_COLUMN, level))]
