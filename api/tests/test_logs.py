"""`events/`: appending and reading a log, and everything that may be wrong with a request."""

from __future__ import annotations

from typing import Any

import pytest

from api.errors import BODY_LIMIT
from api.tests.hall import REPORT, Hall, Rest, assert_problem
from tracker.models import Event

SCHEME = "trap"


def count(hall: Hall) -> int:
    return Event.objects.filter(stream_id=hall.match).count()


def test_one_event_is_appended_with_its_place(hall: Hall) -> None:
    answer = hall.alice.post(hall.at + "events/", hall.choice(SCHEME))
    assert answer.status_code == 201
    assert answer.json() == {"stream": hall.match, "version": 2, "seqs": [2], "repeated": False}
    assert answer["ETag"] == '"2"'


def test_several_events_stand_or_fall_together(hall: Hall) -> None:
    both = {"events": [hall.choice(SCHEME), hall.choice("vendetta")]}
    body = assert_problem(hall.alice.post(hall.at + "events/", both), 422, "rejected")
    assert body["violations"][0]["rule"] == "LB-SETUP-08" and body["violations"][0]["position"] == 1
    assert count(hall) == 1


def test_a_violation_names_its_rule_in_both_languages(hall: Hall) -> None:
    unique = hall.choice("no_such_scheme")
    english = hall.alice.post(hall.at + "events/", unique, Accept_Language="en").json()
    russian = hall.alice.post(hall.at + "events/", unique, Accept_Language="ru").json()
    assert english["violations"][0]["rule"] == russian["violations"][0]["rule"] == "LB-SETUP-03"
    assert english["violations"][0]["message"].isascii()
    assert not russian["violations"][0]["message"].isascii() and not russian["title"].isascii()
    assert count(hall) == 1


def test_a_stale_version_is_told_what_it_missed(hall: Hall) -> None:
    hall.alice.post(hall.at + "events/", hall.choice(SCHEME))
    late = {"type": "match_reported", "data": REPORT, "expected_version": 1}
    body = assert_problem(hall.boris.post(hall.at + "events/", late), 409, "stale")
    assert body["version"] == 2 and [event["seq"] for event in body["missed"]] == [2]
    assert SCHEME not in str(body)
    header = hall.boris.post(hall.at + "events/", {**late, "expected_version": None}, If_Match='"1"')
    assert_problem(header, 409, "stale")
    assert count(hall) == 2


def test_an_etag_serves_as_the_expected_version(hall: Hall) -> None:
    etag = hall.alice.get(hall.at + "state/")["ETag"]
    assert hall.alice.post(hall.at + "events/", hall.choice(SCHEME), If_Match=etag).status_code == 201
    assert_problem(hall.alice.post(hall.at + "events/", hall.choice(SCHEME), If_Match=etag), 409, "stale")


@pytest.mark.parametrize("header", ["1", '"x"', '"1", "2"', "*1"])
def test_a_version_that_is_none_is_malformed(hall: Hall, header: str) -> None:
    answer = hall.alice.post(hall.at + "events/", hall.choice(SCHEME), If_Match=header)
    assert assert_problem(answer, 400, "invalid")["errors"][0]["where"] == "If-Match"
    assert count(hall) == 1


def test_the_same_key_and_body_gets_the_first_answer(hall: Hall) -> None:
    first = hall.alice.post(hall.at + "events/", hall.choice(SCHEME), Idempotency_Key="tap-1")
    again = hall.alice.post(hall.at + "events/", hall.choice(SCHEME), Idempotency_Key="tap-1")
    assert again.status_code == first.status_code == 201
    assert again.json() == {**first.json(), "repeated": True}
    assert count(hall) == 2


def test_the_same_key_with_another_body_is_refused(hall: Hall) -> None:
    hall.alice.post(hall.at + "events/", hall.choice(SCHEME), Idempotency_Key="tap-1")
    other = hall.alice.post(hall.at + "events/", hall.choice("vendetta"), Idempotency_Key="tap-1")
    assert_problem(other, 409, "key_reused")
    assert_problem(
        hall.boris.post(hall.at + "events/", hall.choice(SCHEME), Idempotency_Key="tap-1"), 409, "key_reused"
    )
    assert count(hall) == 2


