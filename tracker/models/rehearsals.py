"""Rehearsals of events: what was asked, how far the job is, what came out. Disposable: no log knows of them."""

from django.db import models

from tracker.ids import uuid7
from tracker.models.log import Stream


class Rehearsal(models.Model):
    """One rehearsal of an event with its settings. `asked` and `report` are `tracker.rehearsal`'s; `failed` says why
    none could be played.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    stream = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="rehearsals")
    asked = models.JSONField()
    done = models.PositiveIntegerField(default=0)
    report = models.JSONField(null=True)
    failed = models.TextField(blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)
