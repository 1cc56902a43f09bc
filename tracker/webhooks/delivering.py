"""Works through the feed for each webhook: one message after the other, the next one only when this one has arrived.

A message that does not arrive is tried again after `PAUSES`, ever later; then the webhook stops and says so, and its
owner lets it go on from where it stood. So a receiver that is away loses nothing, and holds up nobody but itself: every
webhook is sent by a thread of its own, `MOST` of them at once in a process, none for longer than a message may take
before it makes room for others.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from threading import BoundedSemaphore, Thread
from typing import Any
from uuid import UUID, uuid4

import msgspec
from django.db import connection
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from tracker.models import FeedHead, Webhook, WebhookDelivery
from tracker.moments import written
from tracker.selectors.feed import FeedEvent, FeedFilter, feed_events, feed_head, feed_rows
from tracker.webhooks import sending
from tracker.webhooks.sending import Sent

logger = logging.getLogger(__name__)
PAUSES = (15, 60, 300, 1_800, 7_200, 21_600, 43_200, 86_400)
"""Seconds until the next try after each failure; after the last of them the webhook stops."""
MOST, MOST_TRIALS = 8, 2
TURN = 20.0
"""Seconds after which a webhook with more to send makes room for the others."""
HELD = timedelta(seconds=60)
"""Nobody else sends for a webhook meanwhile: longer than a turn and its last message may take."""
TOGETHER = 50
KEPT = 200
"""Deliveries that are remembered of each webhook."""
GONE = 410
TRIAL = "webhook_trial"
"""The type of a message that its owner asked for to try the address."""

_places = BoundedSemaphore(MOST)
_trials = BoundedSemaphore(MOST_TRIALS)


class Message(msgspec.Struct):
    """What is sent: the envelope of Standard Webhooks."""

    type: str
    timestamp: str
    data: Any


def due(now: datetime | None = None) -> QuerySet[Webhook]:
    """Webhooks that may have something to send now, those that wait longest first."""
    ready = Webhook.objects.filter(_is_free(now or timezone.now()), user__is_active=True)
    newest = FeedHead.objects.values("number")[:1]
    return ready.filter(after__lt=newest).order_by("due_at")


def _is_free(now: datetime) -> Q:
    """Webhooks that wait for nothing: neither for the end of a pause nor for somebody who is sending.

    A moment further away than it can have been set is of a clock that has been set back since: it holds up nothing.
    """
    ready = Q(tries=0) | Q(due_at__lte=now)
    for tries, pause in enumerate(PAUSES, start=1):
        ready |= Q(tries=tries, due_at__gt=now + timedelta(seconds=pause))
    free = Q(held_until=None) | Q(held_until__lt=now) | Q(held_until__gt=now + HELD)
    return Q(stopped="") & ready & free


def wake() -> int:
    """Begins to send what is due, in threads of their own; returns how many were started. Waits for no receiver."""
    started = 0
    for hook in due().values_list("pk", flat=True)[:MOST]:
        if not _places.acquire(blocking=False):
            break
        Thread(target=_in_thread, args=(hook,), name="webhook", daemon=True).start()
        started += 1
    return started


def _in_thread(hook: UUID) -> None:
    """Goes on with others that are due: while all places were taken nobody could be started for them."""
    try:
        waiting: UUID | None = hook
        while waiting is not None:
            deliver(waiting)
            waiting = due().values_list("pk", flat=True).first()
    except Exception:
        logger.exception("webhook %s: sending ended early", hook)
    finally:
        _places.release()
        connection.close()


def deliver(hook_id: UUID) -> int:
    """Sends what one webhook lacks, as far as it goes in one turn; returns how many messages arrived."""
    until, arrived = time.monotonic() + TURN, 0
    hook = _held(hook_id)
    if hook is None:
        return 0
    try:
        while time.monotonic() < until:
            head = feed_head()
            rows = feed_rows(hook.after, head, msgspec.convert(hook.wanted, FeedFilter), TOGETHER)
            for event in feed_events(rows):
                if time.monotonic() > until or not _arrives(hook, event):
                    return arrived
                arrived += 1
            if len(rows) < TOGETHER:
                _advance(hook, max(hook.after, head))
                return arrived
        return arrived
    finally:
        Webhook.objects.filter(pk=hook.pk, held_until=hook.held_until).update(held_until=None)


def _held(hook_id: UUID) -> Webhook | None:
    """The webhook, if nobody else is sending for it."""
    now = timezone.now()
    mine = Webhook.objects.filter(_is_free(now), pk=hook_id)
    return Webhook.objects.get(pk=hook_id) if mine.update(held_until=now + HELD) else None


def _arrives(hook: Webhook, event: FeedEvent) -> bool:
    sent = sending.send(hook.url, hook.secret, message_id(event), body_of(event))
    _note(hook, event.number, message_id(event), event.type, hook.tries + 1, sent)
    if sent.what:
        _failed(hook, sent)
        return False
    return _advance(hook, event.number)


def message_id(event: FeedEvent) -> str:
    """Names the event for ever, whatever number the feed gave it: receivers tell repetitions by it. After a restored
    copy another event may stand at its place of the log, and has another hash."""
    return f"{event.stream}.{event.seq}.{event.hash[:16]}"


def body_of(event: FeedEvent) -> bytes:
    """The message of an event."""
    moment = event.recorded or written(timezone.now())
    return msgspec.json.encode(Message(event.type, moment, event))


def _advance(hook: Webhook, number: int) -> bool:
    """False when its owner has moved or stopped it meanwhile."""
    mine = Webhook.objects.filter(pk=hook.pk, after=hook.after, stopped="")
    if not mine.update(after=number, tries=0, due_at=timezone.now()):
        return False
    hook.after, hook.tries = number, 0
    return True


def _failed(hook: Webhook, sent: Sent) -> None:
    """The next try, or the end of trying. A receiver that is gone for good (410) is not asked again."""
    over = Webhook.GONE if sent.status == GONE else Webhook.FAILING if hook.tries >= len(PAUSES) else ""
    pause = PAUSES[min(hook.tries, len(PAUSES) - 1)]
    mine = Webhook.objects.filter(pk=hook.pk, after=hook.after, stopped="")
    mine.update(tries=F("tries") + 1, due_at=timezone.now() + timedelta(seconds=pause), stopped=over)
    logger.info("webhook %s: try %d failed (%s)", hook.pk, hook.tries + 1, sent.what)


def _note(
    hook: Webhook, number: int | None, message: str, type_: str, attempt: int, sent: Sent
) -> WebhookDelivery:
    made = WebhookDelivery.objects.create(
        webhook=hook,
        number=number,
        message=message,
        type=type_,
        attempt=attempt,
        status=sent.status,
        what=sent.what,
        ms=sent.ms,
    )
    older = WebhookDelivery.objects.filter(webhook=hook).order_by("-created_at", "-id")
    kept = older.values_list("created_at", flat=True)[KEPT : KEPT + 1]
    for moment in kept:
        WebhookDelivery.objects.filter(webhook=hook, created_at__lte=moment).delete()
    return made


def trial(hook_id: UUID) -> WebhookDelivery | None:
    """Sends a message that tells of nothing, whether or not the webhook is stopped; its place in the feed stays."""
    hook = Webhook.objects.filter(pk=hook_id).first()
    if hook is None:
        return None
    name = f"trial.{uuid4()}"
    moment = written(timezone.now())
    body = msgspec.json.encode(Message(TRIAL, moment, {"webhook": str(hook.pk), "name": hook.name}))
    return _note(hook, None, name, TRIAL, 1, sending.send(hook.url, hook.secret, name, body))


def in_background(work: Callable[[], object]) -> bool:
    """Does the work in a thread if a place for trials is free; they take none of those that messages have."""
    if not _trials.acquire(blocking=False):
        return False

    def done() -> None:
        try:
            work()
        finally:
            _trials.release()
            connection.close()

    Thread(target=done, name="webhook", daemon=True).start()
    return True
