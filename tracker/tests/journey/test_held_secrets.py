"""Hold to look: what others see of a secret at rest tells nothing of it, not even how long it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from games.last_battle.facts import SCHEMES
from tracker.tests.event_day import day as days
from tracker.tests.event_day.day import append, match_at, state_of
from tracker.tests.pages.test_twin_tables import HANDS, Twin

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


def scheme_by_length(longest: bool) -> str:
    """A scheme of the Alliance that wants no note, with a short or a long name."""
    names = {key: len(SCHEMES[key].name.to("en")) for key in ("loophole", "trap", "gravediggers")}
    return (max if longest else min)(names, key=names.__getitem__)


@pytest.mark.soak
@pytest.mark.parametrize("phone", [True, False])
def test_the_button_over_a_secret_is_the_same_for_a_short_and_a_long_one(
    person: Callable[..., Page], live_server: Any, phone: bool
) -> None:
    who = days.organiser()
    day = days.started(who)
    staff = Client()
    staff.force_login(who.user)
    page = person("desk", phone=phone)
    session = staff.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    sizes = []
    for table, longest in (("camp", False), ("sea", True)):
        match = match_at(day, table)
        player = state_of(day).tables[table].sides["alliance"][0]
        append(match, ("scheme_chosen", {"player": player, "scheme": scheme_by_length(longest)}))
        page.goto(f"/events/{day}/console/logs/{match}/")
        box = page.locator("[data-secret]").first.bounding_box()
        assert box is not None
        sizes.append((box["width"], box["height"]))
    assert sizes[0] == sizes[1]
    value = page.locator(".secret .value").first
    expect(value).to_be_hidden()
    page.locator("[data-secret]").first.hover()
    page.mouse.down()
    expect(value).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.mouse.up()
    expect(value).to_be_hidden()


@pytest.mark.soak
def test_a_grid_of_cards_looks_the_same_whatever_the_hand_until_it_is_held(
    person: Callable[..., Page], live_server: Any
) -> None:
    """Cards of the hand cannot be tapped as cards of the deck; who looks on must not see which those are."""
    at_rest, held = [], []
    for hand in HANDS:
        twin = Twin(hand)
        twin.table.log("turn_started", turn=1)
        page = person(hand[0], phone=True)
        session = twin.alliance.client.cookies["sessionid"].value
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
        page.goto(f"/matches/{twin.match}/pad/")
        grid = page.locator("fieldset.cards").first
        grid.scroll_into_view_if_needed()
        assert grid.locator("input:disabled").count() == len(hand)
        at_rest.append(grid.screenshot())
        grid.locator("[data-secret]").hover()
        page.mouse.down()
        expect(grid.locator(".card:has(input:disabled)").first).to_have_css(
            "text-decoration-line", "line-through"
        )
        held.append(grid.screenshot())
        page.mouse.up()
    assert at_rest[0] == at_rest[1] and held[0] != held[1]
