"""All events of the installation in one list: tournaments and event days."""

from __future__ import annotations

from django.db.models import QuerySet
from django.db.models.functions import Coalesce

from tracker import appended
from tracker.folding import called
from tracker.models import Stream
from tracker.systems import CAMPAIGN, TOURNAMENT


def events(name: str = "") -> QuerySet[Stream]:
    """Those whose name holds `name` with their rows, what came to this server last first."""
    appended.bring_up_own()
    name_of = Coalesce("tournament_row__name", "campaign_row__name")
    rows = Stream.objects.filter(kind__in=(TOURNAMENT, CAMPAIGN)).alias(called=name_of)
    rows = called(rows, name, "called") if name else rows.filter(called__isnull=False)
    return rows.select_related("tournament_row", "campaign_row").order_by("-opened_at", "-id")
