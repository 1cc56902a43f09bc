"""`matches/`: lists, new ones, details, states, scores, what comes next, proofs and audits."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User

from api.shapes.logs import ProofProblem
from api.tests.hall import REPORT, Hall, Rest, assert_problem
from api.views import states
from games.registry import SYSTEMS
from tracker.models import Claim, Event, Player, Stream


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


@pytest.mark.parametrize(
    ("query", "legal"),
    [
        ("cursor=x", "next"),
        ("player=alice", "an id is legal"),
        ("limit=0", "from 1 to 500"),
        ("limit=9999", "from 1 to 500"),
        ("sytem=senjutsu", "system"),
        ("status=confimed", "confirmed"),
        ("system=chess", "senjutsu"),
        ("status=open&status=finished", "once"),
        ("since=yesterday", "ISO 8601"),
    ],
)
def test_a_list_that_cannot_be_is_refused_with_what_could(organiser: Rest, query: str, legal: str) -> None:
    problem = assert_problem(organiser.get(f"matches/?{query}"), 400, "invalid")
    assert (
        problem["errors"][0]["where"] == "?" + query.partition("=")[0]
        and legal in problem["errors"][0]["what"]
    )


def test_what_came_last_stands_first_whatever_its_id(hall: Hall) -> None:
    """An id that was made from an idempotency key tells nothing of time."""
    made = [
        hall.olga.post(
            "matches/",
            {"system": "last_battle", "events": [hall.opening()]},
            Idempotency_Key=f"night-{number}",
        ).json()["match"]["id"]
        for number in range(6)
    ]
    assert made != sorted(made), "ids of keys are hashes: without the mend this order would be theirs"
    listed: list[str] = []
    address = "matches/?limit=2"
    while address:
        page = hall.olga.get(address).json()
        listed += [match["id"] for match in page["results"]]
        address = page["next"]
    assert listed == [*reversed(made), hall.match]


def test_moments_of_answers_are_written_as_the_log_writes_them(hall: Hall) -> None:
    match = hall.alice.get(hall.at).json()["match"]
    (first, *_more) = hall.alice.get(f"{hall.at}events/").json()["events"]
    for moment in (match["opened_at"], first["recorded"]):
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", moment)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_match_that_is_not_open_yet_shows_how_it_may_begin(hall: Hall, system: str) -> None:
    made = hall.olga.post("matches/", {"system": system}).json()["match"]["id"]
    told = hall.olga.get(f"matches/{made}/next/?examples=1").json()
    ways = hall.olga.get(f"systems/{system}/").json()["opening"]["ways"]
    assert told["version"] == 0 and told["examples"] == list(
        {str(way["example"]): way["example"] for way in ways}.values()
    )


def test_a_client_finds_what_came_since(hall: Hall) -> None:
    first = Stream.objects.get(id=hall.match).opened_at
    later = hall.another().split("/")[1]
    between = (first + (Stream.objects.get(id=later).opened_at - first) / 2).isoformat()
    for query, found in ((f"since={between}", [later]), (f"until={between}", [hall.match])):
        page = hall.olga.get(f"matches/?{query}&limit=1").json()
        assert [match["id"] for match in page["results"]] == found and page["next"] is None


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


def test_the_concrete_moves_can_be_sent_as_they_are(hall: Hall) -> None:
    offered = hall.alice.get(hall.at + "next/?moves=1").json()
    chosen = [one for one in offered["moves"] if one["type"] == "scheme_chosen"]
    assert len(chosen) > 5 and {one["data"]["player"] for one in chosen} == {hall.a}
    assert hall.alice.post(hall.at + "events/", chosen[0]).status_code == 201
    assert Rest().get(hall.at + "next/?moves=1").json()["moves"] == []
    assert "moves" not in hall.alice.get(hall.at + "next/").json()


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


def test_whoever_plays_in_a_match_is_never_its_staff(hall: Hall, organiser: Rest) -> None:
    """In whatever order they open it, take a seat and claim the player: the pages forbid it too."""
    olga = User.objects.get(username="olga")
    own = Player.objects.create(name="Olga", user=olga)
    sides = {"alliance": [hall.a], "serpent": [str(own.id)]}
    opening = {"type": "table_opened", "data": {"battlefield": "sea", "sides": sides}}
    made = organiser.post("matches/", {"system": "last_battle", "events": [opening]})
    assert made.status_code == 201 and made.json()["you"]["office"] is None
    late = organiser.post("matches/", {"system": "last_battle"}).json()["match"]["id"]
    assert organiser.post(f"matches/{late}/events/", opening).status_code == 201
    for match in (made.json()["match"]["id"], late):
        assert hall.alice.post(f"matches/{match}/events/", hall.choice("trap")).status_code == 201
        assert "trap" not in organiser.get(f"matches/{match}/events/").content.decode()
        assert organiser.get(f"matches/{match}/").json()["you"]["office"] is None
    Claim.objects.create(player_id=hall.a, user=olga)
    assert organiser.get(hall.at).json()["you"]["office"] is None, "claimed on another device of the account"


@pytest.mark.parametrize("scope", ["play", "organise"])
def test_a_token_that_may_not_read_is_refused_before_anything_is_written(
    hall: Hall, organiser: Rest, scope: str
) -> None:
    one = Rest(organiser.post("tokens/", {"name": scope, "scopes": [scope]}).json()["secret"])
    for path, body in (
        ("matches/", {"system": "last_battle", "events": [hall.opening()]}),
        ("tournaments/", {"name": "Cup"}),
        ("campaigns/", {"name": "Day", "options": {"detail": "summary"}}),
        (hall.at + "events/", {"type": "match_reported", "data": REPORT}),
        ("players/", {"name": "Piet"}),
    ):
        before = (Stream.objects.count(), Event.objects.count(), Player.objects.count())
        answer = one.post(path, body)
        after = (Stream.objects.count(), Event.objects.count(), Player.objects.count())
        assert (answer.status_code == 201) is (before != after), (path, answer.content)


def test_a_token_that_may_only_read_writes_and_deletes_nothing(hall: Hall, organiser: Rest) -> None:
    small = organiser.post("tokens/", {"name": "small", "scopes": ["read"]}).json()
    reader = Rest(small["secret"])
    for token in organiser.get("tokens/").json()["results"]:
        if token["id"] != small["token"]["id"]:
            assert_problem(reader.delete(f"tokens/{token['id']}/"), 403, "forbidden")
    assert_problem(reader.post("tokens/", {"name": "x", "scopes": ["read"]}), 403, "forbidden")
    assert len(organiser.get("tokens/").json()["results"]) == 2
    assert reader.delete(f"tokens/{small['token']['id']}/").status_code == 204, "its own end"


def test_a_kept_answer_is_not_confirmed_after_a_player_was_renamed(hall: Hall) -> None:
    """Names do not stand in the log: a board that asks by tag would show the old one for ever."""
    tag = hall.boris.get(hall.at)["ETag"]
    assert hall.boris.get(hall.at, If_None_Match=tag).status_code == 304
    Player.objects.filter(id=hall.a).update(name="Alisa")
    answer = hall.boris.get(hall.at, If_None_Match=tag)
    assert answer.status_code == 200 and "Alisa" in answer.content.decode()


def test_a_proof_is_made_anew_for_whoever_has_the_last_one(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A log is damaged without a new version, so that the version proves nothing."""
    tag = hall.boris.get(hall.at + "verify/")["ETag"]
    assert hall.boris.get(hall.at + "verify/", If_None_Match=tag).status_code == 304
    monkeypatch.setattr(states, "problems_of", lambda *_: [ProofProblem("another hash", 1)])
    answer = hall.boris.get(hall.at + "verify/", If_None_Match=tag)
    assert answer.status_code == 200 and not answer.json()["ok"]


