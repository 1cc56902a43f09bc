"""Clients and a match for the tests of the API."""

from __future__ import annotations

import json
import re
from typing import Any

from django.test import Client

from tracker.models import Player
from tracker.tests import db_states

BASE = "/api/v1/"
REPORT = {"turns": 5, "strategy": {"serpent": 1, "alliance": 0}, "result": "serpent"}
"""A match at summary detail within the caps of every battlefield."""
PLACE = re.compile(r"\$([.\[].*)?|\?.+|[A-Z][A-Za-z-]+")
"""Where a value stands: a path in the body, a parameter or a header."""


class Rest:
    """A client of the API: JSON in, JSON out, perhaps with a token."""

    def __init__(self, token: str | None = None, client: Client | None = None) -> None:
        self.client = client or Client(raise_request_exception=False)
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(_address(path), headers={**self.headers, **_named(headers)})

    def head(self, path: str) -> Any:
        return self.client.head(_address(path), headers=self.headers)

    def post(self, path: str, body: Any, **headers: str) -> Any:
        return self.send("POST", path, json.dumps(body), **headers)

    def delete(self, path: str) -> Any:
        return self.client.delete(_address(path), headers=self.headers)

    def send(
        self,
        method: str,
        path: str,
        body: str | bytes,
        content_type: str = "application/json",
        **headers: str,
    ) -> Any:
        """A body as it is, JSON or not."""
        sent = {**self.headers, **_named(headers)}
        return self.client.generic(method, _address(path), body, content_type=content_type, headers=sent)


def _address(path: str) -> str:
    return path if path.startswith("/") else BASE + path


def _named(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


class Hall:
    """A match: `alice` plays the Alliance, `boris` the Serpent; `olga` is its organiser."""

    @db_states.stage
    def __init__(self, olga: Rest, alice: tuple[Player, Rest], boris: tuple[Player, Rest]) -> None:
        self.olga = olga
        self.a, self.alice = str(alice[0].id), alice[1]
        self.b, self.boris = str(boris[0].id), boris[1]
        made = olga.post("matches/", {"system": "last_battle", "events": [self.opening()]})
        assert made.status_code == 201, made.content
        self.match = made.json()["match"]["id"]
        self.at = f"matches/{self.match}/"

    def opening(self, **more: Any) -> dict[str, Any]:
        """The staff event that opens a table of the two."""
        sides = {"alliance": [self.a], "serpent": [self.b]}
        return {"type": "table_opened", "data": {"battlefield": "sea", "sides": sides, **more}}

    def another(self) -> str:
        """The address of another match of the same two players."""
        made = self.olga.post("matches/", {"system": "last_battle", "events": [self.opening()]})
        return f"matches/{made.json()['match']['id']}/"

    def choice(self, scheme: str) -> dict[str, Any]:
        """Alice's secret scheme."""
        return {"type": "scheme_chosen", "data": {"player": self.a, "scheme": scheme}}

    def finish(self) -> None:
        """The match is reported and confirmed by staff."""
        report = {"type": "match_reported", "data": REPORT}
        result = {"side": "staff", "vp": {"serpent": 1, "alliance": 0}, "winner": "serpent"}
        confirm = {"type": "result_confirmed", "data": result}
        done = self.olga.post(self.at + "events/", {"events": [report, confirm]})
        assert done.status_code == 201, done.content


def assert_problem(response: Any, status: int, code: str) -> dict[str, Any]:
    """The response is this refusal, as a problem body; returns the body."""
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    body: dict[str, Any] = response.json()
    assert (body["status"], body["code"]) == (status, code), body
    assert body["title"] and body["detail"] and body["type"].endswith(code)
    assert all(PLACE.fullmatch(error["where"]) for error in body.get("errors", ())), body
    assert "no-store" in response["Cache-Control"]
    return body
