"""`ladders/`, `runs/` and `seasons/`: what they answer, in pages, as CSV, to whom, and again."""

from __future__ import annotations

import csv
import io
from typing import Any

import jsonschema_rs
import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from api.openapi import document
from api.tests.hall import Hall, Rest, assert_problem
from tracker.models import Player, SeasonKeeper
from tracker.tests.ladders.runs import by_turns, players, summed
from tracker.tests.ladders.test_scoring import ran

HORDE = "ladders/senjutsu/horde/"
RUN = {"character": "ronin", "waves_cleared": 4, "last_clear_turn": 11, "turns": 13}


def fits(answer: Any, path: str, method: str = "get", status: str = "200") -> Any:
    """The answer has the form that the document describes; returns its body."""
    assert answer.status_code == int(status), answer.content
    schema = document()["paths"]["/api/v1/" + path][method]["responses"][status]["content"][
        "application/json"
    ]
    jsonschema_rs.validate({**schema["schema"], "components": document()["components"]}, answer.json())
    return answer.json()


@pytest.fixture
def crowd(transactional_db: None) -> list[Player]:
    """Three players: two share the first place, the third has two runs."""
    found = players(3)
    for player, waves in zip((*found, found[2]), (5, 5, 3, 1), strict=True):
        ran(summed(player, waves), at="2026-03-10T12:00:00Z")
    return found


def test_all_ladders_of_a_season(crowd: list[Player], visitor: Rest) -> None:
    body = fits(visitor.get("ladders/"), "ladders/")
    horde, *others = body["results"]
    assert (horde["board"], horde["players"], horde["first"]["rank"]) == ("horde", 3, "steel")
    assert horde["title"] == {"en": "Horde", "ru": "Орда"} and len(others) == 5
    assert [one["character"] for one in horde["characters"]] == ["ronin"]
    assert fits(visitor.get(horde["characters"][0]["url"]), "ladders/{system}/{board}/")["players"] == 3
    assert all(one["players"] == 0 and one["first"] is None for one in others)
    assert_problem(visitor.get("ladders/?system=chess"), 400, "invalid")


def test_a_ladder_in_pages(crowd: list[Player], visitor: Rest) -> None:
    first = fits(visitor.get(HORDE + "?limit=2"), "ladders/{system}/{board}/")
    rest = fits(visitor.get(first["next"]), "ladders/{system}/{board}/")
    assert [(one["place"], one["shared"]) for one in first["results"]] == [(1, True), (1, True)]
    assert [(one["place"], one["runs"]) for one in rest["results"]] == [(3, 2)] and rest["next"] is None
    assert first["results"][0]["figures"] == {"waves_cleared": 5, "vos_in_wave": 0, "last_clear_turn": 10}
    assert [column["id"] for column in first["columns"]] == list(first["results"][0]["figures"])
    assert first["players"] == 3 and first["results"][0]["character"] == "ronin"
    for wrong in ("?cursor=x", "?limit=0", "?season=x", "?format=xml"):
        assert_problem(visitor.get(HORDE + wrong), 400, "invalid")
    for missing in (
        "ladders/senjutsu/chess/",
        "ladders/last_battle/horde/",
        HORDE + f"?season={crowd[0].id}",
    ):
        assert_problem(visitor.get(missing), 404, "not_found")


def test_a_page_goes_on_where_it_stopped_although_runs_came_in(crowd: list[Player], visitor: Rest) -> None:
    first = visitor.get(HORDE + "?limit=2").json()
    ran(summed(Player.objects.create(name="Best"), 9))
    rest = visitor.get(first["next"]).json()
    assert [(one["place"], one["player"]) for one in rest["results"]] == [(4, str(crowd[2].id))]


@pytest.mark.parametrize("path", [HORDE + "?format=csv", "ladders/senjutsu/horde.csv"])
def test_a_ladder_as_csv(crowd: list[Player], visitor: Rest, path: str) -> None:
    Player.objects.filter(id=crowd[2].id).update(name="=SUM(A1)")
    answer = visitor.get(path)
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(io.StringIO(answer.content.decode())))
    assert [row["place"] for row in rows] == ["1", "1", "3"]
    assert rows[2]["name"] == "'=SUM(A1)" and rows[2]["waves_cleared"] == "3"


