"""A user's own things: the password that must be changed. Tokens are in `identity`. Called by the account pages."""

from __future__ import annotations

from typing import Any

from tracker.models import OneTimePassword


def must_change_password(user: Any) -> bool:
    """True while the user's password is one that somebody else gave out for one use."""
    return OneTimePassword.objects.filter(user=user, digest=user.password).exists()
