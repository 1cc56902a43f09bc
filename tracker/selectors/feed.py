"""Reading the feed: what happened on the whole installation, as everybody may see it, in the order of its numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Any, NamedTuple
from uuid import UUID

import msgspec
from django.urls import reverse

from tracker.models import CampaignRow, ChronicleRow, FeedHead, FeedRow, MatchRow, TournamentRow
from tracker.selectors.people import player_names
from tracker.systems import CAMPAIGN, CHRONICLE, MATCH, SEASON, TOURNAMENT


def _form(**more: Any) -> msgspec.Meta:
    return msgspec.Meta(extra_json_schema=more)


Id = Annotated[str, _form(format="uuid")]
Moment = Annotated[str, _form(format="date-time")]
StreamKind = Annotated[str, _form(enum=[MATCH, TOURNAMENT, CAMPAIGN, SEASON, CHRONICLE])]
FeedNumber = Annotated[int, msgspec.Meta(ge=0)]
ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


class FeedFilter(msgspec.Struct, frozen=True):
    """What somebody wants to hear of; None: everything. `types` are types of events."""

    within: UUID | None = None
    stream: UUID | None = None
    system: str | None = None
    kind: str | None = None
    types: tuple[str, ...] = ()


class FeedEvent(msgspec.Struct, omit_defaults=True):
    """One event as everybody could see it when it came to light; what has opened since stands in its log, at `url`.

    `within`: the tournament or event day that it belongs to. Of a match also who plays it (`sides`, by id), and
    in which `round` at which `table`. `names`: of the players in it and of those who play, by id.
    """

    number: FeedNumber
    stream: Id
    url: str
    kind: StreamKind
    system: str
    seq: int
    type: str
    data: dict[str, Any]
    hash: str
    within: Id | None = None
    within_name: str | None = None
    side: str | None = None
    actor: str | None = None
    at: Moment | None = None
    recorded: Moment | None = None
    sides: dict[str, list[Id]] = {}
    round: int | None = None
    table: int | None = None
    names: dict[str, str] = {}


class Match(NamedTuple):
    """What stands beside every event of a match."""

    sides: dict[str, list[str]] = {}
    round: int | None = None
    table: int | None = None


def feed_head() -> int:
    """The last number; every smaller one can be read already, and none will come later."""
    return FeedHead.objects.values_list("number", flat=True).first() or 0


def feed_since(after: int) -> int:
    """How many events came after this number. Numbers leap, so that they do not tell it."""
    return FeedRow.objects.filter(number__gt=after).count()


def feed_rows(after: int, up_to: int, wanted: FeedFilter, limit: int) -> list[FeedRow]:
    """At most `limit` rows with `after` < number <= `up_to`, in their order. One query."""
    rows = FeedRow.objects.filter(number__gt=after, number__lte=up_to)
    told = {"within": wanted.within, "stream": wanted.stream, "system": wanted.system, "kind": wanted.kind}
    rows = rows.filter(**{name: value for name, value in told.items() if value is not None})
    if wanted.types:
        rows = rows.filter(type__in=wanted.types)
    return list(rows.order_by("number")[:limit])


def feed_events(rows: Iterable[FeedRow]) -> list[FeedEvent]:
    """The rows with the names of whoever and whatever stands in them: four queries at most."""
    rows = list(rows)
    matches = _matches({row.stream_id for row in rows if row.kind == MATCH})
    people = {id_ for row in rows for id_ in _ids(row, matches.get(row.stream_id, Match()))}
    within = {row.within for row in rows if row.within is not None}
    names = player_names(people) if people else {}
    events: dict[UUID | None, str] = {}
    for table in (TournamentRow, CampaignRow, ChronicleRow) if within else ():
        events.update(table._default_manager.filter(stream__in=within).values_list("stream", "name"))
    return [_event(row, names, events.get(row.within), matches.get(row.stream_id, Match())) for row in rows]


def _matches(streams: set[UUID]) -> dict[UUID, Match]:
    found = MatchRow.objects.filter(stream__in=streams) if streams else MatchRow.objects.none()
    return {stream: Match(*told) for stream, *told in found.values_list("stream", *Match._fields)}


def _event(row: FeedRow, names: dict[str, str], within: str | None, match: Match) -> FeedEvent:
    return FeedEvent(
        number=row.number,
        stream=str(row.stream_id),
        url=reverse(f"api:{row.kind}", args=[row.stream_id]),
        kind=row.kind,
        system=row.system,
        seq=row.seq,
        type=row.type,
        data=msgspec.json.decode(row.data),
        hash=row.hash,
        within=str(row.within) if row.within else None,
        within_name=within,
        side=row.side,
        actor=row.actor,
        at=row.at,
        recorded=row.recorded,
        sides=match.sides,
        round=match.round,
        table=match.table,
        names={id_: names[id_] for id_ in _ids(row, match) if id_ in names},
    )


def _ids(row: FeedRow, match: Match) -> list[str]:
    told = f"{row.data} {row.actor or ''} {match.sides}"
    return list(dict.fromkeys(ID.findall(told)))