def test_a_reader_who_has_it_gets_304_until_something_changes(crowd: list[Player], visitor: Rest) -> None:
    for path in ("ladders/", HORDE, "ladders/senjutsu/horde.csv"):
        etag = visitor.get(path)["ETag"]
        assert visitor.get(path, If_None_Match=etag).status_code == 304
        ran(summed(Player.objects.create(name="New"), 1))
        assert visitor.get(path, If_None_Match=etag).status_code == 200


def test_queries_do_not_grow(crowd: list[Player], visitor: Rest) -> None:
    def asked(path: str) -> int:
        visitor.get(path)
        with CaptureQueriesContext(connection) as found:
            assert visitor.get(path).status_code == 200
        return len(found)

    paths = {"ladders/": 2, HORDE: 4, "ladders/senjutsu/horde.csv": 3, "runs/": 1}
    assert {path: asked(path) for path in paths} == paths
    for player in players(12):
        ran(summed(player, 2))
    assert {path: asked(path) for path in paths} == paths


def test_a_run_opens_down_to_its_events(crowd: list[Player], visitor: Rest) -> None:
    stream = ran(by_turns(crowd[0], 6, 1))
    body = fits(visitor.get(f"runs/{stream}/"), "runs/{run}/")
    assert (body["run"]["rank"], body["run"]["status"], body["run"]["counts"]) == ("steel", "logged", True)
    assert [(one["character"], one["place"], one["best"]) for one in body["places"]] == [
        (None, 1, True),
        ("ronin", 1, True),
    ]
    for step in body["steps"]:
        (event,) = visitor.get(step["event"]).json()["events"]
        assert event["seq"] == step["seq"]
    assert body["steps"][-1]["figures"] == body["run"]["figures"]
    etag = visitor.get(f"runs/{stream}/")["ETag"]
    assert visitor.get(f"runs/{stream}/", If_None_Match=etag).status_code == 304
    assert_problem(visitor.get(f"runs/{crowd[0].id}/"), 404, "not_found")


def test_runs_are_listed_and_narrowed(crowd: list[Player], visitor: Rest) -> None:
    assert len(fits(visitor.get("runs/"), "runs/")["results"]) == 4
    counts = {
        f"?player={crowd[2].id}": 2,
        "?board=horde&status=logged": 4,
        "?character=student": 0,
        "?system=senjutsu": 4,
    }
    assert {query: len(visitor.get("runs/" + query).json()["results"]) for query in counts} == counts


def test_a_player_logs_a_run(hall: Hall, visitor: Rest) -> None:
    told = {"player": hall.a, "run": RUN, "at": "2026-03-10T12:00:00Z"}
    body = fits(hall.alice.post("runs/", told, Idempotency_Key="one"), "runs/", "post", "201")
    assert body["scored"]["run"]["rank"] == "steel" and body["scored"]["run"]["started"][:10] == "2026-03-10"
    assert hall.alice.post("runs/", told, Idempotency_Key="one").json()["id"] == body["id"]
    other = {**told, "run": {**RUN, "turns": 14}}
    assert_problem(hall.alice.post("runs/", other, Idempotency_Key="one"), 409, "key_reused")
    assert visitor.get(HORDE).json()["players"] == 1
    assert visitor.get(body["match"]).status_code == 200


def test_what_cannot_be_logged(hall: Hall, visitor: Rest) -> None:
    told = {"player": hall.a, "run": RUN}
    assert_problem(visitor.post("runs/", told), 401, "unauthenticated")
    assert_problem(hall.boris.post("runs/", told), 403, "forbidden")
    refused = hall.alice.post("runs/", {**told, "run": {**RUN, "vos_in_wave": 2}})
    body = assert_problem(refused, 422, "rejected")
    assert body["violations"][0]["rule"] == "SEN-SCORE-06"
    assert_problem(hall.alice.post("runs/", {**told, "run": {"waves_cleared": 2}}), 400, "invalid")
    assert_problem(hall.alice.post("runs/", {**told, "system": "chess"}), 400, "invalid")
    assert_problem(hall.alice.post("runs/", {**told, "at": "yesterday"}), 400, "invalid")
    assert hall.alice.post("runs/", {**told, "dry_run": True}).json()["id"] is None
    assert visitor.get("runs/").json()["results"] == []


