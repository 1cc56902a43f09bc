"""Two strangers, two phones: from the front page to the first logged turn, counted in taps, in both languages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tracker.models import Event, Stream
from tracker.tests.journey.test_new_match import kept

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
MOST = 12
TURN = "turn_summarised"


class Taps:
    """What both phones tap, fields that are typed into among them."""

    def __init__(self) -> None:
        self.count = 0

    def on(self, target: Any) -> None:
        self.count += 1
        target.click()

    def typed(self, target: Any, text: str) -> None:
        self.on(target)
        target.fill(text)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_two_strangers_log_their_first_turn(person: Callable[..., Page], language: str) -> None:
    taps = Taps()
    anna, boris = (person(name, phone=True, language=language) for name in ("anna", "boris"))
    anna.goto("/")
    kept(anna, f"door-{language}")
    taps.on(anna.locator("label.choice").filter(has=anna.locator("[value=ninja]")))
    taps.typed(anna.locator("[name=first]"), "Anna")
    taps.typed(anna.locator("[name=second]"), "Boris")
    taps.on(anna.locator(".play button.main-action"))
    anna.wait_for_url("**/codes/")
    kept(anna, f"door-codes-{language}")
    code = anna.locator(".slip-code").inner_text()
    boris.goto(f"/claim/{code}/")  # what the camera opens
    taps.on(boris.locator("button.main-action"))
    boris.wait_for_url("**/pad/")
    taps.on(anna.locator("#action a.main-action"))
    anna.wait_for_url("**/pad/")
    match = Stream.objects.get(kind="match")
    taps.on(anna.locator("main form label").filter(has=anna.locator("[type=radio]")).first)
    taps.on(anna.locator("main form button.main-action").first)
    for _wait in range(100):
        if Event.objects.filter(stream=match, type=TURN).exists():
            break
        boris.wait_for_timeout(200)
    else:
        raise AssertionError("no turn was logged")
    kept(boris, f"door-second-phone-{language}")
    assert taps.count <= MOST, taps.count
