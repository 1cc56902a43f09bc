"""What was said of an event before it: rows of tournaments and of event days alike, narrowed by it."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.db.models.fields.json import KT
from django.db.models.functions import Substr

from tracker.folding import called

DESCRIBED = "described"
"""Under which a row's options hold what was said of the event."""


def starting(rows: QuerySet[Any], first: str | None, last: str | None) -> QuerySet[Any]:
    """Those that are said to start on these days or between them, by the clock of the hall."""
    begun: Any = rows
    if first or last:
        begun = rows.annotate(starts=Substr(KT(f"options__{DESCRIBED}__starts"), 1, len("2026-11-28")))
    begun = begun.filter(starts__gte=first) if first else begun
    return begun.filter(starts__gt="", starts__lte=last) if last else begun


def taking_place(rows: QuerySet[Any], where: str) -> QuerySet[Any]:
    """Those of whose place this text is a part, in either case of any alphabet."""
    return called(rows.annotate(place=KT(f"options__{DESCRIBED}__place")), where, "place")


def said_of(row: Any) -> dict[str, str]:
    """What was said of the event of this row; what nobody has said is missing."""
    told: dict[str, str] = row.options.get(DESCRIBED, {})
    return told
