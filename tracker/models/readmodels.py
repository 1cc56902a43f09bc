"""Read models: disposable rows computed from the streams. Written by `tracker.projections` alone.

Every row carries `version`, the version of the stream that it shows.
"""

from django.db import models

from tracker.models.log import Stream
from tracker.models.people import Player


class MatchRow(models.Model):
    """A match as lists and pages show it. `lines` are the score lines with the seq that made each of them."""

    stream = models.OneToOneField(Stream, on_delete=models.CASCADE, primary_key=True, related_name="match")
    tournament = models.ForeignKey(Stream, null=True, on_delete=models.CASCADE, related_name="matches")
    campaign = models.ForeignKey(Stream, null=True, on_delete=models.CASCADE, related_name="day_matches")
    system = models.CharField(max_length=32)
    round = models.PositiveIntegerField(null=True)
    table = models.PositiveIntegerField(null=True)
    status = models.CharField(max_length=16)
    winner = models.CharField(max_length=64, null=True)
    turn = models.PositiveIntegerField(default=0)
    contested = models.BooleanField(default=False)
    sides = models.JSONField(default=dict)
    players = models.ManyToManyField(Player, related_name="matches")
    vp = models.JSONField(default=dict)
    lines = models.JSONField(default=list)
    chart = models.JSONField(default=list)
    version = models.PositiveIntegerField()


class TournamentRow(models.Model):
    """A tournament in lists, and the head of its pages."""

    stream = models.OneToOneField(
        Stream, on_delete=models.CASCADE, primary_key=True, related_name="tournament_row"
    )
    name = models.CharField(max_length=120)
    system = models.CharField(max_length=32)
    status = models.CharField(max_length=16)
    round = models.PositiveIntegerField(default=0)
    rounds = models.PositiveIntegerField(default=0)
    players = models.PositiveIntegerField(default=0)
    options = models.JSONField(default=dict)
    version = models.PositiveIntegerField()


class EntrantRow(models.Model):
    """A player of a tournament. List fields show what was submitted; contents stay with the roster."""

    tournament = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="entrants")
    player = models.ForeignKey(Player, on_delete=models.CASCADE)
    number = models.PositiveIntegerField()
    checked_in = models.BooleanField(default=False)
    dropped = models.BooleanField(default=False)
    list_ok = models.BooleanField(null=True)
    list_revision = models.CharField(max_length=64, blank=True)
    version = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "player"], name="entrant_once")]
        ordering = ["number"]


class PairingRow(models.Model):
    """One table of one round (or a bye, table 0). `round_status` is draft, published, started or closed."""

    tournament = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="pairings")
    round = models.PositiveIntegerField()
    table = models.PositiveIntegerField()
    round_status = models.CharField(max_length=16)
    scenario = models.CharField(max_length=40, blank=True)
    sides = models.JSONField(default=dict)
    players = models.ManyToManyField(Player, related_name="pairings")
    match = models.ForeignKey(Stream, null=True, on_delete=models.SET_NULL, related_name="+")
    result = models.JSONField(null=True)
    version = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "round", "table"], name="pairing_table")]
        ordering = ["round", "table"]


class StandingRow(models.Model):
    """A rank after a round. `figures` lists [{"id", "top", "bottom", "shown"}] in the order that ranks.

    The rows that add up to a figure are computed when somebody opens it (`selectors.explained`).
    """

    tournament = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="standings")
    round = models.PositiveIntegerField()
    player = models.ForeignKey(Player, on_delete=models.CASCADE)
    rank = models.PositiveIntegerField()
    shared = models.BooleanField(default=False)
    change = models.IntegerField(null=True)
    figures = models.JSONField(default=list)
    version = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "round", "player"], name="standing_once")
        ]
        ordering = ["round", "rank", "player_id"]
