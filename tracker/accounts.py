"""A user's own things: the password that must be changed, and the tokens of programs. Called by the account pages."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from tracker.models import ApiToken, OneTimePassword


def must_change_password(user: Any) -> bool:
    """True while the user's password is one that somebody else gave out for one use."""
    return OneTimePassword.objects.filter(user=user, digest=user.password).exists()


def tokens_of(user: Any) -> QuerySet[ApiToken]:
    """The user's tokens, newest first."""
    return ApiToken.objects.filter(user=user).order_by("-created_at")


def revoke_token(user: Any, token: UUID) -> None:
    """The token opens nothing from now on. Somebody else's token is left alone."""
    tokens_of(user).filter(id=token).delete()
