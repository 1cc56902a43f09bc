"""A named battlefield of Last Battle as an SVG in cm: zones, terrain, markers, and a legend of what it shows.

Called by the board of the match page (`full.view`), at every level of detail.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.last_battle.facts import BATTLEFIELDS
from games.last_battle.tables import OWN_TABLES, Shape, size_of
from tracker.pages.match_forms.last_battle.base import Desk

LETTERS = {"alliance": "a", "serpent": "b"}


def ground(desk: Desk) -> dict[str, Any] | None:
    """{"name", "wide", "tall", "areas", "rounds", "labels", "legend"}; None where no battlefield is named."""
    key = desk.play.battlefield
    if key not in OWN_TABLES:
        return None
    table, (wide, tall) = OWN_TABLES[key], size_of(key)
    shapes: tuple[Shape, ...] = (*table.areas, *table.rounds)
    return {
        "name": BATTLEFIELDS[key].name.to(desk.names.language),
        "wide": wide,
        "tall": tall,
        "areas": [
            {"class": _class(one.kind, one.side), "x": x, "y": y, "w": w, "h": h, "corner": one.corner}
            for one in table.areas
            for x, y, w, h in (one.at,)
        ],
        "rounds": [
            {"class": _class(one.kind, one.side), "x": x, "y": y, "r": r}
            for one in table.rounds
            for x, y, r in (one.at,)
        ],
        "labels": [
            {
                "text": desk.side(one.side),
                "x": one.place[0],
                "y": one.place[1],
                "anchor": "end" if one.place[0] > wide / 2 else "start",
            }
            for one in shapes
            if one.label and one.side
        ],
        "legend": [text for kind, text in _legend().items() if any(one.kind == kind for one in shapes)],
    }


def _class(kind: str, side: str) -> str:
    return f"{kind} side-{LETTERS[side]}" if side else kind


def _legend() -> dict[str, str]:
    """What each kind of shape means; what explains itself has no entry."""
    return {
        "zone": _("Shaded: where each side deploys."),
        "rock": _("Grey circles: terrain."),
        "vessel": _("Rounded bars: vessels."),
        "tent": _("Small squares: tents."),
        "wall": _("Black bars: walls, which nobody passes or sees through."),
        "quarter": _("Thin lines: the four quarters; within 20 cm of the centre nobody counts."),
        "portal": _("Rings: three portals of each side, at least 40 cm apart; the Serpent's are dashed."),
        "pillar": _("Dots: the two pillars, with the 6 cm in which a figure counts."),
    }
