"""Jobs twice, late, shuffled or killed half-way do no harm, and a missing broker stops nobody."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tracker import appended, commands, jobs, projections, selectors
from tracker.after import follow_up, reactions
from tracker.after.dispatch import TOGETHER, Dispatcher
from tracker.bench.scratch import jobs_through
from tracker.models import Event, Fault, FeedRow, MatchRow, PairingRow, StandingRow, Stream, TournamentRow
from tracker.projections import faults, source
from tracker.projections.rebuild import differences
from tracker.tests import hall
from tracker.tests.children import Children
from tracker.tests.services import Server
from tracker.tests.visitors import soon
from tracker.tests.workers import celery

pytestmark = pytest.mark.django_db(transaction=True)
MOST_ASKED = 18
"""What one job of an open match asks: its rows, its lines of the feed, its marks."""
NO_QUESTION = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")


def rows(event: UUID) -> list[Any]:
    """Everything that the projections say of an event, ids of rows aside."""
    tables = (TournamentRow, MatchRow, PairingRow, StandingRow)
    found = [row for model in tables for row in model.objects.order_by("pk").values()]
    return [{name: value for name, value in row.items() if name != "id"} for row in found]


def test_jobs_twice_late_and_shuffled_leave_the_same_rows() -> None:
    who = hall.organiser()
    event, _ = hall.opened(who)
    hall.play_round(who, event, 1)
    before = rows(event)
    streams = list(Stream.objects.values_list("id", "version"))
    again = [(str(id_), version) for id_, top in streams for version in range(1, top + 1)] * 2
    random.Random(7).shuffle(again)
    Stream.objects.update(projected_version=0)
    for stream, version in again:
        jobs.project(stream, version)
    assert rows(event) == before
    assert not [found for id_, _ in streams for found in differences(id_)]
    assert Event.objects.filter(type="result_recorded").count() == 4


def test_a_job_overtaken_by_a_faster_one_writes_nothing() -> None:
    who = hall.organiser()
    event, _ = hall.opened(who)
    slow = source.load(event)
    hall.play_round(who, event, 1)
    before = rows(event)
    projections.save_all(slow)
    assert rows(event) == before


def test_a_job_of_an_open_match_asks_for_no_result_and_no_ladder() -> None:
    who = hall.organiser()
    event, _ = hall.opened(who)
    match = hall.start_round(who, event, 1)[0].stream_id
    FeedRow.objects.filter(stream=match).delete()
    Stream.objects.filter(id=match).update(projected_version=0)
    with CaptureQueriesContext(connection) as found:
        jobs.project(str(match), 1)
    asked = [query["sql"] for query in found if not query["sql"].startswith(NO_QUESTION)]
    assert len(asked) == MOST_ASKED, asked
    assert "tracker_seasonrow" not in "".join(asked)


def test_a_worker_killed_before_it_told_the_tournament_is_made_good(monkeypatch: pytest.MonkeyPatch) -> None:
    who = hall.organiser()
    event, _ = hall.opened(who)
    match = hall.start_round(who, event, 1)[0].stream_id

    def killed(_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, appended.held():
        patch.setattr(reactions, "react", killed)
        commands.report_match(who, match, hall.summary(1, 0))
        with pytest.raises(KeyboardInterrupt):
            follow_up.update(match)
    assert match in list(projections.behind())
    assert selectors.pairings(event, 1)[0].result is None
    for _ in range(3):
        follow_up.catch_up()
    assert Event.objects.filter(stream_id=event, type="result_recorded").count() == 1
    assert not list(projections.behind())


def breaking(bad: UUID) -> Callable[..., int]:
    """The projection of every stream but one."""
    update = follow_up.update

    def failing(stream: UUID, at_least: int = 0) -> int:
        if stream == bad:
            raise RuntimeError("broken")
        return update(stream, at_least)

    return failing


def behind() -> list[UUID]:
    """Every stream whose rows are old, also those whose fault waits its time."""
    return list(Stream.objects.filter(version__gt=F("projected_version")).values_list("id", flat=True))


def test_a_stream_that_cannot_be_projected_does_not_hold_up_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    who = hall.organiser()
    with appended.held():
        bad, good = (commands.create_tournament(who, name=name) for name in ("Bad", "Good"))
    monkeypatch.setattr(follow_up, "update", breaking(bad))
    follow_up.catch_up()
    assert behind() == [bad]
    assert TournamentRow.objects.get().stream_id == good


def test_a_fault_is_told_once_and_tried_again_ever_more_rarely(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    who = hall.organiser()
    with appended.held():
        bad = commands.create_tournament(who, name="Bad")
    with monkeypatch.context() as patch:
        patch.setattr(follow_up, "update", breaking(bad))
        for _ in range(10):
            follow_up.catch_up()
        first = Fault.objects.get()
        assert (first.stream_id, first.tries, first.what) == (bad, 1, "RuntimeError: broken")
        for tries in (2, 3, 4):
            Fault.objects.update(again=timezone.now())
            follow_up.catch_up()
            fault = Fault.objects.get()
            assert (fault.tries, fault.since) == (tries, first.since)
            assert fault.again - timezone.now() > faults.FIRST * 2 ** (tries - 1) - timedelta(seconds=5)
        assert [record.exc_info is not None for record in caplog.records] == [True, False, False, False]
        assert first.since.isoformat() in caplog.text and str(bad) in caplog.text
        commands.register_players(who, bad, [commands.NewPlayer("Anna")])
        assert Fault.objects.get().tries == 5, "what is appended is a reason to look at once"
    Fault.objects.update(again=timezone.now())
    follow_up.catch_up()
    assert not Fault.objects.exists() and not behind()


def test_several_streams_in_one_job_are_all_brought_up_but_the_broken_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    who = hall.organiser()
    with appended.held():
        first, bad, last = (commands.create_tournament(who, name=name) for name in ("A", "B", "C"))
    monkeypatch.setattr(follow_up, "update", breaking(bad))
    jobs.project_each([(str(stream), 1) for stream in (first, bad, last)])
    assert behind() == [bad]
    assert {row.stream_id for row in TournamentRow.objects.all()} == {first, last}


def test_changes_are_handed_over_together_each_stream_once_with_its_newest_version() -> None:
    offered: list[list[tuple[UUID, int]]] = []
    dispatcher = Dispatcher(lambda heads: offered.append(list(heads)))
    streams = [UUID(int=number) for number in range(20)]
    for version in (1, 3, 2):
        for stream in streams:
            dispatcher.add(stream, version)
    assert dispatcher.flush()
    newest = dict.fromkeys(streams, 0)
    for stream, version in (head for heads in offered for head in heads):
        newest[stream] = max(version, newest[stream])
    assert set(newest.values()) == {3} and all(len(heads) <= TOGETHER for heads in offered)
    assert len(offered) < len(streams)


# --- A real broker and a real worker, on PostgreSQL ------------------------------------------------------


@pytest.fixture
def broker(own_redis: Server, on_postgres: None) -> Iterator[Server]:
    """Jobs of this process go to a Redis-compatible server that the test may stop."""
    with jobs_through(own_redis.url):
        yield own_redis


@pytest.mark.soak
def test_with_the_broker_stopped_events_and_pages_go_on_and_workers_catch_up_later(
    broker: Server, children: Children
) -> None:
    who = hall.organiser()
    event = commands.create_tournament(who, name="Hall cup")
    worker = celery(children, broker.url)
    soon(TournamentRow.objects.filter(stream_id=event).exists, "the row by the worker", 300)
    broker.halt()
    begin = time.monotonic()
    commands.register_players(who, event, [commands.NewPlayer("Late Larry")])
    assert time.monotonic() - begin < 20, "an append does not wait for the broker"
    assert TournamentRow.objects.get(stream_id=event).players == 0
    broker.start()
    soon(_catches_up(event), "what was never queued, by the catch-up job", 300)
    broker.halt()
    commands.register_players(who, event, [commands.NewPlayer("Later Lina")])
    assert Client().get(f"/events/{event}/").status_code == 200
    assert TournamentRow.objects.get(stream_id=event).players == 2, "a page brings up what it shows"
    broker.start()
    worker.asked_to_end(120)


def _catches_up(event: UUID) -> Callable[[], bool]:
    """Asks for the catch-up as the beat does, again and again, until the row shows the player."""

    def done() -> bool:
        try:
            jobs.catch_up.delay()
        except Exception:
            return False
        time.sleep(0.5)
        return TournamentRow.objects.get(stream_id=event).players == 1

    return done
