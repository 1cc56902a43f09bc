"""Claiming: a device (or a program) acts for a player from the moment it enters the player's code, until that ends.

A code works once. A claim is a row (`tracker.models.Claim`): the session of a browser, or the token of a program, names
it, and without the row neither acts for anybody. The player sees every claim and may end each; so may the staff who
entered the player, by a new code. Called by the pages and by the API.
"""

from __future__ import annotations

import hashlib
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from tracker import names
from tracker.identity import SESSION_KEY, ApiToken, BadCode, Identity, NotAllowed, claims_of, new_token
from tracker.models import Claim, Player
from tracker.models.people import new_claim_code
from tracker.roles import looks_after
from tracker.selectors.devices import may_see

PLAYER_SCOPES = [ApiToken.READ, ApiToken.PLAY]
DEVICE_LENGTH = 80


def player_of_code(code: str) -> Player:
    """The player whose claim code this is, typed with or without spaces, dashes and capitals. Raises `BadCode`."""
    normal = _normal(code)
    player = Player.objects.filter(claim_code=normal).first() if normal else None
    if player is None:
        raise BadCode("code")
    return player


def _normal(code: str) -> str:
    return "".join(code.replace("\0", "").split()).replace("-", "").upper()


def claim(request: Any, code: str, *, key: str = "") -> Player:
    """This browser (and the user, when signed in) acts for the player from now on. Raises `BadCode`.

    The session gets another id, so that whoever knew the old one has nothing. `key` names the form: the same form sent
    again, because no answer came, finds its claim.
    """
    digest = hashlib.sha256(f"{_normal(code)}:{key}".encode()).hexdigest() if key else None
    user = request.user if request.user.is_authenticated else None
    with transaction.atomic():
        row = Claim.objects.select_related("player").filter(key=digest).first() if digest else None
        if row is None:
            row = _claimed(code, device_of(request.META.get("HTTP_USER_AGENT", "")), user=user, key=digest)
            if user is not None and row.player.user_id is None:
                _belongs(row.player, user)
    held = {str(one.pk) for one in claims_of(request)} | {str(row.pk)}
    request.session.cycle_key()
    request.session[SESSION_KEY] = sorted(held)
    return row.player


def _claimed(code: str, device: str, *, user: Any = None, key: str | None = None) -> Claim:
    """Uses the code up. Of two who enter it in the same moment, one is first. Raises `BadCode`."""
    player = player_of_code(code)
    used = Player.objects.filter(pk=player.pk, claim_code=player.claim_code)
    if not used.update(claim_code=None, claimed_at=timezone.now()):
        raise BadCode("code")
    return Claim.objects.create(player=player, user=user, device=device[:DEVICE_LENGTH], key=key)


def token_of_code(code: str, name: str) -> tuple[Player, ApiToken, str]:
    """A token that acts for the player whose claim code this is, for clients without a session. Raises `BadCode`."""
    with transaction.atomic():
        row = _claimed(code, names.checked(name))
        return (row.player, *new_token(name, PLAYER_SCOPES, player=row.player, claim=row))


def end_claim(identity: Identity, claim: UUID) -> Claim:
    """The device no longer acts for its player, at once, and its token is dead. By the player, or by staff.

    Raises `NotAllowed`.
    """
    row = Claim.objects.select_related("player").filter(pk=claim).first()
    if row is None or not may_see(identity, row.player):
        raise NotAllowed("the player, or staff of where the player was entered")
    if not looks_after(identity, row.player):  # a program of staff has shown its scope `organise` there
        identity.require_scope(ApiToken.PLAY)
    with transaction.atomic():
        row.delete()
        if row.user_id is not None and row.user_id == row.player.user_id:
            _belongs(row.player, None)
    return row


def _belongs(player: Player, user: Any) -> None:
    """Saved, not updated: what remembers for whom a token speaks hears of it (`api.auth`)."""
    player.user = user
    player.save(update_fields=["user"])


def leave(request: Any, identity: Identity, player: Player) -> None:
    """This device, and the account that is signed in on it, stop acting for the player."""
    held = [one for one in claims_of(request) if one.player_id == player.pk]
    with transaction.atomic():
        Claim.objects.filter(pk__in=[one.pk for one in held]).delete()
        if identity.user.is_authenticated and player.user_id == identity.user.pk:
            _belongs(player, None)
    gone = {str(one.pk) for one in held}
    request.session[SESSION_KEY] = [id_ for id_ in request.session.get(SESSION_KEY, ()) if id_ not in gone]
    request.session.cycle_key()


def signed_in(request: Any) -> None:
    """The claims of this browser are the account's as well: it cannot be staff where one of these players plays."""
    held = request.session.get(SESSION_KEY, ())
    Claim.objects.filter(pk__in=held, user=None).update(user=request.user)


def end_session(request: Any) -> None:
    """The claims of a browser whose session ends: nobody acts by them any more."""
    Claim.objects.filter(pk__in=request.session.get(SESSION_KEY, ())).delete()


def reset_claim_code(identity: Identity, player: Player) -> Player:
    """A new claim code by staff: it frees the player, so that whoever acted for them until now no longer does.

    Raises `NotAllowed`.
    """
    if player.forgotten_at is not None or not looks_after(identity, player):
        raise NotAllowed("staff of where the player was entered")
    with transaction.atomic():
        Claim.objects.filter(player=player).delete()
        ApiToken.objects.filter(player=player, user=None).delete()
        return _with_code(player, user=None, claimed_at=None)


def code_for_another_device(identity: Identity, player: Player) -> Player:
    """A code by the player's own wish: one more device; those that act already stay. Raises `NotAllowed`."""
    if str(player.pk) not in identity.players:
        raise NotAllowed("the player")
    identity.require_scope(ApiToken.PLAY)
    return player if player.claim_code else _with_code(player)


def _with_code(player: Player, **changed: Any) -> Player:
    told = {"claim_code": new_claim_code(), **changed}
    for name, value in told.items():
        setattr(player, name, value)
    player.save(update_fields=list(told))
    return player


BROWSERS = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("YaBrowser", "Yandex Browser"), ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
SYSTEMS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
    ("Macintosh", "Mac"), ("CrOS", "Chromebook"), ("Linux", "Linux"),
)  # fmt: skip


def device_of(agent: str) -> str:
    """What a browser says it is, as people call it: `Chrome, Android`; "" when it does not say."""
    found = (next((name for mark, name in known if mark in agent), "") for known in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, found))
