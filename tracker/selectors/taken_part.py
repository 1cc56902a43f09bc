"""What a player has taken part in, as everybody may know it. Called by the player's page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery

from tracker import appended
from tracker.models import CampaignRow, ChronicleRow, EntrantRow, MatchRow, StandingRow
from tracker.models.log import NEWEST


def entries_of(person: Sequence[UUID]) -> QuerySet[EntrantRow]:
    """The tournaments of the players who are one person, newest first; `place` and `shared` are those of the latest
    standings, or None.
    """
    appended.bring_up_own()
    latest = StandingRow.objects.filter(
        tournament_id=OuterRef("tournament_id"), player_id=OuterRef("player_id")
    ).order_by("-round")
    rows = EntrantRow.objects.filter(player_id__in=person).select_related(
        "tournament__tournament_row__stream"
    )
    return rows.annotate(
        place=Subquery(latest.values("rank")[:1]), shared=Subquery(latest.values("shared")[:1])
    ).order_by("-tournament__opened_at", "-tournament_id")


def days_of(person: Sequence[UUID]) -> QuerySet[CampaignRow]:
    """The event days at which the person is registered, newest first."""
    appended.bring_up_own()
    return CampaignRow.objects.filter(players__in=person).distinct().order_by(*NEWEST)


def played_by(person: Sequence[UUID]) -> QuerySet[MatchRow]:
    """Every match at which the person sits, of an event or not, the last opened first; without private ones."""
    appended.bring_up_own()
    rows = MatchRow.objects.filter(players__in=person, stream__private=False).distinct()
    rows = rows.select_related("stream", "tournament__tournament_row", "campaign__campaign_row")
    return rows.order_by(*NEWEST)


def confirmed_of(person: Sequence[UUID]) -> QuerySet[MatchRow]:
    """Those of them whose result is confirmed, the first one first."""
    return played_by(person).filter(status="confirmed").order_by("stream__opened_at", "stream_id")


class Warband(NamedTuple):
    """A roster of a person in a campaign."""

    chronicle: UUID
    campaign: str
    roster: str
    name: str


def warbands_of(person: Sequence[UUID]) -> list[Warband]:
    """The rosters of the person in campaigns that are everybody's, those of the newest campaign first."""
    appended.bring_up_own()
    own = {str(one) for one in person}
    rows = ChronicleRow.objects.filter(players__in=person, stream__private=False).distinct()
    return [
        Warband(row.pk, row.name, one["roster"], one["name"])
        for row in rows.order_by(*NEWEST)
        for one in row.ranking
        if one["player"] in own
    ]
