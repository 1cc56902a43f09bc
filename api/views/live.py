"""`live/<stream>/`: server-sent events. Every event of the log as its reader may see it, its seq as the id.

A client resumes with `Last-Event-ID` (browsers do so by themselves) or begins with `?after=`; without either it gets
only what comes next. `event: changed` tells that the pages have caught up with the log; at a tournament also that a
match has a result, or a disputed one. `event: alive` comes at the beginning and whenever nothing else did.
Before what not everybody may see is told, whoever reads is judged anew (`Standing`): a stream ends with the token, the
session or the seat that it was opened with. Connections are held for `HELD_FOR` seconds and then closed, and so is at
once every one above `MOST`, after it got what is new: `retry:` says when to ask again, so nobody misses anything, only
later.

Under `tracker.web.front` a reader who waits holds no thread (`LiveResponse.follow`); any other server of WSGI iterates
the response and lends it one.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from threading import BoundedSemaphore
from uuid import UUID

import msgspec
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from api import expand, inputs
from api.answers import as_json
from api.auth import STREAM_TOKEN, Caller, caller_anew
from api.errors import Problem, wrong
from api.plain_views import plain
from api.shapes.logs import StreamToken, StreamTokenIn
from api.stream_cache import TELLING
from api.stream_watch import WATCH, Mark
from api.views.access import viewer_of
from games.ruleset import EVERYONE, Viewer
from tracker import audience, selectors, stream_tokens
from tracker.identity import VISITOR, Identity, NotAllowed
from tracker.moments import written
from tracker.web import serving

MOST = serving.live()
HELD_FOR = 55.0
HEARTBEAT = 15.0
AGAIN, AGAIN_WHEN_FULL = 1_000, 5_000
"""Milliseconds after which a client asks again."""
HEADERS = {"Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no"}

Run = Callable[[Callable[[], str]], Awaitable[str]]
Send = Callable[[str], Awaitable[None]]

_places = BoundedSemaphore(MOST)


def get(request: HttpRequest, caller: Caller, stream: UUID) -> HttpResponseBase:
    """The stream's news for this caller."""
    viewer = viewer_of(caller.identity, stream)
    mark = selectors.marks([stream])[stream]
    after = min(begins_after(request, mark[0]), mark[0])
    if request.method == "HEAD":
        return HttpResponse(headers=HEADERS)
    parts = Parts(caller.identity, viewer, stream, expand.asked(request, selectors.kind_of(stream)))
    standing = Standing(stream, viewer, lambda: caller_anew(request).identity)
    return LiveResponse(Reader(stream, standing, after, mark, parts))


view = plain(get=get)


def make_token(request: HttpRequest, caller: Caller, stream: UUID) -> HttpResponse:
    """A token for the address, for `EventSource`."""
    asked = inputs.body(request, StreamTokenIn)
    token = stream_tokens.make(caller.identity, selectors.stream_of(stream).pk, asked.seconds)
    until = datetime.now(UTC) + timedelta(seconds=asked.seconds)
    url = f"{reverse('api:live', args=[stream])}?{STREAM_TOKEN}={token}"
    made = StreamToken(token, url, written(until))
    return as_json(made, 201, {"Cache-Control": "no-store"})


token_view = plain(post=make_token)


def begins_after(request: HttpRequest, head: int) -> int:
    """The number after which a client wants to hear: its last one, the one that it names, or what stands now."""
    last = request.headers.get("Last-Event-ID")
    if last is None:
        return inputs.number(request, "after", head) or 0
    if not last.isdecimal() or len(last) > 18:
        raise wrong("Last-Event-ID", _("the id of the last event that you got is legal"))
    return int(last)


class Standing:
    """What a reader may see. `who`: asks anew who it is; without it the reader is anybody, for ever."""

    def __init__(self, stream: UUID, viewer: Viewer, who: Callable[[], Identity] | None = None) -> None:
        self.stream, self.viewer, self._who = stream, viewer, who

    @property
    def is_everybodys(self) -> bool:
        """Whether anybody may see all that this reader may."""
        return self.viewer == EVERYONE and audience.sees(lambda: VISITOR, self.stream)

    def holds(self) -> bool:
        """False once the token, the session or the seat has ended that the stream was opened with."""
        if self._who is None or self.is_everybodys:
            return True
        try:
            who = self._who()
            return audience.sees(lambda: who, self.stream) and viewer_of(who, self.stream) == self.viewer
        except (Problem, NotAllowed):
            return False


class Parts:
    """The parts of a stream that its reader asked for, told whenever they are others than the reader has."""

    def __init__(self, identity: Identity, viewer: Viewer, stream: UUID, names: list[str]) -> None:
        self.identity, self.viewer, self.stream = identity, viewer, stream
        self.told: dict[str, bytes] = dict.fromkeys(names, b"")

    def news(self) -> str:
        """Those that have changed, each as an event of its name."""
        if not self.told:
            return ""
        selectors.bring_up(self.stream)
        kind, found = selectors.kind_of(self.stream), []
        for name, before in self.told.items():
            now = msgspec.json.encode(
                expand.made(kind, name, self.identity, self.stream, self.viewer), enc_hook=str
            )
            if now != before:
                self.told[name] = now
                found.append(f"event: {name}\ndata: {now.decode()}\n\n")
        return "".join(found)


