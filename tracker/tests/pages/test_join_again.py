"""Whoever enters an event again, on a device or with an account that plays for them, stays the same player."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tracker import commands, selectors
from tracker.identity import Identity
from tracker.models import Player

pytestmark = pytest.mark.django_db


def opened(name: str) -> UUID:
    """An event that players may enter by themselves."""
    user, _ = User.objects.get_or_create(username="olga")
    who = Identity(user)
    event = commands.create_tournament(who, name=name, options={"rounds": 1, "list_required": False})
    commands.append(who, event, [{"type": "registration_opened", "data": {}}])
    return event


def enters(client: Client, event: UUID, **form: Any) -> int:
    return client.post(f"/events/{event}/join/", {"club": "", **form}).status_code


def entrants(event: UUID) -> list[UUID]:
    return [UUID(player) for player in selectors.current_state(event).state.entrants]


def test_a_device_that_plays_for_somebody_enters_the_same_player() -> None:
    phone, first, second = Client(), opened("First"), opened("Second")
    assert enters(phone, first, name="Фёдор", club="Юг") == 302
    page = phone.get(f"/events/{second}/join/").content.decode()
    assert 'value="Фёдор"' in page and 'value="Юг"' in page
    assert enters(phone, second, name="фёдор", club="Юг") == 302
    assert entrants(first) == entrants(second) and Player.objects.count() == 1
    assert enters(phone, second, name="Фёдор", club="Юг") == 400, "once is enough"
    assert "Second" in phone.get(reverse("pages:my-day")).content.decode()


def test_another_name_or_another_device_is_somebody_else() -> None:
    phone, first, second = Client(), opened("First"), opened("Second")
    enters(phone, first, name="Anna")
    assert enters(phone, second, name="Boris") == 302
    assert enters(Client(), second, name="Anna") == 302
    assert len({*entrants(first), *entrants(second)}) == 3


def test_an_account_keeps_its_player_on_another_device() -> None:
    first, second = opened("First"), opened("Second")
    user = User.objects.create_user("anna")
    anna = Player.objects.create(name="Anna", user=user)
    for event in (first, second):
        browser = Client()
        browser.force_login(user)
        assert enters(browser, event, name="Anna") == 302
    assert entrants(first) == entrants(second) == [anna.pk]
