"""Webhooks of an account: made, tried, halted, sent again, removed. What is sent is public: any account may."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid5

import msgspec
from celery import current_app
from django.utils import timezone
from django.utils.translation import gettext_lazy

from tracker import names, throttle
from tracker.commands.tournaments import user_space
from tracker.handle import KeyReused
from tracker.identity import ApiToken, Identity
from tracker.ids import uuid7
from tracker.inputs import BadInput, none_of
from tracker.models import Webhook
from tracker.selectors.feed import FeedFilter, feed_head
from tracker.selectors.webhooks import webhook_of, webhooks_of
from tracker.systems import event_types
from tracker.webhooks import targets

TRY = "tracker.jobs.try_webhook"
MOST = 20
"""Webhooks of one account."""
TOO_MANY = gettext_lazy("an account may have 20 webhooks: remove one first")
NO_NUMBER = gettext_lazy("a number of the feed is needed, from which all is sent again")
NO_WORKER = gettext_lazy("no worker can be asked now; try again in a moment")


def create_webhook(
    identity: Identity, *, name: str, url: str, wanted: FeedFilter | None = None, key: str | None = None
) -> Webhook:
    """A webhook that is told of what happens from now on. Raises `BadInput`.

    The same user and key give the same webhook. Raises `KeyReused` for another one.
    """
    _require(identity)
    wanted = wanted or FeedFilter()
    unknown = sorted(set(wanted.types) - event_types())
    if unknown:
        at = f"wanted.types[{wanted.types.index(unknown[0])}]"
        raise BadInput("types", none_of(unknown[0], sorted(event_types())) or "", at)
    told = {"name": names.checked(name), "url": targets.checked(url), "wanted": _stored(wanted)}
    id_ = uuid5(user_space(identity), f"webhook:{key}") if key else uuid7()
    made = webhooks_of(identity).filter(pk=id_).first()
    if made is None and webhooks_of(identity).count() >= MOST:
        raise BadInput("name", str(TOO_MANY))
    if made is None:  # the same request may be on its way twice
        own = {"user": identity.user, "after": feed_head(), **told}
        made, _new = Webhook.objects.get_or_create(id=id_, defaults=own)
    if {name: getattr(made, name) for name in told} != told:
        raise KeyReused(key)
    return made


def _stored(wanted: FeedFilter) -> Any:
    """As the database gives it back."""
    return msgspec.json.decode(msgspec.json.encode(wanted))


def pause_webhook(identity: Identity, webhook: UUID) -> Webhook | None:
    """Nothing is sent until it is resumed; it will go on where it stood. None when there is no such webhook."""
    return _changed(identity, webhook, stopped=Webhook.PAUSED)


def resume_webhook(identity: Identity, webhook: UUID, *, after: int | None = None) -> Webhook | None:
    """Goes on where it stood, or after a number of the feed: an earlier one sends everything since again."""
    moved = {} if after is None else {"after": _number(after)}
    return _changed(identity, webhook, stopped="", tries=0, due_at=timezone.now(), **moved)


def skip_webhook(identity: Identity, webhook: UUID) -> Webhook | None:
    """Passes over what was not sent yet, and goes on with what comes next."""
    return resume_webhook(identity, webhook, after=feed_head())


def try_webhook(identity: Identity, webhook: UUID) -> Webhook | None:
    """Asks a worker for a message that tells of nothing. Raises `BadInput` where none can be asked, `throttle.Slow`."""
    _require(identity)
    found = webhook_of(identity, webhook)
    if found is not None:
        account = f"user:{found.user_id}"
        throttle.TRIALS.check(account)
        throttle.TRIALS.count(account)
        current_app.loader.import_default_modules()  # a process that has appended nothing yet knows no jobs
        try:
            current_app.tasks[TRY].delay(str(found.pk))
        except OSError:
            raise BadInput("webhook", str(NO_WORKER)) from None
    return found


def remove_webhook(identity: Identity, webhook: UUID) -> bool:
    """With its deliveries; False when there is no such webhook."""
    _require(identity)
    found = webhook_of(identity, webhook)
    if found is None:
        return False
    found.delete()
    return True


def _number(after: int) -> int:
    if not 0 <= after <= feed_head():
        raise BadInput("after", str(NO_NUMBER))
    return after


def _changed(identity: Identity, webhook: UUID, **fields: object) -> Webhook | None:
    _require(identity)
    found = webhook_of(identity, webhook)
    if found is not None:
        Webhook.objects.filter(pk=found.pk).update(**fields)
        found.refresh_from_db()
    return found


def _require(identity: Identity) -> None:
    identity.require_signed_in()
    identity.require_scope(ApiToken.ORGANISE)
