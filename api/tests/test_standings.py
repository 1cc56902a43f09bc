"""`standings/`: JSON, CSV, explanations down to the events, tags and memory."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest

from api.tests.hall import Rest, assert_problem
from api.tests.test_tournaments import report_all, start_round
from api.views import standings


@pytest.fixture
def played(cup: dict[str, Any], organiser: Rest) -> dict[str, Any]:
    """The tournament after its first round."""
    start_round(organiser, cup["at"], 1)
    report_all(organiser, cup["at"], 1)
    return cup


def test_the_ranking_after_a_round(played: dict[str, Any], visitor: Rest) -> None:
    body = visitor.get(played["at"] + "standings/").json()
    assert (body["round"], body["rounds"]) == (1, [1])
    assert [column["id"] for column in body["columns"]] == ["points", "vp_diff", "vp", "sos"]
    assert body["columns"][0]["title"] == {"en": "Tournament points", "ru": "Турнирные очки"}
    assert [row["rank"] for row in body["rows"]] == [1, 1, 3, 3] and body["rows"][0]["shared"]
    assert [row["figures"][0]["top"] for row in body["rows"]] == [3, 3, 0, 0]
    assert {row["name"] for row in body["rows"]} == {"Аня", "Bert", "=Carl", "Dora"}


def test_every_figure_opens_down_to_its_events(played: dict[str, Any], visitor: Rest) -> None:
    for row in visitor.get(played["at"] + "standings/").json()["rows"]:
        opened = visitor.get(row["explain"]).json()
        assert opened["rank"] == row["rank"] and opened["player"]["name"] == row["name"]
        for shown, explained in zip(row["figures"], opened["figures"], strict=True):
            assert explained["figure"] == shown
            assert sum(reason["top"] / reason["bottom"] for reason in explained["rows"]) == shown["top"]
            events = [reason["event"] for reason in explained["rows"] if "event" in reason]
            assert all(visitor.get(url).json()["events"][0]["type"] == "result_confirmed" for url in events)


@pytest.mark.parametrize(
    ("path", "headers"),
    [("standings/?format=csv", {}), ("standings.csv", {}), ("standings/", {"Accept": "text/csv"})],
)
def test_the_ranking_as_csv(
    played: dict[str, Any], visitor: Rest, path: str, headers: dict[str, str]
) -> None:
    answer = visitor.get(played["at"] + path, **headers)
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(io.StringIO(answer.content.decode())))
    assert [row["rank"] for row in rows] == ["1", "1", "3", "3"]
    assert {row["name"] for row in rows} == {"Аня", "Bert", "'=Carl", "Dora"}
    assert rows[0]["points"] == "3" and rows[0]["club"] == "Юг"


def test_what_cannot_be_asked(played: dict[str, Any], visitor: Rest) -> None:
    assert_problem(visitor.get(played["at"] + "standings/?format=xml"), 400, "invalid")
    assert_problem(visitor.get(played["at"] + "standings/?round=x"), 400, "invalid")
    assert_problem(visitor.get(played["at"] + "standings/?round=7"), 404, "not_found")
    assert_problem(visitor.get(f"{played['at']}standings/{played['id']}/"), 404, "not_found")
    assert_problem(visitor.post(played["at"] + "standings/", {}), 405, "method")


def test_a_client_that_has_the_ranking_gets_304_without_a_query(
    played: dict[str, Any],
    visitor: Rest,
    django_assert_num_queries: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(standings, "FRESH_FOR", 60)
    first = visitor.get(played["at"] + "standings/")
    with django_assert_num_queries(0):
        again = visitor.get(played["at"] + "standings/", If_None_Match=first["ETag"])
        assert again.status_code == 304 and again.content == b"" and again["ETag"] == first["ETag"]
        assert visitor.get(played["at"] + "standings/").content == first.content
    assert visitor.get(played["at"] + "standings/?format=csv")["ETag"] != first["ETag"]


def test_the_ranking_follows_its_log(played: dict[str, Any], organiser: Rest, visitor: Rest) -> None:
    first = visitor.get(played["at"] + "standings/")
    organiser.post(played["at"] + "rounds/1/", {"action": "close"})
    start_round(organiser, played["at"], 2)
    second = visitor.get(played["at"] + "standings/", If_None_Match=first["ETag"])
    assert second.status_code == 200 and second.json()["rounds"] == [1, 2]
    assert visitor.get(played["at"] + "standings/?round=1").json()["rows"][0]["rank"] == 1


def test_another_process_is_believed_after_a_moment_or_on_demand(
    played: dict[str, Any], organiser: Rest, visitor: Rest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standings, "FRESH_FOR", 60)
    before = visitor.get(played["at"] + "standings/").json()["version"]
    monkeypatch.setattr("tracker.warm.peek", lambda stream: None)
    monkeypatch.setattr("tracker.appended.is_stirred", lambda stream: False)
    organiser.post(played["at"] + "rounds/1/", {"action": "close"})
    assert visitor.get(played["at"] + "standings/").json()["version"] == before
    assert visitor.get(played["at"] + "standings/", Cache_Control="no-cache").json()["version"] == before + 1
    standings.forget()
    assert visitor.get(played["at"] + "standings/").json()["version"] == before + 1


def test_queries_do_not_grow_with_the_field(
    played: dict[str, Any], visitor: Rest, django_assert_num_queries: Any
) -> None:
    standings.forget()
    visitor.get(played["at"])
    with django_assert_num_queries(6):  # one of them asks how everybody is called now
        visitor.get(played["at"] + "standings/")


def test_nothing_is_ranked_before_the_first_round(cup: dict[str, Any], visitor: Rest) -> None:
    body = visitor.get(cup["at"] + "standings/").json()
    assert body["rows"] == [] and body["rounds"] == []


def test_a_row_says_how_many_times_its_round_counts(organiser: Rest, visitor: Rest) -> None:
    """Told where it is more than once, and never of a round that counts once."""
    options = {"rounds": 2, "list_required": False, "check_in": False, "round_weights": [1, 2]}
    made = organiser.post("tournaments/", {"name": "Weights", "options": options}).json()
    at = made["tournament"]["url"].removeprefix("/api/v1/")
    organiser.post(f"{at}players/", {"players": [{"name": "Ann"}, {"name": "Bob"}]})
    for number in (1, 2):
        start_round(organiser, at, number)
        report_all(organiser, at, number)
        organiser.post(f"{at}rounds/{number}/", {"action": "close"})
    told = set()
    for row in visitor.get(at + "standings/").json()["rows"]:
        points = visitor.get(row["explain"]).json()["figures"][0]
        told |= {(reason["round"], reason.get("weight"), reason["top"]) for reason in points["rows"]}
    assert {(number, weight) for number, weight, _top in told} == {(1, None), (2, 2)}
    assert {top for number, _weight, top in told if number == 2} == {0, 6}
