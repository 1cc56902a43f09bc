"""`matches/`: lists, new ones, details, states, scores, what comes next, proofs and audits."""

from __future__ import annotations

from typing import Any

import pytest

from api.tests.hall import Hall, Rest, assert_problem
from tracker.models import Stream


def test_a_match_is_created_with_its_table_open(hall: Hall) -> None:
    made = hall.olga.post("matches/", {"system": "last_battle", "events": [hall.opening()]})
    assert made.status_code == 201
    body = made.json()
    assert made["Location"] == body["match"]["url"] == f"/api/v1/matches/{body['match']['id']}/"
    assert body["match"]["sides"]["alliance"] == [{"player": hall.a, "name": "Alice"}]
    assert body["you"] == {"office": "organiser", "player": None, "side": None}
    assert body["links"]["events"].endswith("/events/")


def test_a_match_is_created_once_for_a_key(hall: Hall) -> None:
    asked = {"system": "last_battle", "events": [hall.opening()]}
    first = hall.olga.post("matches/", asked, Idempotency_Key="new").json()
    again = hall.olga.post("matches/", asked, Idempotency_Key="new").json()
    assert first["match"]["id"] == again["match"]["id"] and again["match"]["version"] == 1


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ({"system": "chess"}, 400, "invalid"),
        ({}, 400, "invalid"),
        ({"system": "last_battle", "setup": {"colour": "red"}}, 400, "invalid"),
        ({"system": "last_battle", "events": [{"type": "no_such_event"}]}, 400, "bad_event"),
        (
            {"system": "last_battle", "events": [{"type": "play_stopped", "data": {"reason": "x"}}]},
            422,
            "rejected",
        ),
    ],
)
def test_a_match_that_cannot_be_leaves_nothing_behind(
    organiser: Rest, asked: dict[str, Any], status: int, code: str
) -> None:
    assert_problem(organiser.post("matches/", asked), status, code)
    assert not Stream.objects.exists()


def test_visitors_create_no_match(visitor: Rest, organiser: Rest) -> None:
    assert_problem(visitor.post("matches/", {"system": "last_battle"}), 401, "unauthenticated")


def test_the_list_is_narrowed_and_paged(hall: Hall) -> None:
    hall.another()
    third = hall.another()
    first = hall.olga.get("matches/?limit=2").json()
    assert len(first["results"]) == 2 and third.strip("/").endswith(first["results"][0]["id"])
    rest = hall.olga.get(first["next"]).json()
    assert [match["id"] for match in rest["results"]] == [hall.match] and rest["next"] is None
    assert len(hall.olga.get(f"matches/?player={hall.a}").json()["results"]) == 3
    assert hall.olga.get("matches/?status=confirmed").json()["results"] == []
    assert hall.olga.get("matches/?system=chess").json()["results"] == []


@pytest.mark.parametrize("query", ["cursor=x", "player=alice", "limit=0", "system=%00"])
def test_a_list_that_cannot_be_is_refused(organiser: Rest, query: str) -> None:
    assert_problem(organiser.get(f"matches/?{query}"), 400, "invalid")


def test_a_match_shows_what_made_its_score(hall: Hall) -> None:
    hall.finish()
    body = hall.alice.get(hall.at).json()
    assert body["match"]["status"] == "confirmed" and body["match"]["vp"] == {"serpent": 1, "alliance": 0}
    assert [line["seq"] for line in body["lines"] if line["vp"]] == [2]
    assert body["you"] == {"office": None, "player": hall.a, "side": "alliance"}


def test_a_state_is_of_its_moment_and_its_reader(hall: Hall) -> None:
    hall.alice.post(hall.at + "events/", hall.choice("trap"))
    own, other = hall.alice.get(hall.at + "state/").json(), hall.boris.get(hall.at + "state/").json()
    assert "trap" in str(own) and "trap" not in str(other)
    assert (own["seq"], own["version"]) == (2, 2)
    before = hall.alice.get(hall.at + "state/?at=1").json()
    assert before["seq"] == 1 and "trap" not in str(before)
    assert_problem(hall.alice.get(hall.at + "state/?at=3"), 400, "invalid")


def test_score_and_what_comes_next(hall: Hall) -> None:
    assert hall.boris.get(hall.at + "score/").json()["outcome"]["status"] == "open"
    offered = hall.alice.get(hall.at + "next/").json()
    assert "scheme_chosen" in {event["type"] for event in offered["events"]}
    hall.finish()
    score = hall.boris.get(hall.at + "score/").json()
    assert score["version"] == 3 and score["outcome"]["winner"] == "serpent"


@pytest.mark.parametrize("part", ["", "state/", "score/", "next/", "verify/", "events/"])
def test_reads_answer_304_to_whom_has_them(hall: Hall, part: str) -> None:
    first = hall.alice.get(hall.at + part)
    assert first.status_code == 200
    again = hall.alice.get(hall.at + part, If_None_Match=first["ETag"])
    assert again.status_code == 304 and again.content == b"" and again["ETag"] == first["ETag"]
    assert hall.boris.get(hall.at + part)["ETag"] != first["ETag"]
    assert hall.alice.head(hall.at + part).status_code == 200


def test_a_sound_log_is_proved(hall: Hall) -> None:
    hall.alice.post(hall.at + "events/", hall.choice("trap"))
    proof = hall.boris.get(hall.at + "verify/").json()
    assert proof["ok"] and proof["problems"] == [] and proof["version"] == 2
    assert proof["head"] == hall.olga.get(hall.at + "events/?after=1").json()["events"][0]["hash"]


def test_a_falsified_log_is_found_and_the_finding_tells_no_secret(hall: Hall) -> None:
    hall.alice.post(hall.at + "events/", hall.choice("trap"))
    Stream.objects.filter(id=hall.match).update(head="0" * 64)
    for reader in (hall.boris, hall.olga):
        proof = reader.get(hall.at + "verify/").json()
        assert not proof["ok"] and proof["problems"] and "trap" not in str(proof)


def test_secrets_are_audited_after_the_end_only(hall: Hall) -> None:
    hall.alice.post(hall.at + "events/", hall.choice("trap"))
    assert_problem(hall.boris.get(hall.at + "audit/"), 409, "not_over")
    hall.finish()
    audit = hall.boris.get(hall.at + "audit/").json()
    assert audit["ok"] and [(one["seq"], one["holds"]) for one in audit["commitments"]] == [(2, True)]


def test_a_match_of_a_tournament_has_staff_and_players(
    cup: dict[str, Any], organiser: Rest, visitor: Rest
) -> None:
    for action in ("publish", "start"):
        if action == "publish":
            organiser.post(cup["at"] + "rounds/", {})
        organiser.post(cup["at"] + "rounds/1/", {"action": action})
    found = visitor.get(f"matches/?tournament={cup['id']}").json()["results"]
    assert [match["table"] for match in found] in ([2, 1], [1, 2]) and found[0]["tournament"] == cup["id"]
    assert organiser.get(found[0]["url"]).json()["you"]["office"] == "organiser"
    assert visitor.get(found[0]["url"]).json()["you"] == {"office": None, "player": None, "side": None}
