"""A thousand runs scored by workers that are killed: the ladder is the one that nobody disturbed, byte for byte."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from django.db.models import F

from tracker import appended, commands, jobs
from tracker.after import follow_up
from tracker.bench.scratch import jobs_through
from tracker.models import LadderEntry, MatchRow, RunRow, SeasonRow, Stream
from tracker.tests.children import Child, Children
from tracker.tests.hall import keeper
from tracker.tests.ladders.runs import players, store_simulated
from tracker.tests.services import Server
from tracker.tests.visitors import soon
from tracker.tests.workers import catching_up, celery

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.soak]
ROWS = (SeasonRow, RunRow, LadderEntry)


def ladder_bytes() -> bytes:
    """Every row of every ladder, whole."""
    return "\n".join(repr(row) for model in ROWS for row in model.objects.order_by("pk").values()).encode()


def forget_everything() -> None:
    for model in ROWS:
        model.objects.all().delete()
    Stream.objects.update(projected_version=0)


def stored(count: int, crowd: int) -> None:
    """Runs of a season that runs, and of one that is over; nothing is scored yet."""
    who = keeper()
    with appended.held():
        commands.create_season(who, name="Now", starts=datetime(2026, 1, 1, tzinfo=UTC))
        ended = datetime(2025, 6, 1, tzinfo=UTC)
        commands.create_season(who, name="Then", starts=datetime(2025, 1, 1, tzinfo=UTC), ends=ended)
        store_simulated(count, players(crowd), turns_every=9)


def undisturbed() -> bytes:
    """The ladder as one worker makes it that nobody kills."""
    forget_everything()
    follow_up.catch_up()
    found = ladder_bytes()
    forget_everything()
    return found


# --- Celery workers, a real broker, PostgreSQL ------------------------------------------------------------


@pytest.fixture
def broker(own_redis: Server, on_postgres: None) -> Iterator[Server]:
    with jobs_through(own_redis.url):
        yield own_redis


@pytest.mark.timeout(1500)
def test_a_worker_killed_while_it_scores_a_thousand_runs(broker: Server, children: Children) -> None:
    stored(1000, 40)
    expected = undisturbed()
    assert RunRow.objects.count() == 0 and len(expected) > 100_000
    _offer_shuffled_and_twice()
    workers = [celery(children, broker.url), celery(children, broker.url)]
    soon(lambda: RunRow.objects.count() > 250 or _dead(workers), "the first runs", 600)
    assert not _dead(workers)
    assert workers.pop(0).killed()
    scored = RunRow.objects.count()
    assert scored < 900, "it died in the middle"
    workers.append(celery(children, broker.url))
    _offer_shuffled_and_twice(share=0.2)
    soon(lambda: scored < RunRow.objects.count(), "another run", 600)
    assert _catches_up()
    for worker in workers:
        worker.asked_to_end(60)
    assert ladder_bytes() == expected
    assert MatchRow.objects.count() == RunRow.objects.count() == 1000


def _catches_up(patience: float = 180) -> bool:
    """Asks for the catch-up whenever the workers stand still, as the beat does; False when even that moves nothing."""
    left, moved, asked = -1, time.monotonic(), False
    while left != 0 and time.monotonic() - moved < patience:
        now = Stream.objects.filter(version__gt=F("projected_version")).count()
        if now != left:
            left, moved, asked = now, time.monotonic(), False
        elif not asked and time.monotonic() - moved > 5:
            jobs.catch_up.delay()
            asked = True
        time.sleep(0.5)
    return left == 0


def _dead(workers: list[Child]) -> bool:
    return not all(worker.running() for worker in workers)


def _offer_shuffled_and_twice(share: float = 1.0) -> None:
    """Jobs of every stream, a third of them twice, in any order."""
    offered = [(str(id_), version) for id_, version in Stream.objects.values_list("id", "version")]
    dice = random.Random(share)
    offered = dice.sample(offered, int(share * len(offered)))
    for stream, version in dice.sample(offered * 2, len(offered) * 4 // 3):
        jobs.project.delay(stream, dice.randint(1, version))


# --- The embedded database: processes that catch up -------------------------------------------------------


def test_processes_killed_on_the_embedded_database_are_made_good_by_the_next(children: Children) -> None:
    stored(150, 9)
    expected = undisturbed()
    deaths = 0
    for pause in (0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2):
        if deaths >= 2 and RunRow.objects.count() > 0:
            break
        pair = [catching_up(children), catching_up(children)]
        time.sleep(pause)
        deaths += sum(worker.killed() for worker in pair)
    assert deaths >= 2 and RunRow.objects.count() > 0, "some died, and something was done before"
    last = catching_up(children)
    assert last.ended(120) == 0, last.output
    assert ladder_bytes() == expected
