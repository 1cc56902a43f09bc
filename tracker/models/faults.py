"""Streams whose rows could not be made, for the operator: what is wrong, since when, and when it is tried again."""

from django.db import models

from tracker.models.log import Stream


class Fault(models.Model):
    """One stream that its projections or reactions cannot follow. Goes when they can.

    `version` is where the log stood at the last try: whatever is appended later is a reason to try at once.
    """

    stream = models.OneToOneField(Stream, on_delete=models.CASCADE, primary_key=True, related_name="fault")
    version = models.PositiveIntegerField()
    what = models.TextField()
    tries = models.PositiveIntegerField(default=1)
    since = models.DateTimeField()
    again = models.DateTimeField()
