"""What phones without a network need: the service worker, and which pages they may keep.

The worker is served from the root of the site, since a worker rules only over the addresses below its own.
"""

from __future__ import annotations

from django.conf import settings
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_safe

WORKER = settings.BASE_DIR / "templates" / "static" / "js" / "sw.js"


@require_safe
def service_worker(request: HttpRequest) -> HttpResponseBase:
    """The worker; browsers ask for it anew each time, so that a mended one arrives."""
    response = FileResponse(WORKER.open("rb"), content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


def keepable(response: HttpResponse, *, is_staff: bool) -> HttpResponse:
    """A player's page may stay on their phone; staff's pages show everybody's secrets and are never kept."""
    response["Cache-Control"] = "no-store" if is_staff else "private, no-cache"
    return response
