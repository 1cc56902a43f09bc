"""The table of rights is complete, is what the program does, and is what the documentation prints."""

from __future__ import annotations

import inspect
import json
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from api import auth
from api.operations import OPERATIONS
from tracker import commands, env, permissions
from tracker.models import ApiToken, Event, Membership, Player, Stream
from tracker.permissions import API, COMMANDS, PAGES, SCOPED, Right, Role
from tracker.tests.everybody import Address, World, addresses

BEGIN, END = "<!-- rights: begin -->\n", "<!-- rights: end -->\n"
READS = ("GET", "HEAD", "OPTIONS")
BODIES: dict[str, Any] = {
    "tournaments": {"name": "Cup"},
    "campaigns": {"name": "Day", "options": {"detail": "summary"}},
    "seasons": {"name": "Spring", "starts": "2026-03-01T00:00:00Z"},
    "players": {"name": "Piet"},
    "matches": {"system": "last_battle"},
    "tournament": {"action": "unlock_lists", "reason": "late"},
    "tournament-players": {"players": [{"name": "Zoe"}]},
    "campaign-players": {"players": [{"name": "Zoe"}]},
    "tournament-round": {"action": "close"},
    "campaign": {"action": "start"},
    "season": {"action": "close"},
    "tournament-events": {"type": "lists_unlocked", "data": {"reason": "late"}},
}
"""Bodies that reach the question who asks; an empty one elsewhere is refused by its form first."""
ASK_MORE = ("my-check-in", "score-pad")
"""Pages that refuse a form without its step or player: their own tests send whole ones."""


def test_every_page_address_and_command_has_a_row() -> None:
    found = addresses()
    assert {one.name for one in found if one.space == "pages"} == set(PAGES)
    assert set(OPERATIONS) == set(API)
    assert {one.name for one in found if one.space == "api"} == {name for name, _method in API}
    written = {name for name in commands.__all__ if inspect.isroutine(getattr(commands, name))}
    assert written == set(COMMANDS)
    assert {one for one in found if one.space not in ("pages", "api")} == {Address("", "set_language", ())}


def stored() -> tuple[int, ...]:
    return tuple(table.objects.count() for table in (Event, Stream, Player, Membership, ApiToken))


def outcome(client: Client, method: str, url: str, body: Any, headers: dict[str, str]) -> tuple[str, bool]:
    """(`refused`, `hidden`, `answered`, or `done`; whether something was written), all of it taken back."""
    mark, before = transaction.savepoint(), stored()
    try:
        sent = {"content_type": "application/json"} if headers is not None and body is not None else {}
        answer = client.generic(method, url, json.dumps(body) if sent else "", headers=headers, **sent)  # type: ignore[arg-type]
        elsewhere = answer.status_code == 302 and answer["Location"].startswith(
            ("/sign-in/", "/matches/new/")
        )
        kind = {401: "refused", 403: "refused", 404: "hidden", 405: "refused"}.get(
            answer.status_code, "answered"
        )
        return ("refused" if elsewhere else kind), stored() != before
    finally:
        transaction.savepoint_rollback(mark)


@pytest.mark.django_db
@pytest.mark.timeout(900)
@pytest.mark.parametrize("role", list(Role))
def test_every_role_gets_what_the_table_says(role: Role) -> None:
    world = World()
    wrong = [*_pages(world, role), *_api(world, role)]
    assert not wrong, "\n".join(wrong)


def _pages(world: World, role: Role) -> list[str]:
    if role in SCOPED:
        return []
    wrong = []
    browser = world.browser(role)
    cookies = {name: one.value for name, one in browser.cookies.items()}
    for address in addresses():
        if address.space != "pages" or address.name in ("sign-out",):
            continue
        page = PAGES[address.name]
        for method, need in (("GET", page.get), ("POST", page.post)):
            if need is None:
                continue
            browser.cookies.clear()
            browser.cookies.load(cookies)
            url, allowed = world.of(address), Right(need).allows(role)
            if method == "POST" and address.name in ASK_MORE and allowed:
                continue
            got = outcome(browser, method, url, None, {})
            wrong += _judged(f"{role} {method} {address.name}", allowed, *got)
    return wrong


def _api(world: World, role: Role) -> list[str]:
    auth.forget()
    token = world.token(role)
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    wrong = []
    for address in addresses():
        for method in [one for name, one in API if address.space == "api" and name == address.name]:
            right = API[address.name, method]
            body = BODIES.get(address.name, {}) if method == "post" else None
            auth.forget()
            client = Client(raise_request_exception=False)
            got, wrote = outcome(client, method.upper(), world.of(address), body, headers)
            told = f"{role} {method} {address.name}"
            if method != "get" and address.name not in BODIES:
                wrong += [f"{told}: wrote"] if wrote and not right.allows(role) else []
            else:
                wrong += _judged(told, right.allows(role), got, wrote)
    return wrong


def _judged(told: str, allowed: bool, got: str, wrote: bool) -> list[str]:
    if allowed:
        return [f"{told}: {got}, though allowed"] if got == "refused" else []
    if wrote:
        return [f"{told}: wrote, though not allowed"]
    return [] if got in ("refused", "hidden") else [f"{told}: {got}, though not allowed"]


def test_the_documentation_prints_the_table() -> None:
    text = (env.CHECKOUT / "docs" / "security.md").read_text(encoding="utf-8")
    assert text.partition(BEGIN)[2].partition(END)[0] == permissions.as_markdown()
