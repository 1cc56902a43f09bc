"""Bodies that nobody sends in good faith: answered at once, and never by a fault of the server."""

from __future__ import annotations

import time

import pytest

from api.inputs import is_halved, is_nested
from api.tests.hall import Rest, assert_problem
from games.registry import ROSTER_KINDS
from tracker.models import Stream

SIZE = 250_000


@pytest.mark.parametrize("text", [b'"' + b'\\"' * SIZE, b'"' + b"\\\n" * SIZE, b'"a' * SIZE])
def test_a_text_that_never_ends_takes_no_longer_than_its_length(text: bytes) -> None:
    began = time.process_time()
    assert is_nested(b"[" * 101 + text)
    assert not is_nested(b"[]" * 101 + text)
    assert time.process_time() - began < 1


@pytest.mark.parametrize("opener", ["[", '{"a":'])
def test_so_is_one_that_asks_for_a_dry_run(organiser: Rest, opener: str) -> None:
    body = '{"dry_run": true, "name": ' + opener * 100_000
    refused = assert_problem(organiser.send("POST", "tournaments/", body), 400, "malformed")
    assert "brackets" in refused["detail"]


def test_a_dry_run_is_one_however_its_name_is_escaped(organiser: Rest) -> None:
    answer = organiser.send("POST", "tournaments/", '{"name": "A", "dry_r\\u0075n": true}')
    assert answer.status_code == 204 and not Stream.objects.exists()


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        (rb"\ud83d", True),
        (rb"\ude00", True),
        (rb"\uD83D\uDE00", False),
        (rb"\\ud83d", False),
        (rb"\\\ud83d", True),
        (rb"\ud83d \ude00", True),
        (rb"\ud83d\ud83d\ude00", True),
        (rb"\ud83d\u0041", True),
        (rb"\ud83d\n", True),
    ],
)
def test_half_a_character_is_found(visitor: Rest, transactional_db: None, text: bytes, is_one: bool) -> None:
    assert is_halved(b'{"name": "' + text + b'"}') is is_one
    if is_one:
        body = b'{"system": "last_battle", "name": "x", "body": {"note": "' + text + b'"}}'
        refused = assert_problem(visitor.send("POST", "warbands/validate/", body), 400, "malformed")
        assert "UTF-16" in refused["detail"]


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
def test_what_is_no_number_of_json_is_told_in_both_languages(visitor: Rest, number: str) -> None:
    body = '{"system": "last_battle", "name": "x", "body": {"note": NUMBER}}'.replace("NUMBER", number)
    for language, end in (("en", "is no number of JSON"), ("ru", "числа в JSON")):
        refused = visitor.send("POST", "warbands/validate/", body, Accept_Language=language)
        assert number in refused.json()["detail"] and end in refused.json()["detail"]


def test_such_a_body_is_malformed(visitor: Rest) -> None:
    for body in (b"[" * 101 + b'"' + b'\\"' * SIZE, b"[]" * 101 + b'"' + b'\\"' * SIZE):
        assert_problem(visitor.send("POST", "claim/", body), 400, "malformed")


@pytest.mark.parametrize("kind", ["tournaments", "campaigns"])
@pytest.mark.parametrize("seqs", [[2**63], [-(2**63) - 1], [*range(2, 100_000)]])
def test_a_voiding_of_what_cannot_be_there_is_refused_in_few_words(
    organiser: Rest, kind: str, seqs: list[int]
) -> None:
    """No database takes such a number, and nobody reads a hundred thousand reasons."""
    event = next(iter(organiser.post(f"{kind}/", {"name": "A"}).json().values()))["id"]
    voided = {"type": "event_voided", "data": {"seqs": seqs, "reason": "x"}}
    answer = organiser.post(f"{kind}/{event}/events/", voided)
    refused = assert_problem(answer, 422, "rejected")
    assert {one["rule"] for one in refused["violations"]} == {"WL-VOID-02"}
    assert len(answer.content) < 20_000


@pytest.mark.parametrize(
    ("data", "place"),
    [
        ({"battlefield": "sea", "sides": {f"side{at}": ["x"] for at in range(30_000)}}, "data.sides"),
        ({"battlefield": "sea", "sides": {"alliance": ["x"] * 30_000}}, "data.sides.alliance"),
        ({"battlefield": "x" * 200_000, "sides": {}}, "data.battlefield"),
    ],
)
def test_an_event_with_more_parts_than_any_table_has_is_refused_unjudged(
    organiser: Rest, data: dict[str, object], place: str
) -> None:
    """Rules hold the parts of an event against each other: one body took a process for minutes."""
    opening = {"type": "table_opened", "data": data}
    match = organiser.post("matches/", {"system": "last_battle"}).json()["match"]["id"]
    began = time.process_time()
    for path, body in (
        (f"matches/{match}/events/", opening),
        ("matches/", {"system": "last_battle", "events": [opening]}),
    ):
        refused = assert_problem(organiser.post(path, body), 400, "bad_event")
        assert place in refused["errors"][0]["where"] and "of length <= 10" in refused["errors"][0]["what"]
    assert time.process_time() - began < 2


@pytest.mark.parametrize("ids", [["points"] * 60_000, [f"x{at}" for at in range(60_000)]])
def test_an_event_that_ranks_by_tens_of_thousands_is_refused_at_once(organiser: Rest, ids: list[str]) -> None:
    began = time.process_time()
    answer = organiser.post("tournaments/", {"name": "A", "options": {"rounds": 1, "tiebreaks": ids}})
    assert_problem(answer, 422, "rejected")
    assert time.process_time() - began < 2 and len(answer.content) < 20_000


@pytest.mark.parametrize(
    ("system", "body", "place"),
    [
        ("super_fantasy_brawl", {"champions": [f"x{at}" for at in range(60_000)]}, "$.champions"),
        ("last_battle", {"figures": [{"figure": "x" * 60_000}]}, "$.figures[0].figure"),
        ("senjutsu", {"cards": {f"x{at}": 1 for at in range(50_000)}}, "$.cards"),
    ],
)
def test_so_is_a_list_with_more_parts_than_any_game_has(
    visitor: Rest, transactional_db: None, system: str, body: dict[str, object], place: str
) -> None:
    """Anybody may have a list looked at, without an account."""
    kind = ROSTER_KINDS[system]
    began = time.process_time()
    answer = visitor.post(f"{kind}s/validate/", {"system": system, "name": "x", "body": body})
    (found,) = answer.json()["violations"]
    assert found["rule"] == "WL-ROS-01" and place in found["message"] and "<= 10" in found["message"]
    assert time.process_time() - began < 2


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("stages/", {"action": "begin"}),
        ("events/", {"type": "event_voided", "data": {"seqs": [1], "reason": "x"}}),
    ],
)
def test_a_version_that_no_database_takes_is_refused(
    organiser: Rest, path: str, body: dict[str, object]
) -> None:
    event = organiser.post("tournaments/", {"name": "A"}).json()["tournament"]["id"]
    answer = organiser.post(f"tournaments/{event}/{path}", {**body, "expected_version": 2**63})
    assert assert_problem(answer, 400, "invalid")["errors"][0]["where"] == "$.expected_version"
