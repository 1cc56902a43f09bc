"""What is printed, as a PDF by Chromium: no row of pairings is cut by the end of a page."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import groupby
from typing import Any

import pytest
from playwright.sync_api import Page

from tracker.tests.pages.desk import Desk

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]

MM = 96 / 25.4
"""Pixels of a millimetre."""
WIDTH, HEIGHT = (210 - 28) * MM, (297 - 28) * MM
"""A4 without the margins that `print.css` sets."""
CROWD = """([selector, count]) => {
  const one = document.querySelector(selector);
  one.parentNode.replaceChildren(...[...Array(count).keys()].map(() => one.cloneNode(true)));
}"""
BLOCKS = """selector => [...document.querySelectorAll(selector)].map(one => {
  const box = one.getBoundingClientRect();
  return [box.top + window.scrollY, box.bottom + window.scrollY];
})"""
HEADER = "selector => document.querySelector(selector).closest('table')?.tHead.offsetHeight ?? 0"
"""What a table repeats at the head of each page."""
PAGE = re.compile(rb"/Type\s*/Page\b")


def sheets(blocks: list[tuple[float, float]], header: float) -> int:
    """How many sheets the blocks need if none is cut; those beside each other count once, the header on each sheet."""
    rows = [max(row, key=lambda box: box[1]) for _top, row in groupby(blocks, key=lambda box: round(box[0]))]
    starts, count = 0.0, 1
    for top, bottom in rows:
        if bottom - starts > HEIGHT:
            starts, count = top - header, count + 1
    return count


@pytest.mark.parametrize(
    ("address", "selector"),
    [
        ("pairings/", "main tbody tr"),
    ],
)
def test_no_row_of_the_pairings_is_cut_by_the_end_of_a_page(
    person: Callable[..., Page], live_server: Any, address: str, selector: str
) -> None:
    desk = Desk(count=8).started()
    page = person("printer")
    cookie: Any = {
        "name": "sessionid",
        "value": desk.client.cookies["sessionid"].value,
        "url": live_server.url,
    }
    page.context.add_cookies([cookie])
    page.set_viewport_size({"width": round(WIDTH), "height": 800})
    page.goto(desk.url(address))
    page.emulate_media(media="print")
    told = []
    for count in (154, 170, 186):
        page.evaluate(CROWD, [selector, count])
        blocks = page.evaluate(BLOCKS, selector)
        whole = sheets(blocks, page.evaluate(HEADER, selector))
        found = len(PAGE.findall(page.pdf(format="A4", prefer_css_page_size=True)))
        told.append((count, found, whole))
    assert all(found == whole for _count, found, whole in told), told
    page.evaluate("() => document.querySelectorAll('*').forEach(one => { one.style.breakInside = 'auto'; })")
    loose = len(PAGE.findall(page.pdf(format="A4", prefer_css_page_size=True)))
    assert loose < told[-1][1], "rows that may be cut take no less paper: the count would show nothing"
