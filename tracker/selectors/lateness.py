"""Which rows are behind their logs, and since when. For `selectors.health` and the note on pages.

Rows that an upgrade has made anew show everything meanwhile, without what it counts besides: they are not late.
"""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import BooleanField, ExpressionWrapper, F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from tracker import appended, moments, projections
from tracker.models import Event, Stream

SHOWN = 20
IS_ANEW = ExpressionWrapper(Q(version=F("shown")), output_field=BooleanField())
SILENT = timedelta(seconds=60)
"""What is late for less counts as nothing: workers need a moment, and the beat asks for work every 15 seconds."""
FRESH = 10.0
"""Seconds for which a process goes on saying what the last look at late rows found."""


class Late(msgspec.Struct, frozen=True):
    """A stream whose pages do not show its newest events, and when the first of those was stored."""

    stream: UUID
    kind: str
    version: int
    shown: int
    since: datetime | None


def count() -> int:
    """How many streams are late."""
    return _late().count()


def first() -> tuple[Late, ...]:
    """The first `SHOWN` of them."""
    return _told(_late())


def anew() -> int:
    """How many streams show everything but what an upgrade counts besides."""
    return projections.unlike_their_logs().filter(version=F("shown")).count()


def _told(streams: QuerySet[Any]) -> tuple[Late, ...]:
    event = Event.objects.filter(stream=OuterRef("id"), seq=OuterRef("shown") + 1)
    rows = streams.annotate(since=Subquery(event.values("recorded")[:1]))
    told = rows.values_list("id", "kind", "version", "shown", "since")[:SHOWN]
    return tuple(Late(id_, kind, version, shown, moments.read(at)) for id_, kind, version, shown, at in told)


def since(late: tuple[Late, ...]) -> list[datetime]:
    """The moments that are known."""
    return [one.since for one in late if one.since is not None]


def rows() -> str:
    """How the present request's rows are behind (`appended.left_behind`)."""
    return appended.left_behind()


def worse(*found: str) -> str:
    """The worst of several answers of `rows` and `lists`."""
    return next((how for how in (appended.LATE, appended.ANEW) if how in found), "")


def _late() -> QuerySet[Stream]:
    return projections.unlike_their_logs().exclude(version=F("shown"))


_NEVER = (float("-inf"), "")
_looked: tuple[float, str] = _NEVER


def _forget() -> None:
    global _looked
    _looked = _NEVER


def lists() -> str:
    """How lists of any stream are behind, as this process knew it at most some seconds ago; "": they are not."""
    global _looked
    now = time.monotonic()
    if now - _looked[0] > FRESH:
        # Late ones first: by one query, whatever an upgrade has left to do.
        found = _told(projections.unlike_their_logs().order_by(IS_ANEW, "id"))
        oldest = min(since(found), default=None)
        if oldest is not None and timezone.now() - oldest > SILENT:
            how = appended.LATE
        else:
            how = appended.ANEW if any(one.version == one.shown for one in found) else ""
        _looked = now, how
    return _looked[1]
