"""The web process between granian and Django (`granian --interface rsgi tracker.web.front:application`).

One thread takes all connections and waits for slow ones: for bodies on their way and for readers of live streams, as
many as there are. `WARLEDGER_THREADS` threads answer requests that are whole, each with a connection to the database
of its own, so that number bounds both. Who finds all threads taken waits for his turn; who would wait too long is
asked to come again (503 with `Retry-After`). When the process is asked to end, streams end at once.
`tracker.web.serving` has the numbers and the command.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from io import BytesIO
from queue import SimpleQueue
from tempfile import SpooledTemporaryFile
from typing import Any, NamedTuple

from django.http import HttpResponseBase
from django.utils.module_loading import import_string

from tracker import metrics
from tracker.web import serving
from tracker.wsgi import application as django

logger = logging.getLogger(__name__)
AT_ONCE, LONG = 4, 0.1
"""Requests of one process that are answered at once, and the seconds after which one no longer counts among them."""
IN_MEMORY = 1_048_576
"""Bytes of a body that wait in memory; what is longer waits in a file."""
STREAM = "text/event-stream"
OF_THE_BODY = frozenset({"content-type", "content-length", "cache-control", "retry-after", "etag"})
KNOWN = {"content-type": "CONTENT_TYPE", "content-length": "CONTENT_LENGTH"}
JUDGED = {
    "authorization": "HTTP_AUTHORIZATION",
    "idempotency-key": "HTTP_IDEMPOTENCY_KEY",
    "if-match": "HTTP_IF_MATCH",
}
"""Headers without which a request means something else. With letters that are not ASCII granian tells their names
alone: they arrive empty then, and whoever reads them refuses them, instead of taking the request for one without."""
BASE = {
    "SCRIPT_NAME": "",
    "SERVER_SOFTWARE": "Warledger",
    "wsgi.version": (1, 0),
    "wsgi.errors": sys.stderr,
    "wsgi.multithread": True,
    "wsgi.multiprocess": True,
    "wsgi.run_once": False,
}


class Refused(Exception):
    """The request is not passed on; `code` says why (`api.failures.refused`)."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Job(NamedTuple):
    """What a thread is to do, until when it is worth beginning (`time.monotonic`), and who waits for it."""

    do: Callable[[], Any]
    limit: float
    done: asyncio.Future[Any]


