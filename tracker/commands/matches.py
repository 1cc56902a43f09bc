"""Matches on their own, and results typed in by staff."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID, uuid5

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

from games.codec import Codec, MalformedEvent, codec_for
from games.match import STAFF_SIDE, ResultConfirmed
from games.registry import MATCHES
from games.replay import judge
from games.ruleset import Actor, Event, Ruleset, Setup, fold
from tracker import log, warm
from tracker.commands.met import require_met_in
from tracker.commands.showing import LISTS, faulty
from tracker.commands.streams import check_entered, staff_actor
from tracker.handle import Answer, Command, KeyReused, first_use, handle
from tracker.identity import Identity
from tracker.ids import uuid7
from tracker.inputs import BadInput, of_event, undecodable, unknown
from tracker.models import ApiToken, Membership, Stream
from tracker.systems import MATCH

DRAWN = {"tournament", "round", "table", "campaign", "chronicle", "link", "levers", log.PRIVATE}
"""Options that an event gives its matches; nobody else may put a match into one."""
OPENED = "opened"
"""The key of a match's first events, whoever opens it."""


def create_match(
    identity: Identity,
    *,
    system: str,
    setup: dict[str, Any] | None = None,
    events: Sequence[dict[str, Any]] = (),
    key: str | None = None,
) -> UUID:
    """A match outside any tournament; the signed-in user is its organiser, unless they play in it. All or nothing.

    The same user and key give the same match. Raises `KeyReused` when it was another one.
    """
    identity.require_signed_in()
    identity.require_scope(ApiToken.PLAY)
    rules = MATCHES.get(system)
    if rules is None:
        raise unknown("system", MATCHES)
    stream_id = uuid5(UUID(int=identity.user.pk), f"match:{key}") if key else uuid7()
    asked = _setup(identity, system, setup)
    with transaction.atomic():
        again = key is not None and Stream.objects.filter(id=stream_id).exists()
        stream = log.create_stream(MATCH, system, rules.version, asked, stream_id=stream_id)
        if again and not _is_same(stream, system, asked, bool(events)):
            raise KeyReused(key)
        run_by(identity, stream)
        if events:
            _open(identity, stream.id, events)
    return stream.id


def _is_same(stream: Stream, system: str, setup: Setup, opens: bool) -> bool:
    """Whether a match was made of this before; the opening itself is compared by its own key."""
    told = msgspec.json.decode(stream.setup, type=Setup)
    return (stream.system, told, first_use(stream.id, OPENED) is not None) == (system, setup, opens)


def run_by(identity: Identity, match: Stream) -> None:
    """The signed-in user runs a match outside events. Whoever plays in it has no office there, whenever they sit down.

    That is decided whenever it is asked (`tracker.roles.role_at`), so that no order of seating and claiming helps.
    """
    Membership.objects.get_or_create(
        stream=match, user=identity.user, defaults={"role": Membership.ORGANISER}
    )


def _setup(identity: Identity, system: str, setup: dict[str, Any] | None) -> Setup:
    try:
        asked = msgspec.convert(setup or {}, Setup)
    except msgspec.ValidationError as error:
        raise undecodable("setup", error) from None
    if DRAWN & set(asked.options):
        raise BadInput(
            "setup",
            _("%(options)s: only matches of an event have these") % {"options": ", ".join(sorted(DRAWN))},
        )
    if LISTS in asked.options and (wrong := faulty(identity, system, asked.options[LISTS])):
        raise BadInput(f"setup.options.{wrong[0]}", wrong[1])
    return asked


def _open(identity: Identity, stream: UUID, events: Sequence[dict[str, Any]]) -> None:
    """The creator opens the table as its organiser, although a token's scope may be for playing only."""
    base = warm.get(stream)
    typed = [base.codec.told(str(item.get("type")), dict(item.get("data") or {})) for item in events]
    for position, event in enumerate(typed):
        with of_event(position):
            check_entered(event)
            require_met_in(identity, base, event)
    handle(
        Command(
            stream=stream, actor=Actor("organiser", str(identity.user.pk)), events=tuple(typed), key=OPENED
        )
    )


def _told(codec: Codec, position: int, item: Mapping[str, Any]) -> Event:
    try:
        return codec.told(str(item["type"]), dict(item["data"]))
    except MalformedEvent as error:
        raise MalformedEvent(error.args[0], f"events[{position}].{error.place}".rstrip(".")) from None


def report_match(
    identity: Identity,
    match: UUID,
    payload: dict[str, Any],
    *,
    type_: str = "match_reported",
    before: Sequence[dict[str, Any]] = (),
    expected_version: int | None = None,
    key: str | None = None,
) -> Answer:
    """A result typed in by staff: the report of the system and the staff's confirmation, in one command.

    `before` are events that the report needs first (a noted name that is published), as `{"type", "data"}`.
    """
    actor = staff_actor(identity, match)
    now = warm.current(match)
    codec = codec_for(now.rules)
    told = [*before, {"type": type_, "data": payload}]
    *events, reported = (_told(codec, position, item) for position, item in enumerate(told))
    state = fold(now.rules, now.state, events)
    events.append(reported)
    confirmed = _confirmed_before(now, key, len(events))
    if confirmed is not None:
        events += confirmed
    elif not judge(now.rules, state, reported, actor):
        events.append(confirmed_by_staff(now.rules, now.rules.evolve(state, reported)))
    return handle(
        Command(stream=match, actor=actor, events=tuple(events), expected_version=expected_version, key=key)
    )


def _confirmed_before(now: warm.Warm, key: str | None, told: int) -> list[Event] | None:
    """The confirmation that the request with this key got after the `told` events of its own: of a match that has
    ended none could be made again. None when the key is new."""
    first = first_use(now.stream, key) if key else None
    if first is None:
        return None
    rows = log.read(now.stream, first.first_seq - 1, first.count)[told : told + 1]
    return [
        event
        for event in (warm.event_of(now.codec, row) for row in rows)
        if isinstance(event, ResultConfirmed)
    ]


def confirmed_by_staff(rules: Ruleset[Any, Any], state: Any) -> ResultConfirmed:
    """The staff's confirmation, for everybody, of the result that stands in a match."""
    outcome = rules.outcome(state)
    return ResultConfirmed(side=STAFF_SIDE, vp=dict(outcome.vp), winner=outcome.winner or "")
