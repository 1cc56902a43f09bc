"""The door: a match of two strangers without any account, an account of one's own, and what a device takes into it.

A guest is a player like any other, entered by the match and claimed on the device that opened it; the second phone
comes in by that player's code. `WARLEDGER_DOOR` says whom a server lets in (`tracker.settings`). Called by the pages.
"""

from __future__ import annotations

import hashlib
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tracker import names
from tracker.accounts import named, spelled
from tracker.commands.claims import DEVICE_LENGTH, device_of
from tracker.commands.tables import Asked, open_match
from tracker.identity import SESSION_KEY, Identity, NotAllowed, claims_of, of_request
from tracker.inputs import BadInput
from tracker.models import Claim, Player

GUESTS, ACCOUNTS = "guests", "accounts"


def lets_in(kind: str) -> bool:
    """Whether this server lets strangers in as `GUESTS`, or open `ACCOUNTS` by themselves."""
    return settings.DOOR in ("open", kind)


def start_match(request: Any, asked: Asked, *, key: str | None = None) -> UUID:
    """Opens a match from the front page. Whoever is nobody here yet plays at their seat as a guest from now on.

    The same form sent again finds its guest and its match. Raises what `open_match` does.
    """
    who = of_request(request)
    if who.is_known:
        return open_match(who, asked, key=key)
    if not lets_in(GUESTS):
        raise NotAllowed("a player or a signed-in user")
    with transaction.atomic():
        claim = _guest(request, asked, key)
        match = open_match(Identity(who.user, frozenset({str(claim.player_id)})), asked, key=key)
    request.session.cycle_key()
    request.session[SESSION_KEY] = [str(claim.pk)]
    return match


def _guest(request: Any, asked: Asked, key: str | None) -> Claim:
    """The device's claim on the player of the seat that is its own."""
    digest = hashlib.sha256(f"guest:{key}".encode()).hexdigest() if key else None
    kept = Claim.objects.filter(key=digest).first() if digest else None
    if kept is not None:
        return kept
    side, name = _own_seat(asked)
    if wrong := names.fault(name):
        raise BadInput(f"seats.{side}.1", wrong)
    player = Player.objects.create(name=name, claim_code=None, claimed_at=timezone.now())
    device = device_of(request.META.get("HTTP_USER_AGENT", ""))[:DEVICE_LENGTH]
    return Claim.objects.create(player=player, device=device, key=digest)


def _own_seat(asked: Asked) -> tuple[str, str]:
    """(side, name) of the stranger who asks: of the side that they chose, else the first that has a name."""
    typed = {side: names.tidy(next(iter(seats), "")) for side, seats in asked.seats.items()}
    side = asked.mine or next((side for side, name in typed.items() if name), next(iter(typed), ""))
    if side not in typed:
        raise BadInput("seats", _("name a player"))
    return side, typed[side]


def sign_up(request: Any, *, name: str, password: str, email: str = "") -> User:
    """A new account, whose owner chose its password; the players of this device become its own.

    Whether the password is good enough its form has asked. Raises `BadInput` and `NotAllowed`.
    """
    if not lets_in(ACCOUNTS):
        raise NotAllowed("the administrator")
    account = User(username=spelled(name), email=email)
    account.set_password(password)
    try:
        account.clean_fields()
    except ValidationError as error:
        raise BadInput("name", _("a user name holds letters, digits and @ . + - _, at most 150")) from error
    try:
        with transaction.atomic():
            if named(account.username).exists():
                raise IntegrityError
            account.save()
            _adopt(request, account)
    except IntegrityError:  # somebody takes the name in the same moment
        raise BadInput("name", _("there is an account of this name")) from None
    return account


def keep_players(request: Any) -> list[Player]:
    """The players of this device that belong to no account become the signed-in user's, on every device."""
    if not request.user.is_authenticated:
        raise NotAllowed("a signed-in user")
    with transaction.atomic():
        return _adopt(request, request.user)


def _adopt(request: Any, account: Any) -> list[Player]:
    held = claims_of(request)
    free = list(Player.objects.filter(claims__in=held, user=None).distinct().order_by("name", "id"))
    for player in free:  # saved, not updated: what remembers for whom a token speaks hears of it
        player.user = account
        player.save(update_fields=["user"])
    Claim.objects.filter(pk__in=[one.pk for one in held], user=None).update(user=account)
    return free
