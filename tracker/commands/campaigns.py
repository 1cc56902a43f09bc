"""Commands of an event day: create, seat, start (which opens the matches), send cards, publish fates, finish.

What the tables do comes from their own streams (`tracker.after.day_links`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID, uuid5

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

from games.registry import EVENT_DAYS, usual
from games.ruleset import Setup
from tracker import log, warm
from tracker.commands.day_facts import check_facts
from tracker.commands.opening import opening_of
from tracker.commands.rounds import opening_key
from tracker.commands.streams import append_as_staff, append_as_system, staff_actor, together
from tracker.commands.tournaments import as_staff, user_space
from tracker.handle import Answer
from tracker.identity import Identity
from tracker.ids import uuid7
from tracker.inputs import BadInput, undecodable, unknown
from tracker.models import ApiToken, Membership
from tracker.rulesets import campaign
from tracker.rulesets.campaign import events as happened
from tracker.rulesets.campaign.state import CampaignState, Table
from tracker.systems import CAMPAIGN, MATCH, find_rules

remove_table = as_staff(happened.TableRemoved)
create_arcanum = as_staff(happened.ArcanumCreated)


def create_campaign(
    identity: Identity,
    *,
    name: str,
    system: str = usual(EVENT_DAYS),
    options: Mapping[str, Any] | None = None,
    key: str | None = None,
) -> UUID:
    """A new event day, whose organiser is the signed-in user. The same user and key give the same day."""
    identity.require_signed_in()
    identity.require_scope(ApiToken.ORGANISE)
    created = _created(name, system, options)
    stream_id = uuid5(user_space(identity), f"day:{key}") if key else uuid7()
    with transaction.atomic():
        stream = log.create_stream(CAMPAIGN, system, campaign.RULES.version, Setup(), stream_id=stream_id)
        Membership.objects.get_or_create(
            stream=stream, user=identity.user, defaults={"role": Membership.ORGANISER}
        )
        append_as_system(stream.id, created, key="created")
    return stream.id


def _created(name: str, system: str, options: Mapping[str, Any] | None) -> happened.CampaignCreated:
    if system not in EVENT_DAYS:
        raise unknown("system", EVENT_DAYS)
    if not name.strip():
        raise BadInput("name", _("an event needs a name"))
    chosen = {**EVENT_DAYS[system](), **(options or {})}
    data = {"type": "campaign_created", "name": name.strip(), "system": system, "options": chosen}
    try:
        created = msgspec.convert(data, happened.CampaignCreated)
    except msgspec.ValidationError as error:
        raise undecodable("options", error, "", happened.CampaignCreated) from None
    check_facts(created)
    return created


def add_table(
    identity: Identity,
    stream: UUID,
    *,
    battlefield: str,
    sides: Mapping[str, Sequence[Any]],
    key: str | None = None,
) -> Answer:
    """Lays a table and seats its players; while the day runs its match is opened at once. All or nothing."""
    return add_tables(identity, stream, {battlefield: sides}, key=key)


def add_tables(
    identity: Identity,
    stream: UUID,
    tables: Mapping[str, Mapping[str, Sequence[Any]]],
    *,
    key: str | None = None,
) -> Answer:
    """Several tables, battlefield -> side -> players, as `add_table` lays one. All of them or none."""
    added = [
        happened.TableAdded(
            battlefield=battlefield,
            sides={side: tuple(str(player) for player in players) for side, players in sides.items()},
        )
        for battlefield, sides in tables.items()
    ]
    with together(identity, stream):
        answer = append_as_staff(identity, stream, *added, key=key)
        open_tables(stream)
    return answer


def start_day(
    identity: Identity, stream: UUID, *, expected_version: int | None = None, key: str | None = None
) -> Answer:
    """Starts the day and opens a match at each of its tables that waits for nobody, all or nothing."""
    with together(identity, stream):
        answer = append_as_staff(
            identity, stream, happened.DayStarted(), expected_version=expected_version, key=key
        )
        open_tables(stream)
    return answer


def open_tables(stream: UUID) -> None:
    """Opens what is not open of a running day and waits for nobody; a match's id follows from the day, so nothing is
    opened twice.
    """
    now = warm.load(stream)
    state: CampaignState = now.state
    for table in state.to_open():
        open_table(now, table)


def open_table(now: warm.Warm, table: Table) -> None:
    """The match of a table with its first events, and that the day has it: both or neither."""
    with transaction.atomic():
        key = opening_key(now.stream, f"opened:{table.battlefield}")
        append_as_system(now.stream, _open(now, table), key=key)


def _open(now: warm.Warm, table: Table) -> happened.MatchOpened:
    match = uuid5(now.stream, f"table:{table.battlefield}")
    options = now.state.options
    links = {"campaign": str(now.stream), "table": table.battlefield}
    rules = find_rules(MATCH, now.system)
    log.create_stream(MATCH, now.system, rules.version, Setup(options=links), stream_id=match)
    told = {"detail": options.detail, "scheme_draw_count": options.scheme_draw_count}
    events = opening_of(now.system, table.sides, table.battlefield, told)
    append_as_system(match, *events, key=opening_key(match, "opened"))
    return happened.MatchOpened(table=table.battlefield, match=str(match))


def grant_arcanum(
    identity: Identity,
    stream: UUID,
    *,
    arcana: str,
    table: str,
    expected_version: int | None = None,
    key: str | None = None,
) -> Answer:
    """Sends an earned card to a table: for the side that earned it, into the zone of the card."""
    staff_actor(identity, stream)
    state: CampaignState = warm.current(stream).state
    earned = state.arcana.get(arcana)
    side = earned.side if earned else state.options.sides[0]
    zone = state.options.arcana.get(arcana, "deck")
    granted = happened.ArcanumGranted(arcana=arcana, table=table, side=side, zone=zone)
    return append_as_staff(identity, stream, granted, expected_version=expected_version, key=key)


def publish_fates(
    identity: Identity,
    stream: UUID,
    fates: Mapping[str, Sequence[Mapping[str, Any]]],
    *,
    key: str | None = None,
) -> Answer:
    """Table -> [{"figure", "fate", "owner", "number"}], for all who died there. All tables named, or none."""
    if not fates:
        raise BadInput("fates", _("name at least one table"))
    told = [
        {"type": "fates_published", "table": table, "figures": list(all_)} for table, all_ in fates.items()
    ]
    try:
        events = msgspec.convert(told, list[happened.FatesPublished])
    except msgspec.ValidationError as error:
        raise BadInput("fates", str(error)) from None
    return append_as_staff(identity, stream, *events, key=key)


def finish_day(
    identity: Identity, stream: UUID, *, expected_version: int | None = None, key: str | None = None
) -> Answer:
    """The overall result as the tables give it becomes final."""
    staff_actor(identity, stream)
    now = warm.current(stream)
    return append_as_staff(
        identity,
        stream,
        campaign.overall(now.state),
        expected_version=now.head.version if expected_version is None else expected_version,
        key=key,
    )
