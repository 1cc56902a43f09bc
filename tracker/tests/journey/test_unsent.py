"""What a desk sends without a network is not lost, and the pad's own queue is left alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tracker.tests.pages.desk import Desk

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


def test_a_desk_form_without_a_network_stays_with_what_was_typed(
    person: Callable[..., Page], live_server: Any
) -> None:
    desk = Desk(count=2)
    page = person("organiser")
    cookie: Any = {
        "name": "sessionid",
        "value": desk.client.cookies["sessionid"].value,
        "url": live_server.url,
    }
    page.context.add_cookies([cookie])
    page.goto(f"{live_server.url}{desk.console(f'players/{desk.players[0].id}/')}")
    club = page.locator("#club")
    club.fill("Dice Hall")
    page.context.set_offline(True)
    save = page.locator("form", has=club).locator("button").first
    save.click()
    expect(page.locator("[data-offline]")).to_contain_text("nothing was sent")
    expect(club).to_have_value("Dice Hall")
    page.context.set_offline(False)
    save.click()
    expect(page.locator("#messages .note").first).to_be_visible()
    assert "Dice Hall" in desk.client.get(desk.console("players/")).content.decode()


def test_a_form_that_outlived_the_session_is_sent_again_after_signing_in(
    person: Callable[..., Page], live_server: Any
) -> None:
    """It ended on a page that said "This is not yours to open" and led to the list of events alone."""
    desk = Desk(count=2)
    page = person("organiser")
    sign_in(page)
    page.goto(f"{live_server.url}{desk.console(f'players/{desk.players[0].id}/')}")
    club = page.locator("#club")
    save = page.locator("form", has=club).locator("button").first
    club.fill("Dice Hall")
    page.context.clear_cookies(name="sessionid")
    save.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("You are not signed in any more")
    with page.context.expect_page() as opened:
        page.get_by_role("main").get_by_role("link", name="Sign in").click()
    sign_in(opened.value)
    page.go_back()
    expect(club).to_have_value("Dice Hall")
    save.click()
    expect(page.locator("#messages .note").first).to_be_visible()
    assert "Dice Hall" in desk.client.get(desk.console("players/")).content.decode()


def test_a_list_that_outlived_the_session_is_still_there_and_the_page_stays_whole(
    person: Callable[..., Page], live_server: Any
) -> None:
    """The preview held a page of errors with its own head, and the list was gone when the browser went back: a field
    that lets nothing complete it is not brought back either."""
    desk = Desk(count=2)
    page = person("organiser")
    sign_in(page)
    page.goto(f"{live_server.url}{desk.console('players/')}")
    names, preview = page.locator("textarea[name=text]"), page.locator("#preview")
    page.context.clear_cookies(name="sessionid")
    for line in ("Zoe", "\nYuri"):
        names.press_sequentially(line)
        expect(preview.locator("[data-failed]")).to_contain_text("You are not signed in any more")
        page.wait_for_timeout(600)
        expect(preview.locator("[data-failed]")).to_have_count(1)
    expect(preview.get_by_role("banner")).to_have_count(0)
    add = page.get_by_role("button", name="Add these players")
    add.click()
    with page.context.expect_page() as opened:
        page.get_by_role("main").get_by_role("link", name="Sign in").click()
    sign_in(opened.value)
    page.go_back()
    expect(names).to_have_value("Zoe\nYuri")
    expect(preview).to_contain_text("2 players are ready to be added")
    add.click()
    expect(page.locator("#messages .note").first).to_be_visible()
    assert "Yuri" in desk.client.get(desk.console("players/")).content.decode()


def test_a_check_in_after_the_session_ended_says_so_and_keeps_the_players(
    person: Callable[..., Page], live_server: Any
) -> None:
    """The part that is exchanged was taken out of the page of errors, which has none: nothing was left."""
    desk = Desk(count=4)
    page = person("organiser")
    sign_in(page)
    page.goto(f"{live_server.url}{desk.console('players/')}")
    live = page.locator("#live")
    page.context.clear_cookies(name="sessionid")
    live.get_by_role("button", name="Check in", exact=False).first.click()
    expect(live.locator("[data-failed]")).to_contain_text("You are not signed in any more")
    for player in desk.players:
        expect(live).to_contain_text(player.name)


def sign_in(page: Page) -> None:
    page.goto("/sign-in/")
    page.get_by_label("Username").fill("olga")
    page.get_by_label("Password").fill("secret-pass")
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.wait_for_url(lambda url: "/sign-in/" not in url)
