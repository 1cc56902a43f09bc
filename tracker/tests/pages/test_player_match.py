"""The match page: one page for everyone, and nothing on it that its reader may not know."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.tests.rounds import quick_first
from tracker import commands, selectors
from tracker.tests.pages.at_the_table import Phone, Table

pytestmark = pytest.mark.django_db(transaction=True)
Deal = Callable[..., None]


def match(table: Table) -> str:
    return f"/matches/{table.match}/"


def played(turns: int = 5) -> Table:
    table = Table("camp")
    table.ready()
    table.play(1)
    table.alliance.tap(table.match, "turn", strategy_alliance="1")
    table.play(turns - 2)
    return table


def test_every_figure_of_the_score_opens_its_event() -> None:
    table = played()
    page = Phone().get(match(table))
    links = re.findall(r'href="#event-(\d+)">1</a>', page)
    assert links and all(f'id="event-{seq}"' in page for seq in links)
    line = re.search(rf'id="event-{links[0]}">.*?<span class="what">(.*?)</span>', page, re.S)
    assert line and line[1] == "Turn 2. Strategy: Alliance\xa01, Serpent\xa00."


def test_the_log_reads_in_both_languages() -> None:
    table = played()
    english, russian = Phone().get(match(table)), Phone(language="ru").get(match(table))
    assert "The table opens: Camp." in english and "Стол открыт: Лагерь." in russian
    assert "Turn 5. Strategy" in english and "Ход 5. Стратегия" in russian
    assert "a secret scheme" in english and "тайную схему" in russian


def test_the_chart_has_a_table_twin() -> None:
    page = Phone().get(match(played()))
    assert '<polyline class="line-a"' in page and "<caption>Victory points by turn</caption>" in page


def test_a_voided_event_stays_with_its_reason() -> None:
    table = played()
    last = int(selectors.head(table.match).version)
    commands.void(table.organiser, table.match, [last], "Counted twice")
    page = Phone().get(match(table))
    assert re.search(rf'class="event voided" id="event-{last}"', page)
    assert "Counted twice" in page


def test_own_secrets_stand_behind_a_button_and_nowhere_else(deal: Deal) -> None:
    deal("loophole", "trap", "show_of_force", "search_the_ruins")
    table = Table("camp")
    table.ready("loophole")
    page = table.alliance.get(match(table))
    assert page.count("Loophole") == 1 and '<span class="value" aria-hidden="true">Loophole</span>' in page
    assert "Search the Ruins" not in page and "Loophole" not in table.serpent.get(match(table))
    staff = Client(headers={"accept-language": "en"})
    staff.login(username="olga", password="secret-pass")
    told = staff.get(match(table)).content.decode()
    assert "Loophole" in told and "Search the Ruins" in told


def test_once_both_have_confirmed_everybody_can_check_the_seals(deal: Deal) -> None:
    deal("loophole", "trap", "show_of_force", "search_the_ruins")
    table = Table("camp")
    table.ready("loophole")
    before = Phone().get(match(table))
    assert before.count(">sealed<") == 5 and "fits its seal" not in before
    table.play()
    table.alliance.tap(table.match, "end")
    assert "fits its seal" not in Phone().get(match(table))
    table.alliance.tap(table.match, "confirm")
    table.serpent.tap(table.match, "confirm")
    after = Phone().get(match(table))
    assert after.count("fits its seal") == 4 and after.count(">sealed<") == 1
    assert "{&quot;scheme&quot;:&quot;loophole&quot;}" in after


def test_the_main_action_follows_the_reader() -> None:
    table = Table("camp")
    assert "Choose your scheme" in table.alliance.get(match(table))
    serpent = table.serpent.get(match(table))
    assert "Choose your scheme" not in serpent and "Schemes are being chosen. Waiting for " in serpent
    assert "main-action" not in Phone().get(match(table))


def test_a_phone_may_keep_a_players_page_but_never_a_judges() -> None:
    table = Table("camp")
    staff = Client()
    staff.login(username="olga", password="secret-pass")
    for path in (match(table), f"{match(table)}pad/"):
        assert staff.get(path)["Cache-Control"] == "no-store"
        assert "no-store" not in table.alliance.client.get(path)["Cache-Control"]
    worker = Client().get("/sw.js")
    assert worker["Content-Type"].startswith("text/javascript") and worker["Cache-Control"] == "no-cache"


def test_the_number_of_queries_is_fixed(django_assert_max_num_queries: Any) -> None:
    table = played(2)
    with django_assert_max_num_queries(10):  # one more where the stream is not warm
        table.alliance.client.get(match(table))
    table.play(3)
    with django_assert_max_num_queries(10):  # one more where the stream is not warm, never one a turn
        table.alliance.client.get(match(table))
    with django_assert_max_num_queries(7):
        Client().get(match(table))


PHASES: tuple[tuple[str, Callable[[Table, str], Any]], ...] = (
    ("dealt", lambda table, scheme: None),
    ("chosen", lambda table, scheme: table.choose(scheme)),
    ("hired", lambda table, scheme: table.hire()),
    ("noted", lambda table, scheme: table.note()),
    ("two turns", lambda table, scheme: table.play(2)),
    ("five turns", lambda table, scheme: table.play(3)),
)


@pytest.mark.soak
@pytest.mark.parametrize("reader", ["serpent", "public"])
def test_no_page_differs_by_the_alliance_players_secret(deal: Deal, reader: str) -> None:
    deal("loophole", "trap", "show_of_force", "gravediggers")
    one = _seen(reader, "loophole")
    deal("take_prisoner", "hidden_secrets", "public_demonstration", "gravediggers")
    other = _seen(reader, "take_prisoner")
    assert one == other


@pytest.mark.parametrize("reader", quick_first(1, ["public", "alliance"]))
def test_no_page_differs_by_the_serpent_players_secret(deal: Deal, reader: str) -> None:
    deal("loophole", "trap", "show_of_force", "gravediggers")
    one = _seen(reader, "loophole")
    deal("loophole", "trap", "show_of_force", "take_prisoner")
    other = _seen(reader, "loophole")
    assert one == other


def _seen(reader: str, scheme: str) -> list[tuple[str, str, str]]:
    """Every page of the reader after every phase, without what differs between any two matches."""
    table = Table("camp")
    pages = []
    for phase, go in PHASES:
        go(table, scheme)
        phone = {"serpent": table.serpent, "alliance": table.alliance, "public": Phone()}[reader]
        paths = [match(table)] if reader == "public" else [match(table), f"{match(table)}pad/", "/my/"]
        for number, path in enumerate(paths):
            pages.append((phase, str(number), _bare(phone.get(path), table)))
    return pages


def _bare(page: str, table: Table) -> str:
    """Ids, seals, times, tokens and the names of who sits where are taken out; the number of squads' letters stays."""
    for name, phone in (("ALLY", table.alliance), ("FOE", table.serpent)):
        assert phone.player is not None
        page = re.sub(phone.player.name, name, page, flags=re.I)
    page = re.sub(r'name="(csrfmiddlewaretoken|key)" value="[^"]*"', r'name="\1"', page)
    page = re.sub(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "ID", page)
    page = re.sub(r"\b[0-9a-f]{12,64}\b", "HASH", page)
    return re.sub(r"\d{4}-\d\d-\d\dT[\d:.+]+|\b\d\d:\d\d\b", "TIME", page)


def test_the_overlay_shows_what_everybody_knows_and_follows() -> None:
    table = Table("camp")
    path = f"/matches/{table.match}/overlay/"
    for page in (Client().get(path).content.decode(), table.alliance.get(path)):
        assert 'class="overlay"' in page and f"/live/{table.match}/" in page
        assert page.count('class="overlay-side"') == 2 and "<nav" not in page


def test_a_stream_is_not_told_that_somebody_won_before_it_is_confirmed() -> None:
    table = played()
    path = f"/matches/{table.match}/overlay/"
    table.alliance.tap(table.match, "end")
    assert (
        "Alliance wins, not confirmed yet"
        in Client(headers={"accept-language": "en"}).get(path).content.decode()
    )
    table.serpent.tap(table.match, "contest", reason="the last turn was not played")
    assert "Alliance wins, disputed" in table.alliance.get(path)
    for phone in (table.alliance, table.serpent):
        phone.tap(table.match, "confirm")
    assert "<b>Alliance wins</b></p>" in table.alliance.get(path)
