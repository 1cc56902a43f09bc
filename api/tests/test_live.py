"""`live/`: resume, redaction, held connections and their number."""

from __future__ import annotations

import asyncio
import json
import threading
from threading import BoundedSemaphore
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from api import auth
from api.stream_watch import Watch
from api.tests.hall import Hall, Rest, assert_problem
from api.views import live
from games.ruleset import EVERYONE
from tracker import commands, selectors
from tracker.models import ApiToken, Player
from tracker.tests.hall import opened, organiser, start_round, summary
from tracker.tests.pages.at_the_table import Table


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Connections are let go at once unless a test holds them; each test has a watcher of its own."""
    monkeypatch.setattr(live, "HELD_FOR", 0.0)
    monkeypatch.setattr(live, "WATCH", Watch())


def told(answer: Any) -> tuple[str, list[dict[str, Any]]]:
    """(the whole stream, the events in it)."""
    text = b"".join(answer.streaming_content).decode()
    blocks = [block.splitlines() for block in text.split("\n\n") if block]
    events = [json.loads(line[6:]) for block in blocks for line in block if line.startswith('data: {"seq"')]
    return text, events


def test_a_client_begins_where_it_says(hall: Hall) -> None:
    hall.alice.post(hall.at + "events/", hall.choice("trap"))
    path = f"live/{hall.match}/"
    answer = hall.boris.get(path + "?after=0")
    assert answer["Content-Type"] == "text/event-stream" and answer["Cache-Control"] == "no-store"
    text, events = told(answer)
    assert [event["seq"] for event in events] == [1, 2]
    assert text.startswith("retry: ") and "id: 2\n" in text
    assert [event["seq"] for event in told(hall.boris.get(path, Last_Event_ID="1"))[1]] == [2]
    assert told(hall.boris.get(path, Last_Event_ID="2"))[1] == []
    assert told(hall.boris.get(path))[1] == []


def test_a_reader_sees_no_more_than_in_the_log(hall: Hall, visitor: Rest) -> None:
    hall.alice.post(hall.at + "events/", hall.choice("trap"))
    for reader, knows in ((hall.alice, True), (hall.boris, False), (visitor, False), (hall.olga, True)):
        text, events = told(reader.get(f"live/{hall.match}/?after=0"))
        assert ("trap" in text) == knows
        assert events == reader.get(hall.at + "events/").json()["events"]


def test_what_cannot_be_followed(hall: Hall) -> None:
    assert_problem(hall.alice.get(f"live/{hall.a}/"), 404, "not_found")
    assert_problem(hall.alice.get(f"live/{hall.match}/", Last_Event_ID="x"), 400, "invalid")
    assert_problem(hall.alice.get(f"live/{hall.match}/?after=x"), 400, "invalid")
    assert_problem(hall.alice.post(f"live/{hall.match}/", {}), 405, "method")
    assert hall.alice.head(f"live/{hall.match}/")["Content-Type"] == "text/event-stream"


def test_above_the_number_of_places_one_gets_what_is_new_and_is_sent_away(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "HELD_FOR", 60.0)
    full = BoundedSemaphore(1)
    full.acquire()
    monkeypatch.setattr(live, "_places", full)
    text, events = told(hall.boris.get(f"live/{hall.match}/?after=0"))
    assert [event["seq"] for event in events] == [1] and text.startswith(f"retry: {live.AGAIN_WHEN_FULL}")


def test_a_place_is_given_back(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    places = BoundedSemaphore(1)
    monkeypatch.setattr(live, "_places", places)
    for _ in range(3):
        assert told(hall.boris.get(f"live/{hall.match}/"))[0].startswith(f"retry: {live.AGAIN}\n")
    unread = hall.boris.get(f"live/{hall.match}/")
    unread.close()
    assert places.acquire(blocking=False)


@pytest.mark.usefixtures("database")
def test_a_held_connection_hears_what_happens(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """News come from whatever process appended: the watcher asks the database, not this process's memory."""
    monkeypatch.setattr(live, "HELD_FOR", 30.0)
    monkeypatch.setattr("api.stream_watch.LOOK_EVERY", 0.05)
    answer = hall.boris.get(f"live/{hall.match}/")
    stream = iter(answer.streaming_content)
    assert next(stream).startswith(b"retry: ")

    def play() -> None:
        hall.alice.post(hall.at + "events/", hall.choice("trap"))
        connection.close()

    player = threading.Timer(0.2, play)
    player.start()
    heard = next(stream)
    assert heard.startswith(b'id: 2\ndata: {"seq":2,') and b"trap" not in heard
    assert b"event: changed" in (heard if b"event: changed" in heard else next(stream))
    player.join(30)
    assert not player.is_alive()
    answer.close()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("database")
