"""Read models of event days: the day, its tables, the cards that pass between them, the fallen.

Disposable rows computed from the day's stream. Written by `tracker.projections` alone; each carries `version`.
"""

from django.db import models

from tracker.models.log import Stream
from tracker.models.people import Player


class CampaignRow(models.Model):
    """A day in lists, and the head of its pages. `sides` are the totals as they stand, by side in the day's order."""

    stream = models.OneToOneField(
        Stream, on_delete=models.CASCADE, primary_key=True, related_name="campaign_row"
    )
    name = models.CharField(max_length=200)
    system = models.CharField(max_length=32)
    status = models.CharField(max_length=16)
    winner = models.CharField(max_length=64, null=True)
    sides = models.JSONField(default=dict)
    results = models.JSONField(default=dict)
    options = models.JSONField(default=dict)
    players = models.ManyToManyField(Player, related_name="event_days")
    version = models.PositiveIntegerField()


class DayTableRow(models.Model):
    """A table of a day. Its points while it plays stand in the row of its match."""

    campaign = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="day_tables")
    battlefield = models.CharField(max_length=64)
    position = models.PositiveIntegerField()
    role = models.CharField(max_length=16)
    sides = models.JSONField(default=dict)
    players = models.ManyToManyField(Player, related_name="day_tables")
    match = models.ForeignKey(Stream, null=True, on_delete=models.SET_NULL, related_name="+")
    result = models.JSONField(null=True)
    fates_published = models.BooleanField(default=False)
    version = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "battlefield"], name="day_table_once")]
        ordering = ["position"]


class ArcanumRow(models.Model):
    """A card of the day: who earned it where, where it was sent, and the events of both tables' logs that hold it."""

    campaign = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="arcana")
    card = models.CharField(max_length=64)
    position = models.PositiveIntegerField()
    status = models.CharField(max_length=16)
    source = models.CharField(max_length=64)
    side = models.CharField(max_length=64)
    noted = models.PositiveIntegerField(null=True)
    table = models.CharField(max_length=64, null=True)
    zone = models.CharField(max_length=16, null=True)
    arrived = models.PositiveIntegerField(null=True)
    version = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "card"], name="arcanum_once")]
        ordering = ["position"]


class FallenRow(models.Model):
    """A figure that left a table, with the event of the table's log that says so, and its fate once published."""

    campaign = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="fallen")
    position = models.PositiveIntegerField()
    battlefield = models.CharField(max_length=64)
    figure = models.CharField(max_length=120)
    owner = models.CharField(max_length=64)
    number = models.PositiveIntegerField()
    side = models.CharField(max_length=64)
    how = models.CharField(max_length=64)
    turn = models.IntegerField(null=True)
    by = models.CharField(max_length=120, null=True)
    by_owner = models.CharField(max_length=64, null=True)
    match_seq = models.PositiveIntegerField()
    fate = models.CharField(max_length=16, null=True)
    version = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "battlefield", "figure", "owner", "number"], name="fallen_once"
            )
        ]
        ordering = ["position"]
