"""What players look up or roll at the table without a match: calculators, dice, sheets of reference.

A game lists its `Tool`s and `Reference`s in its descriptor; the tracker makes the pages
(`tracker.pages.rulebooks.tools`), rolls the dice and commits to them beforehand. Everything here is pure: dice come
in as they fell.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from games.rulebook import Text

Numbers = Mapping[str, int]
Dice = Mapping[str, str]
"""Name of a pool -> its dice as they fell, one digit each."""


class Number(msgspec.Struct, frozen=True, kw_only=True):
    """A number that is chosen; from 0 to 1 it is a yes or no."""

    key: str
    title: Text
    low: int
    high: int
    start: int = 0


class Grid(msgspec.Struct, frozen=True, kw_only=True):
    """A printed table: its heads, its cells, and the cell that counts by its place."""

    row_title: Text
    column_title: Text
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    cells: tuple[tuple[int, ...], ...]
    row: int
    column: int


class Worked(msgspec.Struct, frozen=True, kw_only=True):
    """What came out: in one line, the steps that led there, and where it stands in a printed table."""

    result: Text
    steps: tuple[Text, ...] = ()
    grid: Grid | None = None


class Tool(msgspec.Struct, frozen=True, kw_only=True):
    """A calculator. `pools`: (numbers) -> how many dice of six sides each pool has, for one that rolls; with them
    `rolled` works on the dice. `worked`: (numbers) -> what comes out, for one that works on numbers alone."""

    key: str
    title: Text
    about: Text
    inputs: tuple[Number, ...]
    worked: Callable[[Numbers], Worked] | None = None
    pools: Callable[[Numbers], dict[str, int]] | None = None
    rolled: Callable[[Numbers, Dice], Worked] | None = None


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """Something drawn on the board of a reference: centre and diameter in inches, whose it is, its letter."""

    x: float
    y: float
    diameter: float
    home: str
    zone: bool = False


class Reference(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet to look up: lines of what is called how, and a board of `board` inches where it has one."""

    key: str
    title: Text
    lines: tuple[tuple[Text, Text], ...]
    board: int = 0
    marks: Sequence[Mark] = ()
