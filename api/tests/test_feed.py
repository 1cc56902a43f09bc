"""`feed/`: one feed over the installation, asked for or followed, without gaps and without secrets."""

from __future__ import annotations

import json
import random
import threading
import time
from typing import Any
from uuid import UUID

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from api.stream_watch import Watch
from api.tests.hall import Hall, Rest, assert_problem
from api.tests.test_few_requests import REPORTED
from api.views import live
from tracker import selectors
from tracker.after import follow_up
from tracker.models import FeedHead, FeedRow
from tracker.projections import feed, source
from tracker.projections.rebuild import rebuild_stream
from tracker.selectors.feed import FeedFilter


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "HELD_FOR", 0.0)
    monkeypatch.setattr(live, "WATCH", Watch())


def test_what_happened_anywhere_is_told_in_order_and_once(hall: Hall, cup: dict[str, Any]) -> None:
    hall.finish()
    first = hall.boris.get("feed/?limit=3").json()
    assert [one["number"] for one in first["results"]] == [1, 2, 3] and first["last"] == 3
    told = list(first["results"])
    while first["next"]:
        first = hall.boris.get(first["next"]).json()
        told += first["results"]
    logs = {}
    for url in {one["url"] for one in told}:
        logs[url] = [
            (event["seq"], event["type"]) for event in hall.boris.get(url + "events/").json()["events"]
        ]
    assert {one["kind"] for one in told} == {"match", "tournament"}
    for url, events in logs.items():
        assert [(one["seq"], one["type"]) for one in told if one["url"] == url] == events
    assert first["last"] == told[-1]["number"] == len(told)
    assert hall.boris.get(f"feed/?after={len(told)}").json() == {
        "results": [],
        "last": len(told),
        "next": None,
    }


def test_names_stand_beside_the_ids(hall: Hall, cup: dict[str, Any]) -> None:
    opened = hall.boris.get(f"feed/?stream={hall.match}").json()["results"][0]
    assert opened["type"] == "table_opened" and opened["names"] == {hall.a: "Alice", hall.b: "Борис"}
    checked = hall.boris.get("feed/?type=player_checked_in&limit=1").json()["results"][0]
    assert (checked["within"], checked["within_name"]) == (cup["id"], "Hall cup")
    assert list(checked["names"].values()) == ["Аня"]


def test_a_result_says_who_played_where(cup: dict[str, Any], organiser: Rest) -> None:
    """So a bot that is told of it asks for nothing."""
    organiser.post(cup["at"] + "rounds/", {"until": "started"})
    organiser.post(cup["at"] + "rounds/1/results/", {"results": [{"table": 2, "events": REPORTED}]})
    (told,) = organiser.get("feed/?type=match_reported").json()["results"]
    (table,) = organiser.get(cup["at"] + "pairings/").json()["results"][1:]
    assert (told["round"], told["table"], told["within_name"]) == (1, 2, "Hall cup")
    seats = {side: [one["player"] for one in players] for side, players in table["sides"].items()}
    assert told["sides"] == seats
    assert told["names"] == {one["player"]: one["name"] for side in table["sides"].values() for one in side}


def test_a_filter_tells_how_far_it_has_looked(hall: Hall, cup: dict[str, Any]) -> None:
    cup_only = hall.boris.get(f"feed/?within={cup['id']}").json()
    assert {one["stream"] for one in cup_only["results"]} == {cup["id"]}
    everything = hall.boris.get("feed/").json()
    nothing = hall.boris.get("feed/?type=result_confirmed,match_reported").json()
    assert nothing == {"results": [], "last": everything["last"], "next": None}
    for query in ("system=last_battle", "kind=match", f"stream={hall.match}"):
        found = hall.boris.get(f"feed/?{query}").json()["results"]
        name, _, value = query.partition("=")
        assert found and {one[name] for one in found} == {value}


def test_a_round_of_an_event_and_its_matches_are_one_filter(cup: dict[str, Any], organiser: Rest) -> None:
    organiser.post(cup["at"] + "rounds/", {"until": "started"})
    told = organiser.get(f"feed/?within={cup['id']}").json()["results"]
    assert {one["kind"] for one in told} == {"tournament", "match"}
    assert all(one["within_name"] == "Hall cup" for one in told)


