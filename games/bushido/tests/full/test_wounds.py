"""The wound table, cell by cell, and its clamping."""

from __future__ import annotations

import pytest

from games.bushido.full.fighting.wounds import TABLE, row_of, wounds

PRINTED = """
2 0 0 0 0 1 2 3 4 5 6 7
3 0 0 0 1 2 3 4 5 6 7 8
4 0 0 1 2 3 4 5 6 7 8 9
5 0 0 1 2 3 4 5 6 7 8 9
6 0 1 2 3 4 5 6 7 8 9 10
7 0 1 2 3 4 5 6 7 8 9 10
8 0 1 2 3 4 5 6 7 8 9 10
9 1 2 3 4 5 6 7 8 9 10 11
10 1 2 3 4 5 6 7 8 9 10 11
11 2 3 4 5 6 7 8 9 10 11 12
12 3 4 5 6 7 8 9 10 11 12 13
"""
"""The table as the rulebook prints it: the row, then success levels 0 to 10."""
CELLS = [
    (row, level, told)
    for row, *cells in (map(int, line.split()) for line in PRINTED.strip().splitlines())
    for level, told in enumerate(cells)
]


def test_there_are_121_cells() -> None:
    assert len(CELLS) == 121 == sum(map(len, TABLE))


@pytest.mark.parametrize(("row", "level", "told"), CELLS)
def test_a_cell(row: int, level: int, told: int) -> None:
    assert wounds(row, level) == told


@pytest.mark.parametrize("level", range(11))
def test_rows_beyond_the_table(level: int) -> None:
    assert wounds(-3, level) == wounds(1, level) == wounds(2, level)
    assert wounds(13, level) == wounds(20, level) == wounds(12, level)
    assert (row_of(1), row_of(2), row_of(12), row_of(13)) == (2, 2, 12, 12)


@pytest.mark.parametrize("row", range(2, 13))
def test_levels_beyond_the_table(row: int) -> None:
    assert wounds(row, 11) == wounds(row, 25) == wounds(row, 10)
