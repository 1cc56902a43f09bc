"""What a player has taken part in, as everybody may know it. Called by the player's page."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery

from tracker import appended
from tracker.models import CampaignRow, EntrantRow, MatchRow, StandingRow
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
    """Every match at which the person sits, of an event or not, the last opened first."""
    appended.bring_up_own()
    rows = MatchRow.objects.filter(players__in=person).distinct()
    rows = rows.select_related("stream", "tournament__tournament_row", "campaign__campaign_row")
    return rows.order_by(*NEWEST)
