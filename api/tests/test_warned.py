"""Whatever the console warns of, REST says as well: in the answer to the request, and in that to its dry run."""

from __future__ import annotations

from typing import Any

from api.tests.hall import Rest, assert_problem
from api.tests.test_tournaments import report_all

NAMES = ("Anna", "Boris", "Carl", "Dina")


def cup(organiser: Rest, rounds: int = 3) -> tuple[str, list[str]]:
    options = {"rounds": rounds, "list_required": False, "check_in": False, "detail": "summary"}
    body = {"name": "Cup", "options": options, "players": [{"name": name} for name in NAMES]}
    made = organiser.post("tournaments/", body).json()
    return made["tournament"]["url"], [one["player"] for one in made["players"]]


def told(answer: Any) -> list[tuple[str, str]]:
    return [(one["code"], one["message"]) for one in answer.json().get("warnings", ())]


def half(player: str, number: int, **more: Any) -> dict[str, Any]:
    return {"type": "bye_granted", "data": {"player": player, "round": number, "worth": "half"}, **more}


def test_a_second_half_bye_is_noted_and_warned_of(organiser: Rest) -> None:
    at, (one, other, *_) = cup(organiser)
    assert "warnings" not in organiser.post(at + "events/", half(one, 1)).json()
    dry = organiser.post(at + "events/", half(one, 2, dry_run=True))
    assert dry.status_code == 200 and [code for code, _ in told(dry)] == ["second_half_bye"]
    english = told(organiser.post(at + "events/", half(one, 2), Accept_Language="en"))
    assert english[0][1].startswith("This player already has a bye that counts as a draw (round 1).")
    russian = told(organiser.post(at + "events/", half(one, 3), Accept_Language="ru"))
    assert russian[0][1].startswith("У игрока уже есть пропуск, который засчитывается как ничья (тур 1, 2).")
    both = {"events": [half(other, 1), half(other, 2)]}
    assert len(told(organiser.post(at + "events/", both))) == 1
    zero = {"type": "bye_withdrawn", "data": {"player": one, "round": 3}}
    assert told(organiser.post(at + "events/", zero)) == []


def test_more_rounds_than_the_field_can_play_are_warned_of(organiser: Rest) -> None:
    at, _ = cup(organiser)
    event = {"type": "settings_changed", "data": {"rounds": 4}}
    assert told(organiser.post(at + "events/", {**event, "dry_run": True}))[0][0] == "too_many_rounds"
    assert told(organiser.post(at + "rounds/", {})) == []
    at, _ = cup(organiser, rounds=5)
    ((code, message),) = told(organiser.post(at + "rounds/", {}, Accept_Language="en"))
    assert code == "too_many_rounds" and "4 in the field can play 3 rounds" in message


def test_a_round_by_hand_says_what_is_worse_than_a_computed_one(organiser: Rest) -> None:
    at, _ = cup(organiser)
    first = organiser.post(at + "rounds/", {"until": "started"}).json()["round"]["pairings"]
    report_all(organiser, at, 1)
    organiser.post(at + "rounds/1/", {"action": "close"})
    again = [{side: one[0]["player"] for side, one in table["sides"].items()} for table in first]
    body = {"pairings": again, "reason": "they want to", "until": "draft"}
    answer = organiser.post(at + "rounds/", body, Idempotency_Key="k", Accept_Language="en")
    warned = told(answer)
    assert ("dearer_draw", "Worse: pairs that have met before, 2 instead of 0.") in warned
    assert told(organiser.post(at + "rounds/", body, Idempotency_Key="k")) == []


def test_a_good_round_by_hand_is_not_warned_of_and_nobody_else_is_told(
    organiser: Rest, visitor: Rest
) -> None:
    at, players = cup(organiser)
    sides = [dict(zip(("serpent", "alliance"), pair, strict=True)) for pair in (players[:2], players[2:])]
    assert organiser.post(at + "events/", half(players[0], 2)).status_code == 201
    refused = visitor.post(at + "events/", half(players[0], 3))
    assert refused.status_code in (401, 403) and "warnings" not in refused.json()
    answer = organiser.post(at + "rounds/", {"pairings": sides, "reason": "a test", "until": "draft"})
    assert answer.status_code == 201 and told(answer) == []


def test_a_table_of_one_or_of_three_is_refused_and_compared_with_nothing(organiser: Rest) -> None:
    at, (one, two, three, four) = cup(organiser)
    for table in ({"serpent": one}, {"serpent": one, "alliance": two, "third": three}, {}):
        body = {"pairings": [table, {"serpent": three, "alliance": four}], "reason": "they want to"}
        assert_problem(organiser.post(at + "rounds/", {**body, "dry_run": True}), 422, "rejected")
        drawn = {"round": 1, "seed": "x", "method": "manual", "reason": "x"}
        tables = [{"table": 1, "sides": {side: [player] for side, player in table.items()}}]
        event = {"type": "round_drawn", "data": {**drawn, "pairings": tables}}
        assert_problem(organiser.post(at + "events/", event), 422, "rejected")