@pytest.mark.parametrize("key", ["", "two words", "ключ", "x" * 129])
def test_a_key_that_no_log_can_hold_is_refused(hall: Hall, key: str) -> None:
    answer = hall.alice.post(hall.at + "events/", hall.choice(SCHEME), Idempotency_Key=key)
    assert_problem(answer, 400, "invalid")
    assert count(hall) == 1


BROKEN = [
    (b"{", "malformed"),
    (b" ", "malformed"),
    (b"\xff\xfe", "malformed"),
    (b'{"type": "a", "type": "b"}', "malformed"),
    (b'{"type": "match_reported", "data": {"turns": 1, "turns": 2}}', "malformed"),
    (b'{"type": "play_stopped", "data": {"reason": "a\\u0000b"}}', "malformed"),
    (b'{"type": "play_stopped", "data": {"reason": "\\ud800"}}', "malformed"),
    (b"[" * 100_000, "malformed"),
    (b'{"type": NaN}', "malformed"),
    (b"[]", "invalid"),
    (b"{}", "invalid"),
    (b'{"type": 7}', "invalid"),
    (b'{"type": "x", "data": []}', "invalid"),
    (b'{"type": "x", "events": []}', "invalid"),
    (b'{"events": []}', "invalid"),
    (b'{"type": "x", "colour": "red"}', "invalid"),
    (b'{"type": "x", "expected_version": -1}', "invalid"),
    (b'{"type": "x", "expected_version": 99999999999999999999}', "invalid"),
    (b'{"type": "x", "at": "yesterday"}', "invalid"),
    (b'{"type": "x", "at": "2026-11-21T10:00:00"}', "invalid"),
    (b'{"type": "no_such_event"}', "bad_event"),
    (b'{"type": "match_reported", "data": {"colour": "red"}}', "bad_event"),
    (b'{"type": "match_reported", "data": {"turns": "five"}}', "bad_event"),
    (b'{"type": "tournament_finished"}', "bad_event"),
]


@pytest.mark.parametrize(("body", "code"), BROKEN)
def test_a_body_that_is_no_request_is_refused_with_where(hall: Hall, body: bytes, code: str) -> None:
    answer = hall.alice.send("POST", hall.at + "events/", body)
    problem = assert_problem(answer, 400, code)
    if code == "invalid":
        assert problem["errors"][0]["where"].startswith("$")
    assert count(hall) == 1


def test_an_event_that_is_wrong_names_its_field(hall: Hall) -> None:
    wrong = {"type": "match_reported", "data": {**REPORT, "turns": "five"}}
    (error,) = hall.alice.post(hall.at + "events/", wrong).json()["errors"]
    assert "turns" in error["where"] and "turns" not in error["what"], "its place is told once"


def test_another_kind_of_body_is_refused(hall: Hall) -> None:
    answer = hall.alice.send("POST", hall.at + "events/", "type=x", "application/x-www-form-urlencoded")
    assert_problem(answer, 415, "media_type")


def test_ten_megabytes_are_refused_before_they_are_read(hall: Hall) -> None:
    class Unread:
        """A body that must not be touched."""

        def read(self, *args: Any) -> bytes:
            raise AssertionError("the body was read")

        readline = read

    answer = hall.alice.send("POST", hall.at + "events/", b" " * 10_000_000)
    assert assert_problem(answer, 413, "too_large")["detail"].count(str(BODY_LIMIT))
    environ: Any = {"wsgi.input": Unread(), "CONTENT_LENGTH": "10000000"}
    unread = hall.alice.client.generic(
        "POST", f"/api/v1/{hall.at}events/", headers=hall.alice.headers, **environ
    )
    assert_problem(unread, 413, "too_large")
    assert count(hall) == 1


def test_a_body_of_unknown_length_is_refused(hall: Hall) -> None:
    environ: Any = {"CONTENT_LENGTH": "", "HTTP_TRANSFER_ENCODING": "chunked"}
    path = f"/api/v1/{hall.at}events/"
    answer = hall.alice.client.generic("POST", path, headers=hall.alice.headers, **environ)
    assert_problem(answer, 411, "length_required")


