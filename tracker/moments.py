"""Moments as texts: what may be logged, and what a log says already, however odd.

A moment at the table is told by somebody's clock. Commands and requests refuse what cannot be; logs that were
written or imported with such a moment stay as they are, and pages and rows take from here what they show and store.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

FIRST = datetime(2000, 1, 1, tzinfo=UTC)
LAST = datetime(2999, 12, 31, tzinfo=UTC)
"""Between them every database stores a moment, and every time zone shows it."""

AHEAD = timedelta(days=1)
"""How far a clock may be ahead of ours: all time zones, told without care."""

LENGTH = 32
EARLIEST = 1000
"""The first year of a day that may be announced: events of long ago are told as well, and years have four digits."""


class BadMoment(ValueError):
    """A moment that may not be logged; the text says what may."""


def written(moment: datetime) -> str:
    """As this server writes a moment of its own clock: in UTC, to the millisecond, `2026-11-21T10:00:00.000Z`."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def exact(text: str) -> datetime:
    """ISO 8601 with its offset from UTC. Raises `BadMoment`."""
    found = _parsed(text) if len(text) <= LENGTH else None
    if found is None or found.tzinfo is None:
        raise BadMoment(_("a moment in ISO 8601 with its offset is legal, as in 2026-11-21T10:00:00Z"))
    return found


def told(text: str) -> datetime:
    """When something happened, as somebody tells it now. Raises `BadMoment` for what no clock can mean."""
    found = exact(text)
    latest = timezone.now() + AHEAD
    if not FIRST <= _comparable(found) <= latest:
        latest_text = latest.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        raise BadMoment(
            _("a moment from 2000-01-01T00:00:00Z to %(latest)s (a day from now) is legal")
            % {"latest": latest_text}
        )
    return found


def read(text: str | None) -> datetime | None:
    """A stored text as a moment; None for none, for what is no moment, and for one that not everybody can show."""
    found = _parsed(text or "")
    if found is None:
        return None
    found = _comparable(found)
    return found if FIRST <= found <= LAST else None


def clamped(text: str) -> datetime:
    """The same, the nearest possible moment where that cannot be had: for columns that must hold one."""
    found = _parsed(text)
    return min(max(_comparable(found), FIRST), LAST) if found else FIRST


def of_hall(text: str) -> datetime | None:
    """A stored day, or a day with its time, as the hall's clock shows it; None for none, and for one that no calendar
    can show."""
    found = _parsed(text)
    return found if found is not None and EARLIEST <= found.year <= LAST.year else None


def _parsed(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def _comparable(moment: datetime) -> datetime:
    """In UTC; without an offset it is taken for UTC, and at the ends of the calendar it stays at the end."""
    if moment.tzinfo is None:
        return moment.replace(tzinfo=UTC)
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        return moment.replace(tzinfo=UTC)
