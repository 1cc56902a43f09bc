"""What a player has taken part in, as everybody may know it. Called by the player's page."""

from __future__ import annotations

from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery

from tracker import appended
from tracker.models import CampaignRow, EntrantRow, MatchRow, StandingRow
from tracker.models.log import NEWEST
from tracker.selectors.persons import players_of_person


def entries_of(player: UUID) -> QuerySet[EntrantRow]:
    """The tournaments of the player, and of who is the same person, newest first; `place` and `shared` are those of the
    latest standings, or None.
    """
    appended.bring_up_own()
    latest = StandingRow.objects.filter(
        tournament_id=OuterRef("tournament_id"), player_id=OuterRef("player_id")
    ).order_by("-round")
    rows = EntrantRow.objects.filter(player_id__in=players_of_person(player)).select_related(
        "tournament__tournament_row__stream"
    )
    return rows.annotate(
        place=Subquery(latest.values("rank")[:1]), shared=Subquery(latest.values("shared")[:1])
    ).order_by("-tournament__opened_at", "-tournament_id")


def days_of(player: UUID) -> QuerySet[CampaignRow]:
    """The event days at which the player is registered, newest first."""
    appended.bring_up_own()
    return CampaignRow.objects.filter(players__in=players_of_person(player)).distinct().order_by(*NEWEST)


def played_by(player: UUID) -> QuerySet[MatchRow]:
    """Every match at which the player sits, of an event or not, the last opened first."""
    appended.bring_up_own()
    rows = MatchRow.objects.filter(players__in=players_of_person(player)).distinct()
    rows = rows.select_related("stream", "tournament__tournament_row", "campaign__campaign_row")
    return rows.order_by(*NEWEST)
