"""Reading logs and states, redacted for the viewer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from random import Random
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import F, QuerySet, Sum
from django.db.models.functions import Coalesce

from games.codec import tag
from games.consequences import with_optional
from games.match import EventVoided
from games.moves import Offers, offers_of
from games.registry import SYSTEMS
from games.replay import as_seen
from games.ruleset import EVERYONE, SYSTEM, Actor, Event, NextEvent, Outcome, Viewer
from tracker import appended, log, warm
from tracker.models import DayTableRow, MatchRow, Stream
from tracker.models import Event as EventRow
from tracker.named import ids_in
from tracker.selectors.opened import opened_events, state_with
from tracker.selectors.people import player_names
from tracker.systems import CAMPAIGN, CHRONICLE, MATCH, TOURNAMENT, events_of
from tracker.warm import Warm

EXAMPLES = 12
"""So many of one event."""
OPEN = "open"
HIDDEN = "hidden"
"""The type of an event that the viewer may not see at all; its place in the sequence stays."""


class EventView(msgspec.Struct, frozen=True, omit_defaults=True):
    """One event as its viewer may see it. `secret` (salt) is never part of it unless revealed in `data`; nor is the key
    of an event that hides something from the viewer. `names`: of the players in it, where somebody asked for
    them.
    """

    seq: int
    type: str
    data: dict[str, Any]
    hash: str
    visibility: str = "public"
    side: str | None = None
    actor: str | None = None
    at: str | None = None
    recorded: str | None = None
    key: str | None = None
    voided_by: int | None = None
    names: dict[str, str] = {}


class EventsPage(msgspec.Struct, frozen=True):
    """A page of a log. `next` is the `after` of the following page, None at the end."""

    events: list[EventView]
    version: int
    next: int | None


def stream_of(stream: UUID) -> Stream:
    """The stream's row. Raises `warm.UnknownStream`."""
    row = Stream.objects.filter(id=stream).first()
    if row is None:
        raise warm.UnknownStream(str(stream))
    return row


def head(stream: UUID) -> log.Head:
    """Version and hash of the stream. Raises `warm.UnknownStream`."""
    found = log.head_of(stream)
    if found is None:
        raise warm.UnknownStream(str(stream))
    return found


def kind_of(stream: UUID) -> str:
    """`match` or `tournament`, without a query for a stream that is warm. Raises `warm.UnknownStream`."""
    return warm.get(stream).kind


def bring_up(*streams: UUID) -> None:
    """Rows of these streams, and of the matches of events among them, become as new as their logs, as far as can be.

    Whoever shows or uses rows of a stream asks for it first: jobs may be late, or lost.
    """
    appended.bring_up(*streams)


def bring_up_own() -> None:
    """The same for whatever this process appended to: for lists, which show rows of any stream."""
    appended.bring_up_own()


def brought_up(stream: UUID) -> Stream:
    """The stream's own row, after `bring_up`. Raises `warm.UnknownStream`."""
    bring_up(stream)
    return stream_of(stream)


def are_shown(stream: UUID) -> bool:
    """Brings up the stream and the events that it is a part of; whether their rows then show all of their logs."""
    wanted = [stream, *events_of(warm.get(stream).setup)]
    bring_up(*wanted)
    return not Stream.objects.filter(id__in=wanted).exclude(version=F("projected_version")).exists()


def marks(streams: Iterable[UUID]) -> dict[UUID, tuple[int, int]]:
    """Stream -> (version of the log, a number that moves with what its pages show); unknown ones are left out.

    The pages of an event day show its tables, those of a tournament the results of its matches, disputed ones too: to
    their own version the sum over these is added. One query, and one more for each kind of event among the streams.
    """
    wanted = list(streams)
    if not wanted:
        return {}
    rows = Stream.objects.filter(id__in=wanted).values_list("id", "kind", "version", "projected_version")
    found = {id_: (kind, version, projected) for id_, kind, version, projected in rows}
    more: dict[UUID, int] = {}
    for event, sums in ((CAMPAIGN, _shown_by_tables), (TOURNAMENT, _shown_by_results)):
        if events := [id_ for id_, (kind, *_) in found.items() if kind == event]:
            more.update(sums(events))
    return {id_: (version, projected + more.get(id_, 0)) for id_, (_, version, projected) in found.items()}


def _shown_by_tables(days: list[UUID]) -> dict[UUID, int]:
    tables = DayTableRow.objects.filter(campaign_id__in=days).order_by().values_list("campaign_id")
    return dict(tables.annotate(shown=Coalesce(Sum("match__projected_version"), 0)))


def _shown_by_results(tournaments: list[UUID]) -> dict[UUID, int]:
    """Only matches that have a result: what is logged turn by turn moves no page of the event."""
    told = MatchRow.objects.filter(tournament_id__in=tournaments).exclude(status=OPEN)
    return dict(told.order_by().values_list("tournament_id").annotate(shown=Sum("version")))


def is_newer_here(stream: UUID, version: int) -> bool:
    """Whether this process has seen events after `version`, or any of a match of the event; asks no database."""
    known = warm.peek(stream)
    return appended.is_stirred(stream) or (known is not None and known.head.version > version)


