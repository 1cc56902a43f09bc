"""Texts that no database stores, and addresses with odd characters, are refused before any view sees them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from api.tests.hall import Rest, assert_problem

NUL = "\x00"


@pytest.fixture
def browser(database: str, transactional_db: None) -> Client:
    return Client(raise_request_exception=False)


def test_pages_refuse_a_nul_wherever_it_stands(browser: Client) -> None:
    assert browser.get("/claim/a%00b/").status_code == 404
    assert browser.post("/claim/a%00b/", {"key": "x"}).status_code == 404
    assert browser.post("/claim/", {"code": f"a{NUL}b"}).status_code == 400
    assert browser.get("/search/", {"q": f"a{NUL}"}).status_code == 400
    browser.cookies["sessionid"] = f"abcdefgh{NUL}"
    assert browser.get("/").status_code == 400


def test_programs_get_a_problem_for_it(browser: Client) -> None:
    visitor = Rest(client=browser)
    at = "/api/v1/systems/last_battle/catalogue/a%00b/"
    assert_problem(visitor.get(at), 404, "not_found")
    assert_problem(visitor.get("players/?name=a%00b"), 400, "illegible")
    browser.cookies["sessionid"] = "x" * 32
    assert_problem(visitor.get(at), 404, "not_found")


@pytest.mark.parametrize("path", ["a%0Ab", "%0A", "matches/%0A/", "matches/%0a", "systems/x%0Ay/"])
@pytest.mark.parametrize("cookie", [False, True])
def test_an_address_with_a_line_feed_is_answered_by_a_problem(
    transactional_db: None, path: str, cookie: bool
) -> None:
    browser = Client(raise_request_exception=False)
    if cookie:
        browser.cookies["other"] = "x"
    answer: Any = Rest(client=browser).get(f"/api/v1/{path}")
    assert_problem(answer, 404, "not_found")


@pytest.mark.parametrize("opener", ["[", '{"a":', '[{"a":'])
def test_brackets_within_each_other_are_counted(visitor: Rest, transactional_db: None, opener: str) -> None:
    for depth in (101, 990, 5_000, 100_000):
        body = '{"system": "last_battle", "name": "x", "body": ' + opener * depth
        refused = assert_problem(visitor.send("POST", "warbands/validate/", body), 400, "malformed")
        assert "brackets" in refused["detail"]
    text = json.dumps({"system": "last_battle", "name": "x", "body": {"note": '"[' * 500}})
    assert visitor.send("POST", "warbands/validate/", text).status_code == 200
