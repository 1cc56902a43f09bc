"""A board of hexes (`games.hex_plans`) as the numbers that an SVG needs; drawn by `parts/_hexes.html`.

Called by the board of the match page, and by the steps of the pad that ask for a hex.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from games.hex_plans import HexPlan, place_of
from games.hexes import Hex
from games.plans import Piece
from tracker.pages.match_forms.generic.desk import Desk
from tracker.pages.match_forms.hex_picture import arrow, box, centre, hex_of, hex_words

SHAPES = {"a": "square", "b": "diamond"}
"""The shape of a side's pieces, as the marks of the pages have it."""
BESIDE = 22
"""How many pixels the middles of two pieces on one hex are apart."""


def board_of(desk: Desk) -> HexPlan | None:
    """The board of hexes on which this match is played."""
    plans = desk.system.faces.plans
    found = plans(desk.play) if plans is not None else ()
    return next((plan for plan in found if isinstance(plan, HexPlan)), None)


def hexes(desk: Desk, plan: HexPlan, choices: Iterable[Hex] = ()) -> dict[str, Any]:
    """{"title", "note", "bare", "box", "hexes", "objects", "pieces"}; `choices`: the hexes that can be tapped."""
    say, letters, open_ = desk.reader.text, desk.letters(), set(choices)
    spots = {place_of(spot.id): spot for spot in plan.spots}
    marked: dict[str, set[Hex]] = {"open": open_}
    for place, spot in spots.items():
        for kind in spot.kinds:
            marked.setdefault(_looks(kind, letters), set()).add(place)
    places = sorted({*spots, *open_} or {(0, 0)})
    names = {place: "" if plan.bare else hex_words(place) for place in places}
    names |= {place: f"{names[place]} {spot.mark}".strip() for place, spot in spots.items()}
    signs = {_looks(kind, letters): sign for kind, sign in plan.signs.items()}
    return {
        "title": say(plan.title),
        "note": say(plan.note) if plan.note else "",
        "bare": plan.bare,
        "box": box(places),
        "hexes": [hex_of(place, names[place], marked, signs) for place in places],
        "objects": [_drawn(desk, one, letters) for one in plan.pieces if not one.side],
        "pieces": side_by_side([_drawn(desk, one, letters) for one in plan.pieces if one.side]),
    }


def side_by_side(pieces: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The pieces where allies share a hex: none lies under another one."""
    sharing = Counter(piece["label"] for piece in pieces)
    before = Counter[str]()
    for piece in pieces:
        here = piece["label"]
        piece["x"] += (before[here] - (sharing[here] - 1) / 2) * BESIDE
        before[here] += 1
    return pieces


def _looks(kind: str, letters: Mapping[str, str]) -> str:
    """The class of a kind; of a side's own by the mark of that side."""
    plain, colon, side = kind.partition(":")
    return f"{plain}-{letters.get(side, 'f')}" if colon else plain


def _drawn(desk: Desk, piece: Piece, letters: Mapping[str, str]) -> dict[str, Any]:
    place = place_of(piece.spot)
    x, y = centre(place)
    letter = letters.get(piece.side, "foe")
    return {
        "x": x,
        "y": y,
        "letter": desk.reader.text(piece.text),
        "name": desk.reader.text(piece.name),
        "label": hex_words(place),
        "side": letter,
        "shape": SHAPES.get(letter, ""),
        "badge": piece.badge,
        "arrow": arrow(place, piece.facing) if piece.facing is not None else "",
        "kind": piece.kind,
        "kinds": piece.kind,
    }
