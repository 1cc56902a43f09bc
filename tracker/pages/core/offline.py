"""What phones without a network need: the service worker, which pages they may keep, and whose entries wait there.

The worker is served from the root of the site, since a worker rules only over the addresses below its own.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_safe

from tracker import identity, keys

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


def readers(request: HttpRequest) -> dict[str, Any]:
    """`readers`: those for whom this browser acts, its account too, in a form that tells nothing else. By it a phone
    knows whose entries it keeps (`offline_queue.js`); looked up where a page shows it. A context processor."""
    return {"readers": SimpleLazyObject(lambda: _readers(request))}


def _readers(request: HttpRequest) -> str:
    who = identity.of_request(request)
    account = [f"account {who.user.pk}"] if who.user.is_authenticated else []
    # Under every key: an entry may wait on a phone since before the server's was changed.
    told = (keys.salted("reader", one, "sha1") for one in [*sorted(who.players), *account])
    return " ".join(digest[:16] for digests in told for digest in digests)
