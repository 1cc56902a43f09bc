"""People: players (with or without an account), staff of an event, API tokens. Events hold ids, never names."""

import secrets
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import models

from tracker.ids import uuid7
from tracker.models.log import Stream

CLAIM_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters and digits that nobody mixes up when reading them aloud in a hall."""


def new_claim_code() -> str:
    """Eight characters: 2^40 possibilities, short enough to type on a phone."""
    return "".join(secrets.choice(CLAIM_ALPHABET) for _ in range(8))


class Player(models.Model):
    """Someone who plays. Whoever enters `claim_code` (or scans its QR) acts as this player on that device.

    A code works once: it is None from then on, until a new one is made. `made_at` is the event (or match) that
    entered the player, whose staff may make a new code; `made_by` the account that did so outside any event.
    `hidden_name` is the real one of a player who hides it behind `name`.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    name = models.CharField(max_length=80)
    club = models.CharField(max_length=80, blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)
    claim_code: "models.CharField[Any, Any]" = models.CharField(
        max_length=16, unique=True, null=True, default=new_claim_code
    )
    claimed_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    hidden_name = models.CharField(max_length=80, blank=True, default="")
    forgotten_at = models.DateTimeField(null=True)
    made_at = models.ForeignKey(Stream, null=True, on_delete=models.SET_NULL, related_name="+")
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="players_made"
    )

    class Meta:
        indexes = [models.Index(fields=["-created_at", "-id"], name="newest_players")]

    def __str__(self) -> str:
        return self.name


class SamePerson(models.Model):
    """`player` is the same human being as `person`: logs keep both ids, pages tell of both as one."""

    player = models.OneToOneField(
        Player, primary_key=True, on_delete=models.CASCADE, related_name="same_person"
    )
    person = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="also")
    merged_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    merged_at = models.DateTimeField(auto_now_add=True)

    @classmethod
    def persons(cls) -> dict[UUID, UUID]:
        """Player -> the player by whose id the person goes; whoever is joined to nobody is left out."""
        return dict(cls.objects.values_list("player_id", "person_id"))


class Claim(models.Model):
    """A device (or program) that acts for a player since it entered the player's code; without the row it does not.

    `device` says what it is, in words; `user` is the account that was signed in on it. `key` is the digest of the
    form that was sent, so that sending it again over a bad network is the same claim.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="claims")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    device = models.CharField(max_length=80, blank=True)
    key = models.CharField(max_length=64, unique=True, null=True)
    claimed_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True)


class SecondFactor(models.Model):
    """An account that asks for a code after its password: the `secret` of its phone in base 32, and the last `step` of
    thirty seconds (since 1970) whose code was taken, so that none works twice."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE)
    secret = models.CharField(max_length=64)
    step = models.BigIntegerField()
    since = models.DateTimeField(auto_now_add=True)


class RecoveryCode(models.Model):
    """A code that signs in once in the place of the phone; its row goes when it is used."""

    digest = models.CharField(primary_key=True, max_length=64)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)


class SeasonKeeper(models.Model):
    """An account that an administrator lets open seasons: of one club's runs, or of everybody's with `club` empty."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE)
    club = models.CharField(max_length=80, blank=True)


class Membership(models.Model):
    """A user's role at one event (or stand-alone match)."""

    ORGANISER, JUDGE = "organiser", "judge"
    ROLES = [(ORGANISER, "organiser"), (JUDGE, "judge")]

    stream = models.ForeignKey(Stream, on_delete=models.CASCADE)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    role = models.CharField(max_length=16, choices=ROLES)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["stream", "user"], name="membership_once")]


class ApiToken(models.Model):
    """A REST client's key, stored as a SHA-256 digest. Acts for `user` or, without an account, for `player`.

    One that came from a claim code ends with its `claim`.
    """

    READ, PLAY, ORGANISE = "read", "play", "organise"
    SCOPES = (READ, PLAY, ORGANISE)

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    name = models.CharField(max_length=80)
    digest = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE)
    player = models.ForeignKey(Player, null=True, on_delete=models.CASCADE)
    claim = models.ForeignKey(Claim, null=True, on_delete=models.CASCADE)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True)


class OneTimePassword(models.Model):
    """A password that somebody else gave out and that its owner must change: in force while `digest` is the user's."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE)
    digest = models.CharField(max_length=128)