def current_state(stream: UUID) -> Warm:
    """The stream folded to its head, secrets included: for building forms, never for sending."""
    return warm.current(stream)


def is_emptied(stream: UUID) -> bool:
    """Whether what the stream began with was taken back, as was legal before WL-VOID-06: it can say hardly anything
    until `commands.begin_again`. Raises `warm.UnknownStream`."""
    now = current_state(stream)
    if now.kind == CHRONICLE:
        return not now.state.name
    return now.kind in (TOURNAMENT, CAMPAIGN) and now.state.created is None


def readable_state(stream: UUID) -> Any:
    """The state, None of a log that this program cannot read: pages then show the rows that stand (`Fault`)."""
    try:
        return current_state(stream).state
    except (KeyError, msgspec.MsgspecError):
        return None


def sides_of(stream: UUID) -> dict[str, tuple[str, ...]]:
    """Side -> player ids, from the state."""
    now = warm.current(stream)
    return now.rules.sides(now.state)


def outcome(stream: UUID) -> Outcome:
    """The score row, which is written with the events."""
    score: str = stream_of(stream).score
    return msgspec.json.decode(score, type=Outcome) if score != "{}" else Outcome(status="open", vp={})


def state_at(now: Warm, at: int, viewer: Viewer) -> Any:
    """The state as it was after event `at`, without what the viewer may not know today; what was hidden then is still
    in it, so it is for `visible_to`, never for sending.

    A log without a later voiding opens more and more, so that what was open then is open now. Otherwise something may
    have been shown by mistake: then the past is folded from the events as the viewer may see them today. What players
    kept themselves and opened after the end was theirs all along (`opened_events`).
    """
    opened = state_with(now, at)
    if opened is not None:
        return opened
    if not EventRow.objects.filter(stream_id=now.stream, type=tag(EventVoided), seq__gt=at).exists():
        return warm.past(now, at)
    entries = warm.entries_of(now.codec, log.read(now.stream, 0, at)) if at else []
    return as_seen(now.rules, now.setup, entries, now.state, viewer)


def state_view(stream: UUID, viewer: Viewer, at: int | None = None) -> dict[str, Any]:
    """The state at the head, or as it was after event `at`, as `viewer` may see it today."""
    now = warm.current(stream)
    state = now.state if at is None else warm.past(now, at)
    return {
        "seq": now.head.version if at is None else at,
        "state": msgspec.to_builtins(visible_at(now, at, viewer)),
        "outcome": msgspec.to_builtins(now.rules.outcome(state)),
    }


def visible_at(now: Warm, at: int | None, viewer: Viewer) -> Any:
    """The state as it was after event `at` (None: at the head), as `viewer` may see it today."""
    if at is None and not opened_events(now):
        return visible(now, now.state, viewer)
    return visible(now, state_at(now, now.head.version if at is None else at, viewer), viewer)


def visible(now: Warm, state: Any, viewer: Viewer) -> Any:
    """A state that the stream has had, as `viewer` may see it at `now`: what a confirmed result opens is open in the
    past of its match too."""
    rules: Any = now.rules
    if now.kind != MATCH:
        return rules.visible_to(state, viewer)
    return rules.visible_to(state, viewer, settled=rules.opened(now.state))


def next_events(stream: UUID, viewer: Viewer) -> tuple[NextEvent, ...]:
    """What may legally come next, as far as the viewer may know."""
    return offers(stream, viewer).events


def offers(stream: UUID, viewer: Viewer, examples: bool = False) -> Offers:
    """The same, with the concrete events of a match; none for bystanders. `examples` are made up when asked for."""
    now = warm.current(stream)
    seen = now.rules.visible_to(now.state, viewer)
    told = with_optional(now.rules, seen, now.rules.next_events(now.state, viewer))
    system = SYSTEMS.get(now.system) if now.kind == MATCH else None
    if system is None or viewer.role == "public":
        return Offers(told)
    by = SYSTEM if viewer.role == "staff" else Actor("player", viewer.player)
    return offers_of(system, seen.play, told, by, Random, EXAMPLES if examples else 0)


def own_names(stream: UUID, language: str) -> dict[str, str]:
    """Id -> name of whatever lies in a match and of its sides, as everybody may know them."""
    now = warm.current(stream)
    system = SYSTEMS.get(now.system) if now.kind == MATCH else None
    if system is None:
        return {}
    play = now.rules.visible_to(now.state, EVERYONE).play
    return {
        key: text.to(language) for key, text in {**system.words.sides, **system.faces.named(play)}.items()
    }


def events_page(stream: UUID, viewer: Viewer, after: int = 0, limit: int = 100) -> EventsPage:
    """Events with seq > `after`, at most `limit`. Every seq is there, hidden ones as type `hidden`."""
    return events_seen(stream, viewer, after, limit)[0]


