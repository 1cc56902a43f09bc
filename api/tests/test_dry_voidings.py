"""A dry run of a voiding says what it would change: the result, places and points of the tournament, ratings."""

from __future__ import annotations

from typing import Any

from api.tests.hall import Hall, Rest


def void(rest: Rest, at: str, seqs: list[int]) -> Any:
    body = {"type": "event_voided", "data": {"seqs": seqs, "reason": "a slip"}, "dry_run": True}
    return rest.post(f"{at}events/", body)


def test_the_result_before_and_after(hall: Hall) -> None:
    hall.finish()
    told = void(hall.olga, hall.at, [2, 3]).json()["without"]
    assert (told["before"]["status"], told["before"]["winner"]) == ("confirmed", "serpent")
    assert told["after"]["status"] == "open" and told["standings"] == []
    assert hall.olga.get(f"{hall.at}score/").json()["outcome"]["status"] == "confirmed"


def test_places_and_points_of_the_tournament(organiser: Rest, cup: dict[str, Any]) -> None:
    won = {"turns": 5, "strategy": {"serpent": 1, "alliance": 0}, "result": "serpent"}
    organiser.post(f"{cup['at']}rounds/", {"until": "started"})
    results = [{"table": number, "events": [{"type": "match_reported", "data": won}]} for number in (1, 2)]
    done = organiser.post(f"{cup['at']}rounds/1/results/", {"results": results}, Prefer="wait=10")
    assert done.status_code in (200, 201), done.content
    match = organiser.get(f"{cup['at']}rounds/1/").json()["pairings"][0]["match"]
    at = f"matches/{match}/"
    logged = organiser.get(f"{at}events/").json()["events"]
    seqs = [one["seq"] for one in logged if one["type"] in ("match_reported", "result_confirmed")]
    told = void(organiser, at, seqs).json()["without"]
    assert told["after"]["status"] == "open"
    lost = [one for one in told["standings"] if one["points"][0] > one["points"][1]]
    assert len(lost) == 1 and lost[0]["name"]


def test_what_the_rules_refuse_is_refused(hall: Hall) -> None:
    assert void(hall.olga, hall.at, [99]).status_code == 422
    assert void(hall.alice, hall.at, [1]).status_code in (403, 422)
