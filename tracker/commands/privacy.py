"""A player's name: hidden, shown again, or forgotten. No log holds one, so every log stays what it was.

Pages, files and the interface know a player by the row's name alone: there another name stands, everywhere at once.
While an event goes on its staff need the real one. Called by the page of a player's devices.
"""

from __future__ import annotations

import hashlib

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tracker.identity import ApiToken, Identity, NotAllowed
from tracker.inputs import BadInput
from tracker.models import Claim, Player
from tracker.models.people import CLAIM_ALPHABET
from tracker.selectors.people import events_needing

LETTERS = 5


def cover_name(player: Player) -> str:
    """The name that stands for a hidden one: the same for ever, and nothing that anybody could read from it."""
    digest = hashlib.sha256(f"cover:{player.pk}".encode()).digest()
    return "N. N. " + "".join(CLAIM_ALPHABET[byte % len(CLAIM_ALPHABET)] for byte in digest[:LETTERS])


def hide_name(identity: Identity, player: Player) -> Player:
    """Raises `NotAllowed`, and `BadInput` while an event needs the name."""
    _require_own(identity, player)
    if not player.hidden_name:
        _require_free(player)
        player.hidden_name, player.name = player.name, cover_name(player)
        player.save(update_fields=["hidden_name", "name"])
    return player


def show_name(identity: Identity, player: Player) -> Player:
    """Raises `NotAllowed`."""
    _require_own(identity, player)
    if player.hidden_name:
        player.name, player.hidden_name = player.hidden_name, ""
        player.save(update_fields=["hidden_name", "name"])
    return player


def forget_player(identity: Identity, player: Player) -> None:
    """Name, club, devices, tokens and account are gone; nobody acts for this player any more, and nobody can again.

    Raises `NotAllowed`, and `BadInput` while an event needs the name.
    """
    _require_own(identity, player)
    _require_free(player)
    with transaction.atomic():
        ApiToken.objects.filter(player=player, user=None).delete()
        Claim.objects.filter(player=player).delete()
        player.name, player.hidden_name, player.club = cover_name(player), "", ""
        player.user, player.claim_code, player.forgotten_at = None, None, timezone.now()
        player.save()


def _require_own(identity: Identity, player: Player) -> None:
    if str(player.pk) not in identity.players:
        raise NotAllowed("the player")
    identity.require_scope(ApiToken.PLAY)


def _require_free(player: Player) -> None:
    if events_needing(player):
        text = _("an event that you play in needs your name until it ends; its organisers can drop you first")
        raise BadInput("player", text)
