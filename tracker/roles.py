"""What a person is at one stream: staff, a player of it, or a visitor; and so who acts there, and how much they see.

Staff of a tournament are staff of its matches, staff of a season of the runs in it that belong to no event,
arbitrators of a campaign of its matches. Whoever plays at a table outside events, or of a campaign, is never staff of
it, since staff see every secret. Called by pages, API and commands with the identity of whoever asks
(`tracker.identity`); `tracker.permissions` says who may do what.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import IntegerField, Q, QuerySet, Subquery, UUIDField

from games.registry import LADDERS
from games.ruleset import EVERYONE, REFEREE, Actor, Viewer
from tracker import warm
from tracker.identity import Identity, NotAllowed, of_request, players_of
from tracker.kept_queries import KeptOfMany
from tracker.models import ApiToken, Claim, Membership, Player, RunRow, SeasonKeeper, SeasonRow
from tracker.named import ids_in
from tracker.systems import CAMPAIGN, CHRONICLE, MATCH, SEASON, TOURNAMENT, events_of

STAFF_HERE = "staff_here"
"""Attribute of a request: at which streams it is of staff."""


class Office(NamedTuple):
    """A role that somebody holds at a stream of this kind."""

    role: str
    stream: UUID
    kind: str


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
    return identity.players | players_of(identity.user) | {str(id_) for id_ in elsewhere}


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