def test_staff_of_a_season_log_no_run_for_whom_they_never_met(crowd: list[Player], organiser: Rest) -> None:
    SeasonKeeper.objects.create(user=User.objects.get(username="olga"))
    assert organiser.post("seasons/", {"name": "Year", "starts": "2026-01-01T00:00:00Z"}).status_code == 201
    told = {"player": str(crowd[0].pk), "run": RUN}
    body = assert_problem(organiser.post("runs/", told), 400, "invalid")
    assert "you have met no player" in body["detail"]
    Player.objects.filter(pk=crowd[0].pk).update(made_by=User.objects.get(username="olga"))
    assert organiser.post("runs/", told).status_code == 201


def test_seasons_over_rest(crowd: list[Player], organiser: Rest, visitor: Rest) -> None:
    new = {"name": "Весна", "starts": "2026-03-01T00:00:00+03:00", "ends": "2026-06-01T00:00:00Z"}
    assert_problem(organiser.post("seasons/", new), 403, "forbidden")
    SeasonKeeper.objects.create(user=User.objects.get(username="olga"))
    made = fits(organiser.post("seasons/", new, Idempotency_Key="s"), "seasons/", "post", "201")
    assert organiser.post("seasons/", new, Idempotency_Key="s").json()["id"] == made["id"]
    assert made["starts"] == "2026-02-28T21:00:00Z"
    assert fits(visitor.get(made["ladders"]), "ladders/")["results"][0]["players"] == 3
    assert len(visitor.get(f"runs/?season={made['id']}").json()["results"]) == 4
    assert [one["name"] for one in fits(visitor.get("seasons/"), "seasons/")["results"]] == ["Весна"]
    change = {"action": "change", "name": "Лето", "starts": "2026-06-01T00:00:00Z"}
    fits(organiser.post(made["url"], change), "seasons/{season}/", "post", "201")
    assert visitor.get(HORDE + f"?season={made['id']}").json()["players"] == 0
    assert organiser.post(made["url"], {"action": "close"}).status_code == 201
    body = fits(visitor.get(made["url"]), "seasons/{season}/")
    assert body["closed"] and body["ends"] is None and body["version"] == 3
    assert_problem(organiser.post(made["url"], change), 422, "rejected")
    assert organiser.post(made["url"], {"action": "reopen", "reason": "late"}).status_code == 201
    log = fits(visitor.get(made["url"] + "events/"), "seasons/{season}/events/")
    assert [event["type"] for event in log["events"]] == [
        *("season_created", "season_changed", "season_closed", "season_reopened")
    ]
    assert fits(visitor.get(made["url"] + "verify/"), "seasons/{season}/verify/")["ok"] is True


def test_seasons_that_cannot_be(organiser: Rest, visitor: Rest, hall: Hall) -> None:
    new = {"name": "Spring", "starts": "2026-03-01T00:00:00Z"}
    assert_problem(visitor.post("seasons/", new), 401, "unauthenticated")
    assert_problem(hall.alice.post("seasons/", new), 403, "forbidden")
    SeasonKeeper.objects.create(user=User.objects.get(username="olga"))
    assert_problem(organiser.post("seasons/", {**new, "starts": "2026-03-01"}), 400, "invalid")
    assert_problem(organiser.post("seasons/", {**new, "ends": "2026-02-01T00:00:00Z"}), 422, "rejected")
    assert_problem(organiser.post("seasons/", {**new, "system": "chess"}), 400, "invalid")
    made = organiser.post("seasons/", new).json()
    assert_problem(hall.alice.post(made["url"], {"action": "close"}), 403, "forbidden")
    assert_problem(organiser.post(made["url"], {"action": "change"}), 400, "invalid")
    assert_problem(organiser.post(made["url"], {"action": "reopen"}), 400, "invalid")
    assert_problem(visitor.get(f"seasons/{hall.match}/"), 404, "not_found")
