"""What the console's next step says of missing results: to be entered, or logged already and only to be confirmed."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.match import ResultContested
from games.ruleset import SYSTEM
from tracker import commands, warm
from tracker.handle import Command, handle
from tracker.models import MatchRow
from tracker.tests import hall
from tracker.tests.hall import caught_up
from tracker.tests.pages.desk import Desk, text_of

pytestmark = pytest.mark.django_db(transaction=True)


def logged(row: MatchRow) -> None:
    """The players report the match; nobody confirms it."""
    event = warm.get(row.stream_id).codec.from_payload("match_reported", hall.summary(1, 0))
    handle(Command(stream=row.stream_id, actor=SYSTEM, events=(event,)))


def step(desk: Desk, page: str = "") -> tuple[str, str]:
    """Where the next step leads and what it says, with the sentence below it."""
    shown = text_of(desk.client.get(desk.console(page)))
    told = re.search(
        r'data-key="g" href="([^"]+)"[^>]*>([^<]+)</a>.*?<p class="next">([^<]*)</p>', shown, re.DOTALL
    )
    assert told, shown[:3000]
    return told[1], f"{told[2]}. {told[3]}"


@pytest.mark.parametrize(
    ("language", "enter", "confirm", "more"),
    [
        ("en", "Enter 1 result", "Confirm 2 results", "1 more waits only for a confirmation."),
        ("ru", "Ввести 1 результат", "Подтвердить 2 результата", "Ещё 1 ждёт только подтверждения."),
    ],
)
def test_the_next_step_says_which_of_the_two_is_due(
    language: str, enter: str, confirm: str, more: str
) -> None:
    """ "Enter 1 result" stood over a table whose button said **Confirm**."""
    desk = Desk(language=language).started()
    one, other = desk.matches()
    logged(one)
    where, said = step(desk)
    assert where == desk.console(f"matches/{other.pk}/") and said.startswith(enter) and said.endswith(more)
    logged(other)
    for page in ("", "players/"):
        where, said = step(desk, page)
        assert said.startswith(confirm) and where.endswith("#tables")


def test_the_one_result_that_waits_is_led_to() -> None:
    desk = Desk().started()
    one, other = desk.matches()
    desk.report(one)
    logged(other)
    where, said = step(desk)
    assert said.startswith("Confirm 1 result. ") and where == f"/matches/{other.pk}/pad/"
    assert desk.client.get(where).status_code == 200


def test_every_tab_says_that_a_dispute_comes_first() -> None:
    """The tab of the players said "Enter 2 results" while the first one said "Settle the dispute"."""
    desk = Desk().started()
    one, other = desk.matches()
    logged(one)
    handle(
        Command(stream=one.stream_id, actor=SYSTEM, events=(ResultContested(side="alliance", reason="no"),))
    )
    logged(other)
    for page in ("", "players/", "codes/"):
        where, said = step(desk, page)
        assert said.startswith(f"Settle the dispute: table {one.table}") and where == f"/matches/{one.pk}/"
    settled = text_of(desk.client.get(f"/matches/{one.pk}/"))
    assert f'href="{desk.console()}"' in settled, "and from there back"
    assert f'href="{desk.console()}"' not in text_of(Client().get(f"/matches/{one.pk}/"))


def test_the_console_leads_to_the_results_of_earlier_rounds() -> None:
    """Once the next round was drawn, a wrong result could be found by way of the page for everybody alone."""
    desk = Desk().played()
    caught_up()
    commands.close_round(desk.who, desk.event, round=1)
    assert "earlier rounds" not in text_of(desk.client.get(desk.console()))
    commands.draw_round(desk.who, desk.event)
    page = text_of(desk.client.get(desk.console()))
    assert "Tables and results of earlier rounds:" in page
    tables = text_of(desk.client.get(desk.url("pairings/?round=1&by=table")))
    assert desk.url("pairings/?round=1&amp;by=table") in page
    assert tables.count("Edit this result") == len(desk.matches())
