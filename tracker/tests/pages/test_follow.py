"""Who types a result sees it on the page that comes next, although a worker makes that page's rows."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest
from django.db import connection

from tracker import appended, follow_up, selectors
from tracker.pages import follow
from tracker.tests.pages.desk import Desk, text_of
from tracker.tests.pages.test_results import typed, url

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_page_waits_for_the_worker_and_no_longer() -> None:
    desk = Desk().started()
    row = desk.matches()[0]
    assert follow.until_shown(row.stream_id), "nothing to wait for"
    with appended.held():
        desk.report(row)
        before = time.monotonic()
        assert not follow.until_shown(row.stream_id, 0.2)
        assert 0.2 <= time.monotonic() - before < 2
        worker = threading.Timer(0.2, work, [row.stream_id])
        worker.start()
        assert follow.until_shown(row.stream_id, 10)
        worker.join(10)


def work(stream: Any) -> None:
    try:
        follow_up.update(stream)
    finally:
        connection.close()


def test_without_workers_the_result_is_taken_all_the_same() -> None:
    desk = Desk().started()
    row = desk.matches()[0]
    fields = typed(text_of(desk.client.get(url(desk, row))), strategy_serpent="1", strategy_alliance="3")
    with appended.held():
        assert desk.client.post(url(desk, row), fields).status_code == 302
        assert selectors.outcome(row.stream_id).status == "confirmed"
