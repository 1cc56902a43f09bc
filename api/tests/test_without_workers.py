"""What was made is in the answer at once, and the next step is open at once, although no job is ever done.

Here the whole way on purpose; all other tests of the API have no jobs either (`conftest`).
"""

from __future__ import annotations

from typing import Any

from api.tests.hall import REPORT, Hall, Rest
from api.tests.test_tournaments import report_all, start_round
from tracker.models import Event, Stream


def made(answer: Any) -> dict[str, Any]:
    assert answer.status_code == 201, answer.content
    body: dict[str, Any] = answer.json()
    return body


def test_a_whole_tournament(organiser: Rest, visitor: Rest) -> None:
    options = {"rounds": 2, "list_required": False}
    told = {"name": "Hall cup", "options": options}
    body = made(organiser.post("tournaments/", told, Idempotency_Key="cup"))
    at = body["tournament"]["url"].removeprefix("/api/v1/")
    assert body["tournament"]["name"] == "Hall cup" and body["you"]["office"] == "organiser"
    assert made(organiser.post("tournaments/", told, Idempotency_Key="cup")) == body
    assert Stream.objects.filter(kind="tournament").count() == 1
    assert [one["id"] for one in visitor.get("tournaments/").json()["results"]] == [body["tournament"]["id"]]

    people = {"players": [{"name": name} for name in ("Anna", "Bert", "Carl", "Dora")]}
    players = made(organiser.post(f"{at}players/", people, Idempotency_Key="four"))["results"]
    assert [one["name"] for one in players] == ["Anna", "Bert", "Carl", "Dora"]
    assert all(one["player"] and one["claim_code"] for one in players)
    assert made(organiser.post(f"{at}players/", people, Idempotency_Key="four"))["results"] == players
    for player in players:
        made(organiser.post(f"{at}players/{player['player']}/", {"action": "check_in"}))
    assert all(one["checked_in"] for one in visitor.get(f"{at}players/").json()["results"])

    for number in (1, 2):
        start_round(organiser, at, number)
        assert visitor.get(f"{at}rounds/{number}/").json()["status"] == "started"
        report_all(organiser, at, number)
        assert visitor.get(f"{at}rounds/{number}/").json()["missing"] == []
        made(organiser.post(f"{at}rounds/{number}/", {"action": "close"}))
        standings = visitor.get(f"{at}standings/").json()
        assert standings["round"] == number
        assert sum(row["figures"][0]["top"] for row in standings["rows"]) == 6 * number
    made(organiser.post(at, {"action": "finish"}))
    assert visitor.get(at).json()["tournament"]["status"] == "finished"
    assert Event.objects.filter(type="result_recorded").count() == 4


def test_a_round_is_closed_in_the_moment_of_its_last_result(organiser: Rest, cup: dict[str, Any]) -> None:
    """Nobody looks at anything in between."""
    at = cup["at"]
    start_round(organiser, at, 1)
    tables = organiser.get(f"{at}pairings/?round=1").json()["results"]
    confirm = {"side": "staff", "vp": {"serpent": 1, "alliance": 0}, "winner": "serpent"}
    events = [{"type": "match_reported", "data": REPORT}, {"type": "result_confirmed", "data": confirm}]
    for table in tables:
        made(organiser.post(f"matches/{table['match']}/events/", {"events": events}))
    made(organiser.post(f"{at}events/", {"type": "round_closed", "data": {"round": 1}}))


def test_a_match_is_open_to_its_players_and_in_every_list(organiser: Rest, hall: Hall) -> None:
    detail = hall.alice.get(hall.at).json()
    assert detail["match"]["sides"]["alliance"][0]["player"] == hall.a and detail["you"]["side"] == "alliance"
    assert [one["id"] for one in organiser.get("matches/").json()["results"]] == [hall.match]
    hall.finish()
    assert hall.alice.get(hall.at).json()["match"]["status"] == "confirmed"


def test_keys_of_different_kinds_do_not_meet(organiser: Rest) -> None:
    for other in ("season:z", "day:z", "match:z"):
        made(organiser.post("tournaments/", {"name": "Cup"}, Idempotency_Key=other))
    made(organiser.post("campaigns/", {"name": "Day"}, Idempotency_Key="z"))
    assert Stream.objects.filter(kind="tournament").count() == 3
