"""A warband of 100 rice out of real profiles, on a phone: the edition imported, the list built, taps counted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tracker.models import Player
from tracker.models.rosters import Warband
from tracker.tests.journey.layout import TOO_WIDE
from tracker.tests.journey.people import Desk, Thumb

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.soak]
Picture = Callable[[Any, str], None]
PROFILES = Path(__file__).parents[3] / "games" / "bushido" / "tests" / "profiles_2016.csv"
CHOSEN = (
    *("Akio Takashi", "Mizuchi", "Katsumoto Takashi", "Hiro Takashi", "Hagane Takashi"),
    *("Ryoko-sha", "The Grey Pilgrim", "Eiji Takashi", "Isamu", "Daisuke"),
)
SECONDS_A_TAP = 3
"""What a person needs to find a card and to tap it, generously."""


def olga_with_cards(*, is_admin: bool = False) -> Any:
    """An account that plays for Olga, and the sample as an edition."""
    from games.bushido.sample import CARDS
    from tracker.models import Card, Edition

    user = User.objects.create_user(
        "olga", password="a-long-password", is_superuser=is_admin, is_staff=is_admin
    )
    Player.objects.create(name="Olga", user=user)
    edition = Edition.objects.create(system="bushido", key="lantern", name="Lantern Court")
    for id_, row in CARDS.items():
        Card.objects.create(edition=edition, card_id=id_, name=row["name"], data=row)
    return user


def imported(page: Page, picture: Picture) -> None:
    """The file goes in through the page: a preview without a complaint, then stored."""
    page.goto("/cards/bushido/")
    page.get_by_label("Name of the edition").fill("2016")
    page.get_by_label("Key").fill("2016")
    page.locator("input[type=file]").set_input_files(PROFILES)
    page.get_by_role("button", name="Preview").tap()
    expect(page.locator(".note.done").first).to_contain_text("180 cards can be imported")
    picture(page, "bushido-import")
    page.get_by_role("button", name="Import these cards").tap()
    expect(page.get_by_role("status").first).to_contain_text("180")


def test_a_hundred_rice_in_under_two_minutes(person: Callable[..., Page], picture: Picture) -> None:
    user = User.objects.create_user("olga", password="a-long-password")
    Player.objects.create(name="Olga", user=user)
    page = person("builder", phone=True)
    Desk(page).sign_in("olga", "a-long-password")
    imported(page, picture)
    page.goto("/lists/bushido/new/")
    thumb = Thumb(page)
    thumb.choose("Faction", "Prefecture of Ryu")
    for number, name in enumerate(CHOSEN, 1):
        thumb.tap(page.locator("[data-offer]").filter(has_text=name).first)
        expect(page.locator("[data-section=list] .built-card")).to_have_count(number)
    expect(page.locator(".tally").first).to_contain_text("100 / 100")
    expect(page.locator(".tally").first).to_contain_text("legal")
    picture(page, "bushido-built")
    thumb.tap(page.get_by_role("button", name="Save version"))
    expect(page.get_by_role("status").first).to_contain_text("1")
    newest = Warband.objects.get().revisions.get()
    assert newest.ok and len(newest.body["models"]) == len(CHOSEN)
    assert thumb.taps <= 14 and thumb.taps * SECONDS_A_TAP < 120
    page.set_viewport_size({"width": 360, "height": 740})
    page.reload()
    assert page.evaluate(TOO_WIDE) == 0


def test_what_is_wrong_is_said_at_once_and_facts_are_stated_in_place(
    person: Callable[..., Page], picture: Picture
) -> None:
    from games.bushido.sample import WARBAND
    from tracker import commands
    from tracker.identity import Identity

    user = olga_with_cards(is_admin=True)
    made = commands.save_roster(
        Identity(user), system="bushido", name="Night Watch", body=WARBAND, edition="lantern"
    )
    for language, wide in (("en", False), ("ru", False), ("en", True), ("ru", True)):
        page = person(f"looks-{language}-{wide}", phone=not wide, language=language)
        page.goto("/organise/")
        page.locator("#id_username").fill("olga")
        page.locator("#id_password").fill("a-long-password")
        page.locator("main button[type=submit], main button.main-action").first.click()
        page.goto(f"/lists/of/{made.roster.pk}/")
        picture(page, f"bushido-list-{language}-{'laptop' if wide else 'phone'}")
    page.locator("[data-offer=hidemori]").click()
    expect(page.locator(".tally.over").first).to_contain_text("116 / 100")
    expect(page.locator("#verdict")).to_contain_text("BUS-ROSTER-02")
    picture(page, "bushido-list-over")


TAPS = """() => {
  const faction = document.querySelector("[name=pick-faction]");
  faction.value = "Lantern Court";
  faction.dispatchEvent(new Event("change", {bubbles: true}));
  for (const id of ["rokuro", "guards", "guards"]) document.querySelector(`[data-offer=${id}]`).click();
}"""


THEMES = """() => {
  for (const value of ["night_watch", ""]) {
    const theme = document.querySelector("[name=pick-theme]");
    theme.value = value;
    theme.dispatchEvent(new Event("change", {bubbles: true}));
  }
}"""


def test_taps_that_are_faster_than_the_server_are_not_lost(person: Callable[..., Page]) -> None:
    """Each waits for the answer before it, and presses the button that came with that."""
    olga_with_cards()
    page = person("fast", phone=True)
    Desk(page).sign_in("olga", "a-long-password")
    page.goto("/lists/bushido/new/")
    expect(page.locator("[data-offer=rokuro]")).to_have_count(1)
    page.evaluate(TAPS)
    expect(page.locator("[data-section=list] .built-card")).to_have_count(2)
    expect(page.locator(".tally").first).to_contain_text("19 / 100")
    page.get_by_label("Theme", exact=True).select_option("Night Watch")
    expect(page.locator("[name=pick-theme]")).to_have_value("night_watch")
    page.get_by_label("Theme", exact=True).select_option("none")
    expect(page.locator("[name=pick-theme]")).to_have_value("")
    page.evaluate(THEMES)
    page.wait_for_function("() => !document.querySelector('.htmx-request')")
    expect(page.locator("[name=pick-theme]")).to_have_value("")
    page.wait_for_timeout(500)
    expect(page.locator("[name=pick-theme]")).to_have_value("")


def test_a_list_goes_out_as_text_and_comes_back_and_prints_alone(person: Callable[..., Page]) -> None:
    from games.bushido.sample import WARBAND
    from tracker import commands
    from tracker.identity import Identity

    user = olga_with_cards()
    made = commands.save_roster(
        Identity(user), system="bushido", name="Night Watch", body=WARBAND, edition="lantern"
    )
    page = person("sends", phone=True)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    Desk(page).sign_in("olga", "a-long-password")
    page.wait_for_url("**/organise/")
    page.goto(f"/lists/of/{made.roster.pk}/")
    page.get_by_text("Paste or copy as text").tap()
    page.get_by_role("button", name="Copy").tap()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    text = page.evaluate("navigator.clipboard.readText()")
    assert "3x Lantern Guards" in text and page.evaluate(TOO_WIDE) == 0
    page.emulate_media(media="print")
    expect(page.locator(".list-card")).to_be_visible()
    expect(page.locator("#sheet")).to_be_hidden()
    page.emulate_media(media="screen")
    page.goto("/lists/bushido/new/")
    page.get_by_text("Paste or copy as text").tap()
    page.get_by_label("Paste a list, or copy this one").fill(text)
    page.get_by_role("button", name="Read this text").tap()
    expect(page.locator(".tally").first).to_contain_text("100 / 100")
    expect(page.locator("[data-section=list] .built-card")).to_have_count(13)
