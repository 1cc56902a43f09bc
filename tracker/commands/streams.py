"""Appending to any stream as somebody: the generic command of the REST events endpoint and the score pad."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _
from msgspec.structs import replace

from games.codec import MalformedEvent
from games.faults import fault
from games.match import EventVoided
from games.replay import standing
from games.ruleset import SYSTEM, Actor, Event, Setup
from tracker import appended, log, moments, names, warm
from tracker.commands.because import said
from tracker.commands.clocks import stamped
from tracker.commands.day_facts import check_facts
from tracker.commands.deadlines import keep_lists
from tracker.commands.met import ENTERING, require_met_in
from tracker.commands.openable import check_named
from tracker.commands.seeds import committed
from tracker.commands.showing import check_handed_in
from tracker.commands.unstarting import take_back
from tracker.handle import Answer, Command, handle
from tracker.identity import Identity, NotAllowed
from tracker.inputs import BadInput, of_event
from tracker.models import Stream
from tracker.roles import actor_at, require_staff_scope, staff_at
from tracker.rulesets.campaign.events import CampaignCreated
from tracker.rulesets.chronicle.events import RosterJoined
from tracker.rulesets.tournament.events import ListSubmitted, ListWithdrawn, MatchOpened
from tracker.systems import CAMPAIGN, CHRONICLE, MATCH, TOURNAMENT, is_misspelled, uuids

HEARING = (TOURNAMENT, CAMPAIGN, CHRONICLE)
"""Kinds that hear of their matches' results by jobs: before anybody decides there, what is late is made good."""

MAX_EVENTS = 500
KEY_LENGTH = 128


def append(
    identity: Identity,
    stream: UUID,
    payloads: Sequence[dict[str, Any]],
    *,
    expected_version: int | None = None,
    key: str | None = None,
    at: str | None = None,
    dry_run: bool = False,
) -> Answer:
    """Appends `[{"type", "data"}]` as the person's seat at the stream allows."""
    base = warm.get(stream)
    if base.kind in HEARING:
        appended.bring_up(stream)
    events = committed(stream, tuple(_events(base, payloads)))
    if base.kind == CHRONICLE:
        events = stamped(stream, events, key)
    check_handed_in(identity, base.system, events)
    if any(isinstance(event, ListSubmitted | ListWithdrawn) for event in events):
        keep_lists(stream)
    for position, event in enumerate(events):
        with of_event(position):
            _check_names(base.kind, [event])
            check_entered(event)
            if isinstance(event, CampaignCreated):
                check_facts(event)
            _check_opened(stream, event)
    actor = _seated(identity, base, getattr(events[0], "player", None))
    for position, event in enumerate(events if actor.is_staff else ()):
        with of_event(position):
            require_met_in(identity, base, event)
            if base.kind == TOURNAMENT:
                check_named(base.system, base.state, event)
    _check_key(key)
    check_moment(at)
    command = Command(
        stream=stream,
        actor=actor,
        events=events,
        expected_version=expected_version,
        key=key,
        at=at,
        dry_run=dry_run,
    )
    return take_back(command) if isinstance(events[0], EventVoided) else handle(command)


def _seated(identity: Identity, base: warm.Warm, player: str | None) -> Actor:
    """Who acts. Nobody is turned away for what this process has not heard of yet. Raises `NotAllowed`."""
    try:
        return actor_at(identity, base.stream, base.rules.sides(base.state), player)
    except NotAllowed:
        appended.bring_up(base.stream)
        fresh = warm.refreshed(base)
        return actor_at(identity, base.stream, fresh.rules.sides(fresh.state), player)


def _events(base: warm.Warm, payloads: Sequence[dict[str, Any]]) -> Iterable[Event]:
    if not 1 <= len(payloads) <= MAX_EVENTS:
        raise MalformedEvent(fault("event_count", most=MAX_EVENTS, found=len(payloads)))
    for position, item in enumerate(payloads):
        try:
            yield _once_each(base.codec.told(str(item["type"]), dict(item.get("data") or {})))
        except MalformedEvent as error:
            what = fault("event_at", position=position, what=error.args[0])
            raise MalformedEvent(what, f"events[{position}].{error.place}".rstrip(".")) from None


def _once_each(event: Event) -> Event:
    """A voiding names each entry once, however often a client did: so it is never longer than the log."""
    return replace(event, seqs=tuple(dict.fromkeys(event.seqs))) if isinstance(event, EventVoided) else event


def _check_names(kind: str, events: Iterable[Event]) -> None:
    """Raises `BadInput` for a name that cannot be read."""
    for event in events:
        for field, wrong in names.in_event(kind, event):
            raise BadInput(field, wrong)