@pytest.mark.parametrize(
    ("query", "legal"),
    [("type=match_reportd", "match_reported"), ("kind=game", "tournament"), ("afer=3", "after")],
)
def test_a_wrong_question_is_told_what_is_legal(
    visitor: Rest, organiser: Rest, query: str, legal: str
) -> None:
    assert legal in assert_problem(visitor.get(f"feed/?{query}"), 400, "invalid")["detail"]


def test_a_secret_is_in_no_row_and_no_answer(hall: Hall, visitor: Rest) -> None:
    hall.alice.post(hall.at + "events/", hall.choice("trap"))
    for reader in (visitor, hall.boris, hall.alice, hall.olga):
        told = reader.get("feed/")
        assert told.json()["results"][-1]["type"] == "scheme_chosen" and b"trap" not in told.content
    assert "trap" not in "".join(FeedRow.objects.values_list("data", flat=True))


def test_what_a_taken_back_event_had_opened_is_hidden_again(hall: Hall) -> None:
    hall.alice.post(hall.at + "events/", hall.choice("trap"))
    hall.finish()
    follow_up.update(UUID(hall.match))
    FeedRow.objects.all().delete()  # made anew, the rows tell what the confirmed result has opened
    feed.save(source.load(UUID(hall.match)))
    chosen = FeedRow.objects.filter(type="scheme_chosen")
    assert "trap" in chosen.get().data
    seqs = [one["seq"] for one in hall.olga.get(hall.at + "events/").json()["events"][-1:]]
    voided = {"type": "event_voided", "data": {"seqs": seqs, "reason": "a typing error"}}
    assert hall.olga.post(hall.at + "events/", voided).status_code == 201
    last = hall.boris.get("feed/").json()["results"][-1]
    assert last["type"] == "event_voided" and "trap" not in chosen.get().data


def test_a_hidden_draft_tells_nothing_of_itself(cup: dict[str, Any], organiser: Rest) -> None:
    organiser.post(cup["at"] + "rounds/", {})
    last = organiser.get("feed/").json()["results"][-1]
    public = Rest().get(cup["at"] + "events/").json()["events"][-1]
    assert (last["type"], last["data"], last["hash"]) == ("hidden", {}, public["hash"])
    assert not {"actor", "at", "recorded", "side"} & set(last)


def test_rows_that_were_thrown_away_come_again_under_new_numbers(hall: Hall) -> None:
    hall.boris.get("feed/")
    before = list(FeedRow.objects.values_list("number", "seq", "type"))
    FeedRow.objects.all().delete()
    rebuild_stream(UUID(hall.match))
    after = list(FeedRow.objects.values_list("number", "seq", "type"))
    assert [row[1:] for row in after] == [row[1:] for row in before]
    assert min(row[0] for row in after) > max(row[0] for row in before)


def test_a_page_costs_the_same_whatever_is_on_it(hall: Hall, cup: dict[str, Any]) -> None:
    hall.finish()
    hall.olga.get("feed/")
    counts = []
    for limit in (2, 100):
        hall.olga.get(f"feed/?limit={limit}")
        with CaptureQueriesContext(connection) as asked:
            hall.olga.get(f"feed/?limit={limit}")
        counts.append(len(asked))
    assert counts[0] <= counts[1] <= 7, counts


def told(answer: Any) -> tuple[str, list[dict[str, Any]]]:
    """(the whole stream, the events in it)."""
    text = b"".join(answer.streaming_content).decode()
    lines = [line for block in text.split("\n\n") for line in block.splitlines()]
    return text, [
        json.loads(line[6:]) for line in lines if line.startswith('data: {"number"') and "stream" in line
    ]


def test_the_stream_goes_on_where_a_client_was(hall: Hall, visitor: Rest) -> None:
    hall.finish()
    polled = visitor.get("feed/").json()["results"]
    assert told(visitor.get("feed/live/?after=0"))[1] == polled
    assert told(visitor.get("feed/live/", Last_Event_ID="1"))[1] == polled[1:]
    _text, events = told(visitor.get("feed/live/?after=0&type=result_confirmed"))
    assert [one["type"] for one in events] == ["result_confirmed"]
    assert told(visitor.get("feed/live/"))[1] == []
    assert_problem(visitor.get("feed/live/", Last_Event_ID="x"), 400, "invalid")


def test_a_reader_from_after_a_restored_copy_goes_on_at_the_last_number(hall: Hall, visitor: Rest) -> None:
    """Polling as well as following: it would hear nothing until the feed had come as far again."""
    last = visitor.get("feed/").json()["last"]
    assert visitor.get(f"feed/?after={last + 900}").json() == {"results": [], "last": last, "next": None}
    stream, events = told(visitor.get(f"feed/live/?after={last + 900}"))
    assert f"id: {last}\n" in stream and not events


