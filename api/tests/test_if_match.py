"""`If-Match`: every address that writes to the log of an event takes the version that the decision was made on."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection

from api.operations import OPERATIONS
from api.tests.hall import REPORT, Hall, Rest, assert_problem
from tracker.models import Event

NEW = {"players": [{"name": "Late"}]}
TOLD = [{"type": "match_reported", "data": REPORT}]
RESULT = {"results": [{"table": 1, "events": TOLD}]}
BOTH = {"results": [{"table": 1, "events": TOLD}, {"table": 2, "events": TOLD}], "then": "close"}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("players/", NEW),
        ("players/{player}/", {"action": "drop"}),
        ("players/{player}/", {"action": "submit_list", "warband": "01a2269d-57f2-74e5-9162-1ab1680236b5"}),
        ("rounds/", {"until": "started"}),
        ("rounds/1/results/", RESULT),
        ("rounds/1/results/", BOTH),
        ("teams/", {"teams": [{"name": "Polar", "players": [{"name": "Ann"}]}]}),
    ],
)
def test_what_was_decided_on_an_older_version_is_not_done(
    database: str, cup: dict[str, Any], organiser: Rest, path: str, body: Any
) -> None:
    player = cup["players"][0]["player"]
    if "results" in path:
        assert organiser.post(cup["at"] + "rounds/", {"until": "started"}).status_code == 201
    path = cup["at"] + path.format(player=player)
    version, before = organiser.get(cup["at"]).json()["tournament"]["version"], Event.objects.count()
    for asked in (body, {**body, "dry_run": True}):
        refused = organiser.post(path, asked, If_Match=f'"{version - 1}"')
        if "submit" in str(body):  # what cannot be at all is told first
            assert_problem(refused, 400, "invalid")
            continue
        told = assert_problem(refused, 409, "stale")
        assert told["version"] == version and [one["seq"] for one in told["missed"]] == [version]
        assert_problem(organiser.post(path, asked, If_Match="12"), 400, "invalid")
    assert Event.objects.count() == before
    if "teams" not in path and "submit" not in str(body):
        tag = organiser.get(cup["at"])["ETag"]
        done = [organiser.post(path, body, If_Match=tag, Idempotency_Key="k") for _ in range(2)]
        assert [one.status_code for one in done] == [201, 201], done[1].content
        assert organiser.get(cup["at"]).json()["tournament"]["version"] > version


def test_a_day_and_a_campaign_take_it_too(battle: str, organiser: Rest) -> None:
    at = f"campaigns/{battle}/"
    version = organiser.get(at).json()["campaign"]["version"]
    for path, body in (
        ("players/", NEW),
        ("tables/", {"battlefield": "heaven", "sides": {}}),
        ("fallen/", {"fates": {"sea": []}}),
        ("arcana/", {"action": "send", "arcana": "M-fool", "table": "camp"}),
        ("", {"action": "finish"}),
    ):
        assert_problem(organiser.post(at + path, body, If_Match='"1"'), 409, "stale")
    assert organiser.get(at).json()["campaign"]["version"] == version
    assert organiser.post(at + "players/", NEW, If_Match=f'"{version}"').status_code == 201


def test_a_match_takes_it_too(hall: Hall) -> None:
    """At `events/`: what the rules would refuse anyway is stale first, a repeated request gets its answer."""
    at = hall.at + "events/"
    version = hall.olga.get(hall.at).json()["match"]["version"]
    told = {"type": "match_reported", "data": REPORT}
    refused = {"type": "match_reported", "data": {**REPORT, "turns": 99}}
    for body in (told, refused, {"events": [told], "dry_run": True}):
        for tag in (f'"{version - 1}"', f'"{version + 1}"'):
            problem = assert_problem(hall.alice.post(at, body, If_Match=tag), 409, "stale")
            assert problem["version"] == version
    assert [
        one["seq"]
        for one in assert_problem(hall.alice.post(at, told, If_Match=f'"{version - 1}"'), 409, "stale")[
            "missed"
        ]
    ] == [version]
    assert hall.olga.get(hall.at).json()["match"]["version"] == version
    assert_problem(hall.alice.post(at, refused, If_Match=f'"{version}"'), 422, "rejected")
    done = [hall.alice.post(at, told, If_Match=f'"{version}"', Idempotency_Key="k") for _ in range(2)]
    assert [one.status_code for one in done] == [201, 201], done[1].content
    assert [one.json()["repeated"] for one in done] == [False, True]


def test_nothing_of_what_is_taken_back_is_remembered(cup: dict[str, Any], organiser: Rest) -> None:
    """Neither in this process nor in the database."""
    before = organiser.get(cup["at"] + "state/").json()
    assert_problem(organiser.post(cup["at"] + "rounds/", {"until": "started"}, If_Match='"2"'), 409, "stale")
    assert organiser.get(cup["at"] + "state/").json() == before
    assert organiser.get(cup["at"] + "rounds/").json()["results"] == []
    assert organiser.post(cup["at"] + "rounds/", {"until": "started"}).status_code == 201
    assert not connection.in_atomic_block


def test_of_what_is_not_there_it_is_told_so(organiser: Rest, visitor: Rest, cup: dict[str, Any]) -> None:
    gone = "tournaments/01a2269d-57f2-74e5-9162-1ab1680236b5/players/"
    assert_problem(organiser.post(gone, NEW, If_Match='"1"'), 404, "not_found")
    assert_problem(visitor.post(cup["at"] + "players/", NEW, If_Match='"1"'), 401, "unauthenticated")


def test_every_such_address_promises_it(organiser: Rest) -> None:
    paths = organiser.get("schema/").json()["paths"]
    taking = {
        path
        for path, methods in paths.items()
        if any(one["name"] == "If-Match" for one in methods.get("post", {}).get("parameters", ()))
    }
    assert {path for path in taking if path.endswith("/players/")} >= {
        "/api/v1/tournaments/{tournament}/players/",
        "/api/v1/campaigns/{campaign}/players/",
    }
    assert len(taking) == sum(one.appends for one in OPERATIONS.values())
