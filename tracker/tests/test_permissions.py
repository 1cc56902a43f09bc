"""The table of rights is complete, is what the program does, and is what the documentation prints.

The walk asks for every page, every address of the API and every command as every role, in one world, and takes each
answer back. Whoever is not allowed is refused and writes nothing; whoever is allowed is neither refused nor told that
there is no such thing, and reads what they asked for.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client

from api import auth
from api.operations import OPERATIONS
from games import registry
from games.tests import orchard
from games.tests.rounds import quick_are
from tracker import appended, commands, env, permissions, warm
from tracker.handle import CommandRejected
from tracker.identity import NotAllowed
from tracker.models import Player
from tracker.permissions import API, COMMANDS, PAGES, SCOPED, Right, Role
from tracker.tests.asked import CALLS, bodies, forms
from tracker.tests.everybody import Address, World, addresses

BEGIN, END = "<!-- rights: begin -->\n", "<!-- rights: end -->\n"
THIN = (Role.SEATED,)
"""Walked in every run of the suite; the others in the step of long tests."""
WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")
ELSEWHERE = ("/sign-in/", "/matches/new/")
"""Where a page sends those who may not read it."""


def gaps(found: list[Address], operations: set[tuple[str, str]], written: set[str]) -> set[str]:
    """What stands in the table or in the program alone."""
    pages = {one.name for one in found if one.space == "pages"}
    rest = {one.name for one in found if one.space == "api"}
    odd = {one.name for one in found if one.space not in ("pages", "api")} - {"set_language"}
    methods = {name for name, _method in operations ^ set(API)}
    wrong = (pages ^ set(PAGES)) | (rest ^ {name for name, _method in API}) | methods | odd
    return wrong | (written ^ set(COMMANDS)) | (written ^ set(CALLS))


def written() -> set[str]:
    """Every command."""
    return {name for name in commands.__all__ if inspect.isroutine(getattr(commands, name))}


def test_every_page_address_and_command_has_a_row() -> None:
    assert gaps(addresses(), set(OPERATIONS), written()) == set()


def test_what_has_no_row_is_named() -> None:
    """The test of the test: a new page, address, method or command, and a row of something that is gone."""
    found, operations, names = addresses(), set(OPERATIONS), written()
    for space in ("pages", "api", ""):
        assert gaps([*found, Address(space, "new", ())], operations, names) == {"new"}
    assert gaps(found, {*operations, ("players", "delete")}, names) == {"players"}
    assert gaps(found, operations, {*names, "rob"}) == {"rob"}
    assert gaps([one for one in found if one.name != "home"], operations, names - {"void"}) == {
        "home",
        "void",
    }


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """One world for all roles: every answer is taken back, and the world itself at the end."""
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock(), transaction.atomic():
        patch.setattr(warm, "put", warm.keep)  # forgotten with what is taken back
        registry.register(orchard.SYSTEM)
        yield World()
        transaction.set_rollback(True)
    registry.forget(orchard.SYSTEM.key)
    warm.forget()


class Sees:
    """Whether something was written that stays: sessions and what is only noted of a use do not count."""

    def __init__(self) -> None:
        self.touched = False
        self.before = _stored()

    def __call__(self, execute: Any, sql: str, *rest: Any) -> Any:
        self.touched |= sql.startswith(WRITES) and "django_session" not in sql
        return execute(sql, *rest)

    @contextmanager
    def taken_back(self) -> Iterator[None]:
        """Inside, what is written is seen, and gone afterwards."""
        self.touched, mark = False, transaction.savepoint()
        try:
            with connection.execute_wrapper(self):
                yield
        finally:
            transaction.savepoint_rollback(mark)
            if self.touched:
                warm.forget()
                appended.settled(*list(appended._stirred))

    @property
    def wrote(self) -> bool:
        return self.touched and _stored() != self.before


def _stored() -> list[Any]:
    counts: list[Any] = [(one.__name__, one._default_manager.count()) for one in apps.get_models()]
    counts = [one for one in counts if one[0] != "Session"]
    people = Player.objects.order_by("id").values_list("id", "claim_code", "user", "claimed_at")
    return [*counts, *people, *User.objects.order_by("id").values_list("password", "is_active")]


class Walk:
    """One role on its way through everything; `wrong` are the sentences of what is not as the table says."""

    def __init__(self, world: World, role: Role) -> None:
        self.world, self.role = world, role
        self.browser = world.browser(role)
        self.sees = Sees()
        self.wrong: list[str] = []

    def judged(self, told: str, right: Right, kind: str) -> None:
        """Before what was written is taken back."""
        if right.allows(self.role):
            good = kind == "done" or (kind == "answered" and not told.startswith("GET"))
            self.wrong += [] if good else [f"{told}: {kind}, though allowed"]
        elif kind not in ("refused", "hidden") or self.sees.wrote:
            self.wrong.append(f"{told}: {kind}{' and wrote' * self.sees.wrote}, though not allowed")

    def asks(self, client: Client, told: str, right: Right, *request: Any) -> None:
        with self.sees.taken_back():
            self.judged(told, right, _kind(client.generic(*request)))

    def pages(self) -> None:
        browser, filled = self.browser, forms(self.world)
        cookies = {name: one.value for name, one in browser.cookies.items()}
        for address in addresses():
            page = PAGES.get(address.name) if address.space == "pages" else None
            for method, need in (("GET", page.get), ("POST", page.post)) if page else ():
                if need is not None:
                    browser.cookies.clear()
                    browser.cookies.load(cookies)
                    form = filled.get(address.name, {}) if method == "POST" else {}
                    url, kind = self.world.of(address, self.role), "application/x-www-form-urlencoded"
                    told = f"{method} page {address.name}"
                    self.asks(browser, told, Right(need), method, url, urlencode(form), kind)

    def rest(self) -> None:
        token, sent = self.world.token(self.role), bodies(self.world, self.role)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        client = Client(raise_request_exception=False, headers=headers)
        for address in (one for one in addresses() if one.space == "api"):
            for (name, method), right in API.items():
                if name == address.name:
                    auth.forget()
                    body = json.dumps(sent[name]) if method == "post" else ""
                    told = f"{method.upper()} {name}"
                    url = self.world.of(address, self.role)
                    self.asks(client, told, right, method.upper(), url, body, "application/json")

    def commands(self) -> None:
        who = self.world.identity(self.role)
        for name, right in COMMANDS.items():
            with self.sees.taken_back():
                self.judged(f"command {name}", right, _called(name, self.world, who))


def _kind(answer: Any) -> str:
    """`refused`, `hidden` (no such thing), `broken`, `answered` (something is wrong with it) or `done`."""
    if answer.status_code == 302 and answer["Location"].startswith(ELSEWHERE):
        return "refused"
    named = {401: "refused", 403: "refused", 404: "hidden", 405: "refused", 429: "throttled"}
    if answer.status_code in named:
        return named[answer.status_code]
    return "done" if answer.status_code < 400 else "answered" if answer.status_code < 500 else "broken"


def _called(name: str, world: World, who: Any) -> str:
    try:
        with transaction.atomic():
            CALLS[name](world, who)
    except NotAllowed:
        return "refused"
    except (commands.BadInput, CommandRejected, commands.TableRefused):
        return "answered"
    return "done"


@pytest.mark.django_db
@pytest.mark.parametrize("role", quick_are(THIN, Role))
def test_every_role_gets_what_the_table_says(world: World, role: Role) -> None:
    walk = Walk(world, role)
    walk.commands()
    walk.rest()
    if role not in SCOPED:
        walk.pages()
    assert not walk.wrong, "\n".join(walk.wrong)


SECURITY = env.CHECKOUT / "docs" / "security.md"


def print_table() -> None:
    """`manage.py shell -c "from tracker.tests.test_permissions import print_table; print_table()"`."""
    head, _, rest = SECURITY.read_text(encoding="utf-8").partition(BEGIN)
    _old, _, tail = rest.partition(END)
    SECURITY.write_text(f"{head}{BEGIN}{permissions.as_markdown()}{END}{tail}", encoding="utf-8")


def test_the_documentation_prints_the_table() -> None:
    """Otherwise: `print_table`."""
    text = SECURITY.read_text(encoding="utf-8")
    assert text.partition(BEGIN)[2].partition(END)[0] == permissions.as_markdown()