def check_entered(event: Event) -> None:
    """Raises `BadInput` for somebody who is entered under no id of a player, or seated under one that is written
    otherwise: in capitals it is another text, and its owner would never find the way to their table."""
    legal = _("an id is legal, as in 0190163d-8694-739b-aea5-966c26f8ad91")
    if isinstance(event, ENTERING) and not uuids([event.player]):
        raise BadInput("player", legal)
    if isinstance(event, RosterJoined) and is_misspelled(event.player):
        raise BadInput("player", legal)
    for side, players in (getattr(event, "sides", None) or {}).items():
        if any(map(is_misspelled, players)):
            raise BadInput(f"sides.{side}", legal)


def _check_opened(stream: UUID, event: Event) -> None:
    """Raises `BadInput` for a match that is not here, which the rows could not hold, or that was opened for another
    table: its result would count here, and its own event would go on with it."""
    if not isinstance(event, MatchOpened):
        return
    match = Stream.objects.filter(id__in=uuids([event.match]), kind=MATCH).first()
    if match is None:
        raise BadInput("match", _("there is no such match"))
    told = msgspec.json.decode(match.setup, type=Setup).options
    if not _is_made_for(told, links_of(stream, event.round, event.table)):
        raise BadInput("match", _("this match was not opened for this table of this event"))


def _is_made_for(told: Mapping[str, Any], links: Mapping[str, Any]) -> bool:
    """Whether a match's options name this table of this event. A program of another day may have told less of the
    place, or more of the match; nobody but the event tells its options."""
    return told.get(TOURNAMENT) == links[TOURNAMENT] and all(
        told.get(name, value) == value for name, value in links.items()
    )


def links_of(tournament: UUID, round: int, table: int) -> dict[str, Any]:
    """What a match of a tournament says of where it is played."""
    return {TOURNAMENT: str(tournament), "round": round, "table": table}


def _check_key(key: str | None) -> None:
    if key is not None and not 1 <= len(key) <= KEY_LENGTH:
        raise BadInput("key", _("an idempotency key has 1 to %(most)s characters") % {"most": KEY_LENGTH})


def check_moment(at: str | None) -> None:
    """Raises `BadInput` for a moment at which nothing can have happened."""
    try:
        if at is not None:
            moments.told(at)
    except moments.BadMoment as error:
        raise BadInput("at", str(error)) from None


def staff_actor(identity: Identity, stream: UUID) -> Actor:
    """The person as staff of the stream, which has heard what its matches have to tell. Raises `NotAllowed`."""
    actor = staff_at(identity, stream)
    if actor is None:
        appended.bring_up(stream)
        actor = staff_at(identity, stream)
    if actor is None:
        require_staff_scope(identity, stream)
        raise NotAllowed("organiser or judge of this event")
    if warm.get(stream).kind in HEARING:
        appended.bring_up(stream)
    return actor


@contextmanager
def together(identity: Identity, stream: UUID) -> Iterator[None]:
    """A transaction of staff. What matches have to tell is heard before it: inside nobody waits for that.

    It holds the event from its first step on. Two that took matches and rows of one event as they came to them waited
    for each other, until the database ended one of them.
    """
    staff_actor(identity, stream)
    with transaction.atomic():
        log.held_at(stream)
        yield


def append_as_staff(
    identity: Identity,
    stream: UUID,
    *events: Event,
    expected_version: int | None = None,
    key: str | None = None,
) -> Answer:
    """Typed events by staff."""
    actor = staff_actor(identity, stream)
    _check_names(warm.get(stream).kind, events)
    return handle(
        Command(
            stream=stream,
            actor=actor,
            events=committed(stream, events),
            expected_version=expected_version,
            key=key,
        )
    )


def append_as_system(stream: UUID, *events: Event, key: str | None = None) -> Answer:
    """Typed events by the tracker itself (reactions, opening of matches, the first event of anything)."""
    _check_names(warm.get(stream).kind, events)
    return handle(Command(stream=stream, actor=SYSTEM, events=committed(stream, events), key=key))


def void(
    identity: Identity,
    stream: UUID,
    seqs: Iterable[int],
    reason: str,
    *,
    tail: bool = False,
    dry_run: bool = False,
    expected_version: int | None = None,
) -> Answer:
    """Takes events back. With `tail`, everything that stands from the first of them on goes too, in one step.

    Raises `CommandRejected` whose `broken` lists the later events that would become illegal.
    """
    actor = staff_actor(identity, stream)
    why = said(reason)
    wanted = tuple(sorted(set(seqs)))
    if tail and wanted:
        wanted = _standing_from(stream, wanted[0])
    event = EventVoided(seqs=wanted, reason=why)
    command = Command(
        stream=stream, actor=actor, events=(event,), expected_version=expected_version, dry_run=dry_run
    )
    return take_back(command)


def _standing_from(stream: UUID, first: int) -> tuple[int, ...]:
    entries = warm.entries_of(warm.get(stream).codec, log.read(stream))
    return tuple(entry.seq for entry in standing(entries) if entry.seq >= first)
