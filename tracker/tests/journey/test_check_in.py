"""The morning of an event day in the browser: names are tapped, a phone checks in, the last one opens a table."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tracker import commands
from tracker.models import Player
from tracker.tests.event_day import day as days
from tracker.tests.event_day.day import state_of
from tracker.tests.hall import acting

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.soak]


def seat(page: Any, client: Client, url: str) -> None:
    """The browser is the one of this client."""
    value = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": value, "url": url}])


def test_names_are_tapped_and_a_phone_checks_in_by_itself(person: Any, live_server: Any) -> None:
    from playwright.sync_api import expect

    who = days.organiser()
    day = days.prepared(who, ("sea", "camp"), check_in=True, detail="summary")
    commands.register_players(who, day, [commands.NewPlayer("Late")])
    first = Player.objects.get(pk=state_of(day).tables["sea"].sides["alliance"][0])
    staff, phone_client = Client(), acting(Client(), first)
    staff.force_login(who.user)

    desk, phone = person("desk"), person("phone", phone=True, language="ru")
    seat(desk, staff, live_server.url)
    seat(phone, phone_client, live_server.url)
    desk.goto(f"/days/{day}/console/players/")
    desk.get_by_role("button", name="Check in Late").click()
    expect(desk.get_by_role("button", name="Late is in the hall; undo")).to_be_visible()
    expect(desk.locator("#live h2")).to_contain_text("1 in the hall")
    expect(desk.locator("#lay").get_by_text("not here yet")).to_have_count(0)
    desk.get_by_role("button", name="Late is in the hall; undo").click()
    expect(desk.get_by_role("button", name="Check in Late")).to_be_visible()

    phone.goto(reverse("pages:day-check-in", args=[day]))
    phone.get_by_role("button", name="Я на месте").click()
    expect(phone.get_by_text("Вы отметились.")).to_be_visible()

    expect(desk.get_by_role("button", name=f"{first.name} is in the hall; undo")).to_be_visible()
    expect(desk.locator("#live h2")).to_contain_text("1 in the hall")
    desk.get_by_role("button", name=re.compile("^Check in all")).click()
    expect(desk.get_by_text("Players checked in at once: 4.")).to_be_visible()
    desk.get_by_role("button", name="Undo this decision").click()
    expect(desk.locator("#live h2")).to_contain_text("1 in the hall")
    desk.get_by_role("button", name="Start the day").click()
    expect(desk.locator("#state")).to_contain_text("Tables that wait for their players: 2.")

    desk.goto(f"/days/{day}/console/players/")
    foe = Player.objects.get(pk=state_of(day).tables["sea"].sides["serpent"][0])
    desk.get_by_role("button", name=f"Check in {foe.name}").click()
    expect(desk.locator("#state")).to_contain_text("Tables that wait for their players: 1.")
    phone.goto("/my/")
    expect(phone.get_by_role("link", name="Море")).to_be_visible()
