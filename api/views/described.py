"""What was said of a tournament or of an event day, in its row's answer; lists narrowed by it, and by who took part."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest

from api import inputs
from tracker import selectors

FACTS = ("starts", "ends", "place", "organiser", "cost")


def facts(row: Any) -> dict[str, Any]:
    """Each fact that a list shows, None while nobody has said it."""
    told = selectors.said_of(row)
    return {name: told.get(name) for name in FACTS}


def about(row: Any) -> str:
    """What else people read before they come."""
    return selectors.said_of(row).get("about", "")


def narrowed(request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
    """The rows of the first day and the place that the request asks for."""
    first, last = (inputs.text(request, part) for part in ("starts_from", "starts_to"))
    place = inputs.text(request, "place")
    rows = selectors.starting(rows, first, last)
    return selectors.taking_place(rows, place) if place else rows


def of_person(request: HttpRequest, rows: QuerySet[Any], field: str) -> QuerySet[Any]:
    """Those in which `?player=` took part, under whichever of the ids of one person: as a player's own page counts."""
    player = inputs.identifier(request, "player")
    if player is None:
        return rows
    return rows.filter(**{f"{field}__in": selectors.players_of_person(player)}).distinct()
