"""The five tables as this program draws them (`catalogue/tables.toml`), called an invention wherever they are shown.

Sizes and zones are the rulebook's, terrain is not. Nothing is judged by them: called by the pages alone.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from games.catalogue import load
from games.last_battle.facts import BATTLEFIELDS

Kind = Literal["zone", "bare", "rock", "vessel", "tent", "wall", "quarter", "reach", "portal", "pillar"]


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every shape has. `label`: the name of its side is written at `place`."""

    kind: Kind
    side: str = ""
    label: bool = False
    place: tuple[float, float] = (0, 0)


class Area(Shape, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A rectangle (x, y, width, height) with rounded corners, in cm."""

    at: tuple[float, float, float, float]
    corner: float = 0


class Round(Shape, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A circle (x, y, radius), in cm."""

    at: tuple[float, float, float]


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is drawn, in this order: areas, then circles."""

    areas: tuple[Area, ...] = ()
    rounds: tuple[Round, ...] = ()


OWN_TABLES: dict[str, Table] = load(Path(__file__).parent / "catalogue" / "tables.toml", dict[str, Table])
"""Battlefield -> its drawing."""


def size_of(battlefield: str) -> tuple[int, int]:
    """(width, height) of the drawing in cm: the table with its long edge below."""
    short, long = sorted(BATTLEFIELDS[battlefield].table_cm)
    return long, short
