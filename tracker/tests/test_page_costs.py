"""What one opening of a page costs: every page, as a visitor, a player at the table, an organiser, an administrator.

The weights of the filled pages of the demo are in `journey/test_every_page.py`; here no page asks for more than it may.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games import registry
from games.tests import orchard
from tracker import warm
from tracker.permissions import PAGES, Right, Role
from tracker.tests.everybody import World, addresses
from tracker.tests.sweep import AFTERWARDS

QUERIES = 12
WHO = (Role.VISITOR, Role.SEATED, Role.ORGANISER, Role.ADMINISTRATOR)
LEAST = 150
"""Pages, each for each who may read it: fewer, and the walk has lost its way."""
NO_PAGES = frozenset(
    "calendar console-act console-archive day-calendar deck-text download healthz metrics pairings-csv replace-entry"
    " roster-text run-logged service-worker standings-csv statistics-csv statistics-json team-text teams-csv"
    " warband-text".split()
)
"""Files, answers to programs, and addresses that lead on: whatever else shows nothing here would go unmeasured."""
NOT_ASKED = ("SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", "COMMIT")


@pytest.fixture
def world(db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    monkeypatch.setattr(warm, "put", warm.keep)
    registry.register(orchard.SYSTEM)
    yield World()
    registry.forget(orchard.SYSTEM.key)
    warm.forget()


def costs(browser: Any, path: str) -> tuple[list[str], int] | None:
    """The queries of one opening and its bytes when packed; None where no page answers."""
    mark = transaction.savepoint()
    try:
        with CaptureQueriesContext(connection) as asked:
            answer = browser.get(path)
    finally:
        transaction.savepoint_rollback(mark)
    if answer.status_code != 200 or not answer.headers.get("Content-Type", "").startswith("text/html"):
        return None
    queries = [one["sql"] for one in asked.captured_queries if not one["sql"].startswith(NOT_ASKED)]
    return queries, len(gzip.compress(answer.content, 6))


def test_no_page_asks_the_database_more_than_twelve_times(world: World) -> None:
    walked, over = 0, []
    shown: set[str] = set()
    silent: set[str] = set()
    for role in WHO:
        browser = world.browser(role)
        for address in addresses():
            need = PAGES[address.name].get if address.space == "pages" else None
            if need is None or not Right(need).allows(role):
                continue
            found = costs(browser, world.of(address, role))
            (silent if found is None else shown).add(address.name)
            if found is None:
                continue
            walked += 1
            queries, weight = found
            if len(queries) > QUERIES:
                over.append(f"{role.value} {address.name}: {len(queries)} queries")
            if weight > AFTERWARDS:
                over.append(f"{role.value} {address.name}: {weight} bytes")
    assert over == [], "\n".join(over)
    assert walked >= LEAST, walked
    assert silent - shown == NO_PAGES, (silent - shown) ^ NO_PAGES
