"""When each of the other processes was last heard of, for the operator and for pages that would show old rows."""

from django.db import models


class Pulse(models.Model):
    """A process, or work that comes again by the clock, and when it last gave a sign (`tracker.pulses`)."""

    name = models.CharField(max_length=16, primary_key=True)
    at = models.DateTimeField()