def events_seen(stream: UUID, viewer: Viewer, after: int, limit: int) -> tuple[EventsPage, bool]:
    """The same, and whether this viewer sees every one of these events as it is stored."""
    now = warm.current(stream)
    # What came between the two reads belongs to a later version.
    rows = [row for row in log.read(stream, after, limit) if row.seq <= now.head.version]
    voided = _voided_by(stream, rows, now.head.version)
    told = opened_events(now)
    seen = [_seen(now, row, viewer, voided.get(row.seq), told.get(row.seq)) for row in rows]
    more = bool(rows) and rows[-1].seq < now.head.version
    page = EventsPage([view for view, _ in seen], now.head.version, rows[-1].seq if more else None)
    return page, all(whole for _, whole in seen)


def told_last(stream: UUID, viewer: Viewer, without: Collection[str], limit: int = 8) -> list[EventView]:
    """The last events that stand, newest first, but for those of these types and what players told themselves: found
    however many others follow.
    """
    now = warm.current(stream)
    found = _standing(stream, now.head.version).exclude(type__in=without)
    found = found.exclude(actor__startswith="player:").order_by("-seq")[:limit]
    return [_seen(now, row, viewer, None)[0] for row in found]


def told_together(stream: UUID, seq: int, types: Collection[str]) -> list[int]:
    """The events of these types that stand and that one command logged with this one, in order; else this one alone."""
    of_stream = EventRow.objects.filter(stream_id=stream, seq__lte=seq, batch__isnull=False)
    first = of_stream.order_by("-seq").values_list("seq", "batch").first()
    whole = range(first[0], first[0] + (first[1] or 1)) if first else range(0)
    rows = _standing(stream, warm.current(stream).head.version).filter(type__in=types)
    within = rows.filter(seq__gte=whole.start, seq__lt=whole.stop).order_by("seq")
    found = list(within.values_list("seq", flat=True))
    return found if seq in found else [seq]


def _standing(stream: UUID, version: int) -> QuerySet[EventRow]:
    """The rows that nobody has taken back."""
    rows = EventRow.objects.filter(stream_id=stream, seq__lte=version)
    voided = [
        seq for row in rows.filter(type=tag(EventVoided)) for seq in msgspec.json.decode(row.data)["seqs"]
    ]
    return rows.exclude(seq__in=voided)


def with_names(views: Iterable[EventView]) -> list[EventView]:
    """The same with the names of the players in them: one query, none where there are no ids."""
    views = list(views)
    told = [list(dict.fromkeys(ids_in([view.data, (view.actor or "").split(":")]))) for view in views]
    wanted = {id_ for ids in told for id_ in ids}
    names = player_names(wanted) if wanted else {}
    return [
        msgspec.structs.replace(view, names={id_: names[id_] for id_ in ids if id_ in names})
        for view, ids in zip(views, told, strict=True)
    ]


def _voided_by(stream: UUID, rows: list[EventRow], version: int) -> dict[int, int]:
    """seq -> seq of the voiding that took it back. Voidings are rare: what follows `rows` in the log is read for them
    apart.
    """
    if not rows:
        return {}
    voidings = [row for row in rows if row.type == tag(EventVoided)]
    if rows[-1].seq < version:
        later = EventRow.objects.filter(stream_id=stream, type=tag(EventVoided), seq__gt=rows[-1].seq)
        voidings.extend(later.order_by("seq"))
    found = ((row.seq, msgspec.json.decode(row.data)["seqs"]) for row in voidings)
    return {gone: seq for seq, seqs in found for gone in seqs}


def _seen(
    now: Warm, row: EventRow, viewer: Viewer, voided_by: int | None, opened: Event | None = None
) -> tuple[EventView, bool]:
    """What the viewer sees of an event, and whether that is all. `opened`: with what was opened after the end."""
    stored = opened or warm.event_of(now.codec, row)
    event = now.rules.redact(now.state, stored, viewer)
    if event is None:
        return EventView(seq=row.seq, type=HIDDEN, data={}, hash=row.hash), False
    view = EventView(
        seq=row.seq,
        type=row.type,
        data=payload(event),
        hash=row.hash,
        visibility=row.visibility,
        side=row.side,
        actor=row.actor,
        at=row.at,
        recorded=row.recorded,
        key=row.key if event == stored else None,
        voided_by=voided_by,
    )
    return view, event == stored


def payload(event: Event) -> dict[str, Any]:
    """The event's fields, but for its type tag."""
    told: dict[str, Any] = msgspec.to_builtins(event)
    return {name: value for name, value in told.items() if name != "type"}


def is_lasting(stream: UUID, view: EventView) -> bool:
    """Whether nobody may take the event back. `view`: as staff see it."""
    event = warm.get(stream).codec.from_payload(view.type, view.data)
    return event.lasting or event.founding


def visible_rows(stream: UUID, viewer: Viewer) -> Iterator[tuple[EventRow, Event | None]]:
    """Every stored row with its event as the viewer may see it, None when it is hidden whole (exports)."""
    now = warm.current(stream)
    yield from _redacted(now, log.read(stream), viewer)


def _redacted(now: Warm, rows: Iterable[EventRow], viewer: Viewer) -> Iterator[tuple[EventRow, Event | None]]:
    for row in rows:
        yield row, now.rules.redact(now.state, warm.event_of(now.codec, row), viewer)
