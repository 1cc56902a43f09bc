"""`Prefer: wait=SECONDS` of a write: the answer comes once lists, standings and the events above show what was written.

Nobody needs it to go on: every read of a stream, and every decision, brings up what it rests on by itself. It is for
those who then tell others to look. Called by `api.gate`.
"""

from __future__ import annotations

import re
import time
from uuid import UUID

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponseBase
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _

from api.errors import wrong
from tracker import selectors

NAME = "HTTP_PREFER"
APPLIED = "Preference-Applied"
WAIT = re.compile(r"(?:^|[,;]\s*)wait\s*=\s*\"?(\d{1,4})\"?\s*(?:$|[,;])")
LONGEST = 10
"""Seconds: whoever waits holds a thread of the server."""
LOOK_EVERY = 0.05


def check(request: HttpRequest) -> None:
    """Raises `Problem` `invalid` for a wait that is too long."""
    _seconds(request)


def wait(request: HttpRequest, response: HttpResponseBase) -> None:
    """Returns when what the request wrote is shown, or when the time is over; the header says that it is shown."""
    seconds = _seconds(request)
    stream = _written(request, response) if seconds is not None else None
    if seconds is None or stream is None:
        return
    until = time.monotonic() + seconds
    while not (done := _are_shown(stream)) and time.monotonic() < until:
        time.sleep(LOOK_EVERY)
    if done:
        response.headers[APPLIED] = f"wait={seconds}"


def _are_shown(stream: UUID) -> bool:
    """What is written is written: an outage now keeps nobody from the answer."""
    try:
        return selectors.are_shown(stream)
    except DatabaseError:
        return False


def _seconds(request: HttpRequest) -> int | None:
    found = WAIT.search(request.META.get(NAME, ""))
    if found and int(found[1]) > LONGEST:
        raise wrong("Prefer", _("a wait of 0 to %(most)s seconds is legal") % {"most": LONGEST})
    return int(found[1]) if found else None


def _written(request: HttpRequest, response: HttpResponseBase) -> UUID | None:
    """The stream of the address or, of one that was made, of its `Location`."""
    try:
        found = (
            resolve(response.headers["Location"])
            if "Location" in response.headers
            else request.resolver_match
        )
    except Resolver404:
        return None
    return found.kwargs.get("stream") if found else None
