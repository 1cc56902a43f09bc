"""A board that is drawn from places: spots with borders between them and pieces on them, in units of one spot; or from
shapes, in cm.

A game makes `Plan`s of its state (`games.faces.Faces`); the pages draw them. `placed` finds places for the spots of a
graph that brings none. Pure.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence

import msgspec

from games.rulebook import Text

GRID = re.compile(r"([A-Z])([1-9]\d?)")
ROUNDS = 200
"""So often every inner spot moves into the middle of its neighbours."""


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """A place of the board. `kinds` are its looks, `mark` what is written into it besides its name."""

    id: str
    x: float
    y: float
    kinds: tuple[str, ...] = ()
    mark: str = ""


class Border(msgspec.Struct, frozen=True, kw_only=True):
    """A line between two spots; `kind`: `open`, `wall` (drawn across), `rope`, `way`, or `facing` (half of the way)."""

    start: str
    end: str
    kind: str = "open"


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    """Something that stands on a spot; `side` gives its colour, `kind` its looks, `badge` a small number. `facing`: the
    side of a hex that it looks through, from 0 in the north on clockwise."""

    spot: str
    text: Text
    name: Text
    side: str = ""
    kind: str = ""
    badge: str = ""
    facing: int | None = None


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every shape has. `kind` is its looks; `label`: the name of its side is written at `place`."""

    kind: str
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


class Ground(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of `size` (width, height) in cm. What is drawn, in this order: areas, then circles."""

    areas: tuple[Area, ...] = ()
    rounds: tuple[Round, ...] = ()
    size: tuple[int, int] = (0, 0)


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """One view of a board. `note` explains its marks. `ground`: it is drawn from shapes, without spots."""

    title: Text
    spots: tuple[Spot, ...] = ()
    borders: tuple[Border, ...] = ()
    pieces: tuple[Piece, ...] = ()
    note: Text | None = None
    ground: Ground | None = None


def placed(
    neighbours: Mapping[str, frozenset[str]], rim: Sequence[str] = ()
) -> dict[str, tuple[float, float]]:
    """Spot -> where it is drawn: by names such as `C5` on a grid; otherwise the rim on a circle, in the order in which
    it can be walked round, and every other spot in the middle of its neighbours."""
    names = {spot: GRID.fullmatch(spot) for spot in neighbours}
    if all(names.values()):
        return {spot: (ord(hit[1]) - ord("A"), int(hit[2]) - 1.0) for spot, hit in names.items() if hit}
    outside = _round(neighbours, rim or tuple(neighbours))
    radius = max(1.5, len(neighbours) ** 0.5 * 0.9)
    places = dict.fromkeys(neighbours, (radius, radius))
    for number, spot in enumerate(outside):
        angle = 2 * math.pi * number / len(outside)
        places[spot] = (radius + radius * math.cos(angle), radius + radius * math.sin(angle))
    inner = [spot for spot in neighbours if spot not in set(outside) and neighbours[spot]]
    for _ in range(ROUNDS):
        for spot in inner:
            around = [places[other] for other in sorted(neighbours[spot])]
            places[spot] = (
                sum(x for x, _ in around) / len(around),
                sum(y for _, y in around) / len(around),
            )
    return {spot: (round(x, 3), round(y, 3)) for spot, (x, y) in places.items()}


def _round(neighbours: Mapping[str, frozenset[str]], rim: Sequence[str]) -> list[str]:
    """The rim in the order of a walk along it; what the walk does not reach comes where it was named."""
    left, order = list(rim), [rim[0]]
    left.remove(rim[0])
    while left:
        beside = next((spot for spot in left if spot in neighbours[order[-1]]), left[0])
        order.append(beside)
        left.remove(beside)
    return order
