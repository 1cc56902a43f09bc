"""The webhooks of an account, and how their deliveries went."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet

from tracker.identity import Identity
from tracker.models import Webhook, WebhookDelivery


def webhooks_of(identity: Identity) -> QuerySet[Webhook]:
    """The account's own, newest first. Raises `NotAllowed` for whoever has no account."""
    identity.require_signed_in()
    return Webhook.objects.filter(user=identity.user).order_by("-created_at", "-id")


def webhook_of(identity: Identity, webhook: UUID) -> Webhook | None:
    """One of them; None when the account has no such webhook."""
    return webhooks_of(identity).filter(pk=webhook).first()


def deliveries_of(webhook: Webhook) -> QuerySet[WebhookDelivery]:
    """Its newest attempts first."""
    return webhook.deliveries.order_by("-created_at", "-id")
