"""Requests without a cookie take the short way and get the same answers as on the whole one."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from api.fast_path import language_of
from api.tests.hall import BASE, Hall, Rest, assert_problem

SECURITY = ("X-Content-Type-Options", "Referrer-Policy", "X-Frame-Options", "Content-Security-Policy")


@pytest.mark.parametrize("part", ["events/", "state/", "verify/", "nothing/"])
def test_the_short_and_the_whole_way_say_the_same(hall: Hall, part: str) -> None:
    browser = Client()
    browser.cookies["theme"] = "dark"
    for language in ("en", "ru", "de, ru;q=0.5"):
        headers = {**hall.alice.headers, "Accept-Language": language}
        short = hall.alice.client.get(BASE + hall.at + part, headers=headers)
        whole = browser.get(BASE + hall.at + part, headers=headers)
        assert short.content == whole.content and short.status_code == whole.status_code
        for name in (*SECURITY, "Content-Length"):
            assert short[name] == whole[name], name


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("ru", "ru"),
        ("ru-RU,ru;q=0.9,en;q=0.8", "ru"),
        ("de,en;q=0.5", "en"),
        ("fr", "en"),
        (";;q=x", "en"),
    ],
)
def test_the_language_is_the_first_that_we_speak(header: str, language: str) -> None:
    assert language_of(header) == language


def test_a_language_does_not_stay_for_the_next_request(hall: Hall) -> None:
    russian = hall.boris.post(hall.at + "events/", hall.choice("trap"), Accept_Language="ru").json()
    english = hall.boris.post(hall.at + "events/", hall.choice("trap")).json()
    assert not russian["title"].isascii() and english["title"].isascii()


def test_a_session_goes_the_whole_way(organiser: Rest) -> None:
    browser = Client()
    assert browser.login(username="olga", password="a long password")
    made: Any = Rest(client=browser).get("tokens/")
    assert [token["name"] for token in made.json()["results"]] == ["desk"]


@pytest.mark.django_db
@pytest.mark.parametrize("cookies", [{}, {"theme": "dark"}])
def test_a_name_that_is_not_the_servers_is_refused_on_both_ways(
    settings: Any, cookies: dict[str, str]
) -> None:
    settings.ALLOWED_HOSTS = ["ledger.example.org"]
    client = Client(raise_request_exception=False)
    client.cookies.load(cookies)
    assert client.get(BASE + "systems/", headers={"host": "ledger.example.org"}).status_code == 200
    refused = client.get(BASE + "systems/", headers={"host": "evil.example.org"})
    assert_problem(refused, 400, "invalid")
    assert refused.json()["errors"][0]["where"] == "Host"
