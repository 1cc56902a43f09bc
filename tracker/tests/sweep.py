"""What is wrong with a page that a browser shows: what axe-core finds, and what it weighs on the way.

Called by the journeys, and for every page of the demo by `tracker/tests/journey/test_every_page.py`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from importlib import resources
from typing import Any

from tracker.tests.pictures import Page, crawl

FIRST_VISIT, AFTERWARDS = 200_000, 30_000
"""Bytes on the wire that a page may cost a browser that has nothing yet, and one that has been here before."""
SCHEMES = ("light", "dark")
FOUND = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations.map((one) =>
  `${one.id}: ` + one.nodes.slice(0, 3).map((node) => `${node.target.join(" ")} ${node.html.slice(0, 160)}`).join(" | ")
)"""
WEIGHT = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .reduce((sum, one) => sum + one.transferSize, 0)"""


@functools.cache
def _axe() -> str:
    return (resources.files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def violations(page: Any) -> list[str]:
    """What axe-core has against the page, in the light and in the dark: rule, where, and the element."""
    found = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        if not page.evaluate("() => 'axe' in window"):
            page.evaluate(f"() => {{ {_axe()} }}")
        found += [f"{scheme}: {one}" for one in page.evaluate(FOUND)]
    return found


def too_heavy(
    browser: Any, address: str, path: str, cookies: list[Any], language: str = "ru-RU"
) -> list[str]:
    """What of the page's weight is over the measure; Russian pages carry both alphabets' fonts."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, locale=language, service_workers="block"
    )
    context.add_cookies(cookies)
    page, over = context.new_page(), []
    for when, most in (("at first", FIRST_VISIT), ("afterwards", AFTERWARDS)):
        page.goto(address + path, wait_until="load")
        weight = page.evaluate(WEIGHT)
        if weight > most:
            over.append(f"{path}: {weight} bytes {when}")
    context.close()
    return over


def swept(browser: Any, address: str, cookies: list[Any], most: int) -> Iterator[tuple[Page, list[str]]]:
    """Every kind of page that is reached by links, each with its faults."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, locale="en-GB", service_workers="block"
    )
    context.add_cookies(cookies)
    seat = context.new_page()
    for page in crawl(seat, address, most):
        found = violations(seat)
        yield page, [*found, *too_heavy(browser, address, page.path, cookies)]
    context.close()
