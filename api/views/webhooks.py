"""Webhooks of the signed-in user: made, changed, removed, and how their deliveries went."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from api import inputs, paging
from api.answers import as_json, nothing
from api.endpoint import Endpoint
from api.errors import Problem, wrong
from api.shapes import webhooks as shapes
from tracker import commands, models
from tracker.moments import written
from tracker.selectors.feed import FeedFilter
from tracker.selectors.webhooks import deliveries_of, webhook_of, webhooks_of


class WebhooksView(Endpoint):
    """The caller's webhooks. Messages are events of `feed/` in the form of Standard Webhooks, signed with HMAC-SHA256,
    sent in order and again until they arrive. What a webhook of yours tells is what everybody may see.
    """

    def get(self, request: Any) -> HttpResponse:
        self.identity.require_scope("read")
        rows = webhooks_of(self.identity)
        return paging.page(self.http_request, rows, paging.OWN, lambda found: [shown(row) for row in found])

    def post(self, request: Any) -> HttpResponse:
        asked = inputs.body(self.http_request, shapes.NewWebhook)
        wanted = inputs.converted(msgspec.to_builtins(asked.wanted), FeedFilter, "$.wanted")
        key = inputs.idempotency_key(self.http_request)
        made = commands.create_webhook(
            self.identity, name=asked.name, url=asked.target, wanted=wanted, key=key
        )
        at = shown(made)
        return as_json(shapes.WebhookMade(at, made.secret), 201, {"Location": at.url})


class WebhookView(Endpoint):
    """One webhook of the caller's."""

    def get(self, request: Any, webhook: UUID) -> HttpResponse:
        self.identity.require_scope("read")
        return as_json(shown(_found(webhook_of(self.identity, webhook))))

    def post(self, request: Any, webhook: UUID) -> HttpResponse:
        asked = inputs.body(self.http_request, shapes.WebhookAction)
        return as_json(shown(_found(self._done(webhook, asked))))

    def delete(self, request: Any, webhook: UUID) -> HttpResponse:
        if not commands.remove_webhook(self.identity, webhook):
            raise Problem("not_found")
        return nothing()

    def _done(self, webhook: UUID, asked: shapes.WebhookAction) -> models.Webhook | None:
        if (asked.action == "replay") != (asked.after is not None):
            raise wrong("$.after", _("`replay` needs it, and nothing else takes it"))
        if asked.action == "replay":
            return commands.resume_webhook(self.identity, webhook, after=asked.after)
        by_action = {
            "try": commands.try_webhook,
            "pause": commands.pause_webhook,
            "resume": commands.resume_webhook,
            "skip": commands.skip_webhook,
        }
        return by_action[asked.action](self.identity, webhook)


class WebhookDeliveriesView(Endpoint):
    """The last attempts of a webhook, newest first; the last 200 are kept."""

    def get(self, request: Any, webhook: UUID) -> HttpResponse:
        self.identity.require_scope("read")
        rows = deliveries_of(_found(webhook_of(self.identity, webhook)))
        return paging.page(
            self.http_request, rows, paging.OWN, lambda found: [_delivery(row) for row in found]
        )


def _found(row: models.Webhook | None) -> models.Webhook:
    if row is None:
        raise Problem("not_found")
    return row


def shown(row: models.Webhook) -> shapes.Webhook:
    """A webhook without its secret."""
    return shapes.Webhook(
        id=str(row.pk),
        url=reverse("api:webhook", args=[row.pk]),
        name=row.name,
        target=row.url,
        wanted=msgspec.convert(row.wanted, shapes.WebhookFilter),
        after=row.after,
        stopped=row.stopped,
        tries=row.tries,
        due_at=written(row.due_at),
        created_at=written(row.created_at),
    )


def _delivery(row: models.WebhookDelivery) -> shapes.WebhookDelivery:
    moment = written(row.created_at)
    return shapes.WebhookDelivery(
        row.message, row.number, row.type, row.attempt, row.status, row.what, row.ms, moment
    )
