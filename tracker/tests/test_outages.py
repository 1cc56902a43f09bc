"""A full disk and a database that is away: asked to come again, told in both languages, and nothing is torn."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import InterfaceError, OperationalError, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client

from api.tests.hall import Rest, assert_problem
from tracker import env, outages
from tracker.identity import new_token
from tracker.models import Event
from tracker.outages import is_outage
from tracker.tests.pages.desk import Desk
from tracker.tests.services import free_port

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def full_disk() -> Iterator[Any]:
    """Lets SQLite's file grow no more, when called."""

    def fill() -> None:
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")  # what other tests left free would be room
            pages = cursor.execute("PRAGMA page_count").fetchone()[0]
            cursor.execute(f"PRAGMA max_page_count = {pages}")

    yield fill
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA max_page_count = 1073741823")


def _long() -> list[dict[str, str]]:
    return [{"name": f"Player {number} " + "x" * 60} for number in range(400)]


def test_a_full_disk_is_told_to_programs_and_stores_nothing(full_disk: Any) -> None:
    desk = Desk()
    rest = Rest(new_token("desk", ["read", "play", "organise"], user=desk.user)[1])
    before = Event.objects.count()
    full_disk()
    refused = rest.post(f"tournaments/{desk.event}/players/", {"players": _long()})
    assert_problem(refused, 503, "unavailable")
    assert refused["Retry-After"] == str(outages.RETRY_AFTER)
    assert Event.objects.count() == before


@pytest.mark.parametrize(("language", "words"), [("en", "Away for a moment"), ("ru", "Временно недоступно")])
def test_a_full_disk_is_told_to_people_and_stores_nothing(full_disk: Any, language: str, words: str) -> None:
    desk = Desk(language=language)
    desk.client.raise_request_exception = False
    before = Event.objects.count()
    full_disk()
    text = "\n".join(one["name"] for one in _long())
    refused = desk.client.post(desk.console("players/add/"), {"text": text})
    assert refused.status_code == 503 and refused["Retry-After"] == str(outages.RETRY_AFTER)
    assert words in refused.content.decode() and "Traceback" not in refused.content.decode()
    assert Event.objects.count() == before


@pytest.fixture
def away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every query fails, as with a server that was stopped."""

    def fail(*_: Any, **__: Any) -> Any:
        raise OperationalError("connection refused")

    monkeypatch.setattr(BaseDatabaseWrapper, "cursor", fail)


@pytest.mark.parametrize("path", ["/", "/organise/"])
def test_with_the_database_away_pages_ask_to_come_again(path: str, request: pytest.FixtureRequest) -> None:
    browser = Client(raise_request_exception=False)
    browser.cookies["sessionid"] = "x" * 32
    request.getfixturevalue("away")
    answer = browser.get(path)
    assert answer.status_code == 503 and answer["Retry-After"] == str(outages.RETRY_AFTER)
    again = '<a class="button main-action" href="">Try again</a>'
    assert again in answer.content.decode(), "the same address, not only a first page that is away as well"
    assert again not in browser.post(path).content.decode(), "a link does not send a form again"


@pytest.mark.parametrize("cookie", [False, True])
def test_with_the_database_away_programs_get_a_problem(cookie: bool, request: pytest.FixtureRequest) -> None:
    """With a session as well, which fails before any view is asked."""
    rest = Rest()
    if cookie:
        rest.client.cookies["sessionid"] = "x" * 32
    request.getfixturevalue("away")
    answer = rest.get("tournaments/")
    assert_problem(answer, 503, "unavailable")
    assert answer["Retry-After"] == str(outages.RETRY_AFTER)


@pytest.fixture(params=["", "?pool=2"])
def stopped(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[None]:
    """A real address of PostgreSQL, with nobody behind it any more."""
    ours, settings = connections["default"], connections.settings["default"]
    gone = env.database(tmp_path, f"postgresql://warledger@127.0.0.1:{free_port()}/warledger{request.param}")
    if "pool" in gone["OPTIONS"]:
        gone["OPTIONS"]["pool"]["timeout"] = 0.5
    connections.settings["default"] = settings | gone
    connections["default"] = connections.create_connection("default")
    yield
    getattr(connections["default"], "close_pool", lambda: None)()
    connections["default"], connections.settings["default"] = ours, settings


def test_with_a_postgresql_that_was_stopped_all_are_asked_to_come_again(stopped: None) -> None:
    browser, rest = Client(raise_request_exception=False), Rest()
    for cookie in (False, True):
        if cookie:
            browser.cookies["sessionid"] = rest.client.cookies["sessionid"] = "x" * 32
        page, answer = browser.get("/"), rest.get("tournaments/")
        assert (page.status_code, page["Retry-After"]) == (503, str(outages.RETRY_AFTER))
        assert_problem(answer, 503, "unavailable")
        assert answer["Retry-After"] == str(outages.RETRY_AFTER)


def test_wrong_sql_is_no_outage() -> None:
    with pytest.raises(OperationalError) as wrong, connection.cursor() as cursor:
        cursor.execute("SELECT * FROM no_such_table")
    assert not is_outage(wrong.value)
    assert is_outage(OperationalError("the connection is lost")) and is_outage(InterfaceError())
    assert is_outage(OSError(28, "No space left")) and not is_outage(OSError(2, "No such file"))
    assert not is_outage(None) and not is_outage(KeyError())


def test_an_outage_takes_one_line_of_the_log() -> None:
    record = logging.LogRecord("django.request", 40, "", 0, "%s failed", ("/",), None)
    error = OperationalError("refused\n\tIs the server running?\n")
    record.exc_info = (type(error), error, None)
    assert outages.OneLine().filter(record)
    assert record.getMessage() == "/ failed: OperationalError: refused Is the server running?"
    assert record.exc_info is None
