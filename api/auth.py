"""Who calls: a bearer token, or a browser session (which must send its CSRF token to change anything).

Called by `api.endpoint` and `api.plain_views` before the view.
"""

from __future__ import annotations

import hashlib
import time
from collections import OrderedDict
from threading import Lock
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.models import User
from django.contrib.sessions.middleware import SessionMiddleware
from django.db import transaction
from django.db.models.signals import ModelSignal, post_delete, post_save
from django.http import HttpRequest, HttpResponseBase
from rest_framework.authentication import CSRFCheck

from api.errors import Problem, throttled
from tracker import stream_tokens
from tracker.identity import KNOWN, VISITOR, BadCode, Identity, of_request, of_token
from tracker.models import ApiToken, Claim, Player
from tracker.throttle import TOKENS, Slow, address, key_of

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
TRUSTED_FOR = 2.0
"""Seconds that a token is believed without asking the database; a revoked one may live that long in other processes."""
KEPT = 4_096
STREAM_TOKEN = "stream_token"
"""The parameter of `live/` that stands for the header that a browser's `EventSource` cannot send."""


class Caller(NamedTuple):
    """Who asks, and the name of the bucket that the requests are counted in."""

    identity: Identity
    bucket: str


_known: OrderedDict[str, tuple[Identity, float]] = OrderedDict()
_lock = Lock()


def caller_of(request: HttpRequest) -> Caller:
    """Names the caller. Raises `Problem` `bad_token`, `csrf` or (too many wrong tokens) `throttled`."""
    header = request.META.get("HTTP_AUTHORIZATION")
    if header is not None:
        return _by_token(request, header)
    if STREAM_TOKEN in request.META.get("QUERY_STRING", "") and (bound := _by_stream_token(request)):
        return bound
    if "HTTP_COOKIE" not in request.META or settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return Caller(VISITOR, address(request))
    identity = of_request(request)
    if request.method not in SAFE and identity.is_known:
        _check_csrf(request)
    return Caller(identity, key_of(identity, request))


def caller_anew(request: HttpRequest) -> Caller:
    """Who sent a request that is still being answered, as things stand now: its token, session or claims may have
    ended. Raises `Problem` `bad_token`.
    """
    if "HTTP_AUTHORIZATION" not in request.META and hasattr(request, "session"):
        for known in (KNOWN, "_cached_user"):
            request.__dict__.pop(known, None)
        SessionMiddleware(_no_view).process_request(request)
        AuthenticationMiddleware(_no_view).process_request(request)
    return caller_of(request)


def _no_view(request: HttpRequest) -> HttpResponseBase:
    raise NotImplementedError("only what stands before a view is wanted")


def _by_stream_token(request: HttpRequest) -> Caller | None:
    """Whoever follows one stream with a token in the address; it opens no other address."""
    found, token = request.resolver_match, request.GET.get(STREAM_TOKEN)
    if token is None or found is None or found.url_name != "live" or request.method not in SAFE:
        return None
    try:
        identity = stream_tokens.holder(token, found.kwargs["stream"])
    except BadCode:
        count_guess(request)
        raise Problem("bad_token") from None
    return Caller(identity, f"stream:{identity.token}")


def _by_token(request: HttpRequest, header: str) -> Caller:
    scheme, _, secret = header.partition(" ")
    secret = secret.strip()
    if scheme.lower() != "bearer" or not secret:
        raise Problem("bad_token")
    digest = hashlib.sha256(secret.encode(errors="replace")).hexdigest()
    identity = _remembered(digest)
    if identity is None:
        identity = _asked(request, secret)
        _remember(digest, identity)
    return Caller(identity, f"token:{digest[:32]}")


def _asked(request: HttpRequest, secret: str) -> Identity:
    try:
        return of_token(secret)
    except BadCode:
        count_guess(request)
        raise Problem("bad_token") from None


def _remembered(digest: str) -> Identity | None:
    found = _known.get(digest)
    return found[0] if found and time.monotonic() < found[1] else None


def _remember(digest: str, identity: Identity) -> None:
    with _lock:
        _known[digest] = (identity, time.monotonic() + TRUSTED_FOR)
        if len(_known) > KEPT:
            _known.popitem(last=False)


def forget() -> None:
    """Asks the database again about every token."""
    with _lock:
        _known.clear()


def _taken_away(**_told: Any) -> None:
    """Not before the commit: until then another thread would find the token alive, and remember it again."""
    transaction.on_commit(forget)


ENDINGS: tuple[tuple[ModelSignal, Any], ...] = (
    (post_delete, ApiToken), (post_delete, Claim), (post_save, User), (post_save, Player),
)  # fmt: skip
"""What ends a token or changes whom it speaks for, whoever does it: a page, the API, a command of the operator."""
for _signal, _model in ENDINGS:
    _signal.connect(_taken_away, sender=_model)


def count_guess(request: HttpRequest) -> None:
    """A wrong token: few of them are answered as such. Raises `Problem` `throttled`."""
    TOKENS.count(address(request))
    try:
        TOKENS.check(address(request))
    except Slow as slow:
        raise throttled(slow.seconds) from None


def _check_csrf(request: HttpRequest) -> None:
    check: Any = CSRFCheck(lambda request: None)  # type: ignore[arg-type]
    check.process_request(request)
    if check.process_view(request, None, (), {}):
        raise Problem("csrf")
