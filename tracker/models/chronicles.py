"""Read models of campaigns: the campaign in lists, and its matches; and what somebody assumes of one.

Disposable rows computed from the campaign's stream. Written by `tracker.projections` alone; each carries `version`.
"""

from django.conf import settings
from django.db import models

from tracker.ids import uuid7
from tracker.models.log import Stream
from tracker.models.people import Player


class ChronicleRow(models.Model):
    """A campaign in lists. `cycle`: how many are closed; `ending`: None while it runs.

    `open_steps`, `questions`: how much players and arbitrators still have to do; `ranking`: rosters with their figures,
    the first one leads. `challenges`: those that wait for an answer (id, who, against whom with their player, until);
    `lapses`: the first of these moments.
    """

    stream = models.OneToOneField(
        Stream, on_delete=models.CASCADE, primary_key=True, related_name="chronicle_row"
    )
    name = models.CharField(max_length=120)
    system = models.CharField(max_length=32)
    cycle = models.PositiveIntegerField()
    ending = models.CharField(max_length=64, null=True)
    ranking = models.JSONField(default=list)
    open_steps = models.PositiveIntegerField()
    questions = models.PositiveIntegerField()
    challenges = models.JSONField(default=list)
    lapses = models.DateTimeField(null=True, db_index=True)
    players = models.ManyToManyField(Player, related_name="chronicles")
    version = models.PositiveIntegerField()


class WhatIf(models.Model):
    """What might become of a campaign: its log up to the entry `at`, whose hash it names, and what its owner assumes
    from there on. No stream, so that nothing that follows streams can take it for the real one; whoever deletes the
    row has thrown it away. `entries`: [{"type", "data"}].
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    chronicle = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="what_ifs")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="what_ifs")
    name = models.CharField(max_length=80)
    at = models.PositiveIntegerField()
    hash = models.CharField(max_length=64)
    entries = models.JSONField(default=list)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]


class ChronicleMatchRow(models.Model):
    """A match of a campaign: who plays it, and whether it is open, heard, or waits for the arbitrator.

    `unsigned`: [roster, player] of those who have not signed what follows it. `corrected`: of those who had signed it
    before a correction that changed something of their roster.
    """

    chronicle = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="chronicle_matches")
    link = models.CharField(max_length=64)
    match = models.ForeignKey(Stream, null=True, on_delete=models.SET_NULL, related_name="+")
    rosters = models.JSONField(default=dict)
    status = models.CharField(max_length=16)
    unsigned = models.JSONField(default=list)
    corrected = models.JSONField(default=list)
    version = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["chronicle", "link"], name="chronicle_match_once")]
        ordering = ["link"]
