"""The main ways with JavaScript switched off: strangers log a turn, an organiser starts a round, types and corrects."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tracker import selectors
from tracker.models import Event, Stream
from tracker.tests.pages.desk import Desk

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.soak]


@pytest.fixture
def plain(chromium: Any, live_server: Any) -> Iterator[Any]:
    """A phone of somebody who lets no script run."""
    opened = []

    def phone() -> Page:
        context = chromium.new_context(
            base_url=live_server.url,
            viewport={"width": 390, "height": 844},
            java_script_enabled=False,
            locale="en-GB",
        )
        opened.append(context)
        page: Page = context.new_page()
        return page

    yield phone
    for context in opened:
        context.close()


def test_two_strangers_log_a_turn(plain: Any) -> None:
    anna, boris = plain(), plain()
    anna.goto("/")
    anna.locator("label.choice").filter(has=anna.locator("[value=ninja]")).click()
    anna.locator("[name=first]").fill("Anna")
    anna.locator("[name=second]").fill("Boris")
    anna.locator(".play button.main-action").click()
    anna.wait_for_url("**/codes/")
    boris.goto(f"/claim/{anna.locator('.slip-code').inner_text()}/")
    boris.locator("button.main-action").click()
    boris.wait_for_url("**/pad/")
    anna.locator("#action a.main-action").click()
    for name in ("told-alert_end", "told-cards_action"):
        anna.locator("main form label").filter(has=anna.locator(f"[name={name}]")).first.click()
    anna.locator("main form button.main-action").first.click()
    match = Stream.objects.get(kind="match")
    assert Event.objects.filter(stream=match, type="turn_summarised").count() == 1
    boris.reload()
    expect(boris.locator("#pad .latest")).to_contain_text("1")


def test_a_desk_starts_a_round_types_a_result_and_corrects_it(plain: Any, live_server: Any) -> None:
    desk = Desk().started()
    page = plain()
    session = desk.client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    page.goto(desk.console(""))
    page.get_by_role("link", name="Enter the result").first.click()
    points(page, "alliance", 0)
    points(page, "serpent", 2)
    page.get_by_role("button", name="Enter this result").click()
    page.wait_for_url("**/console/")
    row = next(one for one in desk.matches() if selectors.outcome(one.stream_id).status != "open")
    assert selectors.outcome(row.stream_id).vp["serpent"] == 2
    page.goto(desk.console(f"matches/{row.stream_id}/edit/"))
    points(page, "serpent", 1)
    page.get_by_role("button", name="See what changes").click()
    expect(page.locator("[data-problems]")).to_contain_text("tournament points")
    page.get_by_role("button", name="Confirm this correction").click()
    page.wait_for_url(re.compile(r"/matches/[0-9a-f-]+/(#changes)?$"))
    assert selectors.outcome(row.stream_id).vp["serpent"] == 1


def points(page: Page, side: str, number: int) -> None:
    page.locator("label", has=page.locator(f'[name="strategy_{side}"][value="{number}"]')).click()
