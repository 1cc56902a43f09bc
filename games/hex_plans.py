"""Boards of hexes as plans (`games.plans`): each spot a hex by its coordinates, with what it is and who stands there.

Pure.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

from games.hexes import Hex, centre_point, within
from games.plans import Plan, Spot

AROUND = 4
"""How far a board that nobody told is drawn around what stands on it."""


class HexPlan(Plan, frozen=True, kw_only=True):
    """A board of hexes. A hex is called by its coordinates and its `mark`, in a `bare` plan by neither.

    The kind of a spot may be a side's own: `zone:a`. `signs`: kind -> the sign before what a hex is called, so that
    colour alone tells nothing. A piece of no side is a thing that lies there.
    """

    signs: Mapping[str, str] = {}
    bare: bool = False


def id_of(place: Hex) -> str:
    """A hex as the id of a spot, and as scripts name it: `2,-1`."""
    return f"{place[0]},{place[1]}"


def place_of(spot: str) -> Hex:
    """The hex of such an id."""
    q, r = spot.split(",")
    return int(q), int(r)


def hex_spots(
    places: Iterable[Hex], marked: Mapping[str, Container[Hex]], marks: Mapping[Hex, str] | None = None
) -> tuple[Spot, ...]:
    """The spots of a board. `marked`: kind -> the hexes that are so; `marks`: hex -> what stands beside its name."""
    found = []
    for place in sorted(places):
        x, y = centre_point(place)
        kinds = tuple(kind for kind, cells in marked.items() if place in cells)
        found.append(Spot(id=id_of(place), x=x, y=y, kinds=kinds, mark=(marks or {}).get(place, "")))
    return tuple(found)


def around(places: Iterable[Hex]) -> set[Hex]:
    """The hexes to draw where nobody told the board."""
    return {one for place in places for one in within(place, AROUND)}
