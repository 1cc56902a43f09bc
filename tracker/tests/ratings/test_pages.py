"""Pages of ratings and statistics: in both languages, with the same few queries, and nobody forgotten named."""

from __future__ import annotations

import csv
import io
import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from tracker import commands
from tracker.counts import Line, Row, tally, wilson
from tracker.models import Player, RatingRow
from tracker.selectors.ratings import rated
from tracker.selectors.statistics import Span, statistics_of
from tracker.tests.hall import caught_up, organiser
from tracker.tests.pages.desk import Desk, match_url, text_of

pytestmark = pytest.mark.django_db(transaction=True)


def page(path: str, language: str = "en") -> str:
    answer = Client().get(path, headers={"accept-language": language})
    assert answer.status_code == 200
    return text_of(answer)


@pytest.fixture(name="desk")
def _desk() -> Desk:
    desk = Desk(6).played()
    caught_up()
    return desk


@pytest.mark.parametrize(("language", "word"), [("en", "provisional"), ("ru", "предварительно")])
def test_a_list_leads_to_what_each_match_changed(desk: Desk, language: str, word: str) -> None:
    told = page("/ratings/last_battle/", language)
    for row in RatingRow.objects.all():
        assert f"/players/{row.person}/ratings/last_battle/" in told
        assert Player.objects.get(pk=row.person).name in told
        own = page(f"/players/{row.person}/ratings/last_battle/", language)
        match = next(one for one in desk.matches() if str(row.person) in str(one.sides))
        assert match_url(match.stream_id) in own and word in own
        assert f"/players/{row.person}/ratings/last_battle/" in page(f"/players/{row.person}/", language)
    assert word in told


def test_who_was_forgotten_stands_on_no_list(desk: Desk) -> None:
    gone = Player.objects.get(pk=RatingRow.objects.order_by("person")[0].person)
    Player.objects.filter(pk=gone.pk).update(forgotten_at=timezone.now())
    assert str(gone.pk) not in page("/ratings/last_battle/")


def test_namesakes_on_a_list_are_told_apart(desk: Desk) -> None:
    one, other = (row.person for row in RatingRow.objects.order_by("person")[:2])
    Player.objects.filter(pk=one).update(name="Gleb", club="North Club")
    Player.objects.filter(pk=other).update(name="Gleb", club="")
    told = page("/ratings/last_battle/")
    assert 'Gleb</a> <span class="club">North Club</span>' in told and "Gleb</a></th>" in told


@pytest.mark.parametrize("count", [4, 8])
def test_the_same_few_questions_however_many_play(count: int, django_assert_max_num_queries: Any) -> None:
    Desk(count).played()
    caught_up()
    person = RatingRow.objects.order_by("person")[0].person
    for path, most in (
        ("/ratings/last_battle/", 5),
        (f"/players/{person}/ratings/last_battle/", 9),
        ("/statistics/last_battle/", 3),
    ):
        with django_assert_max_num_queries(most):
            page(path)


def test_unknown_games_lists_and_people_are_not_found(desk: Desk) -> None:
    for path in (
        "/ratings/chess/",
        "/ratings/last_battle/?list=other",
        f"/players/{uuid4()}/ratings/last_battle/",
        "/statistics/chess/",
        f"/statistics/last_battle/?event={uuid4()}",
        f"/statistics/bushido/?event={desk.event}",
        "/statistics/last_battle.csv?season=none",
    ):
        assert Client().get(path).status_code == 404, path


@pytest.mark.parametrize(("language", "few"), [("en", "too few to tell"), ("ru", "слишком мало")])
def test_statistics_of_an_event_are_honest_about_small_numbers(desk: Desk, language: str, few: str) -> None:
    told = page(f"/statistics/last_battle/?event={desk.event}", language)
    assert few in told and "serpent" not in told
    lines = list(csv.DictReader(io.StringIO(page(f"/statistics/last_battle.csv?event={desk.event}"))))
    sides = {line["value"]: line for line in lines if line["statistic"] == "side"}
    assert (
        sides["alliance"]["hits"] == sides["alliance"]["trials"] == "3" and sides["alliance"]["share"] == ""
    )
    found = Client().get(f"/statistics/last_battle.json?event={desk.event}").json()
    assert found["matches"] == 3 and len(found["results"]) == len(lines)
    assert statistics_of(Span("last_battle")).matches == 3


