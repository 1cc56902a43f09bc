"""What every request passes before its view: the size of its body, who calls, how often, what its query may say.

Called by `api.endpoint` and `api.plain_views`.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase

from api import fields, params, prefer_wait
from api.answers import tagged
from api.auth import Caller, caller_of
from api.errors import BODY_LIMIT, Problem, throttled, too_large
from api.operations import operation_of, told_by
from api.throttle import REQUESTS
from tracker import audience, selectors

SEAL = "Warledger-Seal"
READS = ("GET", "HEAD")
"""HEAD is answered as GET is, without the body: with the same tag, seal and length."""


def enter(request: HttpRequest, parts: dict[str, Any]) -> Caller:
    """The caller. Raises `Problem`: `too_large`, `length_required`, `bad_token`, `csrf` or `throttled`.

    `parts` of the address name nothing any more that is private to others.
    """
    _check_size(request)
    caller = caller_of(request)
    allowance = REQUESTS.take(caller.bucket)
    if allowance is not None:
        marks: Any = request
        marks.rate_headers = allowance.headers()
        if allowance.wait:
            raise throttled(allowance.wait)
    if request.META.get("QUERY_STRING"):
        _check_query(request)
    prefer_wait.check(request)
    audience.hide(lambda: caller.identity, parts)
    return caller


def leave(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """The answer with the caller's allowance and, of a read, a tag; of a read of an event also the newest seal."""
    reads = request.method in READS
    if reads and response.status_code == 200 and isinstance(response, HttpResponse):
        if fields.NAME in request.GET:
            response = fields.only(request, response)
        response = tagged(request, response)
    if request.method == "POST" and response.status_code == 201:
        prefer_wait.wait(request, response)
    found = request.resolver_match
    if reads and found is not None and "stream" in found.kwargs:
        seal = selectors.newest_seal()
        if seal is not None:
            response.headers[SEAL] = f"{seal.number}:{seal.hash}"
    for name, value in getattr(request, "rate_headers", {}).items():
        response.headers[name] = value
    return response


def _check_query(request: HttpRequest) -> None:
    found = request.resolver_match
    if found is not None:
        operation = operation_of(found.url_name or "", request.method or "GET")
        params.check(request, told_by(operation))
        if operation is not None and operation.is_read:
            fields.check(request, operation.answer)


def _check_size(request: HttpRequest) -> None:
    declared = request.META.get("CONTENT_LENGTH") or "0"
    if declared == "0" and "HTTP_TRANSFER_ENCODING" in request.META:
        raise Problem("length_required")
    if not declared.isdigit() or int(declared) > BODY_LIMIT:
        raise too_large()