def test_an_offer_of_dice_says_how_many_to_whoever_may_throw_them(hall: Hall, visitor: Rest) -> None:
    """A bot that knows the offers alone is not refused for the number of its dice."""
    sides = {"red": [hall.a], "blue": [hall.b]}
    opened = {"type": "match_created", "data": {"sides": sides, "detail": "full", "terrain": "organiser"}}
    made = hall.olga.post("matches/", {"system": "bushido", "events": [opened]}).json()
    at = f"matches/{made['match']['id']}/"
    told: list[dict[str, Any]] = [
        {"type": "warband_registered", "data": {"player": one, "faction": "Ito", "models": [{"id": "m"}]}}
        for one in (hall.a, hall.b)
    ]
    told.append({"type": "scenario_selected", "data": {"scenario": "idols"}})
    assert hall.olga.post(at + "events/", {"events": told}).status_code == 201
    (offer,) = (one for one in hall.alice.get(at + "next/").json()["events"] if "test" in one["type"])
    assert offer["dice"] == {"dice.red": 1, "dice.blue": 1}
    thrown = {"type": offer["type"], "data": {"dice": {"red": "6", "blue": "1"}}}
    assert hall.alice.post(at + "events/", thrown).status_code == 201
    assert not any(one.get("dice") for one in visitor.get(at + "next/").json()["events"])


def test_moves_hold_no_event_whose_secret_is_missing(hall: Hall) -> None:
    """They are ready to be sent: a hidden pool without its champions was among them and refused."""
    opened = {
        "type": "match_created",
        "data": {"mode": "duel", "detail": "full", "sides": {"a": [hall.a], "b": [hall.b]}},
    }
    made = hall.olga.post("matches/", {"system": "super_fantasy_brawl", "events": [opened]}).json()
    at = f"matches/{made['match']['id']}/"
    told = hall.alice.get(at + "next/?moves=1").json()
    assert told["moves"] and "pool_registered" in {one["type"] for one in told["events"]}
    for move in told["moves"]:
        assert hall.alice.post(at + "events/", {**move, "dry_run": True}).status_code == 200, move
    teams = [one for one in told["events"] if one["type"] == "roster_confirmed"]
    assert teams and all(one["counts"] == {"champions": [3, 3]} for one in teams)


def test_a_refusal_names_every_rule_and_says_each_reason_once(hall: Hall) -> None:
    """A win without the points breaks four rules. Programs find each; the sentence for people is one."""
    opened = {
        "type": "match_created",
        "data": {"mode": "duel", "detail": "summary", "sides": {"a": [hall.a], "b": [hall.b]}},
    }
    made = hall.olga.post("matches/", {"system": "super_fantasy_brawl", "events": [opened]}).json()
    points = {"vp": {"a": 4, "b": 2}, "challenge_vp": {"a": 4, "b": 2}, "knockout_vp": {"a": 0, "b": 0}}
    told = {"type": "match_result_recorded", "data": {"winner": "a", "rounds": 4, **points}}
    problem = assert_problem(hall.alice.post(f"matches/{made['match']['id']}/events/", told), 422, "rejected")
    echoes = {one["rule"]: one.get("echo", False) for one in problem["violations"]}
    assert echoes == {"SFB-RES-01": False, "SFB-END-05": True, "SFB-TURN-07": True, "SFB-END-01": True}
    assert problem["detail"] == problem["violations"][0]["message"]