def test_no_name_of_a_character_runs_in_a_spreadsheet() -> None:
    """Any player may call a character what they like, and whoever opened the statistics ran it."""
    who = organiser()
    people = [str(commands.create_player(who, name=name).pk) for name in ("Anna", "Boris")]
    data = {"mode": "duel", "detail": "summary", "sides": {"red": people[:1], "blue": people[1:]}}
    match = commands.create_match(who, system="senjutsu", events=[{"type": "match_created", "data": data}])
    for player, character in zip(people, ("=1+1", "ronin"), strict=True):
        told = {"type": "side_registered", "data": {"player": player, "character": character}}
        commands.append(who, match, [told])
    lost = {"winner": "blue", "defeats": [{"player": people[0], "cause": "wounds"}]}
    commands.report_match(who, match, lost, type_="match_finished")
    caught_up()
    lines = csv.DictReader(io.StringIO(page("/statistics/senjutsu.csv")))
    named = {line["value"] for line in lines if line["statistic"] == "character"}
    assert named == {"'=1+1", "ronin"}


def test_the_interval_of_wilson() -> None:
    low, high = wilson(8, 10)
    assert (round(low, 4), round(high, 4)) == (0.4902, 0.9433)
    assert wilson(0, 0) == (0, 1) and wilson(0, 20)[0] == 0 and round(wilson(0, 20)[1], 4) == 0.1611


def test_what_counts_as_a_trial() -> None:
    from games.rulebook import Text
    from games.statistics import Statistic

    name = Text("a", "а")
    kinds = {
        "faction": Statistic(name=name),
        "scheme": Statistic(name=name, counts="scores"),
        "ban": Statistic(name=name, counts="picks"),
        "first": Statistic(name=name),
        "scenario": Statistic(name=name, of="match"),
    }
    facts = [
        ["faction", "x", "ryu", False],
        ["faction", "y", "ito", False],
        ["scheme", "x", "raid", True],
        ["scheme", "y", "raid", False],
        ["ban", "x", "fury", False],
        ["first", "x", "first", False],
        ["first", "y", "second", False],
        ["scenario", "", "idols", False],
    ]
    mirror = [["faction", "x", "ryu", False], ["faction", "y", "ryu", False]]
    rows = [
        Row({"x": 1, "y": 2}, facts),
        Row({"x": 1, "y": 1}, facts),
        Row({"x": 2, "y": 1}, mirror),
        Row({"x": 1}, facts[:1]),
    ]
    told = tally(kinds, rows)
    assert told["faction"] == [Line("ryu", 5, 7, 1, 1), Line("ito", 2, 7, 0, 1)]
    assert told["scheme"] == [Line("raid", 4, 4, 2, 4)]
    assert told["ban"] == [Line("fury", 2, 2)]
    assert told["scenario"] == [Line("idols", 2, 2, 1, 1)]
    assert told["first"] == [Line("first", 2, 4, 1, 1), Line("second", 2, 4, 0, 1)]
    assert not told["faction"][0].is_sure and Line("a", 20, 20, 5, 10).is_sure


def test_the_same_over_rest_with_a_tag(desk: Desk) -> None:
    told = Client().get("/api/v1/ratings/last_battle/")
    assert told.status_code == 200 and len(told.json()["results"]) == 6
    again = Client().get("/api/v1/ratings/last_battle/", headers={"if-none-match": told.headers["ETag"]})
    assert again.status_code == 304
    best = told.json()["results"][0]
    own = Client().get(f"/api/v1/players/{best['player']['player']}/ratings/last_battle/").json()
    assert own["results"][0]["rating"] == best["rating"] and len(own["changes"]) == best["matches"] == 1
    assert own["changes"][0]["score"] == 1 and own["changes"][0]["others"][0]["player"]["name"]
    counted = Client().get(f"/api/v1/statistics/last_battle/?tournament={desk.event}").json()
    assert counted["matches"] == 3 and {one["statistic"] for one in counted["results"]} >= {"side"}
    assert Client().get("/api/v1/ratings/last_battle/?scale=x").status_code == 400
    for path in ("ratings/chess/", "statistics/chess/", f"players/{uuid4()}/ratings/last_battle/"):
        assert Client().get(f"/api/v1/{path}").status_code == 404


def test_who_reads_the_same_rating_shares_a_place(desk: Desk) -> None:
    people = [row.person for row in RatingRow.objects.order_by("person")[:4]]
    for person, rating in zip(people, (1600.2, 1500.4, 1499.6, 1400), strict=True):
        RatingRow.objects.filter(person=person).update(rating=rating, deviation=30)
    listed = rated("last_battle", "duel")
    assert [(one.place, one.shown) for one in listed[:4]] == [(1, 1600), (2, 1500), (2, 1500), (4, 1400)]
    assert all(one.place is None for one in listed[4:])
    told = Client().get("/api/v1/ratings/last_battle/").json()["results"]
    assert [one["place"] for one in told[:4]] == [1, 2, 2, 4]
    shown = re.findall(r'data-label="Place">(\d)<', page("/ratings/last_battle/"))
    assert shown == ["1", "2", "2", "4"]
