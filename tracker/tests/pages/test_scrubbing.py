"""A way through the log of a match: in every game with a board, a map or a table of figures, at full detail."""

from __future__ import annotations

import gzip
import re
from typing import Any
from uuid import UUID

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tracker import selectors
from tracker.tests.pages.at_full_detail import TABLES
from tracker.tests.pages.at_the_table import Phone
from tracker.tests.pages.desk import text_of
from tracker.tests.sweep import AFTERWARDS, FIRST_VISIT
from tracker.tests.test_page_costs import NOT_ASKED, QUERIES

LOOK = settings.BASE_DIR / "templates" / "static"
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("table", TABLES)
def test_every_game_at_full_detail_has_a_way_through_its_log(table: Any) -> None:
    match, phone = table()
    last, browser = selectors.head(match).version, Client()
    for at in (last, last - 1, 1):
        page = text_of(browser.get(f"/matches/{match}/?at={at}"))
        slider = re.search(r'<input type="range" name="at" min="1" max="(\d+)" value="(\d+)"', page)
        assert slider is not None and slider.groups() == (str(last), str(at))
        frame = text_of(browser.get(f"/matches/{match}/board/?at={at}"))
        assert 'id="board"' in frame and "<!doctype" not in frame
        assert part(frame) == part(page)
    assert part(text_of(browser.get(f"/matches/{match}/?at=1"))) != part(
        text_of(browser.get(f"/matches/{match}/"))
    )

    weighs_and_asks_little(phone, match)


def weighs_and_asks_little(phone: Phone, match: UUID) -> None:
    """The pad of the game at full detail: at most 12 queries; packed, with all its files and all fonts at first."""
    phone.get(f"/matches/{match}/pad/")
    with CaptureQueriesContext(connection) as asked:
        page = phone.get(f"/matches/{match}/pad/")
    queries = [one["sql"] for one in asked.captured_queries if not one["sql"].startswith(NOT_ASKED)]
    assert len(queries) <= QUERIES, "\n".join(queries)
    again = len(gzip.compress(page.encode(), 6))
    assert again <= AFTERWARDS
    linked = [LOOK / name for name in set(re.findall(r'(?:href|src)="/static/([\w./-]+)', page))]
    files = {*linked, *LOOK.glob("fonts/*.woff2")}
    assert (
        len(files) > 12
        and sum(len(gzip.compress(one.read_bytes(), 6)) for one in files) + again <= FIRST_VISIT
    )


def part(page: str) -> str:
    """The board as it is drawn, without the way through the log."""
    board = page[page.index('id="board"') :]
    start = min(found for mark in ('class="board-now', 'class="split"') if (found := board.find(mark)) >= 0)
    return " ".join(board[start:].split("</section>")[0].split())
