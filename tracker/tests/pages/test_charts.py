"""The VP chart: names of lines that end close together stand apart."""

from __future__ import annotations

import pytest

from tracker.pages.match.charts import ABOVE, BELOW, vp_chart


@pytest.mark.parametrize(
    ("vp", "expected"), [((4, 4), [ABOVE, BELOW]), ((3, 4), [ABOVE, ABOVE]), ((7, 8), [BELOW, ABOVE])]
)
def test_names_stand_apart(vp: tuple[int, int], expected: list[int]) -> None:
    points = [{"turn": 5, "vp": {"alliance": vp[0], "serpent": vp[1]}}]
    chart = vp_chart(points, {"alliance": "Alliance", "serpent": "Serpent"}, "VP", "Turn")
    assert chart is not None and [line["name_dy"] for line in chart["lines"]] == expected