class Reader:
    """Who follows a stream, and how far that reader was told. `opening` asks the database, `news` where it `asks`."""

    def __init__(
        self, stream: UUID, standing: Standing, after: int, mark: Mark, parts: Parts | None = None
    ) -> None:
        self.stream, self.standing, self.after, self.mark = stream, standing, after, mark
        self.parts = parts or Parts(VISITOR, standing.viewer, stream, [])
        self.over = False
        """Whoever reads is no longer who opened the stream, and hears nothing more."""

    def opening(self, held: bool) -> str:
        """What is new already; `held`: the connection stays open."""
        begin = f"retry: {AGAIN if held else AGAIN_WHEN_FULL}\nid: {self.after}\n{self.alive(self.mark)}"
        return begin + self.events(self.mark[0]) + self.parts.news()

    def news(self, now: Mark) -> str:
        """What happened up to `now`; a comment when nothing did, so that both ends know of each other."""
        told = f": nothing new\n{self.alive(now)}" if now == self.mark else ""
        if now[0] > self.after:
            told += self.events(now[0])
        if now[1] != self.mark[1]:
            told += self.changed(now)
        if self.parts.told and now != self.mark:
            self.over = self.over or not self.standing.holds()
            told += "" if self.over else self.parts.news()
        self.mark = now
        return "" if self.over else told

    def asks(self, now: Mark) -> bool:
        """Whether telling the news asks the database: who only hears that pages have moved takes no thread."""
        return now != self.mark and (now[0] > self.after or bool(self.parts.told))

    def alive(self, mark: Mark) -> str:
        """A comment reaches no script: by this a page knows that its connection lives, and what it missed meanwhile."""
        return f'event: alive\ndata: {{"version":{mark[1]}}}\n\n'

    def changed(self, mark: Mark) -> str:
        """Pages have caught up with the log."""
        return f'event: changed\ndata: {{"version":{mark[1]}}}\n\n'

    def events(self, version: int) -> str:
        """Every event that the reader has not got; the log stands at `version` at least."""
        told = TELLING.since(self.stream, EVERYONE, self.after, version)
        if not (told.whole and audience.sees(lambda: VISITOR, self.stream)):
            if not self.standing.holds():
                self.over = True
                return ""
            told = TELLING.since(self.stream, self.standing.viewer, self.after, version)
        self.after = max(self.after, told.after)
        return told.text


class LiveResponse(StreamingHttpResponse):
    """The stream's news for one reader."""

    def __init__(self, reader: Reader) -> None:
        super().__init__(_news(reader), headers=HEADERS)
        self.reader = reader

    async def follow(self, run: Run, send: Send) -> None:
        """Sends the news; `run` calls what asks the database in a thread, `send` waits for the client."""
        held = _places.acquire(blocking=False)
        try:
            await send(await run(lambda: self.reader.opening(held)))
            if held:
                await _follow(self.reader, run, send)
        finally:
            if held:
                _places.release()


async def _follow(reader: Reader, run: Run, send: Send) -> None:
    until = time.monotonic() + HELD_FOR
    while not reader.over and (left := until - time.monotonic()) > 0:
        now = await _next(reader, min(HEARTBEAT, left))
        await send(await run(lambda at=now: reader.news(at)) if reader.asks(now) else reader.news(now))  # type: ignore[misc]


async def _next(reader: Reader, seconds: float) -> Mark:
    """Where the stream stands as soon as that is elsewhere than the reader knows, or after `seconds`."""
    loop, moved = asyncio.get_running_loop(), asyncio.Event()
    until = loop.time() + seconds
    with WATCH.listening(reader.stream, lambda: loop.call_soon_threadsafe(moved.set)):
        while True:
            moved.clear()
            now, left = WATCH.mark(reader.stream, reader.mark), until - loop.time()
            if now != reader.mark or left <= 0:
                return now
            with suppress(TimeoutError):  # the first look of a watch calls as well, though nothing has moved
                await asyncio.wait_for(moved.wait(), left)


def _news(reader: Reader) -> Iterator[str]:
    """The same for a server that lends the reader a thread."""
    held = _places.acquire(blocking=False)
    try:
        yield reader.opening(held)
        until = time.monotonic() + HELD_FOR
        while held and not reader.over and (left := until - time.monotonic()) > 0:
            _let_go()
            yield reader.news(WATCH.wait(reader.stream, reader.mark, min(HEARTBEAT, left)))
    finally:
        if held:
            _places.release()


def _let_go() -> None:
    """A reader who waits needs no connection to the database."""
    if not connection.in_atomic_block:
        connection.close()
