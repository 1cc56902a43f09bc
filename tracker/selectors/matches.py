"""Match rows with the names of their players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeVar
from uuid import UUID

import msgspec
from django.db.models import Model, QuerySet

from games.codec import tag
from games.frame import ResultContested
from tracker import appended
from tracker.models import Event, MatchRow, PairingRow


class Dispute(NamedTuple):
    """Who does not agree with a result, and why: a side or `staff`."""

    side: str
    reason: str


M = TypeVar("M", bound=Model)


def match(stream: UUID) -> MatchRow | None:
    """The row of one match, brought up; None while its table is not open."""
    return brought_up(
        MatchRow.objects.filter(stream_id=stream).select_related("stream", "tournament"), stream
    )


def brought_up(rows: QuerySet[M], stream: UUID) -> M | None:
    """The stream's own row among `rows`, made as new as the log. One query where it is that already."""
    row = rows.first()
    if row is None or row.stream.projected_version != row.stream.version:  # type: ignore[attr-defined]
        appended.bring_up(stream)
        row = rows.first()
    return row


def matches() -> QuerySet[MatchRow]:
    """Every match whose table was opened, newest first."""
    appended.bring_up_own()
    return MatchRow.objects.order_by("-stream_id")


def matches_of(tournament: UUID, round_: int | None = None) -> QuerySet[MatchRow]:
    """The matches of a tournament (of one round), by table."""
    rows = MatchRow.objects.filter(tournament_id=tournament).select_related("stream")
    return (rows.filter(round=round_) if round_ is not None else rows).order_by("round", "table")


def own_matches(players: Iterable[str]) -> QuerySet[MatchRow]:
    """Matches outside events at which one of the players sits, newest first."""
    appended.bring_up_own()
    rows = MatchRow.objects.filter(players__in=set(players), tournament=None, campaign=None).distinct()
    return rows.select_related("stream").order_by("-stream_id")


def my_matches(players: Iterable[str]) -> QuerySet[PairingRow]:
    """Published tables at which one of the players sits, newest first: the player's day."""
    appended.bring_up_own()
    rows = PairingRow.objects.exclude(round_status="draft").filter(players__in=set(players)).distinct()
    return rows.select_related("tournament__tournament_row", "match__match").order_by(
        "-tournament_id", "-round"
    )


def disputes(contested: Iterable[UUID]) -> dict[UUID, Dispute]:
    """Match -> its last dispute, for matches that are contested now. No query for none."""
    wanted = list(contested)
    rows = Event.objects.filter(stream_id__in=wanted, type=tag(ResultContested)) if wanted else ()
    told = {row.stream_id: msgspec.json.decode(row.data) for row in sorted(rows, key=lambda row: row.seq)}
    return {match: Dispute(data["side"], data["reason"]) for match, data in told.items()}
