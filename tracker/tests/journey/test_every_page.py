"""Every kind of page of the demo: nothing that axe-core objects to, in the light and in the dark, no weight over the
measure, nothing wider than a phone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tracker.demo.ninja.night import NAME as NIGHT
from tracker.management.commands.pictures import served, signed_in
from tracker.tests import sweep
from tracker.tests.children import Children
from tracker.tests.pages.at_full_detail import TABLES
from tracker.tests.sweep import swept, too_much, violations

pytestmark = [pytest.mark.browser, pytest.mark.soak]
MOST = 200
LEAST = {"visitor": 25, "organiser": 65}
"""Kinds of pages that each reaches at least: fewer, and the crawl has lost its way."""


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[tuple[str, str]]:
    children = Children()
    try:
        yield served(children, tmp_path)
    finally:
        children.end()


@pytest.mark.timeout(1800)
def test_no_page_of_the_demo_has_a_fault(chromium: Any, demo: tuple[str, str]) -> None:
    address, once = demo
    faults, seen = [], dict.fromkeys(LEAST, 0)
    for who, cookies in (("visitor", []), ("organiser", signed_in(chromium, address, once))):
        for page, found in swept(chromium, address, cookies, MOST):
            seen[who] += 1
            faults += [f"{who}, {page.name}, {page.path}: {fault}" for fault in found]
    for path in night_pages(chromium, address):
        faults += [f"{path}: {fault}" for fault in looked_over(chromium, address, path)]
    assert faults == [], "\n".join(faults)
    assert all(seen[who] >= least for who, least in LEAST.items()), seen


def night_pages(chromium: Any, address: str) -> list[str]:
    """The night at the castle: the finished match with both maps, at its end and half way, and the running one."""
    seat = chromium.new_page()
    seat.goto(address)
    seat.get_by_role("link", name=NIGHT).first.click()
    seat.wait_for_load_state()
    links = seat.locator("a[href^='/matches/']").evaluate_all(
        "(all) => all.map((one) => one.getAttribute('href'))"
    )
    matches = sorted(set(links))
    assert len(matches) == 2, links
    return [path + at for path in matches for at in ("", "?at=150")]


def looked_over(chromium: Any, address: str, path: str) -> list[str]:
    """In Russian on a phone, which is the narrowest and the heaviest."""
    context = chromium.new_context(viewport={"width": 390, "height": 844}, locale="ru-RU")
    page = context.new_page()
    page.goto(address + path)
    found = [*violations(page), *too_much(chromium, address, path, [])]
    context.close()
    return found


@pytest.mark.django_db(transaction=True)
def test_faults_are_found(chromium: Any, live_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    page = chromium.new_page()
    page.goto(live_server.url)
    assert violations(page) == []
    page.evaluate(
        "() => { document.querySelector('main input[name]').closest('body').innerHTML += '<img src=x>'; }"
    )
    assert [one for one in violations(page) if one.startswith(("light: image-alt", "dark: image-alt"))] != []
    monkeypatch.setattr(sweep, "FIRST_VISIT", 10**6)  # nothing is compressed for a test
    assert too_much(chromium, live_server.url, "/", []) == []
    monkeypatch.setattr(sweep, "AFTERWARDS", 100)
    assert [one.endswith("bytes afterwards") for one in too_much(chromium, live_server.url, "/", [])] == [
        True
    ]
    monkeypatch.setattr(sweep, "OVER", "() => 7")
    assert any(
        one.endswith("7 pixels wider than the phone") for one in too_much(chromium, live_server.url, "/", [])
    )


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("table", TABLES)
def test_pads_and_boards_at_full_detail_have_no_fault(chromium: Any, live_server: Any, table: Any) -> None:
    match, phone = table()
    context = chromium.new_context(viewport={"width": 390, "height": 844}, base_url=live_server.url)
    session = phone.client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    page = context.new_page()
    for path in (f"/matches/{match}/pad/", f"/matches/{match}/"):
        page.goto(path)
        assert page.locator("main form, #board").count()
        assert violations(page) == [], path
    context.close()
