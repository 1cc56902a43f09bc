"""`live/<stream>/`: server-sent events. Every event of the log as its reader may see it, its seq as the id.

A client resumes with `Last-Event-ID` (browsers do so by themselves) or begins with `?after=`; without either it gets
only what comes next. `event: changed` tells that the pages have caught up with the log; at a tournament also that a
match has a result, or a disputed one. `event: alive` comes at the beginning and whenever nothing else did.
Connections are held for `HELD_FOR` seconds and then closed, and so is at once every one above `MOST`, after it got
what is new: `retry:` says when to ask again, so nobody misses anything, only later.
"""

from __future__ import annotations

import os
import time
from collections.abc import Generator, Iterator
from threading import BoundedSemaphore
from uuid import UUID

import msgspec
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse

from api import inputs
from api.auth import Caller
from api.errors import wrong
from api.plain import plain
from api.views.access import viewer_of
from api.watch import WATCH, Mark
from games.ruleset import Viewer
from tracker import selectors

MOST = int(os.environ.get("WARLEDGER_LIVE") or 64)
HELD_FOR = 55.0
HEARTBEAT = 15.0
PAGE = 500
AGAIN, AGAIN_WHEN_FULL = 1_000, 5_000
"""Milliseconds after which a client asks again."""
HEADERS = {"Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no"}

ALIVE = "event: alive\ndata: {}\n\n"
"""A comment reaches no script: by this a page knows that its connection lives, and reconnects when it stays out."""

_places = BoundedSemaphore(MOST)


def get(request: HttpRequest, caller: Caller, stream: UUID) -> HttpResponseBase:
    """The stream's news for this caller."""
    viewer = viewer_of(caller.identity, stream)
    mark = selectors.marks([stream])[stream]
    after = min(_after(request, mark[0]), mark[0])
    if request.method == "HEAD":
        return HttpResponse(headers=HEADERS)
    return StreamingHttpResponse(_news(stream, viewer, after, mark), headers=HEADERS)


view = plain(get=get)


def _after(request: HttpRequest, head: int) -> int:
    last = request.headers.get("Last-Event-ID")
    if last is None:
        return inputs.number(request, "after", head) or 0
    if not last.isdecimal() or len(last) > 10:
        raise wrong("Last-Event-ID", "the seq of the last event that you got is legal")
    return int(last)


def _news(stream: UUID, viewer: Viewer, after: int, mark: Mark) -> Iterator[str]:
    held = _places.acquire(blocking=False)
    try:
        yield f"retry: {AGAIN if held else AGAIN_WHEN_FULL}\nid: {after}\n{ALIVE}"
        after = yield from _events(stream, viewer, after)
        if held:
            yield from _follow(stream, viewer, after, mark)
    finally:
        if held:
            _places.release()


def _follow(stream: UUID, viewer: Viewer, after: int, mark: Mark) -> Iterator[str]:
    """What happens while the connection is held; a comment when nothing does, so that both ends know of each other."""
    until = time.monotonic() + HELD_FOR
    while (left := until - time.monotonic()) > 0:
        _let_go()
        now = WATCH.wait(stream, mark, min(HEARTBEAT, left))
        if now == mark:
            yield f": nothing new\n{ALIVE}"
        if now[0] > after:
            after = yield from _events(stream, viewer, after)
        if now[1] != mark[1]:
            yield f'event: changed\ndata: {{"version":{now[1]}}}\n\n'
        mark = now


def _events(stream: UUID, viewer: Viewer, after: int) -> Generator[str, None, int]:
    """The events after `after`; returns the seq of the last one."""
    while True:
        page = selectors.events_page(stream, viewer, after, PAGE)
        for event in page.events:
            yield f"id: {event.seq}\ndata: {msgspec.json.encode(event).decode()}\n\n"
            after = event.seq
        if page.next is None:
            return after


def _let_go() -> None:
    """A reader who waits needs no connection to the database."""
    if not connection.in_atomic_block:
        connection.close()
