"""Who is asking, and what they are at one stream: staff, a player, or a visitor.

A person is a signed-in user, the players claimed on this device, or an API token for either. Staff of a tournament
are staff of its matches, staff of a season of the runs in it that belong to no event. Called by pages and API, which
hand the identity to commands and selectors.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet, Subquery
from django.utils import timezone

from games.ruleset import EVERYONE, REFEREE, Actor, Viewer
from tracker.models import ApiToken, MatchRow, Membership, Player, RunRow, SeasonRow

SESSION_KEY = "players"
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
    """A person: `user` may be anonymous; `players` are ids of the players that this person acts for."""

    user: Any
    players: frozenset[str] = frozenset()
    scopes: frozenset[str] = ALL_SCOPES

    @property
    def is_known(self) -> bool:
        """Signed in, or acting for a player."""
        return self.user.is_authenticated or bool(self.players)

    @property
    def is_administrator(self) -> bool:
        return bool(self.user.is_authenticated and self.user.is_superuser)

    def require_scope(self, scope: str) -> None:
        """Raises `NotAllowed` when the token was not given this scope."""
        if scope not in self.scopes:
            raise NotAllowed(f"scope:{scope}")


VISITOR = Identity(AnonymousUser())


def of_request(request: Any) -> Identity:
    """The person behind a browser session: the user, the user's players, and those claimed on this device."""
    claimed = frozenset(request.session.get(SESSION_KEY, ()))
    return Identity(request.user, claimed | _players_of(request.user))


def _players_of(user: Any) -> frozenset[str]:
    if not user.is_authenticated:
        return frozenset()
    return frozenset(str(id_) for id_ in Player.objects.filter(user=user).values_list("id", flat=True))


def new_token(
    name: str, scopes: list[str], *, user: Any = None, player: Player | None = None
) -> tuple[ApiToken, str]:
    """(the stored token, its secret, which is shown once)."""
    secret = "wl_" + secrets.token_urlsafe(32)
    row = ApiToken(name=name, digest=_digest(secret), user=user, player=player, scopes=scopes)
    row.save()
    return row, secret


def of_token(secret: str) -> Identity:
    """The person behind an API token. Raises `BadCode` for an unknown one."""
    token = ApiToken.objects.select_related("user").filter(digest=_digest(secret)).first()
    if token is None or (token.user is not None and not token.user.is_active):
        raise BadCode("token")
    _note_use(token)
    user = token.user or AnonymousUser()
    players = {str(token.player_id)} if token.player_id else set()
    return Identity(user, frozenset(players | _players_of(user)), frozenset(token.scopes))


def _note_use(token: ApiToken) -> None:
    """When a token was last used, to the hour: enough to find those that nobody needs any more."""
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at > USE_NOTED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def player_of_code(code: str) -> Player:
    """The player whose claim code this is, typed with or without spaces, dashes and capitals."""
    normal = "".join(code.split()).replace("-", "").upper()
    player = Player.objects.filter(claim_code=normal).first() if normal else None
    if player is None:
        raise BadCode("code")
    return player


def claim(request: Any, code: str) -> Player:
    """This device (and the user, when signed in) acts for the player from now on. Raises `BadCode`."""
    player = player_of_code(code)
    request.session[SESSION_KEY] = sorted({*request.session.get(SESSION_KEY, ()), str(player.id)})
    if request.user.is_authenticated and player.user_id is None:
        player.user = request.user
    player.claimed_at = player.claimed_at or timezone.now()
    player.save(update_fields=["user", "claimed_at"])
    return player


def role_at(identity: Identity, stream: UUID) -> str | None:
    """`administrator`, `organiser`, `judge` or None: the person's office at a stream, or at the event it is part of."""
    if identity.is_administrator:
        return "administrator"
    if not identity.user.is_authenticated:
        return None
    events = MatchRow.objects.filter(stream_id=stream)
    own = Q(stream_id=stream) | Q(stream_id__in=events.values("tournament_id"))
    own |= Q(stream_id__in=events.values("campaign_id")) | Q(stream_id__in=seasons_of_run(stream))
    roles = set(Membership.objects.filter(own, user=identity.user).values_list("role", flat=True))
    return "organiser" if "organiser" in roles else "judge" if roles else None


def seasons_of_run(stream: UUID) -> QuerySet[SeasonRow, Any]:
    """The seasons of a run that was played at no event."""
    run = RunRow.objects.filter(
        stream_id=stream, stream__match__tournament=None, stream__match__campaign=None
    )
    started = Subquery(run.values("started"))
    seasons = SeasonRow.objects.filter(system__in=run.values("system"), starts__lte=started)
    return seasons.filter(Q(ends=None) | Q(ends__gt=started)).values("stream_id")


def is_staff_at(identity: Identity, stream: UUID) -> bool:
    """True for administrators, organisers and judges of the stream; a token needs the scope `organise`."""
    return ApiToken.ORGANISE in identity.scopes and role_at(identity, stream) is not None


def actor_at(
    identity: Identity, stream: UUID, sides: dict[str, tuple[str, ...]], acting_for: str | None = None
) -> Actor:
    """Who acts when this person logs an event. Raises `NotAllowed` for somebody with no seat here.

    `acting_for` chooses among the players of a device that several of them claimed.
    """
    if is_staff_at(identity, stream):
        role = "judge" if role_at(identity, stream) == "judge" else "organiser"
        return Actor(role, str(identity.user.pk))  # type: ignore[arg-type]
    seat = _seat(identity, sides, acting_for)
    if seat is None:
        raise NotAllowed("player or staff of this event")
    identity.require_scope(ApiToken.PLAY)
    return Actor("player", seat[1])


def viewer_at(identity: Identity, stream: UUID, sides: dict[str, tuple[str, ...]]) -> Viewer:
    """How much of a stream this person may see."""
    if is_staff_at(identity, stream):
        return REFEREE
    seat = _seat(identity, sides)
    return Viewer("player", seat[1], seat[0]) if seat else EVERYONE


def _seat(
    identity: Identity, sides: dict[str, tuple[str, ...]], wanted: str | None = None
) -> tuple[str, str] | None:
    """(side, player) of the wanted seat when this person holds it, else of the first that the person holds."""
    held = [
        (side, player) for side, players in sides.items() for player in players if player in identity.players
    ]
    return next((seat for seat in held if seat[1] == wanted), held[0] if held else None)


def token_of_code(code: str, name: str, scopes: list[str]) -> tuple[Player, ApiToken, str]:
    """A token that acts for the player whose claim code this is, for clients without a session. Raises `BadCode`."""
    player = player_of_code(code)
    player.claimed_at = player.claimed_at or timezone.now()
    player.save(update_fields=["claimed_at"])
    return (player, *new_token(name, scopes, player=player))


def tokens_of(identity: Identity) -> QuerySet[ApiToken]:
    """The tokens that the person may see and revoke, newest first: the user's own, else those of the players."""
    newest = ApiToken.objects.order_by("-created_at")
    if identity.user.is_authenticated:
        return newest.filter(user=identity.user)
    return newest.filter(user=None, player_id__in=identity.players)


def revoke_token(identity: Identity, token: UUID) -> bool:
    """Ends one of the person's tokens; False when there is no such token of theirs."""
    return bool(tokens_of(identity).filter(id=token).delete()[0])
