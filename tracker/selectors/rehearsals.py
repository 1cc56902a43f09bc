"""The newest rehearsal of an event, for its staff."""

from __future__ import annotations

from uuid import UUID

from tracker.models import Rehearsal


def rehearsal(stream: UUID) -> Rehearsal | None:
    """What was asked last, how far it is, what came out."""
    return Rehearsal.objects.filter(stream_id=stream).order_by("-created_at", "-id").first()
