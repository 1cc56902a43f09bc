"""A match outside events from two phones: opened without JavaScript and by keyboard alone, on the smallest screen."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.registry import MATCHES
from tracker.commands import tables_of
from tracker.models import Player
from tracker.tests.journey.people import PhonePlayer
from tracker.tests.journey.test_phone_layout import looked_at
from tracker.tests.pages.at_the_table import code_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]

BATTLE = "/matches/new/last_battle/battle/"


def kept(page: Page, name: str) -> None:
    """A picture, where pictures are kept."""
    folder = os.environ.get("WARLEDGER_JOURNEY_DIR")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


@pytest.mark.soak
def test_every_form_fits_a_small_phone(person: Callable[..., Page]) -> None:
    anna = Player.objects.create(name="Anna")
    page = person("small", phone=True, language="ru")
    page.set_viewport_size({"width": 360, "height": 740})
    PhonePlayer(page).claim(code_of(anna))
    for path in ("/matches/new/", *_forms()):
        looked_at(page, path)


def _forms() -> Iterator[str]:
    for system in MATCHES:
        for mode in tables_of(system).modes:
            yield f"/matches/new/{system}/{mode.key}/"


@pytest.mark.soak
@pytest.mark.parametrize(("language", "phone"), [("ru", True), ("en", False)])
def test_the_way_from_home_to_the_codes(person: Callable[..., Page], language: str, phone: bool) -> None:
    """A fault stands in sight at its field, on a phone and at a desk; what was typed is still there."""
    anna = Player.objects.create(name="Anna")
    page, size = person("anna", phone=phone, language=language), "phone" if phone else "desk"
    PhonePlayer(page).claim(code_of(anna))
    for name, path in (("home", "/"), ("games", "/matches/new/"), ("form", BATTLE)):
        page.goto(path)
        kept(page, f"{name}-{size}")
    page.locator("details summary").last.click()
    page.locator("[name=seats_serpent_1]").fill("anna")
    page.locator("main form button.main-action").click()
    expect(page.locator(".fault")).to_be_visible()
    expect(page.locator("[name=seats_alliance_1]")).to_have_value("Anna")
    kept(page, f"fault-{size}")
    page.locator("[name=seats_serpent_1]").fill("Boris")
    page.locator("main form button.main-action").click()
    page.wait_for_url("**/codes/")
    expect(page.locator(".slip-name")).to_have_text("Boris")
    kept(page, f"codes-{size}")
    page.goto("/my/")
    kept(page, f"my-{size}")
    page.goto("/matches/new/senjutsu/duel/")
    page.locator("details summary").last.click()
    kept(page, f"duel-{size}")


@pytest.mark.soak
def test_a_match_is_opened_by_keyboard_without_scripts(chromium: Any, live_server: Any) -> None:
    anna = Player.objects.create(name="Anna")
    context = chromium.new_context(base_url=live_server.url, java_script_enabled=False, locale="en-GB")
    page = context.new_page()
    page.goto(f"/claim/{code_of(anna)}/")
    page.get_by_role("button", name="I am Anna").press("Enter")
    page.goto("/")
    page.get_by_label("Last Battle").check()
    page.get_by_role("button", name="More players").press("Enter")
    expect(page.get_by_label("Alliance", exact=True)).to_have_value("Anna")
    page.get_by_label("Serpent", exact=True).focus()
    page.keyboard.type("Boris")
    page.keyboard.press("Enter")
    page.wait_for_url("**/codes/")
    expect(page.locator(".slip-name")).to_have_text("Boris")
    page.get_by_role("link", name="To the score pad").press("Enter")
    page.wait_for_url("**/pad/")
    expect(page.locator("#pad")).to_contain_text("scheme")
    context.close()
