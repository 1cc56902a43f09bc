"""How the installation is: database, broker, worker, beat, rows behind their logs, faults, seals, disk, copies.

For `manage.py status`, `/healthz`, `/metrics` and the note on pages whose rows are old.
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
from django.db.models import F, OuterRef, Subquery
from django.utils import timezone

from games.rulebook import Text
from tracker import appended, env, fitting, moments, pulses, running, seals
from tracker.metrics import Gauge
from tracker.models import Event, Seal, Stream
from tracker.projections import faults

SILENT = timedelta(seconds=60)
"""Whoever gives no sign for so long is away: the beat asks for work every 15 seconds."""
SCARCE = 500_000_000
"""Bytes of free disk below which somebody should look."""
OLD_COPY = timedelta(days=8)
SHOWN = 20
FRESH = 10.0
"""Seconds for which a process goes on saying what the last look at late rows found."""


class Late(msgspec.Struct, frozen=True):
    """A stream whose pages do not show its newest events, and when the first of those was stored."""

    stream: UUID
    kind: str
    version: int
    shown: int
    since: datetime | None


class Failing(msgspec.Struct, frozen=True):
    """A stream that cannot be followed, what is wrong, since when, and when it is tried again."""

    stream: UUID
    what: str
    since: datetime
    tries: int
    again: datetime


class Status(msgspec.Struct, frozen=True, kw_only=True):
    """How the installation is. `wrong`: what somebody should look at, in words; [] means that all is well.

    Moments are None for what was never heard of. `behind` names the first `SHOWN` of `behind_count`.
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
    heard, late = pulses.heard(), _late()
    newest = Seal.objects.order_by("-number").values_list("number", "at").first()
    failing = (Failing(one.stream_id, one.what, one.since, one.tries, one.again) for one in faults.faults())
    return {
        "worker": heard.get(pulses.WORKER),
        "beat": heard.get(pulses.BEAT),
        "copied_at": heard.get(pulses.BACKUP),
        "behind_count": late.count(),
        "behind": tuple(_told(*one) for one in late[:SHOWN]),
        "failing": tuple(failing),
        "seal": newest[0] if newest else None,
        "sealed_at": moments.read(newest[1]) if newest else None,
        "unsealed": seals.unsealed(),
    }


def _late() -> Any:
    first = Event.objects.filter(stream=OuterRef("id"), seq=OuterRef("projected_version") + 1)
    rows = Stream.objects.exclude(version=F("projected_version")).order_by("id")
    since = Subquery(first.values("recorded")[:1])
    return rows.annotate(since=since).values_list("id", "kind", "version", "projected_version", "since")


def _told(stream: UUID, kind: str, version: int, shown: int, since: str | None) -> Late:
    return Late(stream, kind, version, shown, moments.read(since))


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
    now = timezone.now()
    if found.broker_answers is False:
        yield Text(
            "The broker does not answer: pages bring up what they show by themselves, seals wait.",
            "Брокер не отвечает: страницы сами обновляют то, что показывают, а печати ждут.",
        )
    if found.broker:
        for name, ru, at in (("worker", "обработчик", found.worker), ("beat", "планировщик", found.beat)):
            if at is None or now - at > SILENT:
                since = at.isoformat(timespec="seconds") if at else ""
                yield Text(
                    f"The {name} gives no sign" + (f" since {since}." if since else "; it never did."),
                    f"Процесс «{ru}» ({name}) молчит" + (f" с {since}." if since else " и ещё не отзывался."),
                )
    old = [one for one in found.behind if one.since is not None and now - one.since > SILENT]
    if old:
        yield Text(
            f"{found.behind_count} streams are behind their logs, the first since {_iso(min(_since(old)))}.",
            f"Потоков, отстающих от своих журналов: {found.behind_count}, первый с {_iso(min(_since(old)))}.",
        )
    if found.failing:
        yield Text(
            f"{len(found.failing)} streams cannot be followed; verify-log names what is wrong.",
            f"Потоков, которые не удаётся обработать: {len(found.failing)}; причину назовёт verify-log.",
        )
    yield from _disk(found.free_bytes)
    if found.copied_at is not None and now - found.copied_at > OLD_COPY:
        yield Text(
            f"The last backup is of {_iso(found.copied_at)}.",
            f"Последняя резервная копия сделана {_iso(found.copied_at)}.",
        )


def _disk(free: int) -> Iterator[Text]:
    if free < SCARCE:
        yield Text(
            f"Only {free // 1_000_000} MB of disk are free.",
            f"На диске свободно лишь {free // 1_000_000} МБ.",
        )


def _since(late: list[Late]) -> list[datetime]:
    return [one.since for one in late if one.since is not None]


def _iso(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds")


def gauges() -> list[Gauge]:
    """The figures of the moment for Prometheus. Raises DatabaseError."""
    told, now = _of_database(), timezone.now()
    since = _since(list(told["behind"]))
    ages = {
        "worker_silent_seconds": ("Seconds since the worker gave a sign", told["worker"]),
        "beat_silent_seconds": ("Seconds since the beat gave a sign", told["beat"]),
        "seal_age_seconds": ("Seconds since the last seal", told["sealed_at"]),
        "backup_age_seconds": ("Seconds since the last backup", told["copied_at"]),
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
        Gauge("streams_failing", "Streams that cannot be followed", len(told["failing"])),
        Gauge("streams_unsealed", "Streams whose newest events no seal knows", told["unsealed"]),
        Gauge("free_disk_bytes", "Free bytes of the disk of the data folder", free_bytes()),
    ]


def rows_behind() -> bool:
    """Whether the present request shows rows of a stream that could not be brought up."""
    return appended.left_behind()


def silent() -> frozenset[str]:
    """Which of worker and beat give no sign, where there should be any. Raises DatabaseError."""
    if not _broker():
        pulses.heard()
        return frozenset()
    heard, since = pulses.heard(), timezone.now() - SILENT
    return frozenset(one for one in (pulses.WORKER, pulses.BEAT) if one not in heard or heard[one] < since)


_looked: tuple[float, datetime | None] = (float("-inf"), None)


def lists_behind() -> datetime | None:
    """Since when lists lack something, as this process knew it at most some seconds ago; None: they are up to date.

    A minute counts as nothing: workers need a moment.
    """
    global _looked
    now = time.monotonic()
    if now - _looked[0] > FRESH:
        first = min(filter(None, (moments.read(one[4]) for one in _late()[:SHOWN])), default=None)
        _looked = now, first if first and timezone.now() - first > SILENT else None
    return _looked[1]
