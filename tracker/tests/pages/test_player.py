"""A player's page: events with places, every match with its result, from wherever the name stands."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tracker import commands
from tracker.models import Player
from tracker.tests.event_day import day as days
from tracker.tests.pages.desk import Desk, match_url, text_of
from tracker.tests.pages.dojo import Alone, done

pytestmark = pytest.mark.django_db(transaction=True)
LANGUAGES = [("en", "won", "lost"), ("ru", "победа", "поражение")]


def page_of(player: Any, language: str = "en", **asked: Any) -> str:
    answer = Client().get(f"/players/{player}/", asked, headers={"accept-language": language})
    assert answer.status_code == 200
    return text_of(answer)


@pytest.mark.parametrize(("language", "won", "lost"), LANGUAGES)
def test_a_player_finds_every_match_with_its_result(language: str, won: str, lost: str) -> None:
    desk = Desk().played()
    for row in desk.matches():
        for side, outcome, other in (("alliance", won, "3 : 1"), ("serpent", lost, "1 : 3")):
            page = page_of(row.sides[side][0], language)
            assert match_url(row.stream_id) in page and other in page
            assert f">{outcome}</span>" in page
            foe = Player.objects.get(id=row.sides["serpent" if side == "alliance" else "alliance"][0])
            assert foe.name in page and desk.url("pairings/?round=1") in page
            assert f"{desk.url('standings/')}#player-{row.sides[side][0]}" in page


def test_names_lead_to_the_page_from_standings_pairings_and_players() -> None:
    desk = Desk().played()
    for place in ("standings/", "pairings/", "players/"):
        page = text_of(Client().get(desk.url(place)))
        for player in desk.players:
            assert page.count(f'href="/players/{player.id}/"') == 1, place


def test_points_of_a_running_match_and_a_draft_stay_off_the_page() -> None:
    desk = Desk().drawn()
    player = desk.players[0]
    before = page_of(player.id)
    assert "No match yet." in before and "round 1" not in before
    commands.publish_round(desk.who, desk.event, round=1)
    commands.start_round(desk.who, desk.event, round=1)
    page = page_of(player.id)
    assert "playing" in page and " : " not in page and match_url(desk.matches()[0].stream_id)[:9] in page


def test_a_contested_or_unconfirmed_result_says_so() -> None:
    solo = Alone("solo")
    done(solo.tap("character", character="ronin", wound_limit=6, hand_limit=5))
    done(solo.tap("opponents", type_1="katana"))
    done(solo.tap("turn", **{f"v:{vo}:wounds": 7 for vo in solo.play.foes}))
    done(solo.tap("finish"))
    page = page_of(solo.player.id)
    assert "Senjutsu" in page and match_url(solo.match) in page
    assert "won" in page and "to confirm" in page and "No event yet." in page


def test_an_event_day_stands_among_the_events_with_its_matches() -> None:
    who = days.organiser()
    day = days.started(who)
    match = days.match_at(day, "sea")
    page = page_of(days.state_of(day).tables["sea"].players()[0])
    assert f"/days/{day}/" in page and match_url(match) in page


def test_older_matches_stand_on_the_next_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.pages.player.MATCHES", 1)
    desk = Desk(2).played()
    commands.close_round(desk.who, desk.event, round=1)
    commands.draw_round(desk.who, desk.event, seed="again", reason="a test")
    commands.publish_round(desk.who, desk.event, round=2)
    commands.start_round(desk.who, desk.event, round=2)
    first, second = desk.matches(1)[0].stream_id, desk.matches(2)[0].stream_id
    page, older = page_of(desk.players[0].id), page_of(desk.players[0].id, page=2)
    assert match_url(second) in page and match_url(first) not in page and 'href="?page=2"' in page
    assert match_url(first) in older and 'href="?page=' not in older


def test_a_player_who_is_not_here_has_no_page() -> None:
    assert Client().get(f"/players/{uuid4()}/").status_code == 404


@pytest.mark.parametrize("count", [2, 8])
def test_the_page_asks_the_same_few_questions_however_many_play(
    count: int, django_assert_max_num_queries: Any
) -> None:
    desk = Desk(count).played()
    with django_assert_max_num_queries(7):
        page_of(desk.players[0].id)
