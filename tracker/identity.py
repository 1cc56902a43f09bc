"""Who is asking: a signed-in user, the players claimed on this device, or an API token for either.

Called by pages and API, which hand the identity to commands and selectors. Claims are made and ended in
`tracker.commands.claims`; `tracker.roles` says what a person is at one stream, `tracker.permissions` who may do what.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import IntegerField, QuerySet, UUIDField
from django.utils import timezone

from tracker import names
from tracker.kept_queries import Kept, KeptOfMany
from tracker.models import ApiToken, Claim, Player

SESSION_KEY = "claims"
"""Session: the ids of the claims of this device."""
ASKED = "claims_asked"
"""Attribute of a request: its claims were looked up, so that its session holds no ended ones."""
KNOWN = "warledger_identity"
"""Attribute of a request: who it is, and of which reader that was found out."""
ALL_SCOPES = frozenset(ApiToken.SCOPES)
USE_NOTED_EVERY = timedelta(hours=1)


class NotAllowed(Exception):
    """The person may not do this here. `needed` says what would be: a role or a token scope."""

    def __init__(self, needed: str) -> None:
        super().__init__(needed)
        self.needed = needed


class BadCode(ValueError):
    """No player has this claim code, or the token is not known."""


class Identity(NamedTuple):
    """A person: `user` may be anonymous; `players` are ids of the players that this person acts for.

    `claims` are the ids of the claims by which they do, `token` that of the API token.
    """

    user: Any
    players: frozenset[str] = frozenset()
    scopes: frozenset[str] = ALL_SCOPES
    claims: frozenset[str] = frozenset()
    token: UUID | None = None

    @property
    def is_known(self) -> bool:
        """Signed in, or acting for a player."""
        return self.user.is_authenticated or bool(self.players)

    @property
    def is_administrator(self) -> bool:
        return bool(self.user.is_authenticated and self.user.is_superuser)

    def require_signed_in(self) -> None:
        """Raises `NotAllowed` for a device's claims and for visitors."""
        if not self.user.is_authenticated:
            raise NotAllowed("a signed-in user")

    def require_administrator(self) -> None:
        """Raises `NotAllowed` for everybody else."""
        if not self.is_administrator:
            raise NotAllowed("the administrator")

    def require_scope(self, scope: str) -> None:
        """Raises `NotAllowed` when the token was not given this scope."""
        if scope not in self.scopes:
            raise NotAllowed(f"scope:{scope}")


VISITOR = Identity(AnonymousUser())


def of_request(request: Any) -> Identity:
    """The person behind a browser session: the user, the user's players, and those claimed on this device.

    Looked up once for a request that only reads, as long as it stays the same person's.
    """
    reader = (request.user.pk, tuple(request.session.get(SESSION_KEY, ())))
    known: tuple[Any, Identity] | None = getattr(request, KNOWN, None)
    if known is not None and known[0] == reader and request.method in ("GET", "HEAD"):
        return known[1]
    who = _looked_up(request)
    setattr(request, KNOWN, (reader, who))
    return who


def _looked_up(request: Any) -> Identity:
    held = claims_of(request)
    claimed = frozenset(str(claim.player_id) for claim in held)
    ids = frozenset(str(claim.pk) for claim in held)
    return Identity(request.user, claimed | players_of(request.user), claims=ids)


def claims_of(request: Any) -> list[Claim]:
    """The claims of this device that nobody has ended."""
    setattr(request, ASKED, True)
    ids = request.session.get(SESSION_KEY, ())
    held = noted(list(_CLAIMS(ids))) if ids else []
    if len(held) < len(ids):  # some were ended elsewhere: the browser is another reader from now on
        request.session[SESSION_KEY] = sorted(str(one.pk) for one in held)
    return held


_CLAIMS = KeptOfMany(lambda ids: Claim.objects.filter(id__in=ids), UUIDField())


