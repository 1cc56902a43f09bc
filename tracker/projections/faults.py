"""What could not be followed is noted once and tried again ever more rarely, so that it neither fills the log nor is
forgotten. Called by `tracker.after.follow_up`; read by `verify-log` and `rebuild`.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from tracker.models import Fault, Stream

logger = logging.getLogger(__name__)

FIRST, LAST = timedelta(seconds=15), timedelta(hours=1)
"""Pauses between two tries: each is twice the one before."""

LENGTH = 500


def note(stream: UUID, error: Exception) -> None:
    """Keeps what went wrong. The same fault again is one line in the process's log, without the traceback."""
    what = f"{type(error).__name__}: {error}"[:LENGTH].replace("\x00", "")
    try:
        with transaction.atomic():
            fault, news = _kept(stream, what)
    except Exception:
        logger.exception(
            "stream %s could not be projected, nor could that be noted", stream, extra={"stream": stream}
        )
        return
    told = "stream %s could not be projected since %s, %d tries; the next after %s: %s"
    values = (stream, fault.since.isoformat(), fault.tries, fault.again.isoformat(), what)
    place = {"stream": stream, "seq": getattr(error, "seq", None)}
    logger.error(told, *values, exc_info=error if news else None, extra=place)


def _kept(stream: UUID, what: str) -> tuple[Fault, bool]:
    """The fault as it is stored now, and whether it says anything new."""
    now, before = timezone.now(), Fault.objects.filter(stream=stream).first()
    version = Stream.objects.values_list("version", flat=True).get(id=stream)
    tries = before.tries + 1 if before else 1
    fault = Fault(
        stream_id=stream,
        version=version,
        what=what,
        tries=tries,
        since=before.since if before else now,
        again=now + _pause(tries),
    )
    fault.save()
    return fault, before is None or before.what != what


def _pause(tries: int) -> timedelta:
    return min(LAST, FIRST * 2 ** min(tries - 1, 16))


def clear(*streams: UUID) -> None:
    """These streams have been followed."""
    Fault.objects.filter(stream__in=streams).delete()


def waiting(now: datetime) -> Exists:
    """For a query of streams: those whose fault is to be tried later, and that nobody appended to since.

    A next try further away than the longest pause was set by a clock that has been set back since: it counts as due.
    """
    later = Fault.objects.filter(again__gt=now, again__lte=now + LAST)
    return Exists(later.filter(stream=OuterRef("pk"), version__gte=OuterRef("version")))


def faults() -> list[Fault]:
    """Every fault, the oldest first."""
    return list(Fault.objects.order_by("since", "stream_id"))
