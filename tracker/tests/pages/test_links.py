"""Whoever follows the links of a page, and of the pages behind it, finds a page each time, in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tracker import demo
from tracker.tests import db_states
from tracker.tests.pages.keys import keys_in

pytestmark = pytest.mark.django_db(transaction=True)

LINK = re.compile(r'href="(/[^"#]*)')
ID = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|(?<=[/=])\d+")
LEAST = 130
"""Addresses of different kinds: fewer, and the walk has lost its way."""
IN_KEYS = re.compile(r"^/(cards|api|verify|static|media)/")
"""Pages that name columns and fields as programs know them."""


@db_states.kept
def loaded() -> None:
    User.objects.create_superuser("admin")
    assert demo.load_demo()


def walked(client: Client) -> Iterator[tuple[str, int, str]]:
    """(address, status, page) of one address of each kind that a link leads to, from the first page on."""
    kinds, ways = set(), ["/"]
    while ways:
        address = ways.pop(0)
        kind = ID.sub("#", address)
        if kind in kinds or address.startswith("/static/"):
            continue
        kinds.add(kind)
        answer = client.get(address)
        page = answer.content.decode() if answer.get("Content-Type", "").startswith("text/html") else ""
        yield address, answer.status_code, page
        ways += map(unescape, LINK.findall(page))


@pytest.mark.soak
@pytest.mark.parametrize("language", ["ru", "en"])
def test_every_link_leads_to_a_page_in_words(language: str) -> None:
    loaded()
    client = Client(headers={"accept-language": language})
    client.force_login(User.objects.get(username="admin"))
    found = list(walked(client))
    assert [(address, status) for address, status, _page in found if status >= 400] == []
    spoken = [(address, keys_in(page)) for address, _status, page in found if not IN_KEYS.match(address)]
    assert [(address, keys) for address, keys in spoken if keys] == []
    assert len(found) > LEAST
