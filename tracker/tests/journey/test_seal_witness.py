"""A device that saw a seal is a witness: whoever cuts the history back with a database shell is told on by it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.db import connection
from playwright.sync_api import Page, expect

from games.ruleset import Setup
from tracker import log, warm
from tracker.identity import Identity
from tracker.models import Event, Seal, SealedHead, Stream, triggers
from tracker.proof import seals
from tracker.tests.offline.helpers import played_event

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.soak]
Person = Callable[..., Page]
WARNING = "[data-seal-warning]"
WORDS = {
    "en": "This device has seen another history here",
    "ru": "Это устройство видело здесь другую историю",
}
CUT = {"en": "its history was cut", "ru": "его история обрезана"}


@pytest.fixture
def event(tmp_path: Path, settings: Any) -> Iterator[UUID]:
    """A tournament after one round, sealed once with it and once with what came after it."""
    settings.SEALS_FILE = str(tmp_path / "seals.jsonl")
    fresh()
    event = played_event(Identity(User.objects.create_user("olga")))
    assert seals.seal_heads() == 1
    sealed_again(2)
    yield event
    fresh()


def fresh() -> None:
    """What this process remembers of the database is read anew, as after the few seconds that it keeps a seal."""
    warm.forget()
    seals._forget()


def sealed_again(number: int) -> None:
    log.create_stream("match", "last_battle", "1", Setup())
    assert seals.seal_heads() == number
    fresh()


def cut_back(event: UUID, tmp_path: Path) -> None:
    """With a database shell: all seals and the newest entries of the event are gone, and the file of seals too."""
    triggers.remove(connection)
    SealedHead.objects.all().delete()
    Seal.objects.all().delete()
    newest = Event.objects.filter(stream=event).order_by("-seq")
    Event.objects.filter(pk__in=[row.pk for row in newest[:3]]).delete()
    last = newest[0]
    Stream.objects.filter(id=event).update(version=last.seq, head=last.hash)
    triggers.install(connection)
    (tmp_path / "seals.jsonl").unlink()
    fresh()


def looked_on(page: Page, event: UUID, number: int) -> None:
    """The device opens a page of the event, which tells it the newest seal."""
    page.goto(f"/events/{event}/standings/")
    keeps(page, number)
    expect(page.locator(WARNING)).to_be_hidden()


def keeps(page: Page, number: int) -> None:
    """The device has compared what it knew, and keeps this seal now."""
    kept = "number => JSON.parse(localStorage.getItem('warledger-seal') || '{}').number === number"
    page.wait_for_function(kept, arg=number)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_verify_page_says_at_once_that_the_seals_were_removed(
    person: Person, event: UUID, tmp_path: Path, language: str
) -> None:
    witness = person("witness", phone=True, language=language)
    looked_on(witness, event, 2)
    cut_back(event, tmp_path)
    witness.goto("/verify/")
    warning = witness.locator(WARNING)
    expect(warning).to_contain_text(WORDS[language])
    expect(warning).to_be_in_viewport()
    field = witness.locator("[data-kept-seal]")
    assert field.input_value().startswith("2:")
    witness.get_by_role("main").locator(".main-action").click()
    expect(witness.get_by_role("status").filter(has_text=CUT[language])).to_be_visible()
    expect(warning).to_be_visible()


def test_seals_made_anew_over_a_cut_history_are_not_those_that_the_device_saw(
    person: Person, event: UUID, tmp_path: Path
) -> None:
    witness = person("witness")
    looked_on(witness, event, 2)
    cut_back(event, tmp_path)
    assert seals.seal_heads() == 1
    for number in (2, 3):
        sealed_again(number)
        witness.goto("/verify/")
        expect(witness.locator(WARNING)).to_be_in_viewport()
    witness.goto(f"/events/{event}/")
    expect(witness.locator(WARNING)).to_be_in_viewport()
    witness.goto("/verify/")
    assert witness.locator("[data-kept-seal]").input_value().startswith("2:")
    witness.get_by_role("button", name="Verify").click()
    expect(witness.get_by_role("status").filter(has_text="its history was made anew")).to_be_visible()


def test_an_honest_history_is_confirmed_and_a_stranger_has_nothing_to_tell(
    person: Person, event: UUID, tmp_path: Path
) -> None:
    witness, stranger = person("witness"), person("stranger")
    looked_on(witness, event, 2)
    sealed_again(3)
    witness.goto("/verify/")
    keeps(witness, 3)
    expect(witness.locator(WARNING)).to_be_hidden()
    witness.get_by_role("button", name="Verify").click()
    expect(witness.get_by_role("status").filter(has_text="part of this site's history still")).to_be_visible()
    looked_on(witness, event, 3)
    cut_back(event, tmp_path)
    stranger.goto("/verify/")
    expect(stranger.locator(WARNING)).to_be_hidden()
    assert stranger.locator("[data-kept-seal]").input_value() == ""
    witness.goto("/verify/")
    expect(witness.locator(WARNING)).to_be_in_viewport()
