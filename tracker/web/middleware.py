"""What every request and answer passes, whoever made it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import SESSION_KEY as SIGNED_IN
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from tracker import appended, metrics
from tracker.accounts import must_change_password
from tracker.identity import ASKED, SESSION_KEY, claims_of
from tracker.permissions import is_personal

Next = Callable[[HttpRequest], HttpResponse]
OWN_PASSWORD = "own_password"
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
STREAM_NAMES = ("match", "stream", "event", "day")
"""What addresses call the stream that they are about."""
requests = logging.getLogger("tracker.requests")


class Observed:
    """The outermost: counts and times every request, and logs the slow ones by their view, never by their address."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        appended.begin()
        began = time.perf_counter()
        response = self.get_response(request)
        seconds = time.perf_counter() - began
        match = request.resolver_match
        view = match.view_name if match is not None else "none"
        method = (request.method or "") if request.method in METHODS else "other"
        metrics.answered(view, method, response.status_code, seconds)
        if seconds * 1000 >= settings.SLOW_MS:
            self._tell(request, view, method, response.status_code, round(seconds * 1000))
        return response

    def _tell(self, request: HttpRequest, view: str, method: str, status: int, ms: int) -> None:
        named = request.resolver_match.kwargs if request.resolver_match else {}
        stream = next((named[one] for one in STREAM_NAMES if one in named), None)
        told = {"view": view, "method": method, "status": status, "ms": ms}
        requests.info(
            "%s %s: %d after %d ms", method, view, status, ms, extra={"stream": stream, "told": told}
        )


class ContentSecurityPolicy:
    """Nothing from outside hosts and no inline script. A view that sets its own policy keeps it."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", settings.CONTENT_SECURITY_POLICY)
        return response


class OwnPages:
    """Nobody on the way keeps a page that was made for one person, and the phone itself keeps few of them.

    `Warledger-Reader` names for whom a page was made, so that the service worker forgets the pages of one reader when
    another one comes (a sign-out, a claim that ended). A view that sets its own `Cache-Control` keeps it.
    """

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        match = request.resolver_match
        if match is None or match.app_name != "pages" or match.url_name == "service-worker":
            return response
        if is_personal(match.url_name or ""):
            response.headers.setdefault("Cache-Control", "private, no-store")
        elif settings.SESSION_COOKIE_NAME in request.COOKIES:
            response.headers.setdefault("Cache-Control", "private, no-cache")
        response.headers["Warledger-Reader"] = _reader(request)
        return response


def _reader(request: HttpRequest) -> str:
    """Names the account and the claims of a browser without telling them; `nobody` without either."""
    if request.session.get(SESSION_KEY) and not getattr(request, ASKED, False):
        claims_of(
            request
        )  # a claim that ended elsewhere makes this browser another reader, whatever page it opens
    user, claims = request.session.get(SIGNED_IN), request.session.get(SESSION_KEY)
    if not user and not claims:
        return "nobody"
    return salted_hmac("reader", f"{user}:{','.join(claims or ())}").hexdigest()[:16]


class OwnPassword:
    """Whoever signed in with a one-time password may only choose their own, or sign out.

    The answer is remembered in the session, so it costs one query for each sign-in.
    """

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if (
            settings.SESSION_COOKIE_NAME not in request.COOKIES
            or self._owns_it(request)
            or _free(request.path)
        ):
            return self.get_response(request)
        if request.path.startswith("/api/"):
            return _refused()
        return redirect("pages:password")

    def _owns_it(self, request: HttpRequest) -> bool:
        if request.session.get(OWN_PASSWORD) or not request.user.is_authenticated:
            return True
        if must_change_password(request.user):
            return False
        request.session[OWN_PASSWORD] = True
        return True


def _free(path: str) -> bool:
    open_pages = {reverse("pages:password"), reverse("pages:sign-out"), reverse("set_language")}
    return path in open_pages or path.startswith(settings.STATIC_URL)


def _refused() -> JsonResponse:
    body = {
        "type": "about:blank",
        "title": _("Change your password first"),
        "status": 403,
        "code": "password_must_change",
        "detail": _("This account still has its one-time password. Choose your own at {page}.").format(
            page=reverse("pages:password")
        ),
    }
    return JsonResponse(body, status=403, content_type="application/problem+json")
