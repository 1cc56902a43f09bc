"""Celery tasks: one line each, by stream and version, safe to run twice, late or out of order.

`queue_projection` hears of every append (`appended`). When the broker is away nobody waits for it: the beat's
`catch_up` finds every stream that its projections are behind on (`version > projected_version`), so nothing is lost.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial
from uuid import UUID

from celery import Task, shared_task
from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError

from tracker import pulses, rule_fixes
from tracker.after import due, follow_up
from tracker.after.dispatch import Dispatcher
from tracker.commands.rehearsals import play_rehearsal
from tracker.projections import ratings
from tracker.proof import seals
from tracker.webhooks import delivering

logger = logging.getLogger(__name__)
TRY_AGAIN = 5
"""Seconds for which the trial of a webhook is put off where there is no place for it."""


@shared_task
def project(stream: str, version: int) -> None:
    """Brings the projections of one stream up to its head, at least to `version`."""
    follow_up.update(UUID(stream), version)


@shared_task
def project_each(heads: list[tuple[str, int]]) -> None:
    """The same for several streams. One that cannot be projected holds up none of the others."""
    for stream, version in heads:
        follow_up.attempt(UUID(stream), version)
    try:
        delivering.wake()
    except DatabaseError as error:  # the beat asks again
        logger.warning("webhooks wait: %s", error)


@shared_task
def deliver_webhooks() -> int:
    """Begins to send what webhooks lack, first tries and later ones; returns to how many of them."""
    return delivering.wake()


@shared_task(bind=True, max_retries=None)
def try_webhook(self: Task, webhook: str) -> None:
    """Sends the trial that the owner of a webhook asked for, in a thread: no other job waits for the receiver.

    Where as many are on their way as may be, it is put off.
    """
    trial = partial(delivering.trial, UUID(webhook))
    if settings.CELERY_TASK_ALWAYS_EAGER:
        trial()
    elif not delivering.in_background(trial):
        raise self.retry(countdown=TRY_AGAIN)


@shared_task
def catch_up() -> int:
    """Projects every stream that is behind; returns how many were."""
    return follow_up.catch_up()


@shared_task
def settle_ratings() -> int:
    """Counts the ratings that are stale, however many matches that takes; returns of how many games.

    A game that cannot be counted holds up none of the others; `status` says that its matches wait.
    """
    counted = [_counts(system) for system in ratings.stale()]
    if all(counted):
        pulses.note(pulses.RATINGS)
    return sum(counted)


def _counts(system: str) -> bool:
    try:
        ratings.settle(system)
    except Exception as error:
        # The beat asks again every 15 seconds: one traceback in a process is enough.
        logger.error(
            "the ratings of %s cannot be counted: %s", system, error, exc_info=system not in _uncounted
        )
        _uncounted.add(system)
        return False
    _uncounted.discard(system)
    return True


_uncounted: set[str] = set()


@shared_task
def keep_times() -> int:
    """Locks and shows the lists of tournaments whose time has come; returns how many events that took."""
    return due.keep_times()


@shared_task
def rehearse(rehearsal: str) -> None:
    """Plays the rehearsal that an organiser asked for."""
    play_rehearsal(UUID(rehearsal))


@shared_task
def replay_matches(fix: str) -> None:
    """Looks at the next matches of a report on mended rules, and leaves the rest to the next job."""
    while rule_fixes.look_on(UUID(fix)):
        if not settings.CELERY_TASK_ALWAYS_EAGER:
            replay_matches.delay(fix)
            return


@shared_task
def take_rule_fix(fix: str) -> None:
    """Counts anew what an administrator decided to count anew."""
    rule_fixes.take_on(UUID(fix))


@shared_task
def see_to_rule_fixes() -> int:
    """Looks at the matches of games whose rules have changed; returns of how many games."""
    return rule_fixes.see_to()


@shared_task
def seal() -> int | None:
    """Seals the heads that moved since the last seal; returns the seal's number, None when nothing moved."""
    return seals.seal_heads()


@shared_task
def clear_sessions() -> None:
    """Removes the sessions that have ended; nobody else would."""
    call_command("clearsessions")


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
