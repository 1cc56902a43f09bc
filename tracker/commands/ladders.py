"""Seasons, made and closed by organisers; and runs, logged by those who played them, without any tournament.

A run's log is opened by the tracker for the player, who then logs it as at any table. The staff of a season are
staff of the runs of it that belong to no event (`tracker.roles`), so that somebody can correct them.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

import msgspec
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec.structs import replace

from games.registry import LADDERS, MATCHES, RUNS, usual
from games.ruleset import SYSTEM, Actor, Setup
from tracker import appended, log, warm
from tracker.commands.because import said
from tracker.commands.met import require_met, require_met_in
from tracker.commands.people import player_id
from tracker.commands.streams import append_as_staff, append_as_system, check_moment, staff_actor
from tracker.commands.tournaments import as_staff, user_space
from tracker.handle import Answer, Command, handle
from tracker.identity import Identity, NotAllowed
from tracker.ids import uuid7
from tracker.inputs import BadInput, undecodable, unknown
from tracker.models import ApiToken, Membership, Player, SeasonRow
from tracker.roles import keeps_seasons
from tracker.rulesets import season
from tracker.rulesets.season import events as happened
from tracker.rulesets.season.league import next_divisions
from tracker.rulesets.season.state import SeasonState
from tracker.selectors.leagues import finishes_of, of_persons
from tracker.systems import MATCH, SEASON, TOURNAMENT, is_misspelled

MOST_WEIGHT = 10
RUNNER = "the player, or staff of a season that the run comes into"

reopen_season = as_staff(happened.SeasonReopened)


def create_season(
    identity: Identity,
    *,
    name: str,
    starts: datetime,
    ends: datetime | None = None,
    system: str = usual(LADDERS),
    key: str | None = None,
) -> UUID:
    """A new season, whose organiser is the signed-in user. The same user and key give the same season.

    By administrators, and by accounts that an administrator lets keep seasons: of their club, if they were given one.
    """
    keeper = keeps_seasons(identity)
    if keeper is None:
        raise NotAllowed("an administrator, or an account that an administrator lets keep seasons")
    identity.require_scope(ApiToken.ORGANISE)
    if system not in LADDERS and system not in MATCHES:
        raise unknown("system", MATCHES)
    created = _typed(
        happened.SeasonCreated, name=name, system=system, starts=starts, ends=ends, club=keeper.club
    )
    stream_id = uuid5(user_space(identity), f"season:{key}") if key else uuid7()
    with transaction.atomic():
        stream = log.create_stream(SEASON, system, season.RULES.version, Setup(), stream_id=stream_id)
        Membership.objects.get_or_create(
            stream=stream, user=identity.user, defaults={"role": Membership.ORGANISER}
        )
        append_as_system(stream.id, created, key="created")
    return stream.id


def _typed(event: type[Any], **fields: Any) -> Any:
    """The event; moments become UTC texts. Raises `BadInput` naming the field."""
    told = {name: _utc(value) if isinstance(value, datetime) else value for name, value in fields.items()}
    if not str(told.get("name", "-")).strip():
        raise BadInput("name", _("a season needs a name"))
    try:
        return msgspec.convert({**told, "type": event.__struct_config__.tag}, event)
    except msgspec.ValidationError as error:
        raise undecodable("season", error, "", event) from None


def _utc(moment: datetime) -> str:
    try:
        return moment.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"
    except OverflowError:
        raise BadInput("season", _("the calendar ends there: take a moment from 2000 to 2100")) from None


def change_season(
    identity: Identity,
    stream: UUID,
    *,
    name: str,
    starts: datetime,
    ends: datetime | None = None,
    expected_version: int | None = None,
    key: str | None = None,
) -> Answer:
    """Name and times of an open season."""
    event = _typed(happened.SeasonChanged, name=name, starts=starts, ends=ends)
    return append_as_staff(identity, stream, event, expected_version=expected_version, key=key)


def close_season(
    identity: Identity, stream: UUID, *, expected_version: int | None = None, key: str | None = None
) -> Answer:
    """From now on no run comes into the season that was not being logged already."""
    staff_actor(identity, stream)
    # Up to the next full second: what was logged a moment ago is in.
    event = _typed(happened.SeasonClosed, closed=timezone.now() + timedelta(seconds=1))
    return append_as_staff(identity, stream, event, expected_version=expected_version, key=key)


# --- Leagues -------------------------------------------------------------------------------------------------


def shape_league(
    identity: Identity,
    stream: UUID,
    formula: Mapping[str, Any],
    *,
    expected_version: int | None = None,
    key: str | None = None,
) -> Answer:
    """The whole formula of the season, in place of the one before. Nobody comes into a division who is a stranger to
    its staff and to the league. Raises `BadInput`, `CommandRejected`."""
    staff_actor(identity, stream)
    try:
        event = msgspec.convert({"type": "league_set", **formula}, happened.LeagueSet)
    except msgspec.ValidationError as error:
        raise undecodable("league", error, "", happened.LeagueSet) from None
    require_met_in(identity, warm.get(stream), event)
    return append_as_staff(identity, stream, event, expected_version=expected_version, key=key)


def count_tournament(
    identity: Identity, stream: UUID, tournament: UUID, *, weight: int = 1, key: str | None = None
) -> Answer:
    """A tournament counts in the season, which must be of its game. Raises `BadInput`."""
    staff_actor(identity, stream)
    if not _is_tournament_of(warm.get(stream).system, tournament):
        raise BadInput("tournament", _("a tournament of the season's game"))
    if not 1 <= weight <= MOST_WEIGHT:
        raise BadInput("weight", _("1 to %(most)s") % {"most": MOST_WEIGHT})
    event = happened.TournamentCounted(tournament=str(tournament), weight=weight)
    return append_as_staff(identity, stream, event, key=key)


def _is_tournament_of(system: str, stream: UUID) -> bool:
    try:
        found = warm.get(stream)
    except warm.UnknownStream:
        return False
    return found.kind == TOURNAMENT and found.system == system


def leave_out(
    identity: Identity, stream: UUID, tournament: UUID, *, reason: str, key: str | None = None
) -> Answer:
    """A tournament counts no more."""
    event = happened.TournamentLeftOut(tournament=str(tournament), reason=said(reason, most=200))
    return append_as_staff(identity, stream, event, key=key)


def follow_season(
    identity: Identity,
    stream: UUID,
    *,
    name: str,
    starts: datetime,
    ends: datetime | None = None,
    key: str | None = None,
) -> UUID:
    """The season after this one: the same formula, and everybody in the division that this one leads to."""
    staff_actor(identity, stream)
    now = warm.current(stream)
    before: SeasonState = now.state
    with transaction.atomic():
        made = create_season(identity, name=name, starts=starts, ends=ends, system=now.system, key=key)
        if before.league is not None:
            divisions = next_divisions(of_persons(before), finishes_of(before))
            append_as_system(made, replace(before.league, divisions=divisions), key="followed")
    return made


# --- Runs ----------------------------------------------------------------------------------------------------


def log_run(
    identity: Identity,
    *,
    player: Any,
    run: Mapping[str, Any],
    system: str = usual(LADDERS),
    at: str | None = None,
    key: str | None = None,
    dry_run: bool = False,
) -> UUID:
    """A run of a player's own, at home or in a club: opened by the tracker, logged by the player. All or nothing.

    `run` is what the player tells (`games.registry.RUNS`); `at` when it was played. Staff of any season of the system
    may log a run for somebody whom they have met. The same player and key give the same run.
    """
    _check_system(system)
    check_moment(at)
    actor = _runner(identity, str(player), system, at)
    try:
        opening, told = RUNS[system](str(player), run)
    except msgspec.ValidationError as error:
        raise undecodable("run", error) from None
    rules = MATCHES[system]
    stream_id = uuid5(UUID(str(player)), f"run:{key}") if key else uuid7()
    with transaction.atomic():
        stream = log.create_stream(MATCH, system, rules.version, Setup(), stream_id=stream_id)
        handle(Command(stream=stream.id, actor=SYSTEM, events=opening, at=at, key="opened"))
        handle(Command(stream=stream.id, actor=actor, events=told, at=at, key="logged"))
        if dry_run:
            transaction.set_rollback(True)
    return stream.id


def _check_system(system: str) -> None:
    if system not in LADDERS:
        raise unknown("system", LADDERS)


def _runner(identity: Identity, player: str, system: str, at: str | None) -> Actor:
    """The player, or staff of a season for a player of theirs whom they have met. Raises `NotAllowed`, `BadInput`."""
    if player in identity.players:
        identity.require_scope(ApiToken.PLAY)
        return Actor("player", player)
    if not identity.user.is_authenticated:
        raise NotAllowed(RUNNER)
    identity.require_scope(ApiToken.ORGANISE)
    who = Player.objects.filter(id=player_id(player)).first()
    if not identity.is_administrator and not _in_season(identity, system, who.club if who else "", at):
        raise NotAllowed(RUNNER)
    require_met(identity, [player])
    if who is None or is_misspelled(player):
        raise BadInput("player", _("there is no such player"))
    return Actor("organiser", str(identity.user.pk))


def _in_season(identity: Identity, system: str, club: str, at: str | None) -> bool:
    """Whether a run of a player of the club would come into an open season of which this person is staff."""
    appended.bring_up_own()
    own = SeasonRow.objects.filter(stream__membership__user=identity.user, system=system, closed=None)
    started = _moment(at)
    own = own.filter(Q(club="") | Q(club=club), Q(ends=None) | Q(ends__gt=started), starts__lte=started)
    return own.exists()


def _moment(at: str | None) -> datetime:
    """When the run was started: nobody starts one later than now. Raises `BadInput`."""
    try:
        told = datetime.fromisoformat(at) if at else timezone.now()
    except ValueError:
        raise BadInput("at", _("a moment in ISO 8601 with its offset")) from None
    return min(told if told.tzinfo else told.replace(tzinfo=UTC), timezone.now())
