"""A game's board as the numbers that an SVG needs (`games.plans`). Drawn by `parts/_plan.html`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.plans import Border, Piece, Plan
from games.rulebook import Text
from tracker.pages.match_forms.generic.desk import Desk
from tracker.pages.match_forms.generic.ground import shapes

SIZE = 44
"""From spot to spot."""
BAR = 15
"""Half of a wall."""
Say = Callable[[Text], str]


def drawn(desk: Desk, plan: Plan) -> dict[str, Any]:
    """The picture in the reader's language; {"ground"} of one that is drawn from shapes."""
    told = picture(plan, desk.reader.text, desk.letters())
    if plan.ground is not None:
        told["ground"] = shapes(plan.ground, desk.side, desk.letters())
    return told


def picture(plan: Plan, say: Say, letters: Mapping[str, str]) -> dict[str, Any]:
    """{"title", "note", "box", "spots", "lines", "pieces"}; `letters`: side -> the mark of its colour."""
    at = {spot.id: (spot.x * SIZE, spot.y * SIZE) for spot in plan.spots}
    off = _beside(at)
    pieces = [one for one in plan.pieces if one.spot in at or off is not None]
    return {
        "title": say(plan.title),
        "note": say(plan.note) if plan.note else "",
        "box": _box([*at.values(), *([off] if any(one.spot not in at for one in pieces) else [])]),
        "spots": [
            {
                "id": spot.id,
                "x": at[spot.id][0],
                "y": at[spot.id][1],
                "kinds": " ".join(spot.kinds),
                "mark": spot.mark,
            }
            for spot in plan.spots
        ],
        "lines": [_line(one, at) for one in plan.borders if one.start in at and one.end in at],
        "pieces": [_piece(one, at.get(one.spot, off), say, letters) for one in pieces],
    }


def _beside(at: dict[str, tuple[float, float]]) -> tuple[float, float]:
    """Where pieces are drawn that stand on no spot: below the board."""
    return (min(x for x, _ in at.values()), max(y for _, y in at.values()) + SIZE) if at else (0.0, 0.0)


def _box(places: list[tuple[float, float]]) -> str:
    """The view box around all of it."""
    if not places:
        return "0 0 1 1"
    left, top = min(x for x, _ in places) - SIZE * 0.6, min(y for _, y in places) - SIZE * 0.6
    width = max(x for x, _ in places) - left + SIZE * 0.6
    height = max(y for _, y in places) - top + SIZE * 0.6
    return f"{left:g} {top:g} {width:g} {height:g}"


def _line(border: Border, at: dict[str, tuple[float, float]]) -> dict[str, Any]:
    """A line from spot to spot; a wall stands across it, a facing ends half way."""
    (x1, y1), (x2, y2) = at[border.start], at[border.end]
    mid_x, mid_y = (x1 + x2) / 2, (y1 + y2) / 2
    if border.kind == "wall":
        length = max(1.0, ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5)
        across_x, across_y = -(y2 - y1) / length * BAR, (x2 - x1) / length * BAR
        x1, y1, x2, y2 = mid_x - across_x, mid_y - across_y, mid_x + across_x, mid_y + across_y
    elif border.kind == "facing":
        x2, y2 = mid_x, mid_y
    return {"kind": border.kind, "x1": f"{x1:g}", "y1": f"{y1:g}", "x2": f"{x2:g}", "y2": f"{y2:g}"}


def _piece(piece: Piece, place: tuple[float, float], say: Say, letters: Mapping[str, str]) -> dict[str, Any]:
    return {
        "x": place[0],
        "y": place[1],
        "text": say(piece.text),
        "name": say(piece.name),
        "side": letters.get(piece.side, ""),
        "kind": piece.kind,
    }
