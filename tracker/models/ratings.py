"""Read models of confirmed matches: what ratings and statistics count. Written by `tracker.projections` alone."""

from django.db import models

from tracker.models.log import Stream


class ConfirmedMatch(models.Model):
    """A match whose result is confirmed, against somebody or not. No row: it counts for nothing.

    `confirmed`: when its result was first confirmed, whatever was corrected since; `week` as `ratings.history` counts
    them. `sides`: side -> players; `places`: side -> 1 for the best. `facts`: [fact, side or "", value] as the game
    publishes them (`games.statistics`).
    """

    stream = models.OneToOneField(
        Stream, on_delete=models.CASCADE, primary_key=True, related_name="confirmed_match"
    )
    tournament = models.ForeignKey(
        Stream, null=True, on_delete=models.CASCADE, related_name="confirmed_matches"
    )
    system = models.CharField(max_length=32)
    confirmed = models.DateTimeField()
    week = models.IntegerField()
    sides = models.JSONField(default=dict)
    places = models.JSONField(default=dict)
    facts = models.JSONField(default=list)
    version = models.PositiveIntegerField()

    class Meta:
        indexes = [
            models.Index(fields=["system", "confirmed", "stream"], name="confirmed_in_order"),
        ]


class RatedGame(models.Model):
    """How far the ratings of a game are: all of them hold before week `stale_from`; None: all hold.

    Whoever counts holds the row meanwhile, so nobody counts beside another.
    """

    system = models.CharField(max_length=32, primary_key=True)
    stale_from = models.IntegerField(null=True)


class RatingRow(models.Model):
    """Where a person stands in a game, on one of its two lists (`scale`), after the last week with a match.

    `person` is the id by which the person goes, perhaps of nobody known here. The id follows from what the row is of.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    system = models.CharField(max_length=32)
    scale = models.CharField(max_length=8)
    person = models.UUIDField()
    rating = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()
    week = models.IntegerField()
    matches = models.PositiveIntegerField()
    won = models.PositiveIntegerField()
    drawn = models.PositiveIntegerField()

    class Meta:
        indexes = [
            models.Index(fields=["system", "scale", "-rating", "person"], name="rating_order"),
            models.Index(fields=["person"], name="ratings_of_person"),
        ]


class RatingChange(models.Model):
    """What one match did for one person: counted from (`rating`, `deviation`), it gained `gain`; expected `expected`,
    scored `score` (1, a half, 0). `after_*`: where the person stood when it was counted, as in `RatingRow`.

    `number`: which of the person's matches on this list it was.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    match = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="rating_changes")
    system = models.CharField(max_length=32)
    scale = models.CharField(max_length=8)
    person = models.UUIDField()
    week = models.IntegerField()
    number = models.PositiveIntegerField()
    rating = models.FloatField()
    deviation = models.FloatField()
    expected = models.FloatField()
    score = models.FloatField()
    gain = models.FloatField()
    after_rating = models.FloatField()
    after_deviation = models.FloatField()
    after_volatility = models.FloatField()
    won = models.PositiveIntegerField()
    drawn = models.PositiveIntegerField()

    class Meta:
        indexes = [
            models.Index(fields=["system", "week"], name="rating_changes_since"),
            models.Index(fields=["person", "system", "scale", "-number"], name="rating_changes_of"),
        ]
