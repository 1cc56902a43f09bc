"""Read models of ladders: seasons, scored runs, and the best run of each player on each ladder.

Disposable rows computed from the streams. Written by `tracker.projections.ladder` alone; each carries `version`.
A ladder is a season (or all time), a board, and a character (or any). `score` is the run's tuple as one number that
sorts as the tuple does, so that a place is one count and a page one range of an index.
"""

from functools import lru_cache
from uuid import UUID, uuid5

from django.db import models

from tracker.models.log import Stream
from tracker.models.people import Player

RUNNING, LOGGED, CONFIRMED = "running", "logged", "confirmed"
CONTESTED, ANNULLED = "contested", "annulled"

LADDERS = UUID("3c0a4f2e-7d16-5c43-9a57-6f1a2b8d9e05")
"""Namespace of the ids of ladders."""


@lru_cache(4096)
def ladder_id(season: UUID | None, system: str, board: str, character: str) -> UUID:
    """The ladder of a season (None: all time), a board and a character ("": any)."""
    return uuid5(LADDERS, f"{season}|{system}|{board}|{character}")


class SeasonRow(models.Model):
    """A season: runs started from `starts` on and before `ends`, whose log began before `closed`.

    Its staff look after the runs whose log began after its own (`opened`), and only of the players of `club` if it
    is a club's.
    """

    stream = models.OneToOneField(
        Stream, on_delete=models.CASCADE, primary_key=True, related_name="season_row"
    )
    name = models.CharField(max_length=120)
    system = models.CharField(max_length=32)
    starts = models.DateTimeField()
    ends = models.DateTimeField(null=True)
    closed = models.DateTimeField(null=True)
    club = models.CharField(max_length=80, blank=True)
    opened = models.DateTimeField()
    version = models.PositiveIntegerField()


class ScoredRun(models.Model):
    """What runs and entries of ladders share. `figures` is the tuple as players read it, by name, in its order."""

    system = models.CharField(max_length=32)
    board = models.CharField(max_length=64)
    character = models.CharField(max_length=64, blank=True)
    figures = models.JSONField(default=dict)
    score = models.BigIntegerField()
    rank = models.CharField(max_length=16)
    status = models.CharField(max_length=16)
    started = models.DateTimeField()
    version = models.PositiveIntegerField()

    class Meta:
        abstract = True


class RunRow(ScoredRun):
    """A run, scored. `counts`: it has a player and a score, and nobody contests it. `by_staff`: staff confirmed it.

    `recorded` is when its log began. `steps` are the events after which the score was another: figures and seq.
    """

    stream = models.OneToOneField(Stream, on_delete=models.CASCADE, primary_key=True, related_name="run_row")
    player = models.ForeignKey(Player, null=True, on_delete=models.CASCADE, related_name="runs")
    detail = models.CharField(max_length=16)
    counts = models.BooleanField()
    by_staff = models.BooleanField(default=False)
    recorded = models.DateTimeField()
    steps = models.JSONField(default=list)

    class Meta:
        indexes = [
            models.Index(fields=["player", "system", "board"], name="run_of_player"),
            models.Index(fields=["system", "started"], name="run_started"),
        ]


class LadderEntry(ScoredRun):
    """A person's best run on one ladder, and how many runs of the person count there.

    `player` is the one by whose id the person goes, whichever of them ran. `season` None is all time, `character` ""
    any character; `ladder` names system, season, board and character together. `played_as` is the character of the run.
    The ids follow from what the row is about, so that rows are the same in whatever order runs were scored.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    ladder = models.UUIDField()
    season = models.ForeignKey(Stream, null=True, on_delete=models.CASCADE, related_name="ladder")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ladder_entries")
    run = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="ladder_places")
    played_as = models.CharField(max_length=64, blank=True)
    by_staff = models.BooleanField(default=False)
    runs = models.PositiveIntegerField()

    class Meta:
        indexes = [
            models.Index(
                fields=["season", "system", "board", "character", "-score", "run"], name="ladder_order"
            )
        ]
