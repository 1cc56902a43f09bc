"""Counts as bars: where every bar of a chart lies. Drawn by `parts/_bars.html`, with a table twin.

Called by `built_lists`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

WIDTH, HEIGHT, TOP, FOOT = 320, 132, 20, 24
WIDEST = 44


def bars(title: str, counts: Mapping[str, int], note: str = "") -> dict[str, Any]:
    """The chart of `counts` (label -> number), in their order; `note` says what they leave out."""
    step = WIDTH / max(len(counts), 1)
    width = min(WIDEST, step * 0.7)
    top = max([*counts.values(), 1])
    floor = HEIGHT - FOOT
    return {
        "title": title,
        "note": note,
        "width": WIDTH,
        "height": HEIGHT,
        "floor": floor,
        "bars": [
            {
                "label": label,
                "value": value,
                "x": round(step * (at + 0.5) - width / 2),
                "middle": round(step * (at + 0.5)),
                "y": floor - round((floor - TOP) * value / top),
                "width": round(width),
                "tall": round((floor - TOP) * value / top),
            }
            for at, (label, value) in enumerate(counts.items())
        ],
    }
