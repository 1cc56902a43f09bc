"""A board of hexes as the numbers that an SVG needs: places, outlines, the box around them.

Pictures are drawn by `parts/_hexes.html`. Called by the boards of the systems that are played on hexes.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any

from games.hex_plans import id_of
from games.hexes import Hex, centre_point, corners, moved

UNIT = (14.0, 24.2)
"""Pixels of a unit of `games.hexes` points: half a side, and half the height of a hex."""
MARGIN = 6
LABEL = 21
"""How far under its centre the name of a hex stands."""


def centre(place: Hex) -> tuple[float, float]:
    """Where the middle of a hex is."""
    return at(centre_point(place))


def at(point: tuple[float, float]) -> tuple[float, float]:
    """A point of the plane in pixels."""
    return round(point[0] * UNIT[0], 1), round(point[1] * UNIT[1], 1)


def outline(place: Hex) -> str:
    """The six corners of a hex."""
    return " ".join(f"{x},{y}" for x, y in map(at, corners(place)))


def box(places: Iterable[Hex]) -> str:
    """The view box around these hexes."""
    points = [at(corner) for place in places for corner in corners(place)]
    left, top = min(x for x, _y in points) - MARGIN, min(y for _x, y in points) - MARGIN
    wide = max(x for x, _y in points) + MARGIN - left
    tall = max(y for _x, y in points) + MARGIN - top
    return f"{left:.0f} {top:.0f} {wide:.0f} {tall:.0f}"


def hex_words(place: Iterable[int]) -> str:
    """`3/−1`: a hex by its two coordinates, as pictures label it."""
    return "/".join(str(number).replace("-", "−") for number in place)


def arrow(place: Hex, facing: int) -> str:
    """A triangle over the side through which somebody on a hex looks."""
    (x, y), ahead = centre(place), centre(moved(place, facing))
    dx, dy = (ahead[0] - x) / 2, (ahead[1] - y) / 2
    tip, foot = (x + dx * 0.96, y + dy * 0.96), (x + dx * 0.62, y + dy * 0.62)
    side = (-dy * 0.34, dx * 0.34)
    points = (tip, (foot[0] + side[0], foot[1] + side[1]), (foot[0] - side[0], foot[1] - side[1]))
    return " ".join(f"{px:.1f},{py:.1f}" for px, py in points)


def hex_of(
    place: Hex, label: str, marked: Mapping[str, Container[Hex]], signs: Mapping[str, str]
) -> dict[str, Any]:
    """One hex of a picture. `marked`: class -> the hexes that have it (`open` can be tapped). Before its name stands
    the first of the `signs` of its classes, so that colour alone tells nothing."""
    x, y = centre(place)
    kinds = [kind for kind, places in marked.items() if place in places]
    return {
        "points": outline(place),
        "label": label,
        "key": id_of(place),
        "x": x,
        "y": y + LABEL,
        "kinds": " ".join(kinds),
        "open": "open" in kinds,
        "mark": next((sign for kind, sign in signs.items() if kind in kinds), ""),
    }
