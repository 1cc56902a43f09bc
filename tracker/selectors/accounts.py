"""Accounts and the staff of events, for the pages that keep them."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import QuerySet

from tracker.models import Membership


def accounts() -> QuerySet[User]:
    """Everybody who signs in here, open accounts first, by name."""
    return User.objects.select_related("seasonkeeper").order_by("-is_active", "username")


def staff_of(event: UUID) -> QuerySet[Membership]:
    """Organisers, then judges, by name."""
    return (
        Membership.objects.filter(stream_id=event).select_related("user").order_by("-role", "user__username")
    )
