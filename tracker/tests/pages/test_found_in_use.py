"""Small things that newcomers met and that no other test holds: namesakes, tools of other games, heads on paper."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from unittest import mock

import msgspec
import pytest

from tracker import commands, selectors
from tracker.models import Player
from tracker.pages.event.clock import clock_view
from tracker.pages.organiser.pasted import preview
from tracker.tests.pages.at_the_table import Phone, Table
from tracker.tests.pages.desk import Desk, text_of

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_of_one_name_are_told_apart_by_their_clubs() -> None:
    desk = Desk(count=2)
    twins = [commands.NewPlayer("Alex Smith", club) for club in ("Lions", "Bears")]
    desk.players += commands.register_players(desk.who, desk.event, twins)
    desk.started()
    for page in ("pairings/", "pairings/hall/", "console/", "console/slips/"):
        told = re.sub(r"<[^>]*>", "", text_of(desk.client.get(desk.url(page))))
        for club in ("Lions", "Bears"):
            assert f"Alex Smith ({club})" in told, page
        assert "Anna (" not in told, "who is the only one of a name needs no club"
    codes = text_of(desk.client.get(desk.console("codes/")))
    assert re.search(r'class="slip-name">Alex Smith</p><[^>]*>Bears<', codes)


def test_two_of_one_name_stand_in_one_pasted_list_where_their_clubs_tell_them_apart() -> None:
    people, problems = commands.parse_pasted_players("Alex Smith; Lions\nAlex Smith; Bears")
    assert ([one.club for one in people], problems) == (["Lions", "Bears"], [])
    told = preview(Desk(count=0).event, "Alex Smith; Lions\nalex smith; Bears\nBo")[1]
    assert [(one["where"], one["stops"]) for one in told] == [("alex smith", False)]
    for again in ("alex smith; lions", "Alex Smith"):
        for text in (f"Alex Smith; Lions\n{again}", f"{again}\nAlex Smith; Lions"):
            assert [one.what for one in commands.parse_pasted_players(text)[1]] == ["twice"], text


def test_names_are_told_apart_within_what_is_asked_for() -> None:
    one, other, alone = (
        Player.objects.create(name=name, club=club)
        for name, club in (("Kim", "Lions"), ("kim", ""), ("Lee", "Lions"))
    )
    told = selectors.told_apart([one.id, other.id, alone.id])
    assert told == {str(one.id): "Kim (Lions)", str(other.id): "kim", str(alone.id): "Lee"}
    assert selectors.told_apart([one.id]) == {str(one.id): "Kim"}


def test_my_day_offers_the_lists_of_the_own_games_and_folds_the_rest() -> None:
    page = Table("camp").alliance.get("/my/")
    buttons, folded = page.split("<summary>More: ", 1)
    assert 'class="button" href="/warbands/"' in buttons
    for path in ("/decks/", "/teams/", "/claim/"):
        assert f'class="button" href="{path}"' not in buttons and f'href="{path}"' in folded


def test_a_list_asks_the_server_whatever_the_browser_thinks_of_a_number() -> None:
    """A field beyond its printed maximum would otherwise stop the live check without a word."""
    phone = Phone(Player.objects.create(name="Карина"))
    for path, check in (("/decks/new/", "/decks/check/"), ("/warbands/new/", "/warbands/check/")):
        page = phone.get(path)
        form = re.search(r'<form [^>]*id="sheet"[^>]*>', page)
        assert form and "novalidate" in form[0] and f'hx-post="{check}"' in page
    body = json.dumps({"character": "ronin", "cards": {"A-010": 9}})
    page = phone.client.post("/decks/check/", {"name": "x", "body": body}).content.decode()
    assert "SEN-ROSTER-" in page and "Legal, as far as is known." not in page


def test_every_sheet_of_printed_pairings_says_event_and_round() -> None:
    desk = Desk().started()
    for page in ("pairings/", "pairings/?by=table", ""):
        head = re.search(r"<thead>(.*?)</thead>", text_of(desk.client.get(desk.url(page))), re.S)
        assert head and re.search(r'class="print-only"><th[^>]*>Hall cup · Round 1 · ', head[1]), page


def test_what_is_meant_for_paper_has_a_button_that_prints_it() -> None:
    """ "Print the pairings" led to a page on which nothing printed."""
    desk = Desk().played()
    for page in (
        "pairings/",
        "standings/",
        "console/slips/",
        "console/codes/",
        "console/cards/",
        "console/poster/",
    ):
        assert "data-print>Print</button>" in text_of(desk.client.get(desk.url(page))), page


@pytest.mark.parametrize(("required", "offered"), [(True, True), (False, False)])
def test_an_event_without_lists_offers_no_tools_of_lists(required: bool, offered: bool) -> None:
    desk = Desk(count=2, list_required=required)
    page = text_of(desk.client.get(desk.console("players/")))
    assert ("do/lock-lists/" in page) is offered and ("players/lists/" in page) is offered
    assert ("asks nobody for a list" in page) is not offered


def test_a_table_that_has_just_begun_is_playing_and_missing_when_the_time_is_over() -> None:
    desk = Desk(count=2).started()
    assert ">playing</span>" in text_of(desk.client.get(desk.console()))
    assert desk.press("clock-start", minutes="90", key="k").status_code == 302
    page = text_of(desk.client.get(desk.console()))
    assert ">playing</span>" in page and ">missing</span>" not in page
    state = desk.state
    began = (datetime.now(UTC) - timedelta(minutes=91)).isoformat()
    late = msgspec.structs.replace(state, clock=msgspec.structs.replace(state.clock, started=began))
    told = clock_view(late)
    assert told is not None and told["over"]
    with mock.patch("tracker.pages.organiser.console.clock_view", return_value=told):
        page = text_of(desk.client.get(desk.console()))
    assert ">missing</span>" in page and ">playing</span>" not in page
