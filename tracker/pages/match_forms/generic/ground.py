"""A table drawn from shapes, as the numbers that an SVG needs. Called by `plan`, drawn by `parts/_plan.html`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.plans import Ground, Shape


def shapes(ground: Ground, side_name: Callable[[str], str], letters: Mapping[str, str]) -> dict[str, Any]:
    """{"wide", "tall", "areas", "rounds", "labels"}; `letters`: side -> the mark of its colour."""
    wide, tall = ground.size
    return {
        "wide": wide,
        "tall": tall,
        "areas": [
            {"class": _looks(one, letters), "x": x, "y": y, "w": w, "h": h, "corner": one.corner}
            for one in ground.areas
            for x, y, w, h in (one.at,)
        ],
        "rounds": [
            {"class": _looks(one, letters), "x": x, "y": y, "r": r}
            for one in ground.rounds
            for x, y, r in (one.at,)
        ],
        "labels": [
            {
                "text": side_name(one.side),
                "x": one.place[0],
                "y": one.place[1],
                "anchor": "end" if one.place[0] > wide / 2 else "start",
            }
            for one in (*ground.areas, *ground.rounds)
            if one.label and one.side
        ],
    }


def _looks(one: Shape, letters: Mapping[str, str]) -> str:
    return f"{one.kind} side-{letters.get(one.side, '')}" if one.side else one.kind