def test_nobody_and_strangers_may_not_append(hall: Hall, visitor: Rest) -> None:
    answer = visitor.post(hall.at + "events/", hall.choice(SCHEME))
    assert_problem(answer, 401, "unauthenticated")
    assert answer["WWW-Authenticate"].startswith("Bearer")
    assert_problem(Rest("wl_wrong").post(hall.at + "events/", hall.choice(SCHEME)), 401, "bad_token")
    assert count(hall) == 1


def test_somebody_without_a_seat_is_forbidden(hall: Hall, django_user_model: Any) -> None:
    from tracker.identity import new_token

    stranger = Rest(
        new_token("x", ["read", "play", "organise"], user=django_user_model.objects.create_user("eve"))[1]
    )
    assert_problem(stranger.post(hall.at + "events/", hall.choice(SCHEME)), 403, "forbidden")
    assert count(hall) == 1


def test_a_token_that_may_only_read_appends_nothing(hall: Hall) -> None:
    from tracker.identity import new_token
    from tracker.models import Player

    reader = Rest(new_token("x", ["read"], player=Player.objects.get(id=hall.a))[1])
    body = assert_problem(reader.post(hall.at + "events/", hall.choice(SCHEME)), 403, "forbidden")
    assert body["needed"] == "scope:play"


def test_the_other_side_may_not_act_for_a_player(hall: Hall) -> None:
    body = assert_problem(hall.boris.post(hall.at + "events/", hall.choice(SCHEME)), 422, "rejected")
    assert body["violations"][0]["rule"] == "LB-LOG-07"
    assert count(hall) == 1


def test_after_the_end_nothing_more_happens(hall: Hall) -> None:
    hall.finish()
    before = count(hall)
    body = assert_problem(hall.alice.post(hall.at + "events/", hall.choice(SCHEME)), 422, "rejected")
    assert "LB-LOG-06" in {found["rule"] for found in body["violations"]}
    assert count(hall) == before


def test_unknown_matches_and_other_kinds_of_stream_are_not_found(hall: Hall, cup: dict[str, Any]) -> None:
    unknown = "matches/0190163d-8694-739b-aea5-966c26f8ad91/events/"
    for path in (unknown, f"matches/{cup['id']}/events/", f"tournaments/{hall.match}/events/"):
        assert_problem(hall.alice.get(path), 404, "not_found")
        assert_problem(hall.alice.post(path, hall.choice(SCHEME)), 404, "not_found")
    assert_problem(hall.alice.get("matches/seven/events/"), 404, "not_found")


def test_a_dry_run_judges_and_stores_nothing(hall: Hall) -> None:
    answer = hall.alice.post(hall.at + "events/", {**hall.choice(SCHEME), "dry_run": True})
    assert answer.status_code == 200 and answer.json() == {"version": 1, "accepted": 1}
    wrong = hall.alice.post(hall.at + "events/", {**hall.choice("nothing"), "dry_run": True})
    assert_problem(wrong, 422, "rejected")
    assert count(hall) == 1


def test_the_moment_at_the_table_is_kept(hall: Hall) -> None:
    hall.alice.post(hall.at + "events/", {**hall.choice(SCHEME), "at": "2026-11-21T10:00:00+03:00"})
    page = hall.olga.get(hall.at + "events/?after=1").json()
    assert page["events"][0]["at"] == "2026-11-21T10:00:00+03:00"


def test_the_log_comes_in_pages_and_every_place_is_there(hall: Hall) -> None:
    hall.alice.post(hall.at + "events/", hall.choice(SCHEME))
    first = hall.boris.get(hall.at + "events/?limit=1").json()
    assert [event["seq"] for event in first["events"]] == [1] and first["next"] == 1 and first["version"] == 2
    second = hall.boris.get(hall.at + "events/?after=1").json()
    assert [event["seq"] for event in second["events"]] == [2] and second["next"] is None
    assert hall.boris.get(hall.at + "events/?after=99").json()["events"] == []


@pytest.mark.parametrize("query", ["after=-1", "after=x", "after=99999999999", "limit=0", "after="])
def test_a_page_that_is_none_is_refused(hall: Hall, query: str) -> None:
    assert_problem(hall.alice.get(f"{hall.at}events/?{query}"), 400, "invalid")


