"""Browsers of other origins: what they may read, send and see, and that no cookie ever counts there."""

from __future__ import annotations

import pytest
from django.test import Client

from api import failures
from api.tests.hall import BASE, Hall, Rest

ELSEWHERE = "https://league.example"
SEEN = {"etag", "location", "ratelimit-remaining", "retry-after", "warledger-seal"}


def _asked(path: str, method: str, headers: str = "") -> dict[str, str]:
    """What a browser is told before it sends a request of another origin."""
    asks = {"Origin": ELSEWHERE, "Access-Control-Request-Method": method}
    answer = Client().options(BASE + path, headers=asks | {"Access-Control-Request-Headers": headers})
    assert answer.status_code in (200, 204)
    return {name.lower(): value for name, value in answer.headers.items()}


@pytest.mark.parametrize("part", ["", "events/", "state/", "nothing/"])
def test_answers_and_refusals_may_be_read_from_any_origin(hall: Hall, part: str) -> None:
    answer = hall.alice.get(hall.at + part, Origin=ELSEWHERE)
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer
    assert {name.strip().lower() for name in answer["Access-Control-Expose-Headers"].split(",")} >= SEEN


def test_what_has_not_changed_may_be_told_to_any_origin(hall: Hall) -> None:
    tag = hall.alice.get(hall.at)["ETag"]
    answer = hall.alice.get(hall.at, Origin=ELSEWHERE, If_None_Match=tag)
    assert answer.status_code == 304 and answer["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize(
    ("method", "headers"),
    [
        ("GET", "if-none-match, last-event-id, accept-language"),
        ("POST", "authorization, content-type, idempotency-key, if-match"),
        ("DELETE", "authorization"),
    ],
)
def test_a_browser_that_asks_first_may_send_it(hall: Hall, method: str, headers: str) -> None:
    told = _asked(hall.at + "events/", method, headers)
    assert told["access-control-allow-origin"] == "*" and method in told["access-control-allow-methods"]
    assert {name.strip() for name in headers.split(",")} <= {
        name.strip() for name in told["access-control-allow-headers"].split(",")
    }
    assert int(told["access-control-max-age"]) >= 3_600


def test_a_write_with_a_token_passes_and_a_cookie_counts_for_nothing(organiser: Rest) -> None:
    made = organiser.post("players/", {"name": "Anna"}, Origin=ELSEWHERE)
    assert made.status_code == 201 and made["Access-Control-Allow-Origin"] == "*"
    browser = Client(enforce_csrf_checks=True)
    assert browser.login(username="olga", password="a long password")
    refused = Rest(client=browser).post("players/", {"name": "Mallory"}, Origin=ELSEWHERE)
    assert refused.status_code == 403 and "Access-Control-Allow-Credentials" not in refused


def test_pages_are_not_for_other_origins(db: None) -> None:
    assert "Access-Control-Allow-Origin" not in Client().get("/", headers={"Origin": ELSEWHERE})


def test_a_refusal_before_any_view_may_be_read_as_well() -> None:
    assert failures.refused("busy", BASE + "matches/", "en")["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Origin" not in failures.refused("busy", "/matches/", "en")
