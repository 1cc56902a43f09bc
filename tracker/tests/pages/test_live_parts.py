"""What a page fetches anew when its stream moves: all that follows the stream, its head and its main action too.

A screen in the hall that shows the tables of round 2 under "Round 1" sends forty people to the wrong place.
"""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tracker import commands
from tracker.tests.chronicle import club
from tracker.tests.event_day import day as days
from tracker.tests.hall import acting, organiser
from tracker.tests.pages.at_the_table import Table
from tracker.tests.pages.desk import Desk, text_of
from tracker.tests.pages.test_team_event import entered, phone, tell

pytestmark = pytest.mark.django_db(transaction=True)


def parts(page: str) -> set[str]:
    """The ids that the page fetches anew; each of them stands on it."""
    target = re.search(r'data-live="[^"]+" data-target="([^"]+)"', page)
    assert target, "the page follows no stream"
    ids = {name.removeprefix("#") for name in target[1].split()}
    assert all(f'id="{name}"' in page for name in ids), ids
    return ids


@pytest.mark.parametrize(
    "page", ["", "pairings/", "pairings/hall/", "standings/", "console/", "console/players/"]
)
def test_the_head_of_an_event_follows_its_stream(page: str) -> None:
    desk = Desk().started()
    text = text_of(desk.client.get(desk.url(page)))
    moving = {"state", "round"} | ({"action"} if page.startswith("console/") else set())
    assert {name for name in moving if f'id="{name}"' in text} <= parts(text)
    assert {"state", "round"} & parts(text)


def test_who_comes_on_an_event_day_and_where_they_may_sit_follow_its_stream() -> None:
    who = days.organiser()
    desk = Client(headers={"accept-language": "en"})
    desk.force_login(who.user)
    page = text_of(desk.get(reverse("pages:day-players", args=[days.prepared(who, ("sea",))])))
    assert parts(page) == {"live", "state", "action", "tables", "seats"}


def test_the_next_thing_to_do_follows_on_a_players_phone() -> None:
    table = Table("camp")
    for path in ("/my/", f"/matches/{table.match}/"):
        assert "action" in parts(table.alliance.get(path))


def test_the_screen_of_the_hall_names_its_round() -> None:
    desk, visitor = Desk(), Client(headers={"accept-language": "en"})
    page = text_of(visitor.get(desk.url("pairings/hall/")))
    assert "Round 0" not in page and '<h1 id="round" class="named">Hall cup</h1>' in page
    desk.drawn()
    commands.publish_round(desk.who, desk.event, round=1)
    assert '<h1 id="round">Round 1 · Sea</h1>' in text_of(visitor.get(desk.url("pairings/hall/")))


def test_a_console_goes_on_following_after_a_refusal() -> None:
    """The refusal is shown at the button's own address, which cannot be read again."""
    desk = Desk()
    refused = desk.press("finish")
    assert refused.status_code == 422 and f'data-page="{desk.console()}"' in text_of(refused)


def test_a_campaign_goes_on_following_after_a_refusal() -> None:
    stream, (ann, _bob) = club.opened(organiser(), "Ann", "Bob")
    campaign = reverse("pages:chronicle", args=[stream])
    for action in ("play", "dare"):
        refused = acting(Client(), ann).post(f"{campaign}rosters/r1/{action}/", {"opponent": "nobody"})
        assert refused.status_code >= 400 and f'data-page="{campaign}"' in text_of(refused), action


def test_a_captains_page_goes_on_following_after_a_refusal() -> None:
    desk = entered()
    refused = tell(phone(desk, "Ann"), desk, "Ann", players=["nobody"])
    assert refused.status_code >= 400 and f'data-page="{desk.url("teams/")}"' in text_of(refused)


def test_a_players_day_goes_on_following_after_a_refusal() -> None:
    table = Table("camp")
    refused = table.alliance.client.post(f"/my/events/{table.event}/check-in/", {"player": table.alliance.id})
    assert refused.status_code >= 400 and 'data-page="/my/"' in text_of(refused)
