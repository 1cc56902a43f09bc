"""An event day for everyone: five tables live, the cards between them, the fallen and the saved; and for the hall."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from games.ruleset import EVERYONE
from tracker import identity, roles, selectors
from tracker.models import CampaignRow
from tracker.pages import lines
from tracker.pages.core.numbers import whole
from tracker.pages.day.day_view import day_view
from tracker.pages.event.described import said
from tracker.pages.event.events import live_url
from tracker.pages.event.hall import arrivals
from tracker.rulesets.described import Described

LOG_PAGE = 200


def day_row(day: UUID) -> CampaignRow:
    """The head of a day. Raises `Http404`."""
    row = selectors.campaign(day)
    if row is None:
        raise Http404
    return row


def public_context(request: HttpRequest, day: UUID, tab: str) -> dict[str, Any]:
    """What every public page of a day shows. Raises `Http404`."""
    return {
        "day": day_row(day),
        "tab": tab,
        "is_staff": roles.is_staff_at(identity.of_request(request), day),
        "live_url": live_url(day),
    }


def day(request: HttpRequest, day: UUID) -> HttpResponse:
    """The day at a glance; follows its own log and those of its tables."""
    context = public_context(request, day, "day")
    told = Described(**selectors.said_of(context["day"]))
    context |= said(told, reverse("pages:day-calendar", args=[day]))
    return render(request, "day/day.html", context | {"view": day_view(context["day"])})


def hall(request: HttpRequest, day: UUID) -> HttpResponse:
    """The same for the screen of the hall: large, and scrolling by itself where it does not fit."""
    context = public_context(request, day, "day")
    context |= {"view": day_view(context["day"])} | _arrivals(context["day"])
    return render(request, "day/day_hall.html", context)


def _arrivals(row: CampaignRow) -> dict[str, Any]:
    """Who is here and who is awaited, until the day begins; nothing where nobody checks in."""
    if row.status != "preparing" or not selectors.checks_in(row):
        return {}
    return arrivals((one, selectors.is_here(row, str(one.pk))) for one in selectors.day_players(row.pk))


def log(request: HttpRequest, day: UUID) -> HttpResponse:
    """What happened over the day, one line for each event of its log."""
    context = public_context(request, day, "log")
    page = selectors.events_page(day, EVERYONE, whole(request.GET.get("after")) or 0, LOG_PAGE)
    context |= {"lines": lines.of_events(selectors.stream_of(day), page.events), "next": page.next}
    return render(request, "day/day_log.html", context)
