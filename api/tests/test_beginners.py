"""The mistakes of somebody who writes a first program: each answer says what is wrong and what would be right."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import CommandError

from api.tests.hall import Hall, Rest, assert_problem
from tracker.identity import new_token
from tracker.management.commands.up import administrator


def test_the_root_leads_to_every_list(visitor: Rest, db: None) -> None:
    root = visitor.get("").json()
    for address in (*root["links"].values(), *root["systems"].values()):
        assert visitor.get(address).status_code == 200, address


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_missing_slash_a_wrong_address_and_a_wrong_kind_are_told_apart(hall: Hall, language: str) -> None:
    ask = {"Accept_Language": language}
    slash = assert_problem(hall.olga.get("matches", **ask), 404, "not_found")
    assert "/api/v1/matches/" in slash["detail"]
    nowhere = assert_problem(hall.olga.get("mathces/", **ask), 404, "not_found")
    assert "/api/v1/docs/" in nowhere["detail"]
    kind = assert_problem(hall.olga.get(f"tournaments/{hall.match}/", **ask), 404, "not_found")
    assert f"/api/v1/{hall.at}" in kind["detail"]
    unknown = assert_problem(
        hall.olga.get("matches/3c0a4f2e-7d16-5c43-9a57-6f1a2b8d9e05/", **ask), 404, "not_found"
    )
    assert len({one["detail"] for one in (slash, nowhere, kind, unknown)}) == 4


def test_a_round_that_is_not_there_names_those_that_are(
    cup: dict[str, Any], organiser: Rest, visitor: Rest
) -> None:
    organiser.post(cup["at"] + "rounds/", {})
    hidden = assert_problem(visitor.get(cup["at"] + "rounds/99/"), 404, "not_found")
    assert "so far: 0" in hidden["detail"], "a draft shows to nobody"
    asked = ({"action": "start"}, {"action": "discard", "reason": "again"}, {"action": "close"})
    refused = [organiser.post(cup["at"] + "rounds/99/", body) for body in asked]
    refused += [organiser.post(cup["at"] + "rounds/99/results/", {"results": [], "then": "close"})]
    for answer in (organiser.get(cup["at"] + "rounds/99/"), *refused):
        assert "the rounds so far: 1" in assert_problem(answer, 404, "not_found")["detail"]
    stranger = Rest(new_token("x", ["read", "organise"], user=User.objects.create_user("x"))[1])
    told = [stranger.post(f"{cup['at']}rounds/{number}/", asked[0]) for number in (1, 99)]
    assert told[0].status_code == 403 and told[0].content == told[1].content, "a draft shows to nobody"


def test_a_field_that_is_not_known_is_answered_with_those_that_are(
    cup: dict[str, Any], organiser: Rest
) -> None:
    due = {"type": "lists_due", "data": {"time": "2026-11-27T20:00:00Z"}}
    problem = assert_problem(organiser.post(cup["at"] + "events/", due), 400, "bad_event")
    assert "these fields are known: " in problem["detail"] and "lock_at" in problem["detail"]
    problem = assert_problem(organiser.post(cup["at"] + "rounds/", {"untill": "started"}), 400, "invalid")
    assert "these fields are known: " in problem["detail"] and "until" in problem["detail"]


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_list_that_cannot_be_read_is_told_of_in_the_language_of_the_reader(
    hall: Hall, language: str
) -> None:
    body = {"system": "last_battle", "name": "x", "body": {"leader": {}}}
    (told,) = hall.alice.post("warbands/validate/", body, Accept_Language=language).json()["violations"]
    assert told["rule"] == "WL-ROS-01" and ("Expected" in told["message"]) == (language == "en")


def test_a_token_without_the_scope_is_told_of_the_scope(cup: dict[str, Any], hall: Hall) -> None:
    reader = Rest(new_token("bot", ["read"], user=User.objects.get(username="olga"))[1])
    for path, body in (
        (cup["at"] + "rounds/", {}),
        (cup["at"] + "events/", {"type": "round_closed", "data": {"round": 1}}),
    ):
        problem = assert_problem(reader.post(path, body), 403, "forbidden")
        assert problem["needed"] == "scope:organise"
    stranger = User.objects.create_user("stranger")
    other = Rest(new_token("bot", ["read", "play", "organise"], user=stranger)[1])
    problem = assert_problem(other.post(cup["at"] + "rounds/", {}), 403, "forbidden")
    assert "organiser" in problem["needed"]


def test_a_missing_field_is_not_called_a_missing_event(hall: Hall) -> None:
    problem = assert_problem(
        hall.alice.post(hall.at + "events/", {"type": "scheme_chosen", "data": {}}), 400, "bad_event"
    )
    assert problem["title"] == "Wrong event" and "player" in problem["detail"]


def test_the_first_token_comes_from_the_command_line(db: None) -> None:
    User.objects.create_user("olga")
    out = StringIO()
    call_command("token", "olga", "--scope", "read", "--scope", "organise", stdout=out)
    client = Rest(out.getvalue().strip())
    assert client.post("tournaments/", {"name": "Cup"}).status_code == 201
    assert (
        assert_problem(client.post("matches/", {"system": "last_battle"}), 403, "forbidden")["needed"]
        == "scope:play"
    )
    with pytest.raises(CommandError, match="olga"):
        call_command("token", "nobody")


@pytest.mark.parametrize(
    ("path", "body", "where", "legal"),
    [
        ("rounds/", {"until": "begun"}, "$.until", "draft, published, started"),
        ("rounds/1/", {"action": "finish"}, "$.action", "close"),
        ("players/PLAYER/", {"action": "checkin"}, "$.action", "check_in, drop, reinstate"),
        ("", {"action": "end"}, "$.action", "finish, lock_lists, unlock_lists"),
    ],
)
def test_a_word_that_is_not_known_is_answered_with_those_that_are(
    cup: dict[str, Any], organiser: Rest, path: str, body: dict[str, Any], where: str, legal: str
) -> None:
    at = cup["at"] + path.replace("PLAYER", cup["players"][0]["player"])
    problem = assert_problem(organiser.post(at, body), 400, "invalid")
    assert problem["errors"][0]["where"] == where and legal in problem["errors"][0]["what"]


def test_a_token_with_a_scope_that_is_none_is_told_the_scopes(organiser: Rest) -> None:
    problem = assert_problem(organiser.post("tokens/", {"name": "x", "scopes": ["write"]}), 400, "invalid")
    assert "organise, play, read" in problem["detail"]


def test_a_body_that_is_no_json_or_says_so_wrongly(cup: dict[str, Any], organiser: Rest) -> None:
    at = cup["at"] + "rounds/"
    assert (
        "application/json"
        in assert_problem(
            organiser.send("POST", at, "until=started", "application/x-www-form-urlencoded"),
            415,
            "media_type",
        )["detail"]
    )
    assert_problem(organiser.send("POST", at, "{until: 'started'}"), 400, "malformed")
    unknown = assert_problem(organiser.post(at, {"untill": "started"}), 400, "invalid")
    assert "untill" in unknown["detail"]


@pytest.mark.parametrize("time", ["28.11.2026 10:00", "2026-11-28", "1795860000", "2026-11-28T10:00"])
def test_a_moment_in_another_form_is_told_the_form(hall: Hall, time: str) -> None:
    """One sentence for every place where a moment is wanted: of an event, of a query."""
    logged = hall.alice.post(hall.at + "events/", {**hall.choice("trap"), "at": time})
    asked = hall.alice.get(f"matches/?since={time}")
    for answer in (logged, asked):
        assert "ISO 8601" in assert_problem(answer, 400, "invalid")["detail"], answer.content


@pytest.mark.parametrize(
    ("event", "legal"),
    [
        (
            {"type": "event_described", "data": {"starts": "28.11.2026 10:00"}},
            "2026-11-28T10:00 or 2026-11-28",
        ),
        ({"type": "lists_due", "data": {"lock_at": "2026-11-28T10:00:00+03:00"}}, "2026-11-28T09:30:00Z"),
        ({"type": "settings_changed", "data": {"detail": "complete"}}, "legal: full, summary, turns"),
        ({"type": "player_drop", "data": {}}, "'player_drop' (player_dropped?)"),
    ],
)
def test_a_value_of_an_event_that_cannot_be_is_told_one_that_can(
    cup: dict[str, Any], organiser: Rest, event: dict[str, Any], legal: str
) -> None:
    problem = assert_problem(organiser.post(cup["at"] + "events/", event), 400, "bad_event")
    assert legal in problem["detail"], problem["detail"]


def test_a_key_for_another_request_is_told_as_such(cup: dict[str, Any], organiser: Rest) -> None:
    first = organiser.post(cup["at"] + "players/", {"players": [{"name": "Eve"}]}, Idempotency_Key="same")
    assert first.status_code == 201
    other = organiser.post(cup["at"] + "players/", {"players": [{"name": "Max"}]}, Idempotency_Key="same")
    assert "new one" in assert_problem(other, 409, "key_reused")["detail"]


def test_a_token_of_the_command_line_lives_through_a_restart_of_the_server(db: None) -> None:
    """`up` prints a new one-time password until somebody has signed in; a program without any page goes on."""
    administrator()
    out = StringIO()
    call_command("token", "admin", stdout=out)
    assert administrator()
    assert Rest(out.getvalue().strip()).get("tokens/").status_code == 200