def test_events_after_a_restored_copy_take_no_number_that_was_given_before(hall: Hall, visitor: Rest) -> None:
    """A program that had been told 40 of them before heard nothing of the first 40 after it, and said nothing."""
    before = visitor.get("feed/").json()["last"]
    feed.leap()
    hall.finish()
    polled = visitor.get(f"feed/?after={before + 40}").json()["results"]
    _stream, events = told(visitor.get(f"feed/live/?after={before + 40}"))
    assert polled[-1]["type"] == "result_confirmed" and len(events) == len(polled)
    assert polled[0]["number"] == before + feed.LEAP + 1


@pytest.mark.usefixtures("database")
def test_a_held_connection_hears_of_every_match(
    hall: Hall, visitor: Rest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where no worker is: whoever watches brings the rows up."""
    monkeypatch.setattr(live, "HELD_FOR", 30.0)
    monkeypatch.setattr("api.stream_watch.LOOK_EVERY", 0.05)
    monkeypatch.setattr("api.stream_watch.BRING_UP_EVERY", 0.1)
    visitor.get("feed/")
    answer = visitor.get("feed/live/")
    stream = iter(answer.streaming_content)
    assert next(stream).startswith(b"retry: ")

    def play() -> None:
        hall.alice.post(hall.at + "events/", hall.choice("trap"))
        connection.close()

    player = threading.Timer(0.2, play)
    player.start()
    heard = next(stream)
    assert b"scheme_chosen" in heard and b"trap" not in heard
    player.join(30)
    answer.close()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("database")
def test_a_late_commit_holds_up_higher_numbers(hall: Hall) -> None:
    """The first writer has its number and does not commit: the second one waits, and a reader passes neither over."""
    slow, quick = UUID(hall.match), UUID(hall.another().split("/")[1])
    began, commits = threading.Event(), threading.Event()
    _as_if_new()

    def write(stream: UUID, holds: bool) -> None:
        try:
            with transaction.atomic():
                feed.save(source.load(stream))
                if holds:
                    began.set()
                    commits.wait(10)
        finally:
            connection.close()

    first = threading.Thread(target=write, args=(slow, True))
    first.start()
    assert began.wait(10)
    second = threading.Thread(target=write, args=(quick, False))
    second.start()
    time.sleep(0.3)
    assert second.is_alive() and selectors.feed_head() == 0 and not FeedRow.objects.exists()
    commits.set()
    first.join(20)
    second.join(20)
    assert list(FeedRow.objects.order_by("number").values_list("stream", flat=True)) == [slow, quick]


@pytest.mark.soak
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("on_postgres")
def test_nothing_is_passed_over_while_slow_writers_commit(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Six writers that sleep before and after they got their numbers, one of which gives up each third time."""
    chance, held = random.Random(14), feed._held

    def dawdling() -> int:
        time.sleep(chance.random() / 20)
        found = held()
        time.sleep(chance.random() / 20)
        return found

    monkeypatch.setattr(feed, "_held", dawdling)
    streams = [UUID(hall.another().split("/")[1]) for _ in range(36)]
    _as_if_new()

    def write(mine: list[UUID]) -> None:
        try:
            for at, stream in enumerate(mine):
                with transaction.atomic():
                    feed.save(source.load(stream))
                    transaction.set_rollback(at % 3 == 2)
        finally:
            connection.close()

    writers = [threading.Thread(target=write, args=(streams[at::6],)) for at in range(6)]
    for writer in writers:
        writer.start()
    seen: list[int] = []
    while any(writer.is_alive() for writer in writers):
        seen += _new(seen)
    seen += _new(seen)
    stored = list(FeedRow.objects.order_by("number").values_list("number", flat=True))
    assert seen == stored == list(range(1, 25)) and FeedHead.objects.get().number == 24


def _as_if_new() -> None:
    """As before anybody had asked for rows: a write shows its own at once."""
    FeedRow.objects.all().delete()
    FeedHead.objects.all().delete()


def _new(seen: list[int]) -> list[int]:
    head, after = selectors.feed_head(), seen[-1] if seen else 0
    return [row.number for row in selectors.feed_rows(after, head, FeedFilter(), 3)]
