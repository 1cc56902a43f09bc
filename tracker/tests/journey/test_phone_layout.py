"""Every player's page on the smallest phone, in the longer language: nothing to scroll sideways, targets for thumbs."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tracker.models import Warband
from tracker.tests.journey.people import PhonePlayer
from tracker.tests.pages.at_the_table import Table, code_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.soak]

SMALL_TARGETS = """() => [...document.querySelectorAll(
    'main button, main a.button, main summary, main select, main textarea, main .segment-row label, main .choice, '
    + 'main input:not([type=hidden]):not([type=radio]):not([type=checkbox])'
  )].filter((node) => {
    const box = node.getBoundingClientRect();
    return box.width > 0 && box.height < 43.5;
  }).map((node) => node.outerHTML.slice(0, 120))"""
TOO_WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def looked_at(page: Page, path: str) -> None:
    page.goto(path)
    for fold in page.locator("main details").all():
        fold.evaluate("fold => { fold.open = true; }")
    assert page.evaluate(TOO_WIDE) == 0, path
    assert page.evaluate(SMALL_TARGETS) == [], path


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


def end(table: Table) -> None:
    assert table.serpent.tap(table.match, "end").status_code == 302
