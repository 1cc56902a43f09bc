"""A page of another origin in a real browser: it follows a match, reads with tags and writes with a token."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import expect

from api import gate
from api.tests.hall import Hall, Rest
from tracker.env import CHECKOUT
from tracker.identity import new_token
from tracker.models import Player

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.soak]
ASK = """async ({url, method, headers, body}) => {
    const answer = await fetch(url, {method, headers, body, cache: "no-store", credentials: "omit"});
    const seen = {};
    for (const [name, value] of answer.headers) seen[name] = value;
    return {status: answer.status, headers: seen, text: await answer.text()};
}"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args: Any) -> None:
        pass


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """The address of another server, which holds the examples."""
    with ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(_Quiet, directory=CHECKOUT / "docs" / "examples")
    ) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def table(db: None) -> Hall:
    """A match of two, its table open."""
    olga = User.objects.create_user("olga")
    desk = Rest(new_token("desk", ["read", "play", "organise"], user=olga)[1])
    people = [Player.objects.create(name=name, made_by=olga) for name in ("Alice", "Борис")]
    phones = [(one, Rest(new_token("phone", ["read", "play"], player=one)[1])) for one in people]
    return Hall(desk, *phones)


@pytest.fixture
def page(chromium: Any) -> Iterator[Any]:
    context = chromium.new_context(viewport={"width": 640, "height": 200})
    yield context.new_page()
    context.close()


def test_the_overlay_of_the_examples_follows_a_match_by_one_stream(
    page: Any, elsewhere: str, table: Hall, live_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    enter = gate.enter

    def counted(request: Any, parts: dict[str, Any]) -> Any:
        asked.append(request.path)
        return enter(request, parts)

    monkeypatch.setattr(gate, "enter", counted)
    page.goto(f"{elsewhere}/overlay.html?host={live_server.url}&match={table.match}")
    expect(page.locator("p")).to_have_text(["Борис0", "Alice0"])
    assert asked == [f"/api/v1/live/{table.match}/"]
    table.finish()
    expect(page.locator("p.won")).to_have_text("Борис1")
    expect(page.locator("body")).to_have_attribute("data-status", "confirmed")
    assert [path for path in asked if "/live/" in path] == [f"/api/v1/live/{table.match}/"]


def test_another_origin_reads_with_tags_and_writes_with_a_token(
    page: Any, elsewhere: str, table: Hall, live_server: Any
) -> None:
    page.goto(f"{elsewhere}/")
    at = f"{live_server.url}/api/v1/{table.at}"

    def ask(url: str, method: str = "GET", body: Any = None, **headers: str) -> dict[str, Any]:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        told = {"url": url, "method": method, "headers": named, "body": json.dumps(body) if body else None}
        answer: dict[str, Any] = page.evaluate(ASK, told)
        return answer

    read = ask(at)
    assert read["status"] == 200 and {"etag", "ratelimit-remaining"} <= read["headers"].keys()
    assert ask(at, If_None_Match=read["headers"]["etag"])["status"] == 304
    choice = table.choice("trap")
    told = {"Content_Type": "application/json", "If_Match": read["headers"]["etag"], "Idempotency_Key": "one"}
    assert ask(f"{at}events/", "POST", choice, **told)["status"] == 401
    written = ask(f"{at}events/", "POST", choice, **told, **table.alice.headers)
    assert written["status"] == 201 and json.loads(written["text"])["version"] == 2
    anew = {"Content_Type": "application/json", **table.olga.headers}
    made = ask(f"{live_server.url}/api/v1/players/", "POST", {"name": "Zoe"}, **anew)
    assert made["status"] == 201, made
    refused = ask(f"{at}nowhere/")
    assert refused["status"] == 404 and json.loads(refused["text"])["code"]
