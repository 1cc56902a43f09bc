"""How often a thumb comes down for what is done most: counted in the browser, from the page that one is on."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tracker import selectors
from tracker.tests.journey.people import PhonePlayer, Thumb
from tracker.tests.journey.test_senjutsu import choose as laid
from tracker.tests.pages.at_the_table import Table, code_of
from tracker.tests.pages.brawl import Brawl
from tracker.tests.pages.desk import Desk
from tracker.tests.pages.dojo import Duel
from tracker.tests.pages.full_duel import FullDuel

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.soak]
LAST_BATTLE_TURN, DUEL_TURN, ACTIVATION, CORRECTION = 2, 4, 6, 3


def at_the_pad(person: Callable[..., Page], phone: Any, match: Any, language: str = "en") -> Thumb:
    page = person(phone.player.name, phone=True, language=language)
    PhonePlayer(page).claim(code_of(phone.player))
    page.goto(f"/matches/{match}/pad/")
    return Thumb(page)


def test_a_turn_of_last_battle(person: Callable[..., Page]) -> None:
    table = Table("sea")
    table.ready()
    table.play(1)  # in the first turn nothing scores for the strategy
    thumb = at_the_pad(person, table.alliance, table.match)
    form = thumb.page.locator('form[data-step="turn"]')
    thumb.tap(form.locator("label", has=thumb.page.locator('[name="strategy_alliance"][value="1"]')))
    thumb.tap(form.locator("button.main-action"))
    expect(thumb.page.locator(".pad-score")).to_contain_text("1")
    assert table.state.play.turn == 2 and thumb.taps <= LAST_BATTLE_TURN


def test_a_turn_of_a_duel_for_each_player(person: Callable[..., Page]) -> None:
    """Told turn by turn one phone logs it for both; card by card each lays a card, and they reveal together."""
    duel = Duel()
    duel.ready()
    thumb = at_the_pad(person, duel.red, duel.match)
    form = thumb.page.locator('form[data-step="turn"]')
    thumb.tap(form.locator(".segment-row label").nth(1))
    with thumb.page.expect_response(lambda answer: answer.request.method == "POST"):
        thumb.tap(form.locator(".actions button"))
    assert duel.play.turn == 1 and thumb.taps <= DUEL_TURN, (duel.play.turn, thumb.taps)


def test_a_card_is_laid_and_revealed(person: Callable[..., Page]) -> None:
    duel = FullDuel()
    duel.ready()
    duel.begin()
    thumb = at_the_pad(person, duel.red, duel.match)
    thumb.tap(thumb.page.get_by_text("Show my hand"))
    thumb.tap(thumb.page.locator("label.choice").filter(has_text="A-907").first)
    thumb.tap(thumb.page.get_by_role("button", name="Lay it face down"))
    expect(thumb.page.locator("[data-step=card_selected]")).to_have_count(0)
    other = at_the_pad(person, duel.blue, duel.match, "ru")
    laid(other.page, "Показать мою руку", "A-901", "Положить лицевой стороной вниз")
    thumb.page.goto(duel.pad)
    thumb.tap(thumb.page.get_by_role("button", name="Reveal", exact=True))
    expect(thumb.page.locator("[data-step=cards_revealed]")).to_have_count(0)
    assert thumb.taps <= DUEL_TURN


def test_an_activation_of_a_brawl(person: Callable[..., Page]) -> None:
    """A basic action chosen and played, a way of two hexes tapped on the arena."""
    brawl = Brawl("full")
    brawl.drafted_full()
    thumb = at_the_pad(person, brawl.anna, brawl.match)
    form = thumb.page.locator("form[data-step=basic_action_started]")
    fold = thumb.page.locator("details.step:not([open])", has=form)
    if fold.count():
        thumb.tap(fold.locator("summary").first)
    thumb.tap(form.locator("label.choice", has_text=re.compile("ove")).first)
    thumb.tap(form.locator("button").last)
    moves = thumb.page.locator("form[data-step=champion_moved]")
    expect(moves.first).to_be_visible()
    place = str(moves.locator("polygon[data-hex]").first.get_attribute("data-hex"))
    thumb.tap(moves.locator(f'polygon[data-hex="{place}"]'))
    expect(thumb.page.locator(f'label[data-hex="{place}"]').first).to_be_visible()
    thumb.tap(thumb.page.get_by_role("button", name="Log the move", exact=True).first)
    expect(thumb.page.locator("form[data-step=champion_moved] [data-pick-board]")).to_have_count(0)
    cells = [",".join(map(str, one.cell)) for one in brawl.play.figures.values() if one.cell]
    assert place in cells and thumb.taps <= ACTIVATION, thumb.taps


def test_a_result_is_corrected(person: Callable[..., Page], live_server: Any) -> None:
    """From the console: open, the right number, confirm what is shown."""
    desk = Desk().played()
    row = desk.matches()[0]
    page = person("desk", phone=True)
    session = desk.client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    page.goto(desk.console(""))
    thumb = Thumb(page)
    thumb.tap(page.locator(f'a[href*="{row.stream_id}/edit/"]').first)
    page.wait_for_url("**/edit/")
    score = selectors.outcome(row.stream_id).vp["serpent"]
    thumb.tap(page.locator("label", has=page.locator(f'[name="strategy_serpent"][value="{3 - score}"]')))
    thumb.tap(page.get_by_role("button", name="Confirm this correction"))
    page.wait_for_url(re.compile(r"/matches/[0-9a-f-]+/$"))
    assert selectors.outcome(row.stream_id).vp["serpent"] == 3 - score and thumb.taps <= CORRECTION
