"""Figure and card data that organisers import, versioned by edition. Any field of a card may be unknown."""

from django.conf import settings
from django.db import models

from tracker.ids import uuid7


class Edition(models.Model):
    """One imported edition of a system's catalogue; rosters pin it by `key`."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    system = models.CharField(max_length=32)
    key = models.CharField(max_length=40)
    name = models.CharField(max_length=80)
    imported_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    imported_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["system", "key"], name="edition_key")]


class Card(models.Model):
    """One figure or card of an edition; `data` holds the allowed fields, unknown ones are absent."""

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="cards")
    card_id = models.CharField(max_length=80)
    name = models.CharField(max_length=120)
    data = models.JSONField(default=dict)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["edition", "card_id"], name="card_of_edition")]
