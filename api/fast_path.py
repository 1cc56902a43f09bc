"""A short way for programs: REST requests without a cookie have no session, form or page messages to look after.

It stands before sessions, forms and messages, answers such requests by itself (language, view, security headers) and
lets everything else, every browser among it, go the whole way. The rest of the chain costs several times what a hot
view does. Named in `tracker.settings.MIDDLEWARE`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import ResolverMatch, resolve
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation.trans_real import get_supported_language_variant, parse_accept_lang_header

from api import errors
from api.errors import wrong

BELOW = "/api/v1/"
MOST_HOSTS = 1_000


class FastPath:
    """Middleware: see the module."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.headers = security_headers()
        self.hosts: set[str] = set()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not request.path_info.startswith(BELOW):
            return self.get_response(request)
        if not self.knows_host(request):
            translation.activate(language_of(request.META.get("HTTP_ACCEPT_LANGUAGE", "")))
            return errors.answer(request, wrong("Host", _("this server does not answer to that name")))
        if "HTTP_COOKIE" in request.META:
            return self.get_response(request)
        translation.activate(language_of(request.META.get("HTTP_ACCEPT_LANGUAGE", "")))
        found = request.resolver_match = found_at(request.path_info)
        response: HttpResponseBase = found.func(request, **found.kwargs)
        if response.status_code != 304:  # which repeats no header that the client has already
            self.complete(response)
        return response

    def knows_host(self, request: HttpRequest) -> bool:
        """Whether the server is called by one of its names; Django is asked once for each."""
        named = request.META.get("HTTP_HOST", "")
        if named not in self.hosts:
            try:
                request.get_host()
            except DisallowedHost:
                return False
            if len(self.hosts) < MOST_HOSTS:
                self.hosts.add(named)
        return True

    def complete(self, response: HttpResponseBase) -> None:
        """Adds what the rest of the chain would."""
        for name, value in self.headers:
            response.headers.setdefault(name, value)
        if isinstance(response, HttpResponse):
            response.headers["Content-Length"] = str(len(response.content))


def security_headers() -> list[tuple[str, str]]:
    """What Django's security middlewares and ours would add."""
    headers = [
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", str(settings.SECURE_REFERRER_POLICY)),
        ("X-Frame-Options", settings.X_FRAME_OPTIONS),
        ("Content-Security-Policy", settings.CONTENT_SECURITY_POLICY),
    ]
    if settings.SECURE_HSTS_SECONDS:
        headers.append(("Strict-Transport-Security", f"max-age={settings.SECURE_HSTS_SECONDS}"))
    return headers


@lru_cache(maxsize=4096)
def found_at(path: str) -> ResolverMatch:
    """The view of an address; a client that follows a match asks for the same few again and again."""
    return resolve(path)


@lru_cache(maxsize=256)
def language_of(header: str) -> str:
    """The first language of `Accept-Language` that we speak, else the default one."""
    for wanted, _weight in parse_accept_lang_header(header):
        try:
            return get_supported_language_variant(wanted)
        except LookupError:
            continue
    return str(settings.LANGUAGE_CODE)
