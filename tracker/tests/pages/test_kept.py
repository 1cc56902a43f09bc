"""A full hall at once: public pages are rendered once for everybody, and nobody gets what is another's."""

from __future__ import annotations

import gzip
import re
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.db import connection
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from tracker import commands
from tracker.models import Player
from tracker.pages.core import kept
from tracker.pages.core.kept import shelf
from tracker.templatetags.ledger import CUT, NEXT
from tracker.tests.hall import acting
from tracker.tests.pages.desk import Desk, text_of

pytestmark = pytest.mark.django_db(transaction=True)
PAGES = ("", "pairings/", "pairings/?by=table", "pairings/hall/", "standings/", "players/")
TOKEN = re.compile(r'csrfmiddlewaretoken" value="(\w+)"')


@pytest.fixture(autouse=True)
def empty_shelf() -> None:
    shelf.clear()


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(User.objects.create_user(name))
    return client


def renderings(ask: Any) -> int:
    before = shelf.made
    ask()
    return shelf.made - before


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_rendered_once_for_all_visitors_and_accounts(page: str) -> None:
    desk = Desk().played()
    visitors, accounts = [Client() for _ in range(3)], [signed_in(f"<u&{n}>") for n in range(3)]
    url = desk.url(page)
    assert renderings(lambda: [one.get(url) for one in (*accounts, *visitors)]) == 1
    assert renderings(lambda: [Client(headers={"accept-language": "ru"}).get(url) for _ in range(3)]) == 1
    for number, one in enumerate(accounts):
        text = text_of(one.get(url))
        if "hall" not in page:
            assert f"data-account>&lt;u&amp;{number}&gt;<" in text
    assert all("data-account" not in text_of(one.get(url)) for one in visitors)


def test_a_copy_says_what_a_fresh_page_says_to_every_kind_of_reader() -> None:
    """Whoever comes first makes the copy: what a page says by its reader stands in `foreach_kind`, for all kinds."""
    desk = Desk().played()
    player = desk.players[0]
    readers = [
        Client(),
        acting(Client(), player),
        signed_in("ann"),
        acting(signed_in("bob"), desk.players[1]),
    ]
    for page in PAGES:
        fresh = []
        for one in readers:
            shelf.clear()
            fresh.append(plainly(one, desk.url(page)))
        shelf.clear()
        Client().get(desk.url(page))
        assert [plainly(one, desk.url(page)) for one in readers] == fresh, page
        assert not any(CUT in text or NEXT in text for text in fresh)
    assert [("My place" in plainly(one, desk.url())) for one in readers] == [False, True, False, True]
    assert Client().get(desk.url())["Content-Type"] == "text/html; charset=utf-8"


def plainly(reader: Client, url: str) -> str:
    return TOKEN.sub("", text_of(reader.get(url)))


def test_the_token_of_the_form_is_the_readers_own() -> None:
    desk = Desk().started()
    Client().get(desk.url())
    reader = Client(enforce_csrf_checks=True)
    page = text_of(reader.get(desk.url()))
    token = TOKEN.search(page)
    assert token is not None
    told = {"language": "ru", "next": "/", "csrfmiddlewaretoken": token[1]}
    assert reader.post("/i18n/setlang/", told).status_code == 302


def test_every_change_is_on_the_next_page() -> None:
    desk, visitor = Desk().started(), Client()
    seen = [text_of(visitor.get(desk.url()))]
    for row in desk.matches():
        desk.report(row)
        seen.append(text_of(visitor.get(desk.url())))
    player = desk.players[0]
    commands.rename_player(desk.who, Player.objects.get(id=player.id), name="Somebody Else")
    seen.append(text_of(visitor.get(desk.url())))
    assert "Somebody Else" in seen[-1] and len(set(map(TOKEN.sub, [""] * 9, seen))) == len(seen)


def test_whose_line_is_marked_stays_with_its_player() -> None:
    desk = Desk().played()
    phones = {player.id: acting(Client(), player) for player in desk.players}
    for _twice in range(2):
        for id_, phone in phones.items():
            page = text_of(phone.get(desk.url("standings/")))
            assert re.findall(r'class="[^"]*\bmine\b[^"]*" id="player-([0-9a-f-]+)"', page) == [str(id_)]


