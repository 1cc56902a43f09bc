"""Celery tasks: one line each, by stream and version, safe to run twice, late or out of order.

`queue_projection` hears of every append (`appended`). When the broker is away nobody waits for it: the beat's
`catch_up` finds every stream that its projections are behind on (`version > projected_version`), so nothing is lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from celery import shared_task
from django.conf import settings

from tracker import follow_up, seals
from tracker.dispatch import Dispatcher


@shared_task
def project(stream: str, version: int) -> None:
    """Brings the projections of one stream up to its head, at least to `version`."""
    follow_up.update(UUID(stream), version)


@shared_task
def project_each(heads: list[tuple[str, int]]) -> None:
    """The same for several streams. One that cannot be projected holds up none of the others."""
    for stream, version in heads:
        follow_up.attempt(UUID(stream), version)


@shared_task
def catch_up() -> int:
    """Projects every stream that is behind; returns how many were."""
    return follow_up.catch_up()


@shared_task
def seal() -> int | None:
    """Seals the heads that moved since the last seal; returns the seal's number, None when nothing moved."""
    return seals.seal_heads()


def queue_projection(stream: UUID, version: int) -> None:
    """Asks a worker to project the stream. Never fails and never waits: `catch_up` makes good for what is lost.

    Where no second process can run (eager jobs) the work is done at once.
    """
    if not settings.CELERY_TASK_ALWAYS_EAGER:
        _dispatcher.add(stream, version)
        return
    follow_up.attempt(stream, version)


def _offer(heads: Sequence[tuple[UUID, int]]) -> None:
    project_each.delay([(str(stream), version) for stream, version in heads])


_dispatcher = Dispatcher(_offer)
