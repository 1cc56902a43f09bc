"""People: players (with or without an account), staff of an event, API tokens. Events hold ids, never names."""

import secrets

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
    """Someone who plays. Whoever enters `claim_code` (or scans its QR) acts as this player on that device."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    name = models.CharField(max_length=80)
    club = models.CharField(max_length=80, blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)
    claim_code = models.CharField(max_length=16, unique=True, default=new_claim_code)
    claimed_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


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
    """A REST client's key, stored as a SHA-256 digest. Acts for `user` or, without an account, for `player`."""

    READ, PLAY, ORGANISE = "read", "play", "organise"
    SCOPES = (READ, PLAY, ORGANISE)

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    name = models.CharField(max_length=80)
    digest = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE)
    player = models.ForeignKey(Player, null=True, on_delete=models.CASCADE)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True)


class OneTimePassword(models.Model):
    """A password that somebody else gave out and that its owner must change: in force while `digest` is the user's."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE)
    digest = models.CharField(max_length=128)
