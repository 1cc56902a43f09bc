"""The feed: what happened on this installation, event by event, numbered in the order in which it came to light.

Written by `tracker.projections.feed` alone, from the logs.
"""

from django.db import models

from tracker.models.log import Stream


class FeedHead(models.Model):
    """The last number that was given. Whoever gives numbers holds this row until they can be read."""

    number = models.BigIntegerField(default=0)


class FeedRow(models.Model):
    """One event as everybody may see it: `type` and `data` are what the public log says, never a secret.

    `within` is the tournament or event day that the stream is, or is a part of.
    """

    number = models.BigIntegerField(primary_key=True)
    stream = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="+", db_index=False)
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=16)
    system = models.CharField(max_length=32)
    within = models.UUIDField(null=True)
    type = models.CharField(max_length=64)
    data = models.TextField()
    side = models.CharField(max_length=64, null=True)
    actor = models.CharField(max_length=64, null=True)
    at = models.CharField(max_length=32, null=True)
    recorded = models.CharField(max_length=32, null=True)
    hash = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["stream", "seq"], name="feed_once")]
        indexes = [models.Index(fields=["within", "number"], name="feed_within")]