def test_staff_keep_their_console_and_nobody_else_sees_it() -> None:
    desk = Desk().started()
    assert desk.console() in text_of(desk.client.get(desk.url()))
    assert desk.console() not in text_of(signed_in("visits").get(desk.url()))
    assert desk.console() in text_of(desk.client.get(desk.url()))


def test_who_comes_again_gets_nothing_new() -> None:
    desk, visitor = Desk().played(), Client()
    first = visitor.get(desk.url())
    assert visitor.get(desk.url(), headers={"if-none-match": first["ETag"]}).status_code == 304
    visitor.post("/i18n/setlang/", {"language": "ru", "next": "/"})
    assert visitor.get(desk.url(), headers={"if-none-match": first["ETag"]}).status_code == 200


def test_a_copy_asks_few_questions() -> None:
    desk = Desk(count=8).played()
    Client().get(desk.url())
    with CaptureQueriesContext(connection) as queries:
        Client().get(desk.url())
    assert len(queries) <= 4, [one["sql"] for one in queries]


def test_phones_that_ask_at_the_same_moment_are_served_by_one_rendering() -> None:
    """Where no copy is yet, one reader makes it and the others wait for it."""
    made = []

    def render() -> HttpResponse:
        made.append(1)
        time.sleep(0.05)
        return HttpResponse("<p>the page</p>")

    def ask(_number: int) -> bytes:
        request = RequestFactory().get("/")
        request.user, request.session = AnonymousUser(), {}  # type: ignore[assignment]
        return kept._response(request, ("the key", None), render).content

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(ask, range(24))) == {b"<p>the page</p>"}
    assert made == [1]


def live_part(page: str) -> str:
    """What the script exchanges when the event moves."""
    part = re.search(r'id="live".*?(?=</main>)', page, re.S)
    assert part is not None
    return TOKEN.sub("", part[0])


@pytest.mark.parametrize("page", [page for page in PAGES if page != "players/"])
def test_what_the_script_asks_as_nobody_is_what_every_reader_has(page: str) -> None:
    desk = Desk().played()
    url = desk.url(page)
    readers = [Client(), acting(Client(), desk.players[0]), signed_in("ann")]
    shown = [text_of(reader.get(url)) for reader in readers]
    of_all = text_of(Client(headers={kept.ALIKE: "1"}).get(url))
    for text in shown:
        if "standings" in page and "mine" in live_part(text):
            assert "data-alike" not in text, "who has a line of their own asks as themselves"
        else:
            assert "data-alike" in text and live_part(text) == live_part(of_all)
    assert "data-alike" not in text_of(desk.client.get(url)), "the organiser's page is another one"


def test_the_standings_of_who_plays_here_are_asked_for_by_name() -> None:
    desk = Desk().played()
    assert "data-alike" not in text_of(acting(Client(), desk.players[0]).get(desk.url("standings/")))
    assert "data-alike" in text_of(Client().get(desk.url("standings/")))


def test_for_who_asks_as_nobody_one_packed_copy_is_enough() -> None:
    desk = Desk().started()
    url, asked = desk.url(), {kept.ALIKE: "1", "Accept-Encoding": "gzip"}
    first = Client(headers=asked).get(url)
    with CaptureQueriesContext(connection) as queries:
        again = Client(headers=asked).get(url)
    assert len(queries) <= 2, [one["sql"] for one in queries]
    assert again["Content-Encoding"] == "gzip" and again.content == first.content
    assert again["Cache-Control"] == "no-store" and not again.cookies
    plain = text_of(Client(headers={kept.ALIKE: "1"}).get(url))
    assert gzip.decompress(again.content).decode() == plain and 'csrfmiddlewaretoken" value=""' in plain
    desk.report(desk.matches()[0])
    assert Client(headers=asked).get(url).content != first.content


def test_with_a_cookie_the_reader_is_looked_up_all_the_same() -> None:
    desk = Desk().played()
    answer = acting(signed_in("ann"), desk.players[0]).get(desk.url(), headers={kept.ALIKE: "1"})
    assert "My place" in text_of(answer) and "data-account>ann<" in text_of(answer)


def test_what_is_no_page_is_told_to_nobody_as_well() -> None:
    desk = Desk().played()
    missing = desk.url().replace(str(desk.event), "00000000-0000-7000-8000-000000000000")
    assert Client(headers={kept.ALIKE: "1"}).get(missing).status_code == 404
