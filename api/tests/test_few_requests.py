"""A whole event in few requests: created with its players, a round drawn and started in one, its results in one."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection

from api.tests.hall import REPORT, Rest, assert_problem
from tracker.after import follow_up
from tracker.models import Stream

EIGHT = [
    {"name": name, "club": "Юг"} for name in ("Ann", "Борис", "Clara", "Дина", "Egon", "Fay", "Гоша", "Hal")
]
REPORTED = [{"type": "match_reported", "data": REPORT}]


def _event(organiser: Rest, players: list[dict[str, str]] = EIGHT, **headers: str) -> dict[str, Any]:
    asked = {
        "name": "Cup",
        "players": players,
        "check_in": True,
        "options": {"rounds": 2, "list_required": False},
    }
    made = organiser.post("tournaments/", asked, **headers)
    assert made.status_code == 201, made.content
    body: dict[str, Any] = made.json()
    return body


def test_an_event_of_eight_takes_six_requests(organiser: Rest, visitor: Rest) -> None:
    made = _event(organiser)
    assert [one["name"] for one in made["players"]] == [one["name"] for one in EIGHT]
    assert all(one["checked_in"] and one["claim_code"] for one in made["players"])
    at = made["tournament"]["url"]
    for number in (1, 2):
        drawn = organiser.post(at + "rounds/", {"until": "started"}).json()
        assert drawn["round"]["round"] == number and drawn["round"]["status"] == "started"
        tables = [one["table"] for one in drawn["round"]["pairings"] if one["match"]]
        assert len(tables) == 4
        results = [{"table": table, "events": REPORTED} for table in tables]
        told = organiser.post(f"{at}rounds/{number}/results/", {"results": results})
        assert told.status_code == 201 and told.json()["missing"] == []
        if number == 1:
            closed = organiser.post(f"{at}rounds/1/", {"action": "close"}).json()
            assert closed["round"]["status"] == "closed"
    assert organiser.post(at, {"action": "finish"}).status_code in (201, 422)
    rows = visitor.get(at + "standings/").json()["rows"]
    assert len(rows) == 8 and rows[0]["figures"][0]["top"] > 0


def test_a_repeated_request_makes_nothing_twice(organiser: Rest) -> None:
    first, again = (_event(organiser, Idempotency_Key="cup") for _ in range(2))
    assert first == again and Stream.objects.filter(kind="tournament").count() == 1
    at = first["tournament"]["url"]
    drawn = [
        organiser.post(at + "rounds/", {"until": "started"}, Idempotency_Key="one").json() for _ in range(2)
    ]
    assert [one["repeated"] for one in drawn] == [False, True]
    assert drawn[0]["round"] == drawn[1]["round"] and drawn[0]["seqs"] == drawn[1]["seqs"]
    results = {"results": [{"table": 1, "events": REPORTED}]}
    told = [organiser.post(f"{at}rounds/1/results/", results, Idempotency_Key="r").json() for _ in range(2)]
    assert told[0] == told[1] and told[0]["missing"] == [2, 3, 4]
    other = {
        "results": [{"table": 1, "events": [{"type": "match_reported", "data": {**REPORT, "turns": 4}}]}]
    }
    assert_problem(organiser.post(f"{at}rounds/1/results/", other, Idempotency_Key="r"), 409, "key_reused")


def test_one_result_that_cannot_be_keeps_all_out_and_names_its_table(organiser: Rest) -> None:
    at = _event(organiser)["tournament"]["url"]
    organiser.post(at + "rounds/", {"until": "started"})
    wrong = [{"type": "match_reported", "data": {**REPORT, "strategy": {"serpent": 99, "alliance": 0}}}]
    asked = {"results": [{"table": 1, "events": REPORTED}, {"table": 3, "events": wrong}]}
    problem = assert_problem(organiser.post(at + "rounds/1/results/", asked), 422, "rejected")
    assert problem["errors"] == [{"where": "$.results[1]", "what": "table 3"}] and problem["violations"]
    assert organiser.get(at + "rounds/1/").json()["missing"] == [1, 2, 3, 4]
    asked = {"results": [{"table": 9, "events": REPORTED}]}
    problem = assert_problem(organiser.post(at + "rounds/1/results/", asked), 400, "invalid")
    assert "1, 2, 3, 4" in problem["detail"] and problem["errors"][0]["where"] == "$.results[0].table"


def test_whoever_comes_late_is_entered_and_present_in_one_request(organiser: Rest) -> None:
    at = _event(organiser)["tournament"]["url"]
    organiser.post(at + "rounds/", {"until": "started"})
    asked = {"players": [{"name": "Late"}, {"name": "Later"}], "check_in": True}
    told = [organiser.post(at + "players/", asked, Idempotency_Key="late").json() for _ in range(2)]
    assert told[0] == told[1] and [one["checked_in"] for one in told[0]["results"]] == [True, True]
    (alone,) = organiser.post(at + "players/", {"players": [{"name": "Absent"}]}).json()["results"]
    assert not alone["checked_in"]


def test_a_player_who_cannot_be_is_named_by_the_place_in_the_body(organiser: Rest) -> None:
    at = _event(organiser)["tournament"]["url"]
    for bad in ({"name": "\u200b"}, {}, {"player": "x"}):
        problem = assert_problem(
            organiser.post(at + "players/", {"players": [{"name": "A"}, bad]}), 400, "invalid"
        )
        assert problem["errors"][0]["where"].startswith("$.players[1]"), problem


def test_a_round_whose_results_came_from_the_players_is_followed_by_the_next(organiser: Rest) -> None:
    """The results are all there: `then` alone closes the round and draws, or ends the event."""
    at = _event(organiser)["tournament"]["url"]
    organiser.post(at + "rounds/", {"until": "started"})
    nothing = assert_problem(organiser.post(at + "rounds/1/results/", {"results": []}), 400, "invalid")
    assert nothing["errors"][0]["where"] == "$.results"
    early = assert_problem(
        organiser.post(at + "rounds/1/results/", {"results": [], "then": "draw"}), 422, "rejected"
    )
    assert early["violations"][0]["params"]["tables"] == [1, 2, 3, 4]
    organiser.post(at + "rounds/1/results/", {"results": _results(4)})
    drawn = organiser.post(at + "rounds/1/results/", {"results": [], "then": "draw"})
    assert (drawn.status_code, drawn.json()["next"]["status"]) == (201, "started")


def test_a_wrong_draw_after_results_is_named_where_it_stands(organiser: Rest) -> None:
    at = _event(organiser)["tournament"]["url"]
    organiser.post(at + "rounds/", {"until": "started"})
    tables = organiser.get(at + "rounds/1/").json()["pairings"]
    again = [{side: seats[0]["player"] for side, seats in one["sides"].items()} for one in tables]
    asked = {"results": _results(4), "then": "draw", "draw": {"pairings": again}}
    problem = assert_problem(organiser.post(at + "rounds/1/results/", asked), 400, "invalid")
    assert problem["errors"][0]["where"] == "$.draw.reason"


def test_a_draw_is_thrown_away_once_however_often_it_is_said(organiser: Rest) -> None:
    """The answer was lost: neither the repetition nor one after the next draw is another request."""
    at = _event(organiser)["tournament"]["url"]
    organiser.post(at + "rounds/", {})
    asked = {"action": "discard", "reason": "a late player"}
    told = [organiser.post(at + "rounds/1/", asked, Idempotency_Key="away").json() for _ in range(2)]
    organiser.post(at + "rounds/", {})
    told.append(organiser.post(at + "rounds/1/", asked, Idempotency_Key="away").json())
    assert [one["repeated"] for one in told] == [False, True, True]
    assert len({tuple(one["seqs"]) for one in told}) == 1
    assert organiser.get(at + "rounds/1/").json()["status"] == "draft"
    assert_problem(
        organiser.post(at + "rounds/1/", {"action": "publish"}, Idempotency_Key="away"), 409, "key_reused"
    )


def test_a_draw_that_cannot_be_published_leaves_no_draft(organiser: Rest) -> None:
    made = organiser.post("tournaments/", {"name": "Cup"}).json()["tournament"]["url"]
    assert_problem(organiser.post(made + "rounds/", {"until": "started"}), 422, "rejected")
    assert organiser.get(made + "rounds/").json()["results"] == []


def test_players_that_cannot_be_leave_no_tournament(organiser: Rest) -> None:
    asked = {"name": "Cup", "players": [{"name": "Ann"}, {"name": " "}]}
    assert_problem(organiser.post("tournaments/", asked), 400, "invalid")
    assert not Stream.objects.exists()


def _results(tables: int) -> list[dict[str, Any]]:
    return [{"table": table, "events": REPORTED} for table in range(1, tables + 1)]


def test_results_close_the_round_and_draw_the_next_in_one_request(organiser: Rest) -> None:
    at = _event(organiser)["tournament"]["url"]
    organiser.post(at + "rounds/", {"until": "started"})
    asked = {"results": _results(4), "then": "draw"}
    told = [organiser.post(at + "rounds/1/results/", asked, Idempotency_Key="1").json() for _ in range(2)]
    assert told[0] == told[1] and (told[0]["status"], told[0]["missing"]) == ("closed", [])
    assert (told[0]["next"]["round"], told[0]["next"]["status"]) == (2, "started")
    done = organiser.post(at + "rounds/2/results/", {"results": _results(4), "then": "finish"})
    assert done.status_code == 201 and done.json()["next"] is None
    assert organiser.get(at).json()["tournament"]["status"] == "finished"


def test_what_cannot_follow_keeps_the_results_out_too(organiser: Rest) -> None:
    at = _event(organiser)["tournament"]["url"]
    organiser.post(at + "rounds/", {"until": "started"})
    for asked in (
        {"results": _results(3), "then": "close"},
        {
            "results": _results(4),
            "then": "draw",
            "draw": {"pairings": [{"serpent": "x", "alliance": "y"}], "reason": "x"},
        },
    ):
        assert_problem(organiser.post(at + "rounds/1/results/", asked), 422, "rejected")
        assert organiser.get(at + "rounds/1/").json()["missing"] == [1, 2, 3, 4]
    odd = {"results": _results(4), "draw": {}}
    assert "$.draw" in assert_problem(organiser.post(at + "rounds/1/results/", odd), 400, "invalid")["detail"]
    told = organiser.post(at + "rounds/1/results/", {"results": _results(4), "then": "close"})
    assert told.json()["status"] == "closed"


def test_a_round_played_elsewhere_is_drawn_as_it_was(organiser: Rest) -> None:
    made = _event(organiser)
    ids = [one["player"] for one in made["players"]]
    tables = [{"serpent": ids[n], "alliance": ids[7 - n]} for n in range(4)]
    at = made["tournament"]["url"] + "rounds/"
    problem = assert_problem(organiser.post(at, {"until": "started", "pairings": tables}), 400, "invalid")
    assert "reason" in problem["detail"]
    asked = {"until": "started", "pairings": tables, "reason": "played on paper"}
    first, again = (organiser.post(at, asked, Idempotency_Key="r1").json() for _ in range(2))
    assert first["seqs"] == again["seqs"] and again["repeated"]
    seated = [
        {side: one[0]["player"] for side, one in t["sides"].items()} for t in first["round"]["pairings"]
    ]
    assert seated == tables
    other = {**asked, "pairings": tables[::-1]}
    assert_problem(organiser.post(at, other, Idempotency_Key="r1"), 409, "key_reused")


def test_a_round_closes_although_another_thread_was_at_the_rows_of_its_matches(
    organiser: Rest, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = _event(organiser)["tournament"]["url"]
    organiser.post(at + "rounds/", {"until": "started"})
    attempt, deaf = follow_up.attempt, [True]

    def missed_once(stream: Any, *more: Any) -> bool:
        if deaf and connection.in_atomic_block:
            deaf.clear()
            return False
        return attempt(stream, *more)

    monkeypatch.setattr(follow_up, "attempt", missed_once)
    told = organiser.post(at + "rounds/1/results/", {"results": _results(4), "then": "draw"})
    assert not deaf and told.status_code == 201 and told.json()["next"]["round"] == 2
