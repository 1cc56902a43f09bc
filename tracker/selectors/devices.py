"""What acts for a player: the devices and programs that used a code, for the player and for staff."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from tracker.identity import Identity
from tracker.models import Claim, Player
from tracker.roles import looks_after


def devices_of(players: Iterable[Any]) -> QuerySet[Claim]:
    """What acts for these players, the newest first."""
    return (
        Claim.objects.filter(player_id__in=list(players))
        .select_related("player")
        .order_by("-claimed_at", "-id")
    )


def may_see(identity: Identity, player: Player) -> bool:
    """The player, and whoever may make the player's code anew."""
    return str(player.pk) in identity.players or looks_after(identity, player)
