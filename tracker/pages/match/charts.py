"""Victory points by turn as lines: where every dot of the chart lies. Drawn by `parts/_chart.html`, with a table twin.

Called by the match page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tracker.pages.match_forms.names import LETTERS

WIDTH, HEIGHT = 360, 220
LEFT, RIGHT, TOP, BOTTOM = 40, 16, 28, 36
ABOVE, BELOW, NAME_HEIGHT = -10, 20, 30


def vp_chart(
    points: Sequence[Mapping[str, Any]], sides: Mapping[str, str], title: str, total: str
) -> dict[str, Any] | None:
    """The chart of `points` [{"turn", "vp": {side: n}}] with `sides` (key -> name); None before the first turn."""
    if not any(int(point["turn"]) for point in points):
        return None
    turns = [0, *(int(point["turn"]) for point in points)]
    by_side = {side: [0, *(int(point["vp"].get(side, 0)) for point in points)] for side in sides}
    top = max(4, *(max(values) for values in by_side.values()))
    last = max(5, *turns)
    return {
        "title": title,
        "width": WIDTH,
        "height": HEIGHT,
        "grid": [{"y": _y(vp, top), "label": vp} for vp in _marks(top)],
        "ticks": [{"x": _x(turn, last), "label": turn} for turn in range(last + 1)],
        "lines": _named_apart(
            [
                _line(letter, name, turns, by_side[side], last, top)
                for letter, (side, name) in zip(LETTERS, sides.items(), strict=False)
            ]
        ),
        "columns": [f"{total} {turn}" for turn in turns[1:]],
        "rows": [{"label": name, "values": by_side[side][1:]} for side, name in sides.items()],
    }


def _line(letter: str, name: str, turns: list[int], values: list[int], last: int, top: int) -> dict[str, Any]:
    dots = [{"x": _x(turn, last), "y": _y(vp, top)} for turn, vp in zip(turns, values, strict=True)]
    points = " ".join(f"{dot['x']},{dot['y']}" for dot in dots)
    return {"side": letter, "name": name, "points": points, "dots": dots, "end": dots[-1]}


def _named_apart(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each name stands above its line's end; where two would meet, the lower one stands below its own."""
    above: int | None = None
    for line in sorted(lines, key=lambda line: line["end"]["y"]):
        y = line["end"]["y"]
        line["name_dy"] = BELOW if above is not None and y - above < NAME_HEIGHT else ABOVE
        above = y
    return lines


def _marks(top: int) -> range:
    """Two to six grid lines, whatever the score."""
    return range(0, top + 1, max(1, -(-top // 5)))


def _x(turn: int, last: int) -> int:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * turn / last)


def _y(vp: int, top: int) -> int:
    return round(HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * vp / top)
