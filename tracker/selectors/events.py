"""All events of the installation in one list: tournaments and event days."""

from __future__ import annotations

from django.db.models import QuerySet
from django.db.models.functions import Coalesce

from tracker import appended
from tracker.models import Stream
from tracker.selectors.people import holding
from tracker.systems import CAMPAIGN, TOURNAMENT


def events(name: str = "") -> QuerySet[Stream]:
    """Those whose name holds `name` with their rows, what came to this server last first."""
    appended.bring_up_own()
    called = Coalesce("tournament_row__name", "campaign_row__name")
    rows = Stream.objects.filter(kind__in=(TOURNAMENT, CAMPAIGN)).alias(called=called)
    rows = holding(rows, "called", name) if name else rows.filter(called__isnull=False)
    return rows.select_related("tournament_row", "campaign_row").order_by("-opened_at", "-id")
