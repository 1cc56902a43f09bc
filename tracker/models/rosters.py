"""Warbands and decks: each has revisions, and a revision keeps what the rules said of it on the day it was saved."""

from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import models

from tracker.ids import uuid7
from tracker.models.people import Player


class RosterBase(models.Model):
    """What a warband and a deck share. Owned by a player, or by the user who built it before playing anywhere."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    system = models.CharField(max_length=32)
    name = models.CharField(max_length=80)
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.CASCADE)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.name


class RevisionBase(models.Model):
    """One saved state. `digest` is SHA-256 of the canonical roster; `report` the rules' answer of that day.

    `parent` names the field that holds the warband or deck.
    """

    parent: str
    number = models.PositiveIntegerField()
    edition = models.CharField(max_length=40, blank=True)
    body = models.JSONField()
    digest = models.CharField(max_length=64)
    ok = models.BooleanField()
    report = models.JSONField()
    key = models.CharField(max_length=128, null=True, editable=False)
    """Of the request that saved it, so that the same request saves nothing again."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True

    @property
    def roster(self) -> RosterBase:
        """The warband or deck."""
        row: RosterBase = getattr(self, self.parent)
        return row

    @property
    def roster_id(self) -> UUID:
        """Its id, without a query."""
        found: UUID = getattr(self, f"{self.parent}_id")
        return found


class Warband(RosterBase):
    """A squad of figures, or a team of champions."""


class WarbandRevision(RevisionBase):
    warband = models.ForeignKey(Warband, on_delete=models.CASCADE, related_name="revisions")
    parent = "warband"

    class Meta:
        constraints = [models.UniqueConstraint(fields=["warband", "number"], name="warband_revision")]


class Deck(RosterBase):
    """A deck of cards (Senjutsu)."""


class DeckRevision(RevisionBase):
    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="revisions")
    parent = "deck"

    class Meta:
        constraints = [models.UniqueConstraint(fields=["deck", "number"], name="deck_revision")]


class Kind(NamedTuple):
    """The two tables of a kind of roster."""

    roster: type[RosterBase]
    revision: type[RevisionBase]


KINDS = {
    "warband": Kind(Warband, WarbandRevision),
    "deck": Kind(Deck, DeckRevision),
    "team": Kind(Warband, WarbandRevision),
}
"""Kind (see `games.registry.ROSTER_KINDS`) -> its tables; a row's system tells which kind it is of."""
