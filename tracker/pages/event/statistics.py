"""Statistics of a game, a season or an event: tables with bars and their intervals, the same as CSV and as JSON."""

from __future__ import annotations

import csv
import io
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.registry import SYSTEMS
from tracker.counts import SURE, Line
from tracker.messages import language
from tracker.names import harmless
from tracker.pages.ladder.ratings import games
from tracker.selectors import statistics as found
from tracker.selectors.statistics import Counted, Found, Span

WIDTH = 200
"""Of a bar at 100 %, in units of its drawing."""
HEAD = ("statistic", "value", "name", "picks", "of", "hits", "trials", "share", "low", "high")


def statistics(request: HttpRequest, system: str) -> HttpResponse:
    """`?event=`, `?season=`: an id; without, all confirmed matches of the game."""
    told = _found(request, system)
    query = request.GET.urlencode()
    context = {
        "system": system,
        "title": told.name or SYSTEMS[system].tables.name.to(language()),
        "whole": not told.name,
        "event": _id(request, "event"),
        "matches": told.matches,
        "tables": [_table(one) for one in told.tables],
        "sure": SURE,
        "width": WIDTH,
        "games": games(),
        "query": f"?{query}" if query else "",
    }
    return render(request, "event/statistics.html", context)


def as_csv(request: HttpRequest, system: str) -> HttpResponse:
    """Every value of every statistic; the share is empty where too few matches tell it. Values may be names that
    players gave: none runs in a spreadsheet."""
    text = io.StringIO()
    out = csv.writer(text)
    out.writerow(HEAD)
    for line in _lines(_found(request, system)):
        told = {**line, "value": harmless(line["value"]), "name": harmless(line["name"])}
        out.writerow("" if told[name] is None else told[name] for name in HEAD)
    name = f'attachment; filename="statistics-{system}.csv"'
    return HttpResponse(
        text.getvalue(), headers={"Content-Type": "text/csv; charset=utf-8", "Content-Disposition": name}
    )


def as_json(request: HttpRequest, system: str) -> HttpResponse:
    """The same as JSON."""
    told = _found(request, system)
    return JsonResponse({"system": system, "matches": told.matches, "sure": SURE, "results": _lines(told)})


def _found(request: HttpRequest, system: str) -> Found:
    try:
        return found.statistics_of(Span(system, _id(request, "event"), _id(request, "season")))
    except found.UnknownSpan:
        raise Http404 from None


def _id(request: HttpRequest, name: str) -> UUID | None:
    asked = request.GET.get(name)
    try:
        return UUID(asked) if asked else None
    except ValueError:
        raise Http404 from None


def _lines(told: Found) -> list[dict[str, Any]]:
    return [
        {
            "statistic": table.key,
            "value": line.value,
            "name": name.to(language()),
            "picks": line.picks,
            "of": line.of,
            "hits": line.hits,
            "trials": line.trials,
            "share": round(line.hits / line.trials, 4) if line.is_sure else None,
            "low": round(line.interval[0], 4) if line.is_sure else None,
            "high": round(line.interval[1], 4) if line.is_sure else None,
        }
        for table in told.tables
        for name, line in table.lines
    ]


def _table(one: Counted) -> dict[str, Any]:
    return {
        "title": one.kind.name.to(language()),
        "asked": _asked(one),
        "rows": [_row(name.to(language()), line) for name, line in one.lines],
    }


def _asked(one: Counted) -> str:
    """What the bars are the share of; empty where only choices are counted."""
    if not any(line.trials for _name, line in one.lines):
        return ""
    if one.kind.counts == "scores":
        return _("scored")
    return _("won by the first player") if one.kind.of == "match" else _("won")


def _row(name: str, line: Line) -> dict[str, Any]:
    low, high = line.interval
    return {
        "name": name,
        "picks": line.picks,
        "chosen": round(100 * line.picks / line.of),
        "hits": line.hits,
        "trials": line.trials,
        "sure": line.is_sure,
        "share": round(100 * line.hits / line.trials) if line.is_sure else None,
        "low": round(100 * low),
        "high": round(100 * high),
        "bar": round(WIDTH * line.hits / line.trials) if line.is_sure else 0,
        "from": round(WIDTH * low),
        "to": round(WIDTH * high),
    }
