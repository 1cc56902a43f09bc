"""Webhooks: who is told of what happens, how far they have been told, and how it went."""

import base64
import secrets as chance
from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone

from tracker.ids import uuid7


def new_signing_secret() -> str:
    """In the form of Standard Webhooks: the receiver's library takes it as it is."""
    return "whsec_" + base64.b64encode(chance.token_bytes(32)).decode()


class Webhook(models.Model):
    """An address that is told of every event of the feed that its filter lets pass, one after the other.

    `after` is the number in the feed up to which it was told; `tries` counts the failures of the next one, which is
    sent at `due_at`. `stopped` says why nothing is sent: "" while it works. `held_until`: a sender is at work.
    """

    PAUSED, FAILING, GONE = "paused", "failing", "gone"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhooks")
    name = models.CharField(max_length=80)
    url = models.CharField(max_length=500)
    secret: "models.CharField[Any, Any]" = models.CharField(max_length=80, default=new_signing_secret)
    wanted = models.JSONField(default=dict)
    after = models.BigIntegerField(default=0)
    stopped = models.CharField(max_length=16, blank=True)
    tries = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField(default=timezone.now)
    held_until = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["stopped", "due_at"], name="webhook_due")]

    def __str__(self) -> str:
        return self.name


class WebhookDelivery(models.Model):
    """One attempt. `message` names the event for ever, also when it is sent again; `what` is why it failed, "" if not.

    `number` is that of the feed, None for a trial.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    number = models.BigIntegerField(null=True)
    message = models.CharField(max_length=80)
    type = models.CharField(max_length=64)
    attempt = models.PositiveIntegerField(default=1)
    status = models.PositiveIntegerField(null=True)
    what = models.CharField(max_length=16, blank=True)
    ms = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["webhook", "-created_at", "-id"], name="newest_deliveries")]
