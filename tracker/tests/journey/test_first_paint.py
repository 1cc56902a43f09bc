"""The first paint of the main pages: half a second at most after their answer has come, however busy the server is.

What the server takes is `manage.py bench`; here counts what a page itself costs a phone: its size, styles and fonts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tracker.tests.pages.desk import Desk

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.soak]
MOST, TIMES = 500.0, 5
"""Milliseconds; on a machine that is busy with other things, so many times what a line of text takes there."""
PAINT = """async () => {
  const painted = () => performance.getEntriesByName("first-contentful-paint")[0];
  while (!painted()) await new Promise((done) => setTimeout(done, 20));
  return painted().startTime - performance.getEntriesByType("navigation")[0].responseEnd;
}"""


def paints(page: Page, address: str) -> float:
    """Milliseconds from the answer to the first paint, the best of three visits."""
    told = []
    for _visit in range(3):
        page.goto(address)
        told.append(float(page.evaluate(PAINT)))
    return min(told)


def test_main_pages_are_painted_within_half_a_second(person: Callable[..., Page], live_server: Any) -> None:
    desk = Desk(count=8).played()
    match = desk.matches()[0].stream_id
    page = person("visitor")
    page.set_default_timeout(120_000)  # the server may be busy; what counts begins when its answer has come
    pages = ("", "pairings/", "standings/", "log/", "pairings/hall/")
    paths = ["/", "/ladders/", "/rules/last_battle/", f"/matches/{match}/", *map(desk.url, pages)]
    page.route("**/bare/", lambda route: route.fulfill(body="<p>bare</p>", content_type="text/html"))
    limit = max(MOST, TIMES * paints(page, f"{live_server.url}/bare/"))
    slow = {path: told for path in paths if (told := paints(page, live_server.url + path)) > limit}
    assert not slow
