"""Senjutsu in browsers: a deck built on a phone, a turn played on two phones card by card, the board in the hall."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tracker.models import Deck, Player
from tracker.tests.journey.layout import TOO_WIDE, looked_at
from tracker.tests.journey.people import PhonePlayer
from tracker.tests.pages.at_the_table import code_of
from tracker.tests.pages.dojo import done
from tracker.tests.pages.full_duel import FullDuel
from tracker.tests.pages.test_senjutsu_unknown import PlainDuel

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.soak]


def test_a_deck_is_built_on_a_phone(person: Callable[..., Page], picture: Callable[[Any, str], None]) -> None:
    player = Player.objects.create(name="Карина")
    page = person("builder", phone=True, language="ru")
    PhonePlayer(page).claim(code_of(player))
    page.goto("/decks/")
    page.get_by_role("link", name="Ученик, готовая колода").click()
    built = page.locator("#built")
    expect(built).to_contain_text("30 / 30")
    page.get_by_role("button", name=re.compile("Рубящий водопад .* меньше")).click()
    expect(built).to_contain_text("SEN-ROSTER-16")
    page.get_by_placeholder("Найти карту").fill("водопад")
    page.locator("[data-offer]:visible").click()
    expect(built).to_contain_text("Нарушений нет, насколько известны данные")
    page.get_by_role("button", name="Сохранить версию").click()
    expect(page.get_by_role("status").first).to_contain_text("1")
    deck = Deck.objects.get(player=player)
    page.set_viewport_size({"width": 360, "height": 740})
    for path in ("/decks/", "/decks/new/", f"/decks/{deck.pk}/"):
        looked_at(page, path)
    picture(page, "senjutsu-deck")


def test_a_turn_is_played_on_two_phones_and_seen_on_the_board(
    person: Callable[..., Page], picture: Callable[[Any, str], None]
) -> None:
    duel = FullDuel()
    duel.ready()
    duel.begin()
    red, blue = person("Anna", phone=True), person("Борис", phone=True, language="ru")
    for page, phone in ((red, duel.red), (blue, duel.blue)):
        assert phone.player is not None
        PhonePlayer(page).claim(code_of(phone.player))
        page.goto(duel.pad)
    hall = person("hall")
    hall.goto(f"/matches/{duel.match}/")
    choose(red, "Show my hand", "A-907", "Lay it face down")
    expect(hall.locator("#board")).to_contain_text("has chosen a card")
    expect(hall.locator("#board")).not_to_contain_text("A-907")
    choose(blue, "Показать мою руку", "A-901", "Положить лицевой стороной вниз")
    red.goto(duel.pad)
    red.get_by_role("button", name="Reveal", exact=True).click()
    expect(red.locator("[data-step=cards_revealed]")).to_have_count(0)
    expect(hall.locator("#board")).to_contain_text("A-907")
    duel.tap(duel.red, "initiative_chosen", value=6)
    duel.go_on(duel.red, "phase_started", phase="resolve")
    duel.tap(duel.red, "part_started")
    move_by_tapping(red, duel)
    scrub(hall)
    for page in (red, blue):
        page.set_viewport_size({"width": 360, "height": 740})
        for path in (duel.pad, f"/matches/{duel.match}/"):
            page.goto(path)
            assert page.evaluate(TOO_WIDE) == 0
    picture(hall, "senjutsu-board")


def choose(page: Page, hand: str, card: str, press: str) -> None:
    """A card of the player's hand, laid face down."""
    page.get_by_text(hand).click()
    page.locator("label.choice").filter(has_text=card).first.click()
    page.get_by_role("button", name=press).click()
    expect(page.locator("[data-step=card_selected]")).to_have_count(0)


def move_by_tapping(page: Page, duel: FullDuel) -> None:
    """A hex on the board is tapped; the ways to stand there are left."""
    page.goto(duel.pad)
    before = tuple(duel.play.fighters[duel.red.id].hex)
    hexes = page.locator("polygon[data-hex]")
    places = [hexes.nth(n).get_attribute("data-hex") for n in range(hexes.count())]
    place = next(one for one in places if one != f"{before[0]},{before[1]}")
    page.locator(f'polygon[data-hex="{place}"]').click()
    expect(page.locator(f'label[data-hex="{place}"]').first).to_be_visible()
    page.get_by_role("button", name="Log it").first.click()
    expect(page.locator("[data-pick-board]")).to_have_count(0)
    assert ",".join(map(str, duel.play.fighters[duel.red.id].hex)) == place


def scrub(page: Page) -> None:
    """Back through the log by keyboard, without leaving the page."""
    page.reload()
    page.evaluate("() => { window.stayed = true; }")
    slider = page.get_by_label("After which entry")
    last = int(slider.get_attribute("max") or 0)
    slider.focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".scrub-text b").first).to_have_text(str(last - 1))
    page.get_by_label("Entry before").click()
    expect(page.locator(".scrub-text b").first).to_have_text(str(last - 2))
    page.get_by_label("First entry").click()
    expect(page.locator("#board")).to_contain_text("The match opens: Duel.")
    assert page.evaluate("() => window.stayed") is True


def test_many_numbers_are_each_as_wide_as_a_thumb(person: Callable[..., Page]) -> None:
    """Thirteen numbers of wounds, where no limit is known, stood in one row of a phone, 26 points wide each."""
    page = person("Anna", phone=True)
    page.set_viewport_size({"width": 360, "height": 740})
    duel = PlainDuel(detail="turns")
    for phone, character in zip(duel.phones, ("master", "ronin"), strict=True):
        done(phone.tap(duel.match, "character", **{"character.others": character}))
    assert duel.red.player is not None
    PhonePlayer(page).claim(code_of(duel.red.player))
    page.goto(duel.pad)
    cells = page.locator("form[data-step=turn] .segment-row:has(> label:nth-of-type(11)) label")
    assert cells.count() and all(box["width"] >= 40 for one in cells.all() if (box := one.bounding_box()))
