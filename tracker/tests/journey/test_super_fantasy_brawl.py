"""Super Fantasy Brawl in browsers: a draft on two phones that the hall watches, and a turn played hex by hex."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tracker.models import Player
from tracker.tests.journey.layout import CUT_OFF, TOO_WIDE, looked_at
from tracker.tests.journey.people import PhonePlayer
from tracker.tests.pages.at_the_table import code_of
from tracker.tests.pages.brawl import POOLS, Brawl, lay_out

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.soak]

Picture = Callable[[Any, str], None]


def test_a_pool_is_chosen_on_a_phone(person: Callable[..., Page], picture: Picture) -> None:
    player = Player.objects.create(name="Карина")
    page = person("chooser", phone=True, language="ru")
    PhonePlayer(page).claim(code_of(player))
    page.goto("/teams/")
    page.get_by_role("link", name="Новый список").click()
    for name in ("Гвайен", "Килгор", "Дерин", "Дугрун"):
        page.locator("[data-offer]", has_text=name).click()
    expect(page.locator("#built")).to_contain_text("4 / 5")
    expect(page.locator("#built")).to_contain_text("SFB-ROSTER-09")
    page.locator("[data-offer]", has_text="Цу Сяо").click()
    expect(page.locator("#built")).to_contain_text("Нарушений нет, насколько известны данные")
    page.get_by_label("Название списка").fill("Пятёрка")
    picture(page, "sfb-pool")
    page.get_by_role("button", name="Сохранить версию").click()
    expect(page.get_by_role("status").first).to_contain_text("1")
    page.set_viewport_size({"width": 360, "height": 740})
    for path in ("/teams/", "/teams/new/"):
        looked_at(page, path)
    assert page.evaluate(CUT_OFF) == []


def test_a_draft_is_made_on_two_phones_and_watched_in_the_hall(
    person: Callable[..., Page], picture: Picture
) -> None:
    brawl = Brawl(method="tournament_draft")
    brawl.first(brawl.anna)
    lay_out(brawl, brawl.anna, POOLS[0])
    lay_out(brawl, brawl.boris, POOLS[1])
    anna, boris = seated(person, brawl)
    hall = person("hall")
    hall.goto(brawl.page)
    expect(hall.locator("#board")).to_contain_text("Bans nowAnna")
    expect(boris.locator(".waiting").first).to_contain_text("Anna")
    picture(boris, "sfb-draft-waits")
    choose(anna, "champion_banned", "Tsu Xiao", "Ban")
    expect(hall.locator("#board")).to_contain_text("Bans nowБорис")
    picture(hall, "sfb-draft-hall")
    boris.goto(brawl.pad)
    choose(boris, "champion_banned", "Голд'арр", "Исключить")
    for page, champion, press in (
        (anna, "Gwaien", "Pick"),
        (boris, "Гвайен", "Выбрать"),
        (anna, "Kilgore", "Pick"),
        (boris, "Килгор", "Выбрать"),
        (anna, "Deryn", "Pick"),
        (boris, "Дерин", "Выбрать"),
    ):
        page.goto(brawl.pad)
        picture(page, f"sfb-pick-{press}")
        choose(page, "champion_picked", champion, press)
    expect(hall.locator("#match")).to_contain_text("On the table")
    assert brawl.play.phase == "turns"
    anna.goto(brawl.pad)
    picture(anna, "sfb-turn")
    for page in (anna, boris):
        page.set_viewport_size({"width": 360, "height": 740})
        for path in (brawl.pad, brawl.page):
            page.goto(path)
            assert page.evaluate(TOO_WIDE) == 0


def test_a_turn_is_played_hex_by_hex_on_two_phones(person: Callable[..., Page], picture: Picture) -> None:
    brawl = Brawl("full")
    brawl.drafted_full()
    anna, boris = seated(person, brawl)
    hall = person("hall")
    hall.goto(brawl.page)
    picture(anna, "sfb-turn")
    brawl.take(brawl.anna, "basic_action_started", basic=4)
    expect(hall.locator("#board")).to_contain_text("move 2")
    anna.goto(brawl.pad)
    picture(anna, "sfb-move")
    move_by_tapping(anna, brawl)
    anna.goto(brawl.pad)
    expect(anna.locator("form[data-step=action_ended]")).to_have_count(0)
    expect(anna.locator("form[data-step=action_card_played]")).to_have_count(1)
    picture(anna, "sfb-actions")
    held = PhonePlayer(anna).held()
    assert held and held not in hall.content() and held not in boris.content()
    hall.reload()
    picture(hall, "sfb-arena")
    boris.goto(brawl.page)
    picture(boris, "sfb-arena-phone")
    hall.get_by_label("First entry").click()
    expect(hall.locator(".scrub-text b").first).to_have_text("1")
    for page in (anna, boris):
        page.set_viewport_size({"width": 360, "height": 740})
        for path in (brawl.pad, brawl.page):
            page.goto(path)
            assert page.evaluate(TOO_WIDE) == 0


def seated(person: Callable[..., Page], brawl: Brawl) -> tuple[Page, Page]:
    """Both players at their pads, Anna in English, Борис in Russian."""
    pages = person("Anna", phone=True), person("Борис", phone=True, language="ru")
    for page, phone in zip(pages, (brawl.anna, brawl.boris), strict=True):
        assert phone.player is not None
        PhonePlayer(page).claim(code_of(phone.player))
        page.goto(brawl.pad)
    return pages


def choose(page: Page, step: str, text: str, button: str) -> None:
    """One of the offered choices, logged."""
    form = page.locator(f"form[data-step={step}]")
    form.locator("label.choice").filter(has_text=text).first.click()
    key = form.locator("input[name=key]").input_value()
    form.get_by_role("button", name=button, exact=True).click()
    expect(page.locator(f'input[name=key][value="{key}"]')).to_have_count(0)


def move_by_tapping(page: Page, brawl: Brawl) -> None:
    """A hex of the arena is tapped, and the movement that leads there is logged."""
    hexes = page.locator("form[data-step=champion_moved] polygon[data-hex]")
    place = str(hexes.first.get_attribute("data-hex"))
    page.locator(f'form[data-step=champion_moved] polygon[data-hex="{place}"]').click()
    expect(page.locator(f'label[data-hex="{place}"]').first).to_be_visible()
    page.get_by_role("button", name="Log the move", exact=True).first.click()
    expect(page.locator("form[data-step=champion_moved] [data-pick-board]")).to_have_count(0)
    cells = [",".join(map(str, one.cell)) for one in brawl.play.figures.values() if one.cell]
    assert place in cells
