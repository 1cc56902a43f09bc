"""Match rows with the names of their players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

import msgspec
from django.db.models import Model, OuterRef, QuerySet, Subquery, UUIDField

from games.codec import tag
from games.match import ResultContested
from games.ruleset import PUBLIC
from tracker import appended
from tracker.kept_queries import Kept, KeptOfMany
from tracker.models import (
    CampaignRow,
    ChronicleMatchRow,
    DayTableRow,
    Event,
    MatchRow,
    PairingRow,
    TournamentRow,
)
from tracker.models.log import NEWEST


class Dispute(NamedTuple):
    """Who does not agree with a result, and why: a side or `staff`."""

    side: str
    reason: str


class Surroundings(NamedTuple):
    """What a match belongs to, by name, and what it is played on."""

    tournament: str | None = None
    campaign: str | None = None
    scenario: str | None = None


M = TypeVar("M", bound=Model)
SCENARIO_FIELDS = ("battlefield", "scenario", "mission", "challenge", "map")
"""What the opening events of the games call it."""


def match(stream: UUID) -> MatchRow | None:
    """The row of one match, brought up; None while its table is not open."""
    return brought_up(_MATCH, stream)


_MATCH = Kept(
    lambda stream: MatchRow.objects.filter(stream_id=stream).select_related("stream", "tournament"),
    UUIDField(),
)


def brought_up(rows: Kept[M], stream: UUID) -> M | None:
    """The stream's own row, made as new as the log. One query where it is that already."""
    row = rows.first(stream)
    if row is None or row.stream.projected_version != row.stream.version:  # type: ignore[attr-defined]
        appended.bring_up(stream)
        row = rows.first(stream)
    return row


def matches() -> QuerySet[MatchRow]:
    """Every match whose table was opened and that is everybody's, newest first."""
    appended.bring_up_own()
    return MatchRow.objects.filter(stream__private=False).select_related("stream").order_by(*NEWEST)


def matches_of(tournament: UUID, round_: int | None = None) -> QuerySet[MatchRow]:
    """The matches of a tournament (of one round), by table."""
    rows = MatchRow.objects.filter(tournament_id=tournament).select_related("stream")
    return (rows.filter(round=round_) if round_ is not None else rows).order_by("round", "table")


def surroundings(rows: Iterable[MatchRow]) -> dict[UUID, Surroundings]:
    """By match: five queries at most, whatever the number of matches; no query for what none of them has."""
    rows = list(rows)
    in_events = {row.tournament_id for row in rows if row.tournament_id}
    in_days = {row.campaign_id for row in rows if row.campaign_id}
    events: dict[UUID | None, str] = dict(_names(TournamentRow, in_events))
    days: dict[UUID | None, str] = dict(_names(CampaignRow, in_days))
    played = {row.stream_id for row in rows}
    drawn = (
        _by_match(PairingRow.objects.filter(tournament__in=in_events), "scenario", played)
        if in_events
        else {}
    )
    laid = (
        _by_match(DayTableRow.objects.filter(campaign__in=in_days), "battlefield", played) if in_days else {}
    )
    alone = played - {match for match, name in (*drawn.items(), *laid.items()) if name}
    on = {**_opened_on(alone), **drawn, **laid}
    return {
        row.stream_id: Surroundings(
            events.get(row.tournament_id), days.get(row.campaign_id), on.get(row.stream_id) or None
        )
        for row in rows
    }


def _names(
    table: type[TournamentRow] | type[CampaignRow], streams: set[UUID]
) -> Iterable[tuple[UUID | None, str]]:
    return (
        table._default_manager.filter(stream__in=streams).values_list("stream_id", "name") if streams else ()
    )


def _by_match(rows: QuerySet[Any], field: str, matches: set[UUID]) -> dict[UUID, str]:
    return {
        match: name
        for match, name in rows.order_by().values_list("match_id", field)
        if match in matches and name
    }


def _opened_on(matches: set[UUID]) -> dict[UUID, str]:
    """What the first events of these matches say, as far as everybody may know it."""
    first = Event.objects.filter(stream__in=matches, seq=1, visibility=PUBLIC) if matches else ()
    told = {row.stream_id: msgspec.json.decode(row.data) for row in first}
    found = {
        match: [data[name] for name in SCENARIO_FIELDS if data.get(name)] for match, data in told.items()
    }
    return {match: names[0] for match, names in found.items() if names and isinstance(names[0], str)}


def own_matches(players: Iterable[str]) -> QuerySet[MatchRow]:
    """Matches outside events at which one of the players sits, newest first, each with its run if it is one. Of a match
    of a club's campaign: `chronicle`, `chronicle_name`, and its `link` there; else None.
    """
    appended.bring_up_own()
    rows = MatchRow.objects.filter(players__in=set(players), tournament=None, campaign=None).distinct()
    there = ChronicleMatchRow.objects.filter(match_id=OuterRef("stream_id"))
    rows = rows.annotate(
        chronicle=Subquery(there.values("chronicle_id")[:1], output_field=UUIDField()),
        chronicle_name=Subquery(there.values("chronicle__chronicle_row__name")[:1]),
        link=Subquery(there.values("link")[:1]),
    )
    return rows.select_related("stream__run_row").order_by(*NEWEST)


def my_matches(players: Iterable[str]) -> QuerySet[PairingRow]:
    """Published tables at which one of the players sits, newest first: the player's day."""
    appended.bring_up_own()
    return _SEATS(set(players))


_SEATS = KeptOfMany(
    lambda players: (
        PairingRow.objects.exclude(round_status="draft")
        .filter(players__in=players)
        .distinct()
        .select_related("tournament__tournament_row", "match__match")
        .order_by("-tournament__opened_at", "-tournament_id", "-round")
    ),
    UUIDField(),
)


def disputes(contested: Iterable[UUID]) -> dict[UUID, Dispute]:
    """Match -> its last dispute, for matches that are contested now. No query for none."""
    wanted = list(contested)
    rows = Event.objects.filter(stream_id__in=wanted, type=tag(ResultContested)) if wanted else ()
    told = {row.stream_id: msgspec.json.decode(row.data) for row in sorted(rows, key=lambda row: row.seq)}
    return {match: Dispute(data["side"], data["reason"]) for match, data in told.items()}


def why_disputed(match: MatchRow | None) -> str:
    """What whoever disputes the result says, which is mostly the reason of its correction; empty where nobody does."""
    told = disputes([match.stream_id]) if match is not None and match.contested else {}
    return next((one.reason for one in told.values()), "")