def noted(claims: list[Claim]) -> list[Claim]:
    """The claims, marked as used, to the hour."""
    now = timezone.now()
    late = [one.pk for one in claims if _unnoted(one.last_used_at, now)]
    if late:
        Claim.objects.filter(pk__in=late).update(last_used_at=now)
    return claims


def _unnoted(last: datetime | None, now: datetime) -> bool:
    return last is None or now - last > USE_NOTED_EVERY


def players_of(user: Any) -> frozenset[str]:
    """The players that an account acts for, wherever it is signed in."""
    if not user.is_authenticated:
        return frozenset()
    return frozenset(str(id_) for id_ in _OF_ACCOUNT(user.pk))


_OF_ACCOUNT = Kept(
    lambda user: Player.objects.filter(user_id=user).values_list("id", flat=True), IntegerField()
)


def new_token(
    name: str,
    scopes: list[str],
    *,
    user: Any = None,
    player: Player | None = None,
    claim: Claim | None = None,
) -> tuple[ApiToken, str]:
    """(the stored token, its secret, which is shown once). Raises `BadInput` for a name that nobody can read."""
    name = names.checked(name)
    secret = "wl_" + secrets.token_urlsafe(32)
    row = ApiToken(name=name, digest=_digest(secret), user=user, player=player, claim=claim, scopes=scopes)
    row.save()
    return row, secret


def of_token(secret: str) -> Identity:
    """The person behind an API token. Raises `BadCode` for an unknown one."""
    return _of_row(ApiToken.objects.select_related("user").filter(digest=_digest(secret)).first())


def of_token_id(token: UUID) -> Identity:
    """The person behind the API token with this id. Raises `BadCode` once it has ended."""
    return _of_row(ApiToken.objects.select_related("user").filter(pk=token).first())


def _of_row(token: ApiToken | None) -> Identity:
    if token is None or (token.user is not None and not token.user.is_active):
        raise BadCode("token")
    _note_use(token)
    user = token.user or AnonymousUser()
    players = {str(token.player_id)} if token.player_id else set()
    claims = frozenset({str(token.claim_id)} if token.claim_id else ())
    scopes = frozenset(token.scopes)
    return Identity(user, frozenset(players | players_of(user)), scopes, claims, token.pk)


def _note_use(token: ApiToken) -> None:
    """When a token was last used, to the hour: enough to find those that nobody needs any more."""
    now = timezone.now()
    if _unnoted(token.last_used_at, now):
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
        Claim.objects.filter(apitoken=token).update(last_used_at=now)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def tokens_of(identity: Identity) -> QuerySet[ApiToken]:
    """The tokens that the person may see and revoke, newest first: the user's own, else those of the players."""
    newest = ApiToken.objects.order_by("-created_at")
    if identity.user.is_authenticated:
        return newest.filter(user=identity.user)
    return newest.filter(user=None, player_id__in=identity.players)


def make_token(identity: Identity, name: str, scopes: list[str]) -> tuple[ApiToken, str]:
    """A token of the signed-in user, for no more than the person may do. Raises `NotAllowed`."""
    identity.require_signed_in()
    _require_writing(identity)
    for scope in scopes:
        identity.require_scope(scope)
    return new_token(name, scopes, user=identity.user)


def revoke_token(identity: Identity, token: UUID) -> bool:
    """Ends one of the person's tokens; False when there is no such token of theirs.

    A token may end itself, and with more than `read` those that may do no more than it may. Raises `NotAllowed`.
    """
    row = tokens_of(identity).filter(id=token).first()
    if row is None:
        return False
    if row.pk != identity.token:
        _require_writing(identity)
        for scope in row.scopes:
            identity.require_scope(scope)
    if row.claim is not None:
        row.claim.delete()
    row.delete()
    return True


def _require_writing(identity: Identity) -> None:
    """Raises `NotAllowed` for a token that may only read."""
    if identity.scopes <= {ApiToken.READ}:
        identity.require_scope(ApiToken.PLAY)
