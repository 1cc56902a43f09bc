"""Every player's page on the smallest phone, in the longer language: nothing to scroll sideways, targets for thumbs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from tracker.models import Warband
from tracker.tests.journey.layout import SMALL_TARGETS, TOO_WIDE, looked_at
from tracker.tests.journey.people import PhonePlayer
from tracker.tests.pages.at_the_table import Table, code_of
from tracker.tests.pages.dojo import done
from tracker.tests.pages.full_duel import FullDuel
from tracker.tests.pages.test_replace_entry import address, played

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.soak]


def test_every_page_of_a_player_fits_a_small_phone(person: Callable[..., Page]) -> None:
    table = Table("heaven")
    player = table.alliance.player
    assert player is not None
    page = person("small", phone=True, language="ru")
    page.set_viewport_size({"width": 360, "height": 740})
    looked_at(page, "/claim/")
    looked_at(page, f"/claim/{code_of(player)}/")
    PhonePlayer(page).claim(code_of(player))
    match = f"/matches/{table.match}/"
    for go in (lambda: None, table.choose, table.hire, table.note, lambda: table.play(5), lambda: end(table)):
        go()
        for path in ("/my/", match, f"{match}pad/"):
            looked_at(page, path)
    warband = Warband.objects.get(player=player)
    for path in ("/warbands/", "/warbands/new/", f"/warbands/{warband.pk}/"):
        looked_at(page, path)
    looked_at(page, f"/players/{player.id}/")


def test_the_pages_of_devices_corrections_and_checks_fit_a_small_phone(
    person: Callable[..., Page], live_server: Any
) -> None:
    table, client = played()
    page = person("desk", phone=True, language="ru")
    page.set_viewport_size({"width": 360, "height": 740})
    session = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    desk = f"/events/{table.event}/console"
    for path in (
        f"/players/{table.players[0].pk}/devices/",
        f"{desk}/matches/{table.match}/edit/",
        f"{desk}/logs/{table.match}/",
        address(table, "turn_reported", 1),
        address(table, "scheme_chosen"),
        "/nothing/here/",
    ):
        looked_at(page, path)
    copy = Client().get(f"/logs/{table.match}.jsonl").content
    page.goto("/verify/")
    file: Any = {"name": "match.jsonl", "mimeType": "text/plain", "buffer": copy}
    page.locator("input[type=file]").set_input_files(file)
    page.locator("main .main-action").click()
    page.locator(".facts-table").wait_for()
    assert page.evaluate(TOO_WIDE) == 0 and page.evaluate(SMALL_TARGETS) == []


def test_the_poison_deck_is_asked_where_the_list_is_kept_secret(person: Callable[..., Page]) -> None:
    duel = FullDuel()
    told = {"character.others": "master", "wound_limit": 7, "hand_limit": 5, "advantage": 5}
    done(duel.red.tap(duel.match, "character", **told))
    assert duel.red.player is not None
    phone = PhonePlayer(person("small", phone=True, language="ru"))
    phone.claim(code_of(duel.red.player))
    looked_at(phone.page, f"/matches/{duel.match}/pad/")
    form = phone.page.locator('form[data-step="deck"]')
    cards, poison = form.locator('[name="text"]'), form.locator('[name="poison_size"]')
    for which, seen in (("text", (True, False)), ("secret", (False, True)), ("printed", (False, False))):
        form.locator("label", has=phone.page.locator(f'[name="which"][value="{which}"]')).click()
        assert (cards.is_visible(), poison.is_visible()) == seen, which
    form.locator("label", has=phone.page.locator('[name="which"][value="secret"]')).click()
    poison.fill("3")
    phone.send(form)
    assert duel.play.fighters[duel.red.id].poison_size == 3


def end(table: Table) -> None:
    assert table.serpent.tap(table.match, "end").status_code == 302


LONG_CHOICES = """() => {
  const choice = (text) => `<label><input type="radio" name="one"><span>${text}</span></label>`;
  const part = `<div class="in-words"><fieldset class="segment"><div class="segment-row">
    ${choice("not told")}${choice("Hidemori, Captain of the Lamps")}${choice("Enlightened")}</div></fieldset></div>`;
  document.querySelector("main form").innerHTML = `<div class="row-part">${part}${part}</div>`;
}"""


def test_choices_side_by_side_wrap_where_two_of_them_share_a_row(person: Callable[..., Page]) -> None:
    """Names of models are longer than those of sides, and a font that comes late is wider."""
    table = Table("heaven")
    page = person("wrapped", phone=True, language="ru")
    page.set_viewport_size({"width": 360, "height": 740})
    player = table.alliance.player
    assert player is not None
    PhonePlayer(page).claim(code_of(player))
    page.goto(f"/matches/{table.match}/pad/")
    page.evaluate(LONG_CHOICES)
    assert page.evaluate(TOO_WIDE) == 0


def test_rules_are_found_in_their_chapters_without_a_server(person: Callable[..., Page]) -> None:
    """Chapters are folded: words open those that hold them, and a link to a rule opens its own."""
    page = person("reader", phone=True)
    page.goto("/rules/bushido/#BUS-MEL-03")
    rule = page.locator("#BUS-MEL-03")
    expect(rule).to_be_visible()
    page.locator("#q").fill("BUS-MEL-04")
    expect(page.locator("#BUS-MEL-04")).to_be_visible()
    expect(page.locator("[data-chapter]:visible")).to_have_count(1)
    expect(page.locator("[data-chapter]:visible [data-count]")).to_have_text("1")
    page.locator("#q").fill("")
    expect(rule).to_be_hidden()