class Made(NamedTuple):
    """An answer that is ready to be sent; one with `follow` goes on as news come."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes
    follow: Any = None


def as_stream(accepted: str, made: Made) -> Made:
    """An answer that asks to come again, as a stream that says so, for who follows one.

    A browser's `EventSource` comes again after a stream that ends, and never after any other status.
    """
    again = next((value for name, value in made.headers if name.lower() == "retry-after"), None)
    if made.status != 503 or again is None or STREAM not in accepted:
        return made
    kept = [(name, value) for name, value in made.headers if name.lower() not in OF_THE_BODY]
    headers = [*kept, ("Content-Type", STREAM), ("Cache-Control", "no-store")]
    return Made(200, headers, f"retry: {int(again) * 1000}\n\n".encode())


class Threads:
    """The threads that ask Django, and the line before them.

    Threads of one process take turns at one core, and lose more by that the more they are: `AT_ONCE` answer a full hall
    a quarter faster than sixteen. So the others stay back until one of these takes longer than `LONG`, and then come in
    for it: whoever waits for a long export waits beside the pages, not before them.
    """

    def __init__(self, count: int, line: int, patience: float) -> None:
        self._count, self._room, self._patience = count, line + count, patience
        self._line: deque[Job] = deque()
        self._begun: dict[asyncio.Future[Any], float] = {}
        self._jobs: SimpleQueue[Job] = SimpleQueue()
        self._loop: asyncio.AbstractEventLoop
        self._look: asyncio.TimerHandle | None = None

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        for number in range(self._count):
            threading.Thread(target=self._work, name=f"request {number}", daemon=True).start()

    async def run(self, job: Callable[[], Any]) -> Any:
        """What `job` returns or raises. Raises Refused `busy` when the line is too long, or was too slow."""
        if len(self._line) + len(self._begun) >= self._room:
            raise Refused("busy")
        done: asyncio.Future[Any] = self._loop.create_future()
        self._line.append(Job(job, time.monotonic() + self._patience, done))
        self._let_in()
        return await done

    def _let_in(self) -> None:
        """Gives the threads what they may begin now; looks again when one of them has become a long one."""
        now = time.monotonic()
        short = sorted(began for began in self._begun.values() if now - began < LONG)
        at_once = len(short)
        while self._line and len(self._begun) < self._count and at_once < AT_ONCE:
            job = self._line.popleft()
            self._begun[job.done] = now
            self._jobs.put(job)
            at_once += 1
        if self._line and short and len(self._begun) < self._count and self._look is None:
            self._look = self._loop.call_later(short[0] + LONG - now, self._look_again)

    def _look_again(self) -> None:
        self._look = None
        self._let_in()

    def _end(self, done: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
        del self._begun[done]
        _settle(done, result, error)
        self._let_in()

    def _work(self) -> None:
        while True:
            job, limit, done = self._jobs.get()
            result: Any = None
            error: BaseException | None = None
            try:
                if time.monotonic() > limit:
                    raise Refused("busy")
                result = job()
            except BaseException as raised:
                error = raised
            self._loop.call_soon_threadsafe(self._end, done, result, error)
            del job, result, error, done


def _settle(done: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
    if done.cancelled():
        return
    if error is None:
        done.set_result(result)
    else:
        done.set_exception(error if isinstance(error, Exception) else RuntimeError(repr(error)))


class Front:
    """The application as granian's RSGI sees it."""

    def __init__(self) -> None:
        self._threads = Threads(serving.threads(), serving.LINE, serving.PATIENCE)
        self._bodies = 0
        self._stopping = asyncio.Event()
        self._refused: Callable[[str, str, str], HttpResponseBase] = import_string("api.failures.refused")

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._threads.start(loop)
        _before_the_end(loop, self._stopping.set)

    async def __rsgi__(self, scope: Any, proto: Any) -> None:
        try:
            made = await self._made(scope, proto)
        except Refused as refused:
            made = self._told(scope, refused.code)
        except Exception:
            logger.exception("%s %s failed", scope.method, scope.path)
            made = self._told(scope, "internal")
        made = as_stream(scope.headers.get("accept") or "", made)
        if made.follow is None:
            proto.response_bytes(made.status, made.headers, made.body)
        else:
            await self._follow(made, proto)

    def _told(self, scope: Any, code: str) -> Made:
        metrics.refused(code)
        answer = self._refused(code, scope.path, scope.headers.get("accept-language") or "")
        return Made(answer.status_code, list(answer.items()), b"".join(answer))

    async def _made(self, scope: Any, proto: Any) -> Made:
        environ = environ_of(scope)
        length = environ.get("CONTENT_LENGTH", "")
        environ["wsgi.input"] = await self._body(proto, length) if length not in ("", "0") else BytesIO()
        made: Made = await self._threads.run(lambda: asked(environ))
        return made

    async def _body(self, proto: Any, declared: str) -> Any:
        """The whole body. Raises Refused `too_large`, `slow` or (too many are on their way) `busy`.

        What is no length is passed on as it is: whoever reads the request refuses it.
        """
        if not declared.isdecimal():
            return BytesIO()
        if int(declared) > serving.BODY:
            raise Refused("too_large")
        if self._bodies >= serving.BODIES:
            raise Refused("busy")
        self._bodies += 1
        try:
            return await _read(proto, int(declared))
        except TimeoutError:
            raise Refused("slow") from None
        finally:
            self._bodies -= 1

    async def _follow(self, made: Made, proto: Any) -> None:
        """Sends what a live stream tells until it ends, its reader goes, or the process is asked to end."""
        transport = proto.response_stream(made.status, made.headers)
        metrics.following(1)
        over = asyncio.ensure_future(self._over(proto))
        told = asyncio.ensure_future(made.follow(self._threads.run, transport.send_str))
        try:
            await asyncio.wait({over, told}, return_when=asyncio.FIRST_COMPLETED)
            if told.done() and (error := told.exception()):
                logger.warning("a live stream ended early: %s", error)
        finally:
            metrics.following(-1)
            over.cancel()
            told.cancel()
            await asyncio.gather(over, told, return_exceptions=True)

    async def _over(self, proto: Any) -> None:
        gone = asyncio.ensure_future(proto.client_disconnect())
        ends = asyncio.ensure_future(self._stopping.wait())
        try:
            await asyncio.wait({gone, ends}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            gone.cancel()
            ends.cancel()


async def _read(proto: Any, length: int) -> Any:
    """Raises TimeoutError for a body that stands still, or comes too slowly altogether."""
    whole = asyncio.timeout(serving.BODY_SECONDS + length / serving.BODY_RATE)
    body = _room(length)
    async with whole:
        chunks = proto.__aiter__()
        while True:
            async with asyncio.timeout(serving.BODY_SECONDS):
                try:
                    chunk = await anext(chunks)
                except StopAsyncIteration:
                    break
            body.write(chunk)
    body.seek(0)
    return body


def _room(length: int) -> Any:
    return BytesIO() if length <= IN_MEMORY else SpooledTemporaryFile(IN_MEMORY)


def environ_of(scope: Any) -> dict[str, Any]:
    """The request as WSGI has it, without its body."""
    server, _, port = scope.server.rpartition(":")
    environ = {
        **BASE,
        "REQUEST_METHOD": scope.method,
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string.encode().decode("latin-1"),  # a letter may stand there as it is
        "SERVER_NAME": server,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "wsgi.url_scheme": scope.scheme,
    }
    for name, value in scope.headers.items():
        if "_" in name:  # it would pass for the header with a dash
            continue
        key = KNOWN.get(name) or "HTTP_" + name.upper().replace("-", "_")
        if key in environ:
            environ[key] += ("; " if key == "HTTP_COOKIE" else ",") + value
        else:
            environ[key] = value
    for name, key in JUDGED.items():
        if key not in environ and name in scope.headers:
            environ[key] = ""
    if scope.authority and "HTTP_HOST" not in environ:
        environ["HTTP_HOST"] = scope.authority
    return environ


def asked(environ: Mapping[str, Any]) -> Made:
    """Django's answer to the request, in the thread that has the connection to the database."""
    begun: list[Any] = []
    start: Any = lambda status, headers, *_: begun.extend((status, headers))
    response = django(dict(environ), start)
    follow = getattr(response, "follow", None)
    try:
        body = b"" if follow else b"".join(response)
    finally:
        response.close()
    return Made(int(begun[0][:3]), begun[1], body, follow)


def _before_the_end(loop: asyncio.AbstractEventLoop, stop: Callable[[], None]) -> None:
    """Calls `stop` when the process is asked to end, before granian's own handler, which waits for open requests.

    A loop hears of signals by the pipe that wakes it, and loses one that finds the pipe full of news; this way every
    signal is kept among what the loop has to do.
    """
    handlers: Mapping[int, Any] = getattr(loop, "_signal_handlers", {})
    for number in (signal.SIGINT, signal.SIGTERM):
        own = handlers.get(number)
        if own is not None and os.name != "nt":
            loop.remove_signal_handler(number)
            signal.signal(number, lambda *_, own=own: loop.call_soon_threadsafe(_both, stop, own))


def _both(stop: Callable[[], None], own: asyncio.Handle) -> None:
    stop()
    own._run()


application = Front()
