"""Read models of campaigns: the campaign in lists, and its matches.

Disposable rows computed from the campaign's stream. Written by `tracker.projections` alone; each carries `version`.
"""

from django.db import models

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


class ChronicleMatchRow(models.Model):
    """A match of a campaign: who plays it, and whether it is open, heard, or waits for the arbitrator.

    `unsigned`: [roster, player] of those who have not signed what follows it.
    """

    chronicle = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="chronicle_matches")
    link = models.CharField(max_length=64)
    match = models.ForeignKey(Stream, null=True, on_delete=models.SET_NULL, related_name="+")
    rosters = models.JSONField(default=dict)
    status = models.CharField(max_length=16)
    unsigned = models.JSONField(default=list)
    version = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["chronicle", "link"], name="chronicle_match_once")]
        ordering = ["link"]
