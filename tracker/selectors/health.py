"""How the installation is: database, broker, worker, beat, rows behind, ratings, faults, seals, disk, copies.

For `manage.py status`, `/healthz` and `/metrics`.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from games.rulebook import Text
from tracker import env, fitting, moments, pulses
from tracker.embedded import running
from tracker.metrics import Gauge
from tracker.models import Seal, Stream
from tracker.projections import faults, ratings
from tracker.proof import seals
from tracker.selectors import lateness
from tracker.selectors.lateness import SILENT, Late

UNCOUNTED = timedelta(minutes=10)
"""Ratings that wait for longer than a job of any size needs."""
SCARCE = 500_000_000
"""Bytes of free disk below which somebody should look."""
OLD_COPY = timedelta(days=8)


class Failing(msgspec.Struct, frozen=True):
    """A stream that cannot be followed, what is wrong, since when, and when it is tried again."""

    stream: UUID
    what: str
    since: datetime
    tries: int
    again: datetime


class Status(msgspec.Struct, frozen=True, kw_only=True):
    """How the installation is. `wrong`: what somebody should look at, in words; [] means that all is well.

    Moments are None for what was never heard of. `behind` names the first of `behind_count`; `anew`: streams that show
    everything but what an upgrade counts besides. `uncounted`: game -> confirmed matches that wait for their ratings;
    `counted_at`: when a job last left none.
    """

    database: str
    answers: bool
    seconds: float = 0.0
    broker: str = ""
    broker_answers: bool | None = None
    waiting_jobs: int | None = None
    worker: datetime | None = None
    beat: datetime | None = None
    behind_count: int = 0
    behind: tuple[Late, ...] = ()
    anew: int = 0
    uncounted: dict[str, int] = {}
    counted_at: datetime | None = None
    failing: tuple[Failing, ...] = ()
    seal: int | None = None
    sealed_at: datetime | None = None
    unsealed: int = 0
    copied_at: datetime | None = None
    free_bytes: int = 0
    wrong: tuple[Text, ...] = ()


def status() -> Status:
    """Looks at everything. Never fails: what does not answer is said to be away."""
    free, began = free_bytes(), time.monotonic()
    try:
        found = fitting.compared()
        seconds = time.monotonic() - began
        told = {} if found else _of_database()
    except DatabaseError as error:
        away = Text(f"The database does not answer: {error}", f"База данных не отвечает: {error}")
        return Status(database=connection.vendor, answers=False, free_bytes=free, wrong=(away, *_disk(free)))
    answers, waiting = (None, None) if found else _of_broker()
    one = Status(
        database=connection.vendor,
        answers=True,
        seconds=seconds,
        broker=_broker(),
        broker_answers=answers,
        waiting_jobs=waiting,
        free_bytes=free,
        **told,
    )
    return msgspec.structs.replace(one, wrong=(found,) if found else tuple(_wrong(one)))


def _of_database() -> dict[str, Any]:
    heard = pulses.heard()
    newest = Seal.objects.order_by("-number").values_list("number", "at").first()
    failing = (Failing(one.stream_id, one.what, one.since, one.tries, one.again) for one in faults.faults())
    return {
        "worker": heard.get(pulses.WORKER),
        "beat": heard.get(pulses.BEAT),
        "copied_at": heard.get(pulses.BACKUP),
        "behind_count": lateness.count(),
        "behind": lateness.first(),
        "anew": lateness.anew(),
        "uncounted": ratings.waiting(),
        "counted_at": heard.get(pulses.RATINGS),
        "failing": tuple(failing),
        "seal": newest[0] if newest else None,
        "sealed_at": moments.read(newest[1]) if newest else None,
        "unsealed": seals.unsealed(),
    }


def free_bytes() -> int:
    """Free bytes of the disk of the data folder."""
    return shutil.disk_usage(settings.DATA_DIR).free


def _jobs() -> tuple[str, dict[str, Any]] | None:
    """The broker of this process, or that of an `up` which runs beside it; None where nobody takes jobs."""
    if not settings.CELERY_TASK_ALWAYS_EAGER:
        return settings.CELERY_BROKER_URL, settings.CELERY_BROKER_TRANSPORT_OPTIONS
    return env.files_broker(Path(settings.DATA_DIR)) if running.jobs() == running.FILES else None


def _broker() -> str:
    """The kind of broker, without its address, which may hold a password."""
    jobs = _jobs()
    return jobs[0].partition(":")[0] if jobs else ""


def _of_broker() -> tuple[bool | None, int | None]:
    """Whether it answers, and how many jobs wait; None where jobs run in the process that asks for them."""
    jobs = _jobs()
    if jobs is None:
        return None, None
    from tracker.celery import app

    try:
        with app.connection_for_read(jobs[0], transport_options=jobs[1]) as link:
            link.ensure_connection(max_retries=1, timeout=2)
            channel = link.default_channel
            size = getattr(channel, "_size", None)
            return True, size(app.conf.task_default_queue) if size else None
    except Exception:  # each broker has errors of its own
        return False, None


def _wrong(found: Status) -> Iterator[Text]:
    """What somebody should look at, in the order of how much it stops."""
    yield from _silent(found)
    yield from _behind(found)
    yield from _disk(found.free_bytes)
    if found.copied_at is not None and timezone.now() - found.copied_at > OLD_COPY:
        yield Text(
            f"The last backup is of {_iso(found.copied_at)}.",
            f"Последняя резервная копия сделана {_iso(found.copied_at)}.",
        )


def _silent(found: Status) -> Iterator[Text]:
    """The broker, and the processes that live by it."""
    now = timezone.now()
    if found.broker_answers is False:
        yield Text(
            "The broker does not answer: pages bring up what they show by themselves, seals wait.",
            "Брокер не отвечает: страницы сами обновляют то, что показывают, а печати ждут.",
        )
    if found.broker:
        for name, ru, at in (("worker", "исполнитель", found.worker), ("beat", "планировщик", found.beat)):
            if at is None or _is_old(at, now):
                since = at.isoformat(timespec="seconds") if at else ""
                yield Text(
                    f"The {name} gives no sign" + (f" since {since}." if since else "; it never did."),
                    f"Процесс «{ru}» ({name}) молчит" + (f" с {since}." if since else " и ещё не отзывался."),
                )


def _behind(found: Status) -> Iterator[Text]:
    """Rows and ratings that lack what the logs say already."""
    now = timezone.now()
    oldest = min(lateness.since(found.behind), default=now)
    if now - oldest > SILENT:
        yield Text(
            f"{found.behind_count} streams are behind their logs, the first since {_iso(oldest)}.",
            f"Журналов, от которых отстали таблицы: {found.behind_count}, первый с {_iso(oldest)}.",
        )
    if found.uncounted and _overdue(found.counted_at):
        waiting, at = sum(found.uncounted.values()), found.counted_at
        yield Text(
            f"{waiting} matches wait for their ratings, "
            + (f"which no job has counted since {_iso(at)}." if at else "which no job has ever counted."),
            f"Партий, ждущих пересчёта рейтингов: {waiting}; "
            + (f"пересчёта не было с {_iso(at)}." if at else "пересчёта ещё ни разу не было."),
        )
    if found.failing:
        yield Text(
            f"{len(found.failing)} streams cannot be followed; verify-log names what is wrong.",
            f"Журналов, которые не удаётся обработать: {len(found.failing)}; причину назовёт verify-log.",
        )


def _disk(free: int) -> Iterator[Text]:
    if free < SCARCE:
        yield Text(
            f"Only {free // 1_000_000} MB of disk are free.",
            f"На диске свободно лишь {free // 1_000_000} МБ.",
        )


def _overdue(counted: datetime | None) -> bool:
    return counted is None or timezone.now() - counted > UNCOUNTED


def _iso(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds")


def gauges() -> list[Gauge]:
    """The figures of the moment for Prometheus. Raises DatabaseError."""
    told, now = _of_database(), timezone.now()
    since = lateness.since(told["behind"])
    ages = {
        "worker_silent_seconds": ("Seconds since the worker gave a sign", told["worker"]),
        "beat_silent_seconds": ("Seconds since the beat gave a sign", told["beat"]),
        "seal_age_seconds": ("Seconds since the last seal", told["sealed_at"]),
        "backup_age_seconds": ("Seconds since the last backup", told["copied_at"]),
        "ratings_age_seconds": ("Seconds since a job last left no rating to count", told["counted_at"]),
        "behind_seconds": ("Age of the oldest event that pages do not show", min(since, default=now)),
    }
    found = [
        Gauge(name, meaning, (now - at).total_seconds())
        for name, (meaning, at) in ages.items()
        if at is not None
    ]
    return [
        *found,
        Gauge("streams", "Streams of the log", Stream.objects.count()),
        Gauge("streams_behind", "Streams whose rows are behind their log", told["behind_count"]),
        Gauge("streams_anew", "Streams that lack only what an upgrade counts besides", told["anew"]),
        Gauge(
            "ratings_waiting",
            "Confirmed matches that wait for their ratings",
            sum(told["uncounted"].values()),
        ),
        Gauge("streams_failing", "Streams that cannot be followed", len(told["failing"])),
        Gauge("streams_unsealed", "Streams whose newest events no seal knows", told["unsealed"]),
        Gauge("free_disk_bytes", "Free bytes of the disk of the data folder", free_bytes()),
    ]


def silent() -> frozenset[str]:
    """Which of worker and beat give no sign, where there should be any. Raises DatabaseError."""
    if not _broker():
        pulses.heard()
        return frozenset()
    heard, now = pulses.heard(), timezone.now()
    return frozenset(
        one for one in (pulses.WORKER, pulses.BEAT) if one not in heard or _is_old(heard[one], now)
    )


def _is_old(sign: datetime, now: datetime) -> bool:
    """Whoever lives gives another sign soon, also after the clock was set back: one far ahead is of before that."""
    return abs(now - sign) > SILENT


def ratings_wait() -> bool:
    """Whether ratings wait that a job should have counted long ago. Raises DatabaseError."""
    return bool(ratings.stale()) and _overdue(pulses.heard().get(pulses.RATINGS))
