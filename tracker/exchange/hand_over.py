"""An event goes to another server: from then on nothing is appended to it here, until it comes back or is taken back.

Without that both sides could go on with one event without knowing of each other. The matches of the event go with it.
Called by `manage.py export --hand-over` and `manage.py take-back`; an import of what went on elsewhere gives it back
(`tracker.exchange.archive`).
"""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from tracker.exchange import archive
from tracker.models import Stream


def give(event: UUID) -> int:
    """Closes the event and its matches here; how many streams that are. Raises `warm.UnknownStream`."""
    with transaction.atomic():
        # The event first: once it is closed, nobody opens another match of it.
        archive.streams_of(event)
        Stream.objects.filter(id=event).update(handed_over=True)
        return Stream.objects.filter(id__in=archive.streams_of(event)).update(handed_over=True)


def take_back(event: UUID) -> int:
    """Opens what was closed here; how many streams that were. Raises `warm.UnknownStream`."""
    streams = Stream.objects.filter(id__in=archive.streams_of(event), handed_over=True)
    return streams.update(handed_over=False)
