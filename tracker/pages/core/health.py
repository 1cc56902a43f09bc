"""`/healthz` for proxies and containers, `/metrics` for Prometheus, and the note on pages that show old rows."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_safe

from tracker import metrics as counted
from tracker.identity import NotAllowed
from tracker.selectors import health, lateness


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Whether this process can do its work: 200, or 503 while the database is away (then said by the middlewares).

    A silent worker is told and no reason to take the pages away, nor are ratings that wait for long, and `rows`:
    `current`, `late` (lists lack newest entries), `anew` (only what an upgrade counts besides is to come).
    """
    silent = health.silent()
    told = {name: name not in silent for name in ("worker", "beat")} | {"ratings": not health.ratings_wait()}
    answer = JsonResponse({"ok": True, **told, "rows": lateness.lists() or "current"})
    answer.headers["Cache-Control"] = "no-store"
    return answer


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Figures for Prometheus: for a program that shows `WARLEDGER_METRICS` as its bearer token, and administrators."""
    if not _shows_token(request) and not request.user.is_superuser:
        raise NotAllowed("administrator")
    try:
        gauges = [*health.gauges(), counted.Gauge("database_answers", "Whether the database answers", 1)]
    except DatabaseError:
        gauges = [counted.Gauge("database_answers", "Whether the database answers", 0)]
    if (told := counted.written(gauges)) is None:
        raise Http404
    return HttpResponse(told, content_type=counted.CONTENT_TYPE, headers={"Cache-Control": "no-store"})


def _shows_token(request: HttpRequest) -> bool:
    kind, _, shown = request.headers.get("Authorization", "").partition(" ")
    wanted: str = settings.METRICS_TOKEN
    return bool(wanted) and kind.lower() == "bearer" and constant_time_compare(shown.strip(), wanted)


def behind(request: HttpRequest) -> dict[str, Any]:
    """`rows_behind`, `lists_behind`: how what a page shows is behind (`late`, `anew`, ""). A context processor.

    Both are asked where a template shows them, after the view has brought up what it shows.
    """
    return {
        "rows_behind": SimpleLazyObject(lateness.rows),
        "lists_behind": lambda: lateness.worse(lateness.rows(), lateness.lists()),
    }
