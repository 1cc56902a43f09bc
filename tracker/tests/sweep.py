"""What is wrong with a page that a browser shows: what axe-core finds, and what it weighs on the way.

Called by the journeys, and for every page of the demo by `tracker/tests/journey/test_every_page.py`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from contextlib import closing
from importlib import resources
from typing import Any

from tracker.tests.pictures import OVER, Page, crawl

FIRST_VISIT, AFTERWARDS = 200_000, 30_000
"""Bytes on the wire that a page may cost a browser that has nothing yet, and one that has been here before."""
SCHEMES = {"light": {}, "dark": {"runOnly": ["color-contrast"]}}
"""The colours of the system, and what axe-core is asked in each: in the dark nothing else differs."""
FOUND = """async (asked) => (await axe.run(document, {...asked, resultTypes: ["violations"]})).violations.map((one) =>
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
    for scheme, asked in SCHEMES.items():
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        if not page.evaluate("() => 'axe' in window"):
            page.evaluate(f"() => {{ {_axe()} }}")
        found += [f"{scheme}: {one}" for one in page.evaluate(FOUND, asked)]
    return found


class Phone:
    """A phone that weighs and measures pages: Russian ones carry both alphabets' fonts and the longer words."""

    def __init__(self, browser: Any, address: str, cookies: list[Any]) -> None:
        phone = {"width": 390, "height": 844}
        self.address = address
        self.context = browser.new_context(viewport=phone, locale="ru-RU", service_workers="block")
        self.context.add_cookies(cookies)
        self.page = self.context.new_page()
        self.cache = self.context.new_cdp_session(self.page)
        self.cache.send("Network.enable")

    def too_much(self, path: str) -> list[str]:
        """What of the page's weight and width is over the measure."""
        self.cache.send("Network.clearBrowserCache")
        over = []
        for when, most in (("at first", FIRST_VISIT), ("afterwards", AFTERWARDS)):
            self.page.goto(self.address + path, wait_until="load")
            weight = self.page.evaluate(WEIGHT)
            if weight > most:
                over.append(f"{path}: {weight} bytes {when}")
        if (wider := self.page.evaluate(OVER)) > 0:
            over.append(f"{path}: {wider} pixels wider than the phone")
        return over

    def close(self) -> None:
        self.context.close()


def too_much(browser: Any, address: str, path: str, cookies: list[Any]) -> list[str]:
    """What of one page's weight and width is over the measure."""
    with closing(Phone(browser, address, cookies)) as phone:
        return phone.too_much(path)


def swept(browser: Any, address: str, cookies: list[Any], most: int) -> Iterator[tuple[Page, list[str]]]:
    """Every kind of page that is reached by links, each with its faults."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, locale="en-GB", service_workers="block"
    )
    context.add_cookies(cookies)
    seat = context.new_page()
    with closing(Phone(browser, address, cookies)) as phone:
        for page in crawl(seat, address, most):
            found = violations(seat)
            yield page, [*found, *phone.too_much(page.path)]
    context.close()
