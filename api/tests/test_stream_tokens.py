"""Stream tokens: one stream, for a while, for reading alone, as long as the API token lives; in no log."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from api import auth
from api.tests.hall import Hall, Rest, assert_problem
from api.views import live
from tracker import stream_tokens
from tracker.models import ApiToken


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "HELD_FOR", 0.0)


def made(who: Rest, hall: Hall, **body: Any) -> dict[str, Any]:
    answer = who.post(f"live/{hall.match}/token/", body)
    assert answer.status_code == 201 and answer["Cache-Control"] == "no-store", answer.content
    found: dict[str, Any] = answer.json()
    return found


def followed(answer: Any) -> str:
    assert answer.status_code == 200, answer.content
    return b"".join(answer.streaming_content).decode()


def test_it_follows_as_whoever_made_it(hall: Hall, visitor: Rest) -> None:
    hall.alice.post(hall.at + "events/", hall.choice("trap"))
    for who, knows in ((hall.alice, True), (hall.boris, False), (hall.olga, True)):
        url = made(who, hall)["url"]
        assert ("trap" in followed(visitor.get(url + "&after=0"))) == knows
        assert "trap" not in followed(visitor.get(url, Last_Event_ID="2"))


def test_it_opens_nothing_else(hall: Hall, visitor: Rest) -> None:
    token = made(hall.alice, hall)["token"]
    other = hall.another().split("/")[1]
    assert_problem(visitor.get(f"live/{other}/?stream_token={token}"), 401, "bad_token")
    for path in (hall.at + "events/", hall.at + "state/", "feed/live/"):
        assert_problem(visitor.get(f"{path}?stream_token={token}"), 400, "invalid")
    logged = visitor.post(f"{hall.at}events/?stream_token={token}", hall.choice("trap"))
    assert logged.status_code in (400, 401) and hall.olga.get(hall.at + "events/").json()["version"] == 1
    assert_problem(Rest(token).get(f"live/{hall.match}/"), 401, "bad_token")


def test_it_ends_by_itself_and_with_its_api_token(
    hall: Hall, visitor: Rest, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = made(hall.alice, hall, seconds=60)
    now = stream_tokens.time.time()
    monkeypatch.setattr(stream_tokens.time, "time", lambda: now + 61)
    assert_problem(visitor.get(told["url"]), 401, "bad_token")
    monkeypatch.undo()
    monkeypatch.setattr(live, "HELD_FOR", 0.0)
    assert followed(visitor.get(told["url"]))
    ApiToken.objects.filter(player_id=hall.a).delete()
    auth.forget()
    assert_problem(visitor.get(told["url"]), 401, "bad_token")


@pytest.mark.parametrize("spoilt", ["", "x", "a:b:c", "{token}x", "x{token}"])
def test_a_made_up_one_is_refused(hall: Hall, visitor: Rest, spoilt: str) -> None:
    token = spoilt.format(token=made(hall.alice, hall)["token"])
    assert_problem(visitor.get(f"live/{hall.match}/?stream_token={token}"), 401, "bad_token")


def test_only_who_has_an_api_token_makes_one(hall: Hall, visitor: Rest) -> None:
    assert_problem(visitor.post(f"live/{hall.match}/token/", {}), 401, "unauthenticated")
    assert_problem(hall.alice.post(f"live/{hall.a}/token/", {}), 404, "not_found")
    for seconds in (59, 43_201):
        assert_problem(hall.alice.post(f"live/{hall.match}/token/", {"seconds": seconds}), 400, "invalid")


def test_no_log_holds_it(hall: Hall, visitor: Rest, settings: Any, caplog: pytest.LogCaptureFixture) -> None:
    settings.SLOW_MS = 0
    told = made(hall.alice, hall)
    with caplog.at_level(logging.DEBUG):
        followed(visitor.get(told["url"]))
        visitor.get(told["url"] + "&after=nothing")
        visitor.get(told["url"] + "x")
    assert "api:live" in caplog.text and told["token"][:20] not in caplog.text
