"""A club lays its printed map on a phone, in both languages: typed, then tapped with a finger, checked as it grows."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tracker.tests.journey.layout import TOO_WIDE
from tracker.tests.journey.on_phones import Picture, looked_at

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.soak]
PATH = "/maps/ninja/"
TEXTS = {"en": "zones: A1..D3", "ru": "зоны: A1..D3"}
RIGHT = {"en": "The map is right", "ru": "Карта верна"}
CELL = 40
"""A finger needs so many pixels."""


def tool(page: Page, key: str) -> None:
    page.locator(f'input[name="tool"][value="{key}"]').check(force=True)


def tap(page: Page, zone: str) -> None:
    """A tap on a zone; the sheet comes back with it drawn."""
    cell = page.locator(".lattice button", has=page.get_by_text(zone, exact=True))
    with page.expect_response(lambda answer: answer.request.method == "POST" and PATH in answer.url):
        cell.tap()
    expect(page.locator("#sheet.htmx-swapping, #sheet.htmx-request")).to_have_count(0)


@pytest.mark.timeout(600)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_map_is_typed_and_tapped_on_a_phone(
    person: Callable[..., Page], picture: Picture, language: str
) -> None:
    page = person(f"mapper-{language}", phone=True, language=language)
    looked_at(page, PATH, picture, f"map-empty-{language}")
    page.locator("#map-text").fill(TEXTS[language])
    page.locator("details:has(#map-text) button[value=show]").tap()
    expect(page.locator(".lattice button:not(.free)")).to_have_count(12)
    tool(page, "walls")
    tap(page, "A1")
    tap(page, "B1")
    tool(page, "canals")
    tap(page, "D3")
    expect(page.locator("#map-text")).to_have_value(re.compile(r"A1/B1[\s\S]*D3"))
    assert page.locator(".checks .open").count() > 3 and page.evaluate(TOO_WIDE) == 0
    picture(page, f"map-begun-{language}")
    looked_at(page, f"{PATH}?start=practice", picture, f"map-practice-{language}")
    expect(page.locator("#checks-title")).to_have_text(RIGHT[language])
    size = page.locator(".lattice button").first.bounding_box()
    assert size is not None and min(size["width"], size["height"]) >= CELL
    tool(page, "guard_posts")
    tap(page, "F1")
    expect(page.locator("#checks-title")).not_to_have_text(RIGHT[language])
    expect(page.locator(".checks .open")).to_have_count(1)
    picture(page, f"map-fault-{language}")
    tap(page, "F1")
    expect(page.locator("#checks-title")).to_have_text(RIGHT[language])
