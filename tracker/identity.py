"""Who is asking, and what they are at one stream: staff, a player, or a visitor.

A person is a signed-in user, the players claimed on this device, or an API token for either. Staff of a tournament
are staff of its matches, staff of a season of the runs in it that belong to no event, arbitrators of a campaign of
its matches. Whoever plays at a table outside events, or of a campaign, is never staff of it, since staff see every
secret. Called by pages and API, which hand the identity to commands and selectors. Claims are made and ended in
`tracker.commands.claims`; `tracker.permissions` says who may do what.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import IntegerField, Q, QuerySet, Subquery, UUIDField
from django.utils import timezone

from games.registry import LADDERS
from games.ruleset import EVERYONE, REFEREE, Actor, Viewer
from tracker import names, warm
from tracker.kept_queries import Kept, KeptOfMany
from tracker.models import (
    ApiToken,
    Claim,
    Membership,
    Player,
    RunRow,
    SeasonKeeper,
    SeasonRow,
)
from tracker.named import ids_in
from tracker.systems import CAMPAIGN, CHRONICLE, MATCH, SEASON, TOURNAMENT, events_of

SESSION_KEY = "claims"
"""Session: the ids of the claims of this device."""
ASKED, STAFF_HERE = "claims_asked", "staff_here"
"""Attributes of a request: its claims were looked up, so that its session holds no ended ones; where it is of staff."""
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


class Office(NamedTuple):
    """A role that somebody holds at a stream of this kind."""

    role: str
    stream: UUID
    kind: str


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
    return Identity(request.user, claimed | _players_of(request.user), claims=ids)


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


def _players_of(user: Any) -> frozenset[str]:
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
    return Identity(user, frozenset(players | _players_of(user)), scopes, claims, token.pk)


def _note_use(token: ApiToken) -> None:
    """When a token was last used, to the hour: enough to find those that nobody needs any more."""
    now = timezone.now()
    if _unnoted(token.last_used_at, now):
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
        Claim.objects.filter(apitoken=token).update(last_used_at=now)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def role_at(identity: Identity, stream: UUID) -> str | None:
    """`administrator`, `organiser`, `judge` or None: the person's office at a stream, or at the event it is part of."""
    if identity.is_administrator:
        return "administrator"
    if not identity.user.is_authenticated:
        return None
    # From the log's own first row: the rows of a match may not be there yet.
    found = {
        (one.role, one.kind == MATCH or (one.kind in (SEASON, CHRONICLE) and one.stream != stream))
        for one in _offices(identity.user, stream)
    }
    if any(outside for _role, outside in found) and _plays(identity, stream):
        found = {one for one in found if not one[1]}
    roles = {role for role, _outside in found}
    return "organiser" if "organiser" in roles else "judge" if roles else None


def _offices(user: Any, stream: UUID) -> list[Office]:
    """The offices of an account at a stream, at its event, and at the seasons in which a run is ranked."""
    events = _events_of(stream)
    if not events and _may_be_ranked(stream):
        own = Q(stream_id=stream) | Q(stream_id__in=seasons_of_run(stream))
        held = Membership.objects.filter(own, user=user).values_list("role", "stream_id", "stream__kind")
        return [Office(*row) for row in held]
    held_here = [Office(*row) for row in _OFFICES([stream, *events], user.pk)]
    return [one for one in held_here if one.stream == stream or one.kind in (TOURNAMENT, CAMPAIGN, CHRONICLE)]


_OFFICES = KeptOfMany(
    lambda streams, user: Membership.objects.filter(user_id=user, stream_id__in=streams).values_list(
        "role", "stream_id", "stream__kind"
    ),
    UUIDField(),
    IntegerField(),
)


def _plays(identity: Identity, match: UUID) -> bool:
    """Whether a player of this person has a seat, also one who was claimed with the account on another device."""
    now = warm.current(match)
    seated = {player for players in now.rules.sides(now.state).values() for player in players}
    return bool(seated & plays_for(identity))


def plays_for(identity: Identity) -> frozenset[str]:
    """The players of this person, on this device or on any other with the same account."""
    if not identity.user.is_authenticated:
        return identity.players
    elsewhere = Claim.objects.filter(user=identity.user).values_list("player_id", flat=True)
    return identity.players | _players_of(identity.user) | {str(id_) for id_ in elsewhere}


def staff_who_play(match: UUID, seated: Iterable[str]) -> frozenset[str]:
    """Those of the seated players whose account has an office at the match's event, or is an administrator's: staff see
    every secret of it. A claim that no account holds belongs to nobody that the server knows.
    """
    ids = list(ids_in(list(seated)))
    held = _ACCOUNTS(ids)
    accounts = [(str(id_), user) for id_, *users in held for user in users if user is not None]
    if not accounts:
        return frozenset()
    here = Membership.objects.filter(stream_id__in=_events_of(match), stream__kind__in=(TOURNAMENT, CAMPAIGN))
    offices = Q(pk__in=here.values("user_id")) | Q(is_superuser=True, is_active=True)
    staff = set(
        User.objects.filter(offices, pk__in={user for _id, user in accounts}).values_list("pk", flat=True)
    )
    return frozenset(id_ for id_, user in accounts if user in staff)


