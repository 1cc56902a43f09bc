"""The field above a list that leaves of it what holds the typed letters, and what Enter does in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tracker import commands
from tracker.tests.chronicle import club
from tracker.tests.journey.layout import TOO_WIDE
from tracker.tests.journey.test_desk_pages import signed_in
from tracker.tests.pages.desk import Desk

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.soak]


def test_enter_in_the_search_leads_to_whom_it_found_and_checks_nobody_in(
    person: Callable[..., Page], live_server: Any
) -> None:
    """It pressed the first button of the page: everybody was checked in."""
    desk = Desk(count=4)
    page = signed_in(person("organiser"), desk, live_server.url)
    page.goto(desk.console("players/"))
    page.keyboard.press("/")
    page.keyboard.type("carl")
    expect(page.locator("#people tbody tr:visible")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("#people tr:visible a.person")).to_be_focused()
    assert not [one for one in desk.state.entrants.values() if one.checked_in]


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_bar_of_an_organiser_fits_a_narrow_phone(
    person: Callable[..., Page], live_server: Any, language: str
) -> None:
    """ "Организатору" lost its last letters at 360 pixels."""
    page = signed_in(person("organiser", phone=True, language=language), Desk(count=2), live_server.url)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/organise/")
    assert page.locator(".bar nav").evaluate("one => one.scrollWidth <= one.clientWidth")


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_desk_of_a_campaign_finds_a_player_and_a_fighter(
    person: Callable[..., Page], live_server: Any, language: str
) -> None:
    desk = Desk(count=0)
    stream, _ = club.opened(desk.who)
    for number, name in enumerate(("Aki", "Бу"), start=1):
        fighters = [(f"hiro-{number}", f"Hiro {number}"), (f"mika-{number}", f"Mika {number}")]
        commands.enter_roster(desk.who, stream, player="", new_player=name, name=name, fighters=fighters)
    commands.register_players(desk.who, desk.event, [commands.NewPlayer("Cleo"), commands.NewPlayer("Dara")])
    page = signed_in(person("arbitrator", phone=True, language=language), desk, live_server.url)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"/campaigns/{stream}/desk/")
    assert not page.evaluate(TOO_WIDE)
    whom, known = (page.locator(f'[data-filter="#{name}"]') for name in ("subject", "player"))
    whom.fill("Hiro 2")
    _nobody, *found = page.locator("#subject option").all_text_contents()
    assert [one.strip() for one in found] == ["Бу: Hiro 2"]
    whom.press("Enter")
    expect(page.locator("#subject")).to_be_focused()
    whom.fill("")
    expect(page.locator("#subject option")).to_have_count(7)
    known.fill("dar")
    expect(page.locator("#player option")).to_have_count(2)
    page.locator("#player").select_option(label="Dara")
    page.locator('[data-filter="#codes"]').fill("бу")
    expect(page.locator("#codes li:visible")).to_have_count(1)


@pytest.mark.parametrize(("check_in", "most"), [(False, 1.5), (True, 3.0)])
def test_a_player_of_an_event_without_check_in_takes_one_line(
    person: Callable[..., Page], live_server: Any, check_in: bool, most: float
) -> None:
    """On a phone each took two, the second one with nothing but its "…"."""
    desk = Desk(count=4, check_in=check_in)
    page = signed_in(person("organiser", phone=True), desk, live_server.url)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(desk.console("players/"))
    assert not page.evaluate(TOO_WIDE)
    high = page.evaluate("document.querySelector('#people tbody tr').offsetHeight / 44")
    assert most - 1.5 < high < most