def test_an_event_tells_at_once_of_a_result_and_of_a_dispute_of_its_matches(
    visitor: Rest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The news stands in the match's log alone; the console, My day and the judge follow the event's."""
    monkeypatch.setattr(live, "HELD_FOR", 30.0)
    monkeypatch.setattr("api.stream_watch.LOOK_EVERY", 0.05)
    who = organiser()
    event, _players = opened(who, 4)
    match = start_round(who, event, 1)[0].stream_id
    report = {"type": "match_reported", "data": summary(1, 3)}
    protest = {"type": "result_contested", "data": {"side": "serpent", "reason": "wrong portals"}}
    for told_ in (report, protest):
        answer = visitor.get(f"live/{event}/")
        stream = iter(answer.streaming_content)
        assert next(stream).startswith(b"retry: ")

        def speak(payload: dict[str, Any] = told_) -> None:
            commands.append(who, match, [payload])
            connection.close()

        player = threading.Timer(0.2, speak)
        player.start()
        assert b"event: changed" in next(stream)
        player.join(30)
        answer.close()


@pytest.mark.django_db(transaction=True)
def test_a_turn_of_a_match_wakes_nobody_who_follows_the_event() -> None:
    table = Table("camp")
    table.ready()
    row = selectors.match(table.match)
    assert row is not None and row.tournament_id is not None
    event = row.tournament_id
    before = selectors.marks([event])
    table.serpent.tap(table.match, "turn")
    assert table.state.play.turn == 1 and selectors.marks([event]) == before


def test_who_holds_no_thread_is_told_nothing_while_nothing_happens(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A phone is not woken by every look of the watch."""
    monkeypatch.setattr(live, "HELD_FOR", 1.0)
    monkeypatch.setattr("api.stream_watch.LOOK_EVERY", 0.02)
    stream = UUID(hall.match)
    told_: list[str] = []

    async def send(text: str) -> None:
        told_.append(text)

    async def run(job: Any) -> Any:
        return await asyncio.to_thread(job)

    mark = selectors.marks([stream])[stream]
    asyncio.run(live._follow(live.Reader(stream, live.Standing(stream, EVERYONE), mark[0], mark), run, send))
    assert [text.partition("\n")[0] for text in told_] == [": nothing new"], "one, when the time is over"


def test_a_quiet_connection_shows_that_it_lives(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "HELD_FOR", 0.2)
    monkeypatch.setattr(live, "HEARTBEAT", 0.05)
    text, _ = told(hall.boris.get(f"live/{hall.match}/"))
    assert text.count(": nothing new") >= 2
    assert text.count('event: alive\ndata: {"version":') >= 3, "a comment reaches no script"


def _heard_after(stream: Any, hall: Hall, ending: Any) -> str:
    """What an open stream tells of a secret that was chosen after `ending`."""
    news = iter(stream.streaming_content)
    assert next(news).startswith(b"retry: ")
    ending()
    auth.forget()

    def play() -> None:
        hall.olga.post(hall.at + "events/", hall.choice("trap"))
        connection.close()

    player = threading.Timer(0.2, play)
    player.start()
    heard = b"".join(news).decode()
    player.join(30)
    return heard


@pytest.mark.parametrize("way", ["header", "address", "parts", "session", "seat"])
def test_an_open_stream_ends_with_what_it_was_opened_by(
    hall: Hall, visitor: Rest, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """Before the secret is told: a revoked token, a signed out browser or a lost seat hears nothing more."""
    monkeypatch.setattr(live, "HELD_FOR", 20.0)
    monkeypatch.setattr("api.stream_watch.LOOK_EVERY", 0.05)
    player, path = Player.objects.get(id=hall.a), f"live/{hall.match}/"
    user = User.objects.create_user("anna")
    browser = Client()
    if way in ("session", "seat"):
        Player.objects.filter(id=hall.a).update(user=user)
        browser.force_login(user)
    tokens = ApiToken.objects.filter(player=player)
    ways: dict[str, tuple[Any, Any]] = {
        "header": (hall.alice.get, tokens.delete),
        "address": (
            lambda _path: visitor.get(hall.alice.post(f"{path}token/", {}).json()["url"]),
            tokens.delete,
        ),
        "parts": (lambda _path: hall.alice.get(f"{path}?expand=state"), tokens.delete),
        "session": (Rest(client=browser).get, browser.logout),
        "seat": (Rest(client=browser).get, lambda: Player.objects.filter(id=hall.a).update(user=None)),
    }
    follow, end = ways[way]
    heard = _heard_after(follow(path), hall, end)
    assert "trap" not in heard and "id: 2" not in heard


def test_an_open_stream_of_whoever_still_may_goes_on(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "HELD_FOR", 3.0)
    monkeypatch.setattr("api.stream_watch.LOOK_EVERY", 0.05)
    assert "trap" in _heard_after(hall.alice.get(f"live/{hall.match}/"), hall, lambda: None)
