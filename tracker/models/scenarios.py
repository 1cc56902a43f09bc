"""Scenarios that organisers choose for a round, from each system's own catalogue, named in both languages."""

from django.db import models


class Scenario(models.Model):
    """A battlefield, mission or challenge; `data` is what the catalogue says of it."""

    system = models.CharField(max_length=32)
    key = models.CharField(max_length=40)
    name_en = models.CharField(max_length=80)
    name_ru = models.CharField(max_length=80)
    data = models.JSONField(default=dict)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["system", "key"], name="scenario_key")]
        ordering = ["system", "key"]
