"""Requests over kept connections, and a real server to send them to. Used by the figures of `web`."""

from __future__ import annotations

import heapq
import os
import re
import selectors
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from tracker.env import CHECKOUT
from tracker.management.commands.web import more_files
from tracker.tests.services import free_port
from tracker.web import serving

WORKERS = 2
START_SECONDS = 300.0
END_SECONDS = 120.0
TIMES = 60
"""How often somebody who is asked to come again does so."""
CHUNKED = -1
LAST = b"0\r\n\r\n"
"""The end of an answer that comes in parts; no event of a stream ends so."""


def front(port: int) -> list[str]:
    """The web processes that users run, in the number of a server."""
    return serving.command("127.0.0.1", port, WORKERS)


def bare(port: int) -> list[str]:
    """The limit: as many processes and threads, and nothing of ours between granian and the view."""
    options = ["--interface", "wsgi", "--host", "127.0.0.1", "--port", str(port), "--workers", str(WORKERS)]
    options += ["--blocking-threads", str(serving.threads()), "--no-ws", "--log-level", "error"]
    return [sys.executable, "-m", "granian", *options, "tracker.bench.bare:application"]


@contextmanager
def server(command_at: Callable[[int], list[str]]) -> Iterator[int]:
    """A server on a free port; yields the port."""
    with started(command_at) as (port, _):
        yield port


@contextmanager
def started(command_at: Callable[[int], list[str]]) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """The same with its process, which may be ended meanwhile."""
    more_files()
    port = free_port()
    command, environment = command_at(port), {**os.environ, "LOG_LEVEL": "ERROR"}
    process = subprocess.Popen(command, cwd=CHECKOUT, env=environment, stdin=subprocess.DEVNULL)
    try:
        _await(port, process)
        yield port, process
    finally:
        process.terminate()
        process.wait(END_SECONDS)


def _await(port: int, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise RuntimeError(f"the server on port {port} did not start")


def request(method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None) -> bytes:
    """One HTTP/1.1 request as bytes."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Content-Length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    return "\r\n".join([*lines, "", ""]).encode() + body


class Later(Exception):
    """The server asks to come again after so many seconds."""

    def __init__(self, seconds: float, why: str) -> None:
        super().__init__(why)
        self.seconds = seconds


def begun(answer: bytes, status: bytes) -> bool:
    """Whether the head of an answer with this status is there.

    Raises, once all of another one is there: Later when it asks to come again, RuntimeError with the answer otherwise.
    """
    head, end, body = answer.partition(b"\r\n\r\n")
    if not end or head[9:12] == status:
        return bool(end)
    if len(body) < (_length(head) or 0):
        return False
    shown = answer[:2000].decode(errors="replace")
    if head[9:12] == b"503" and (again := re.search(r"(?i)\r\nretry-after: *(\d+)", shown)):
        raise Later(float(again[1]), shown)
    raise RuntimeError(f"instead of {status.decode()}: {shown}")


def whole(answer: bytes) -> bool:
    """Whether all of an answer is there."""
    head, end, body = answer.partition(b"\r\n\r\n")
    length = _length(head)
    return bool(end) and (body.endswith(LAST) if length is None else len(body) >= length)


class Visitor:
    """Somebody with one connection at a time, over which one request waits for its answer."""

    def __init__(self, port: int) -> None:
        self.port, self.again = port, 0
        self.received = b""

    def come(self) -> None:
        self.socket = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.send()

    def send(self) -> None:
        self.received = b""
        self.socket.sendall(self.request())

    def request(self) -> bytes:
        raise NotImplementedError

    def hear(self, chunk: bytes) -> bool:
        """Takes what came, nothing for a closed connection; True when the visitor leaves. Raises Later."""
        raise NotImplementedError

    def lost(self, error: OSError) -> Later:
        """When to come again after the connection failed. Raises RuntimeError where nobody would."""
        raise RuntimeError(f"the connection was lost: {error!r}") from error


class Crowd:
    """Visitors who are served at the same time. Who is asked to come again does so, as a browser would."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._later: list[tuple[float, int, Visitor]] = []

    def __enter__(self) -> Crowd:
        return self

    def __exit__(self, *_: object) -> None:
        for key in list(self._selector.get_map().values()):
            key.data.socket.close()
        self._selector.close()

    def __len__(self) -> int:
        return len(self._selector.get_map()) + len(self._later)

    def enter(self, visitor: Visitor) -> None:
        try:
            visitor.come()
        except OSError as error:
            self._comes_again(visitor, visitor.lost(error))
        else:
            self._selector.register(visitor.socket, selectors.EVENT_READ, visitor)

    def turn(self, seconds: float = 0.5) -> None:
        """Serves whoever has news, for which it waits at most so long."""
        while self._later and self._later[0][0] <= time.monotonic():
            self.enter(heapq.heappop(self._later)[2])
        for key, _ in self._selector.select(seconds):
            self._serve(key.data)

    def _serve(self, visitor: Visitor) -> None:
        later = None
        try:
            leaves = visitor.hear(visitor.socket.recv(262_144))
        except OSError as error:
            later = visitor.lost(error)
        except Later as asked:
            later = asked
        if later or leaves:
            self._selector.unregister(visitor.socket)
            visitor.socket.close()
        if later:
            self._comes_again(visitor, later)

    def _comes_again(self, visitor: Visitor, later: Later) -> None:
        visitor.again += 1
        if visitor.again > TIMES:
            raise RuntimeError(f"still sent away after {TIMES} times: {later}") from later
        heapq.heappush(self._later, (time.monotonic() + later.seconds, id(visitor), visitor))


class _Lane(Visitor):
    """Sends its requests one after the other; `_wanted` is how many bytes the answer has, once known."""

    def __init__(self, port: int, requests: Sequence[bytes], status: bytes) -> None:
        super().__init__(port)
        self._requests, self._status, self._answered = requests, status, 0

    def request(self) -> bytes:
        self._wanted: int | None = None
        return self._requests[self._answered]

    def hear(self, chunk: bytes) -> bool:
        self.received += chunk
        if self._wanted is None and begun(self.received, self._status):
            end = self.received.find(b"\r\n\r\n")
            length = _length(self.received[:end])
            self._wanted = CHUNKED if length is None else end + 4 + length
        if not chunk:
            raise RuntimeError(f"the server closed the connection after {self.received[:2000]!r}")
        if self._whole():
            self._answered += 1
            if self._answered == len(self._requests):
                return True
            self.send()
        return False

    def _whole(self) -> bool:
        if self._wanted == CHUNKED:
            return self.received.endswith(LAST)
        return self._wanted is not None and len(self.received) >= self._wanted


def _length(head: bytes) -> int | None:
    """How long the body is by its head; None when it comes in chunks."""
    for line in head.lower().split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name == b"content-length":
            return int(value)
        if name == b"transfer-encoding":
            return None
    return 0


def send_all(port: int, lanes: Sequence[Sequence[bytes]], status: int) -> float:
    """Sends each lane's requests one after the other over its own connection. Seconds until the last answer.

    Raises RuntimeError for another status, but for one that asks to come again.
    """
    with Crowd() as crowd:
        begin = time.perf_counter()
        for requests in lanes:
            crowd.enter(_Lane(port, requests, str(status).encode()))
        while len(crowd):
            crowd.turn()
        return time.perf_counter() - begin