_ACCOUNTS = KeptOfMany(
    lambda ids: Player.objects.filter(id__in=ids).values_list("id", "user_id", "claims__user_id"),
    UUIDField(),
)
"""Player, the player's own account, and that of each claim."""


def _events_of(stream: UUID) -> list[UUID]:
    try:
        return events_of(warm.get(stream).setup)
    except warm.UnknownStream:
        return []


def _may_be_ranked(stream: UUID) -> bool:
    """Whether the stream is a match of a game whose runs stand in ladders; asked before the seasons are."""
    try:
        known = warm.get(stream)
    except warm.UnknownStream:
        return False
    return known.kind == MATCH and known.system in LADDERS


def seasons_of_run(stream: UUID) -> QuerySet[SeasonRow, Any]:
    """The seasons whose staff look after a run that was played at no event.

    Those in which it was started, that were opened before its log began, and are its player's club's or everybody's.
    """
    run = RunRow.objects.filter(
        stream_id=stream, stream__match__tournament=None, stream__match__campaign=None
    )
    started, recorded = Subquery(run.values("started")), Subquery(run.values("recorded"))
    seasons = SeasonRow.objects.filter(
        system__in=run.values("system"), starts__lte=started, opened__lte=recorded
    )
    clubs = Q(club="") | Q(club=Subquery(run.values("player__club")))
    return seasons.filter(clubs, Q(ends=None) | Q(ends__gt=started)).values("stream_id")


def keeps_seasons(identity: Identity) -> SeasonKeeper | None:
    """What lets this person open seasons: an administrator's permission. Administrators need none."""
    if identity.is_administrator:
        return SeasonKeeper(user=identity.user)
    if not identity.user.is_authenticated:
        return None
    return SeasonKeeper.objects.filter(user=identity.user).first()


def looks_after(identity: Identity, player: Player) -> bool:
    """Whether this person may make a player's code anew: staff of where the player was entered, or who entered them."""
    if identity.is_administrator:
        return True
    if ApiToken.ORGANISE not in identity.scopes or not identity.user.is_authenticated:
        return False
    if player.made_by_id is not None and player.made_by_id == identity.user.pk:
        return True
    return player.made_at_id is not None and is_staff_at(identity, player.made_at_id)


def open_code(identity: Identity, player: Player, event: UUID) -> str | None:
    """The player's unused code, as staff of the event may see it: of those who were entered there, or by themselves.

    Whoever enters a player of other people at an event of their own does not get that player's code.
    """
    own = player.made_at_id == event or identity.is_administrator
    own = own or (player.made_by_id is not None and player.made_by_id == identity.user.pk)
    return player.claim_code if own else None


def is_staff_at(identity: Identity, stream: UUID) -> bool:
    """True for administrators, organisers and judges of the stream; a token needs the scope `organise`."""
    return _staff_role(identity, stream) is not None


def is_staff_here(request: Any, stream: UUID) -> bool:
    """`is_staff_at` for whoever sent the request; asked once a request, however many parts of the page want to know."""
    known: dict[UUID, bool] = request.__dict__.setdefault(STAFF_HERE, {})
    if stream not in known:
        known[stream] = is_staff_at(of_request(request), stream)
    return known[stream]


def _staff_role(identity: Identity, stream: UUID) -> str | None:
    return role_at(identity, stream) if ApiToken.ORGANISE in identity.scopes else None


def staff_at(identity: Identity, stream: UUID) -> Actor | None:
    """The person as staff of the stream; None for everybody else."""
    role = _staff_role(identity, stream)
    if role is None:
        return None
    return Actor("judge" if role == "judge" else "organiser", str(identity.user.pk))


def require_staff_scope(identity: Identity, stream: UUID) -> None:
    """Raises `NotAllowed` for a token of staff that lacks the scope, which is all that it lacks."""
    if role_at(identity, stream) is not None:
        identity.require_scope(ApiToken.ORGANISE)


def actor_at(
    identity: Identity, stream: UUID, sides: dict[str, tuple[str, ...]], acting_for: str | None = None
) -> Actor:
    """Who acts when this person logs an event. Raises `NotAllowed` for somebody with no seat here.

    `acting_for` chooses among the players of a device that several of them claimed.
    """
    staff = staff_at(identity, stream)
    if staff is not None:
        return staff
    seat = _seat(identity, sides, acting_for)
    if seat is None:
        require_staff_scope(identity, stream)
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
