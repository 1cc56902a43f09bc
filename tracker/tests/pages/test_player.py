"""A player's page: events with places, every match with its result, from wherever the name stands."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tracker import commands, selectors
from tracker.identity import NotAllowed
from tracker.models import MatchRow, Player, Stream
from tracker.selectors.careers import Streak, career_of
from tracker.tests.event_day import day as days
from tracker.tests.hall import acting, caught_up
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
    done(solo.tap("character", **{"character.others": "ronin"}, wound_limit=6, hand_limit=5))
    done(solo.tap("opponents", type_1="katana"))
    done(solo.tap("turn", **{f"v:{vo}:wounds": 7 for vo in solo.play.foes}))
    done(solo.tap("match_finished"))
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
    monkeypatch.setattr("tracker.pages.player.player.MATCHES", 1)
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
    with django_assert_max_num_queries(9):
        page_of(desk.players[0].id)


def test_the_record_counts_confirmed_matches_by_side_and_by_opponent() -> None:
    desk = Desk().played()
    row = desk.matches()[0]
    winner, loser = row.sides["alliance"][0], row.sides["serpent"][0]
    page, other = page_of(winner), page_of(loser)
    assert "1 – 0 – 0" in page and "1 win<" in page and f'href="/players/{loser}/"' in page
    assert "0 – 0 – 1" in other and "1 loss<" in other and f'href="/players/{winner}/"' in other
    assert "Won, drawn, lost" not in page_of(Player.objects.create(name="Nobody yet").id)


def test_streaks_are_those_of_the_order_of_play() -> None:
    anna, zoe = Player.objects.create(name="Anna"), Player.objects.create(name="Zoe")
    for number, winner in enumerate(["red", "red", "red", "blue", "draw", "red", "red"]):
        stream = Stream.objects.create(kind="match", system="senjutsu", ruleset="1", head="0")
        Stream.objects.filter(pk=stream.pk).update(opened_at=datetime(2026, 1, 1 + number, tzinfo=UTC))
        sides = {"red": [str(anna.pk)], "blue": [str(zoe.pk)]}
        row = MatchRow.objects.create(
            stream=stream, system="senjutsu", status="confirmed", winner=winner, sides=sides, version=1
        )
        row.players.set([anna, zoe])
    found = career_of(frozenset({str(anna.pk)}))
    assert (found.total.won, found.total.drawn, found.total.lost) == (5, 1, 1)
    assert (found.streak, found.best) == (Streak("won", 2), 3)
    assert career_of(frozenset({str(zoe.pk)})).foes[str(anna.pk)].lost == 5
    with CaptureQueriesContext(connection) as queries:
        assert Client().get(f"/players/{anna.pk}/").status_code == 200
    assert len(queries) <= 12, [one["sql"] for one in queries]


def owner_of(player: Player) -> Client:
    return acting(Client(), player)


def test_a_hidden_name_stands_on_no_page_and_comes_back() -> None:
    desk = Desk().played()
    commands.close_round(desk.who, desk.event, round=1)
    commands.finish(desk.who, desk.event)
    caught_up()
    player, phone = desk.players[0], owner_of(desk.players[0])
    real, before = player.name, export_of(desk.event)
    assert phone.post(f"/players/{player.id}/devices/", {"do": "hide"}).status_code == 302
    pages = ("standings/", "pairings/", "players/", "log/", "", "standings.csv")
    texts = [text_of(Client().get(desk.url(place))) for place in pages]
    texts += [page_of(player.id), text_of(Client().get(f"/api/v1/players/{player.id}/"))]
    cover = Player.objects.get(id=player.id).name
    assert not [text for text in texts if real in text] and cover in texts[0]
    assert export_of(desk.event) == before
    with pytest.raises(commands.BadInput):
        commands.rename_player(desk.who, Player.objects.get(id=player.id), name=real)
    phone.post(f"/players/{player.id}/devices/", {"do": "show"})
    assert real in page_of(player.id)


def test_whoever_is_forgotten_leaves_logs_that_verify_and_nobody_to_act() -> None:
    desk = Desk().played()
    player, phone = desk.players[0], owner_of(desk.players[0])
    asked = text_of(phone.get(f"/players/{player.id}/devices/"))
    name = selectors.tournament(desk.event).name  # type: ignore[union-attr]
    assert f"until the end of: {name}" in asked, "nothing is offered that would be refused"
    assert 'value="hide"' not in asked and 'value="forget"' not in asked
    early = phone.post(f"/players/{player.id}/devices/", {"do": "forget"})
    assert early.status_code == 400 and "needs your name until it ends" in text_of(early)
    commands.close_round(desk.who, desk.event, round=1)
    commands.finish(desk.who, desk.event)
    caught_up()
    real, before = player.name, export_of(desk.event)
    assert 'value="forget"' in text_of(phone.get(f"/players/{player.id}/devices/"))
    phone.post(f"/players/{player.id}/devices/", {"do": "forget"})
    row = Player.objects.get(id=player.id)
    assert (row.hidden_name, row.club, row.claim_code, row.user) == ("", "", None, None)
    assert real not in page_of(player.id) and not row.claims.exists()
    assert phone.get(f"/players/{player.id}/devices/").status_code == 302
    assert export_of(desk.event) == before
    with pytest.raises(NotAllowed):
        commands.reset_claim_code(desk.who, row)


def test_nobody_hides_the_name_of_another() -> None:
    desk = Desk().played()
    staff = Client()
    staff.force_login(desk.user)
    assert staff.post(f"/players/{desk.players[0].id}/devices/", {"do": "hide"}).status_code == 403
    assert Player.objects.get(id=desk.players[0].id).name == desk.players[0].name


def export_of(event: Any) -> bytes:
    """The log as it is handed out and verified."""
    answer: Any = Client().get(f"/logs/{event}.jsonl")
    return b"".join(answer.streaming_content) if answer.streaming else bytes(answer.content)