def test_a_client_that_has_the_log_gets_304(hall: Hall) -> None:
    first = hall.alice.get(hall.at + "events/")
    assert hall.alice.get(hall.at + "events/", If_None_Match=first["ETag"]).status_code == 304
    hall.alice.post(hall.at + "events/", hall.choice(SCHEME))
    assert hall.alice.get(hall.at + "events/", If_None_Match=first["ETag"]).status_code == 200
    assert hall.boris.get(hall.at + "events/")["ETag"] != hall.alice.get(hall.at + "events/")["ETag"]


def test_answers_are_personal(hall: Hall) -> None:
    answer = hall.alice.get(hall.at + "events/")
    assert "private" in answer["Cache-Control"]
    assert {"Authorization", "Cookie", "Accept-Language"} <= {
        name.strip() for name in answer["Vary"].split(",")
    }


def test_other_methods_are_refused_and_options_named(hall: Hall) -> None:
    for method in ("PUT", "PATCH", "DELETE"):
        answer = hall.alice.send(method, hall.at + "events/", "{}")
        assert_problem(answer, 405, "method")
        assert "POST" in answer["Allow"] and "GET" in answer["Allow"]
    assert hall.alice.send("OPTIONS", hall.at + "events/", "").status_code == 204
    assert hall.alice.head(hall.at + "events/").content == b""


def test_staff_take_back_what_was_wrong_and_players_what_they_logged_last(hall: Hall) -> None:
    hall.alice.post(hall.at + "events/", hall.choice(SCHEME))
    void = {"type": "event_voided", "data": {"seqs": [2], "reason": "wrong table"}}
    opening = {**void, "data": {"seqs": [1, 2], "reason": "wrong table"}}
    body = assert_problem(hall.alice.post(hall.at + "events/", opening), 422, "rejected")
    assert body["violations"][0]["rule"] == "WL-VOID-01"
    assert hall.alice.post(hall.at + "events/", {**void, "dry_run": True}).status_code == 200
    assert hall.olga.post(hall.at + "events/", void).status_code == 201
    assert hall.olga.get(hall.at + "events/?after=1&limit=1").json()["events"][0]["voided_by"] == 3


def test_a_voiding_holds_each_entry_once_however_often_it_was_named(hall: Hall) -> None:
    """Nothing bounded the list: a hundred thousand times one number stayed in the log for ever."""
    hall.alice.post(hall.at + "events/", hall.choice(SCHEME))
    void = {"type": "event_voided", "data": {"seqs": [2] * 10_000, "reason": "wrong table"}}
    for _time in range(2):
        assert hall.olga.post(hall.at + "events/", void, Idempotency_Key="slip").status_code == 201
    told = hall.olga.get(hall.at + "events/?after=2").json()["events"]
    assert [event["data"]["seqs"] for event in told] == [[2]]


def test_a_correction_that_breaks_what_follows_lists_it(hall: Hall) -> None:
    hall.finish()
    void = {"type": "event_voided", "data": {"seqs": [2], "reason": "typed twice"}}
    body = assert_problem(hall.olga.post(hall.at + "events/", {**void, "dry_run": True}), 422, "rejected")
    assert [broken["seq"] for broken in body["broken"]] == [3]
    assert body["broken"][0]["violations"][0]["rule"] == "WL-RES-01"
    both = {**void, "data": {"seqs": [2, 3], "reason": "typed twice"}}
    assert hall.olga.post(hall.at + "events/", both).status_code == 201


def test_a_log_is_written_and_read_on_both_databases(database: str, hall: Hall) -> None:
    first = hall.alice.post(hall.at + "events/", hall.choice(SCHEME), Idempotency_Key="tap", If_Match='"1"')
    again = hall.alice.post(hall.at + "events/", hall.choice(SCHEME), Idempotency_Key="tap", If_Match='"1"')
    assert first.status_code == again.status_code == 201 and again.json()["repeated"]
    assert_problem(hall.boris.post(hall.at + "events/", hall.choice(SCHEME), If_Match='"1"'), 409, "stale")
    assert hall.olga.get(hall.at + "verify/").json()["ok"]
    assert len(hall.olga.get("matches/?limit=1").json()["results"]) == 1
    assert len(hall.boris.get(hall.at + "events/").json()["events"]) == 2
