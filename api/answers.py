"""Answers: structs as JSON, entity tags, and 304 for a client that has the same already.

Called by every view.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils.http import parse_etags

from games.ruleset import Viewer
from tracker import messages

JSON = "application/json"
PERSONAL = "private, no-cache"
"""Kept by nobody but the reader's own client, and asked for again every time."""
VARIES = "Authorization, Cookie, Accept-Language"
_encoder = msgspec.json.Encoder(enc_hook=str)


def as_json(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> HttpResponse:
    """A struct (or a plain value) as JSON; ids and dates as text."""
    fields = {"Content-Type": JSON, "Cache-Control": PERSONAL, "Vary": VARIES, **(headers or {})}
    return HttpResponse(_encoder.encode(value), status=status, headers=fields)


def nothing() -> HttpResponse:
    """204."""
    return HttpResponse(status=204)


def version_tag(version: int, *parts: Any) -> str:
    """An entity tag that opens with the version, so that it serves as `If-Match` as well."""
    if not parts:
        return f'"{version}"'
    return f'"{version}-{hashlib.sha256(repr(parts).encode()).hexdigest()[:12]}"'


def viewer_tag(version: int, viewer: Viewer, *parts: Any) -> str:
    """The tag of what one viewer sees of a stream at a version."""
    return version_tag(version, viewer.role, viewer.player, viewer.side, messages.language(), *parts)


def read(request: HttpRequest, value: Any, version: int, viewer: Viewer) -> HttpResponse:
    """What one viewer reads of a stream, or 304. The tag is made of the whole answer: what people are called, and whose
    code is taken, is in no version of a log.
    """
    response = as_json(value)
    response.headers["ETag"] = etag = viewer_tag(version, viewer, response.content)
    return not_modified(request, etag) or response


def not_modified(request: HttpRequest, etag: str) -> HttpResponse | None:
    """304 when the client named this very tag, else None."""
    wanted = request.META.get("HTTP_IF_NONE_MATCH")
    if wanted is None or not _names(wanted, etag):
        return None
    response = HttpResponse(status=304, headers={"ETag": etag, "Cache-Control": PERSONAL, "Vary": VARIES})
    del response.headers["Content-Type"]
    return response


def tagged(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The same with an entity tag, of its bytes where the view named none; 304 for a client that has it.

    What nobody may keep has no tag.
    """
    if "ETag" in response.headers or "no-store" in response.headers.get("Cache-Control", ""):
        return response
    etag = f'"{hashlib.sha256(response.content).hexdigest()[:24]}"'
    response.headers["ETag"] = etag
    return not_modified(request, etag) or response


def _names(wanted: str, etag: str) -> bool:
    return wanted == etag or "*" in wanted or etag in (tag.removeprefix("W/") for tag in parse_etags(wanted))
