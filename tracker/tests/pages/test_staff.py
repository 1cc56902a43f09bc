"""Accounts that the administrator makes, and the staff whom organisers appoint: who may, and what it opens."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tracker import commands, identity
from tracker.commands import accounts
from tracker.identity import Identity
from tracker.models import Membership, SeasonKeeper
from tracker.tests.pages.desk import Desk, text_of

pytestmark = pytest.mark.django_db(transaction=True)
OWN = "Long-Enough-77"


@pytest.fixture
def admin() -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.create_superuser("admin", password=OWN))
    return client


def password_on(answer: Any) -> str:
    found = re.search(r"<code>([^<]+)</code>", text_of(answer))
    assert found, text_of(answer)[:2000]
    return found[1]


def signed_in(name: str, password: str) -> Client:
    client = Client(headers={"accept-language": "en"})
    assert client.post("/sign-in/", {"username": name, "password": password}).status_code == 302
    return client


def test_an_account_is_made_its_password_is_for_one_use_and_its_owner_organises(admin: Client) -> None:
    made = admin.post("/account/others/", {"name": "olga"})
    assert made.status_code == 200
    olga = signed_in("olga", password_on(made))
    assert olga.get("/organise/")["Location"] == "/account/password/"
    own = {"new_password1": OWN, "new_password2": OWN}
    assert olga.post("/account/password/", own).status_code == 302
    created = olga.post("/organise/", {"name": "Hall cup", "preset": "last_battle_casual"})
    assert created.status_code == 302 and "/console/" in created["Location"]
    assert password_on(made) not in text_of(admin.get("/account/others/")), "it is shown once"


@pytest.mark.parametrize("name", ["", "two words", "admin", "ADMIN", "x" * 151])
def test_a_name_that_cannot_be_is_refused_and_stays_typed(admin: Client, name: str) -> None:
    answer = admin.post("/account/others/", {"name": name})
    assert answer.status_code == 400 and f'value="{name}"' in text_of(answer)
    assert User.objects.count() == 1


def test_a_new_password_ends_the_old_one_and_a_closed_account_stays_out(admin: Client) -> None:
    first = admin.post("/account/others/", {"name": "olga"})
    olga, account = signed_in("olga", password_on(first)), str(User.objects.get(username="olga").pk)
    older = identity.new_token("desk", ["read"], user=User.objects.get(username="olga"))[1]
    assert identity.of_token(older)
    second = admin.post("/account/others/", {"do": "renew", "account": account})
    assert password_on(second) != password_on(first)
    assert "olga" not in text_of(olga.get("/")), "whoever used the old password is signed out"
    with pytest.raises(identity.BadCode):
        identity.of_token(older)
    olga = signed_in("olga", password_on(second))
    token = identity.new_token("desk", ["read"], user=User.objects.get(username="olga"))[1]
    assert "can no longer sign in" in text_of(
        admin.post("/account/others/", {"do": "close", "account": account})
    )
    assert "olga" not in text_of(olga.get("/"))
    assert olga.get("/api/v1/tournaments/", headers={"authorization": f"Bearer {token}"}).status_code == 401
    admin.post("/account/others/", {"do": "reopen", "account": account})
    signed_in("olga", password_on(second))


def test_nobody_closes_the_own_account_or_one_that_is_not_there(admin: Client) -> None:
    own = str(User.objects.get(username="admin").pk)
    for account in (own, "999", "x", ""):
        assert admin.post("/account/others/", {"do": "close", "account": account}).status_code == 400
    assert User.objects.get(username="admin").is_active


def test_accounts_are_the_administrators_alone() -> None:
    desk = Desk()
    for answer in (
        desk.client.get("/account/others/"),
        desk.client.post("/account/others/", {"name": "eve"}),
    ):
        assert answer.status_code == 403
    assert Client().get("/account/others/")["Location"].startswith("/sign-in/")
    assert "/account/others/" not in text_of(desk.client.get("/account/"))
    with pytest.raises(identity.NotAllowed):
        accounts.create_account(desk.who, name="eve")


@pytest.mark.parametrize("door", ["open", "closed"])
def test_the_staff_page_says_who_makes_accounts_here(door: str, settings: Any) -> None:
    """It said that the administrator makes them where everybody can open one."""
    desk = Desk()
    settings.DOOR = door
    page = text_of(desk.client.get(desk.console("staff/")))
    assert ("/sign-up/" in page) is (door == "open")
    assert ("created by the administrator" in page) is (door == "closed")


def test_a_judge_is_appointed_opens_the_console_and_is_dismissed() -> None:
    desk, jan = Desk(), User.objects.create_user("jan")
    judge = Client()
    judge.force_login(jan)
    assert judge.get(desk.console()).status_code == 403
    said = desk.client.post(desk.console("staff/"), {"name": " JAN ", "role": "judge"}, follow=True)
    assert "jan is now judge of this event." in text_of(said)
    assert judge.get(desk.console()).status_code == 200
    desk.client.post(desk.console("staff/"), {"dismiss": str(jan.pk)})
    assert judge.get(desk.console()).status_code == 403


def test_a_judge_sees_the_staff_and_appoints_nobody() -> None:
    desk, jan = Desk(), User.objects.create_user("jan")
    accounts.appoint(desk.who, desk.event, name="jan", role="judge")
    judge = Client(headers={"accept-language": "en"})
    judge.force_login(jan)
    page = text_of(judge.get(desk.console("staff/")))
    assert "olga" in page and "jan" in page and "Appoint" not in page and 'name="dismiss"' not in page
    assert judge.post(desk.console("staff/"), {"name": "jan", "role": "organiser"}).status_code == 403
    assert Membership.objects.get(user=jan).role == "judge"


@pytest.mark.parametrize("told", [{"name": "nobody", "role": "judge"}, {"name": "olga", "role": "king"}])
def test_who_cannot_be_appointed(told: dict[str, str]) -> None:
    desk = Desk()
    answer = desk.client.post(desk.console("staff/"), told)
    assert answer.status_code == 400 and "data-problems" in text_of(answer)
    assert Membership.objects.count() == 1


def test_an_event_keeps_an_organiser() -> None:
    desk = Desk()
    own = str(desk.user.pk)
    for told in ({"dismiss": own}, {"name": "olga", "role": "judge"}):
        assert desk.client.post(desk.console("staff/"), told).status_code == 400
    User.objects.create_user("piet")
    desk.client.post(desk.console("staff/"), {"name": "piet", "role": "organiser"})
    assert desk.client.post(desk.console("staff/"), {"dismiss": own}).status_code == 302
    assert desk.client.get(desk.console()).status_code == 403


@pytest.mark.parametrize("language", ["en", "ru"])
def test_days_and_seasons_have_the_page_too(language: str) -> None:
    user = User.objects.create_user("olga")
    SeasonKeeper.objects.create(user=user)
    client = Client(headers={"accept-language": language})
    client.force_login(user)
    day = commands.create_campaign(Identity(user), name="Day", options={"detail": "summary"})
    season = commands.create_season(Identity(user), name="Autumn", starts=datetime(2026, 1, 1, tzinfo=UTC))
    for event in (day, season):
        answer = client.get(f"/events/{event}/console/staff/")
        assert answer.status_code == 200 and "olga" in text_of(answer)


def test_an_event_of_others_has_no_staff_page() -> None:
    desk = Desk()
    stranger = Client()
    stranger.force_login(User.objects.create_user("eve"))
    assert stranger.get(desk.console("staff/")).status_code == 403
    assert stranger.post(desk.console("staff/"), {"name": "eve", "role": "organiser"}).status_code == 403
