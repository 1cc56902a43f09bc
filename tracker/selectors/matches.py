"""Match rows with the names of their players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple
from uuid import UUID

import msgspec
from django.db.models import QuerySet

from games.codec import tag
from games.frame import ResultContested
from tracker.models import Event, MatchRow, PairingRow


class Dispute(NamedTuple):
    """Who does not agree with a result, and why: a side or `staff`."""

    side: str
    reason: str


def match(stream: UUID) -> MatchRow | None:
    """The row of one match, None while its table is not open (or not projected yet)."""
    return MatchRow.objects.filter(stream_id=stream).select_related("stream", "tournament").first()


def matches() -> QuerySet[MatchRow]:
    """Every match whose table was opened, newest first."""
    return MatchRow.objects.order_by("-stream_id")


def matches_of(tournament: UUID, round_: int | None = None) -> QuerySet[MatchRow]:
    """The matches of a tournament (of one round), by table."""
    rows = MatchRow.objects.filter(tournament_id=tournament).select_related("stream")
    return (rows.filter(round=round_) if round_ is not None else rows).order_by("round", "table")


def own_matches(players: Iterable[str]) -> QuerySet[MatchRow]:
    """Matches outside events at which one of the players sits, newest first."""
    rows = MatchRow.objects.filter(players__in=set(players), tournament=None, campaign=None).distinct()
    return rows.select_related("stream").order_by("-stream_id")


def my_matches(players: Iterable[str]) -> QuerySet[PairingRow]:
    """Published tables at which one of the players sits, newest first: the player's day."""
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
