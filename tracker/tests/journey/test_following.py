"""A phone that slept, went back a page or lost its connection without a word shows what stands, by itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tracker import commands, selectors
from tracker.pages.core.kept import ALIKE
from tracker.tests.journey.people import PhonePlayer
from tracker.tests.journey.test_offline import at_the_pad
from tracker.tests.pages.at_the_table import Table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
Person = Callable[..., Page]
LIVE = "**/live/**"


class Deaf:
    """A phone whose live connections are taken and never answered, as those whose other end is gone.

    `hears` lets new ones through; those that were taken stay dead.
    """

    def __init__(self, phone: PhonePlayer) -> None:
        self.taken: list[Route] = []
        self.hears = False
        phone.page.route(LIVE, lambda route: self._take(route))
        phone.page.reload()
        while not self.taken:
            phone.page.wait_for_timeout(50)

    def _take(self, route: Route) -> None:
        if self.hears:
            route.continue_()
        else:
            self.taken.append(route)


def shows_turn(phone: PhonePlayer, turn: int) -> None:
    expect(phone.page.locator(".step h2")).to_have_text(f"Turn {turn}")


@pytest.mark.soak
@pytest.mark.parametrize(
    "wakes",
    [
        'document.dispatchEvent(new Event("visibilitychange"))',
        'window.dispatchEvent(new Event("online"))',
        'window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))',
    ],
)
def test_a_phone_that_wakes_reads_what_it_missed(person: Person, wakes: str) -> None:
    table = Table("camp")
    table.ready()
    phone = at_the_pad(person, table)
    deaf = Deaf(phone)
    table.serpent.tap(table.match, "turn")
    phone.page.wait_for_timeout(1500)
    shows_turn(phone, 1)
    deaf.hears = True
    phone.page.evaluate(wakes)
    shows_turn(phone, 2)
    table.serpent.tap(table.match, "turn")
    shows_turn(phone, 3)


@pytest.mark.soak
def test_a_connection_that_says_nothing_is_opened_anew(person: Person) -> None:
    table = Table("camp")
    table.ready()
    phone = at_the_pad(person, table)
    phone.page.clock.install()
    deaf = Deaf(phone)
    table.serpent.tap(table.match, "turn")
    deaf.hears = True
    phone.page.clock.run_for(20_000)
    shows_turn(phone, 1)
    phone.page.clock.run_for(21_000)
    shows_turn(phone, 2)


@pytest.mark.soak
def test_what_is_logged_before_the_connection_stands_is_not_missed(person: Person) -> None:
    """The page came, and its connection is still on its way through a bad network."""
    table = Table("camp")
    table.ready()
    phone = at_the_pad(person, table)
    deaf = Deaf(phone)
    table.serpent.tap(table.match, "turn")
    phone.page.wait_for_timeout(1000)
    shows_turn(phone, 1)
    deaf.taken[-1].continue_()  # a slow machine may have given up an earlier one
    shows_turn(phone, 2)


@pytest.mark.soak
def test_a_page_that_was_left_and_is_back_follows_again(person: Person) -> None:
    """The browser keeps the page in its memory: leaving closes the stream, coming back opens it."""
    table = Table("camp")
    table.ready()
    phone = at_the_pad(person, table)
    phone.page.evaluate('window.dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }))')
    table.serpent.tap(table.match, "turn")
    phone.page.wait_for_timeout(1500)
    shows_turn(phone, 1)
    phone.page.evaluate('window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))')
    shows_turn(phone, 2)


@pytest.mark.soak
def test_after_a_refused_step_the_pad_goes_on_following(person: Person) -> None:
    """What is typed stays; the score and what was logged last are those of now."""
    table = Table("camp")
    table.ready()
    phone = at_the_pad(person, table)
    deaf = Deaf(phone)
    table.serpent.tap(table.match, "turn")
    deaf.hears = True
    phone.form("turn").locator(".actions button").click()
    expect(phone.page.locator("[data-problems], .stale").first).to_be_visible()
    table.serpent.tap(table.match, "turn", strategy_serpent="1")
    expect(phone.page.locator(".latest")).to_contain_text("Turn 2")
    expect(phone.page.locator(".pad-score")).to_contain_text("1")


def test_what_was_chosen_stays_where_a_finger_left_no_focus(person: Person) -> None:
    """A tap gives a chip no focus on some phones: news then took what was chosen with them."""
    table = Table("camp")
    table.ready()
    table.serpent.tap(table.match, "turn")
    phone = at_the_pad(person, table)
    form = phone.form("turn")
    phone.tap(form, "strategy_alliance", "1")
    phone.page.evaluate("document.activeElement.blur()")
    table.serpent.tap(table.match, "turn")
    expect(phone.page.locator(".latest")).to_contain_text("Turn 2")
    expect(form.locator("[name=strategy_alliance][value='1']")).to_be_checked()
    phone.page.get_by_role("button", name="There is news: show it").click()
    shows_turn(phone, 3)


@pytest.mark.soak
def test_my_day_follows_the_turns_of_the_own_match(person: Person) -> None:
    table = Table("camp")
    table.ready()
    phone = at_the_pad(person, table)
    phone.page.goto("/my/")
    expect(phone.page.locator(".main-action")).to_have_text("Log turn 1")
    table.serpent.tap(table.match, "turn")
    expect(phone.page.locator(".main-action")).to_have_text("Log turn 2")


@pytest.mark.soak
def test_the_console_hears_of_a_dispute_at_once(person: Person) -> None:
    table = Table("camp")
    table.ready()
    page = person("organiser")
    page.goto("/organise/")
    page.get_by_label("Username").fill("olga")
    page.get_by_label("Password").fill("secret-pass")
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.goto(f"/events/{table.event}/console/")
    expect(page.locator("#tables .chip").first).to_contain_text("playing")
    table.play()
    table.alliance.tap(table.match, "end")
    expect(page.locator("#tables")).to_contain_text("to confirm")
    table.serpent.tap(table.match, "contest", reason="Turn 3 was ours")
    expect(page.locator("#tables")).to_contain_text("Disputed: Turn 3 was ours")
    outcome = selectors.outcome(table.match)
    report = {"side": "staff", "vp": outcome.vp, "winner": outcome.winner}
    commands.append(table.organiser, table.match, [{"type": "result_confirmed", "data": report}])
    expect(page.locator("#tables")).to_contain_text("Edit this result")


@pytest.mark.soak
def test_a_page_of_the_event_reads_its_news_as_nobody_and_in_its_language(person: Person) -> None:
    """The reader chose Russian on an English phone: the language stands in a cookie, which the script does not send."""
    table = Table("camp")
    table.ready()
    page = person("visitor", phone=True)
    page.goto(f"/events/{table.event}/")
    page.context.add_cookies([{"name": "django_language", "value": "ru", "url": page.url}])
    page.reload()
    expect(page.locator("#live")).to_contain_text("идёт")
    asked: list[dict[str, str]] = []
    page.on("request", lambda one: asked.append(one.all_headers()) if ALIKE.lower() in one.headers else None)
    table.play()
    table.alliance.tap(table.match, "end")
    expect(page.locator("#live .chip").first).to_contain_text("ждёт подтверждения")
    expect(page.locator("html")).to_have_attribute("lang", "ru")
    assert asked and not any("cookie" in headers for headers in asked)
