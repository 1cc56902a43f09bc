"""Dry runs of all that makes or changes something: what would be refused is refused, nothing is stored."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps

from api.examples import BODIES
from api.operations import OPERATIONS
from api.shapes.dry import takes_dry_run
from api.tests.hall import Hall, Rest, assert_problem
from api.tests.test_facts import WON
from tracker import appended

OTHERS = {
    "warband-validate": "stores nothing",
    "deck-validate": "stores nothing",
    "team-validate": "stores nothing",
    "tokens": "changes nothing but the secrets of the caller",
    "claim": "gives a device its player",
    "live-token": "stores nothing",
    "webhook": "sends, stops and goes on",
}
"""Operations without a dry run, and why."""


def stored() -> dict[str, int]:
    """How many rows each table of ours holds."""
    return {
        model.__name__: model._default_manager.count()
        for model in apps.get_app_config("tracker").get_models()
    }


def test_every_operation_that_makes_or_changes_something_takes_one() -> None:
    for (name, method), operation in OPERATIONS.items():
        if method == "post" and name not in OTHERS:
            assert takes_dry_run(operation.body), name
        elif name in OTHERS and method == "post":
            assert not takes_dry_run(operation.body), name


def test_a_dry_run_of_an_event_from_its_making_to_its_end_stores_nothing(organiser: Rest) -> None:
    before = stored()
    made = organiser.post("tournaments/", {**BODIES["tournaments"], "dry_run": True})
    assert (made.status_code, made.content) == (204, b"") and "Location" not in made.headers
    assert stored() == before
    problem = assert_problem(
        organiser.post("tournaments/", {"name": "A", "preset": "chess", "dry_run": True}), 400, "invalid"
    )
    assert "preset" in problem["detail"]
    told = {"name": "Cup", "check_in": True, "options": {"rounds": 1, "list_required": False}}
    people = [{"name": one} for one in "ABCD"]
    at = organiser.post("tournaments/", {**told, "players": people}).json()["tournament"]["url"]
    before = stored()
    for _ in range(2):
        assert organiser.post(at + "rounds/", {"until": "started", "dry_run": True}).status_code == 204
    assert_problem(organiser.post(at + "rounds/1/", {"action": "close", "dry_run": True}), 404, "not_found")
    assert organiser.post(at + "players/", {"players": [{"name": "E"}], "dry_run": True}).status_code == 204
    assert stored() == before and organiser.get(at).json()["tournament"]["round"] == 0
    assert_problem(organiser.post(at, {"action": "finish", "dry_run": True}), 422, "rejected")
    assert organiser.post(at + "rounds/", {"until": "started"}).status_code == 201


def test_results_that_close_a_round_can_be_tried(cup: dict[str, Any], organiser: Rest) -> None:
    organiser.post(cup["at"] + "rounds/", {"until": "started"})
    tables = [
        one["table"] for one in organiser.get(cup["at"] + "rounds/1/").json()["pairings"] if one["match"]
    ]
    told = {"results": [{"table": one, "events": [WON]} for one in tables], "then": "close"}
    before, version = stored(), organiser.get(cup["at"]).json()["tournament"]["version"]
    assert organiser.post(cup["at"] + "rounds/1/results/", {**told, "dry_run": True}).status_code == 204
    assert stored() == before and organiser.get(cup["at"]).json()["tournament"]["version"] == version
    assert organiser.post(cup["at"] + "rounds/1/results/", told).status_code == 201
    shown = organiser.get(cup["at"] + "rounds/1/").json()
    assert shown["status"] == "closed" and all(one["result"] for one in shown["pairings"])


def test_a_key_is_not_used_up_and_rights_count(organiser: Rest, visitor: Rest, hall: Hall) -> None:
    body = BODIES["campaigns"]
    assert organiser.post("campaigns/", {**body, "dry_run": True}, Idempotency_Key="one").status_code == 204
    first = organiser.post("campaigns/", body, Idempotency_Key="one")
    assert first.status_code == 201 and first.json()["campaign"]["version"] == 1
    assert_problem(visitor.post("campaigns/", {**body, "dry_run": True}), 401, "unauthenticated")
    at = first.json()["campaign"]["url"]
    assert_problem(hall.alice.post(at, {"action": "start", "dry_run": True}), 403, "forbidden")
    assert_problem(organiser.post(at, {"action": "start", "dry_run": "yes"}), 400, "invalid")
    assert_problem(organiser.post("tokens/", {"name": "a", "dry_run": True}), 400, "invalid")


@pytest.mark.usefixtures("database")
def test_rows_that_were_behind_stay_known_as_behind(cup: dict[str, Any], organiser: Rest) -> None:
    other = uuid4()
    with appended.undone():
        appended._stir(other)
    assert appended.is_stirred(other)
    with appended.undone():
        appended.settled(other)
    assert appended.is_stirred(other)
    appended.settled(other)
