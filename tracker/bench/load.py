"""Requests over kept connections, and a real server to send them to. Used by the figures of `web`."""

from __future__ import annotations

import os
import selectors
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from tracker import serving
from tracker.env import CHECKOUT
from tracker.tests.services import free_port

WORKERS = 2
START_SECONDS = 30.0
CHUNKED = -1


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
    port = free_port()
    command, environment = command_at(port), {**os.environ, "LOG_LEVEL": "ERROR"}
    process = subprocess.Popen(command, cwd=CHECKOUT, env=environment, stdin=subprocess.DEVNULL)
    try:
        _await(port, process)
        yield port, process
    finally:
        process.terminate()
        process.wait(20)


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


@dataclass
class _Lane:
    """One connection and what is still to be sent over it; `wanted` is how many bytes the answer has, once known."""

    socket: socket.socket
    requests: Sequence[bytes]
    sent: int = 0
    received: bytes = b""
    wanted: int | None = None

    def send(self) -> None:
        self.socket.sendall(self.requests[self.sent])
        self.sent, self.received, self.wanted = self.sent + 1, b"", None

    def read(self, status: bytes) -> bool:
        """True when the whole answer is there. Raises RuntimeError for another status or a closed connection."""
        chunk = self.socket.recv(262_144)
        self.received += chunk
        if self.wanted is None and (end := self.received.find(b"\r\n\r\n")) >= 0:
            if self.received[9:12] != status:
                shown = self.received[:2000].decode(errors="replace")
                raise RuntimeError(f"instead of {status.decode()}: {shown}")
            length = _length(self.received[:end])
            self.wanted = CHUNKED if length is None else end + 4 + length
        if not chunk:
            raise RuntimeError("the server closed the connection")
        if self.wanted == CHUNKED:
            return self.received.endswith(b"0\r\n\r\n")
        return self.wanted is not None and len(self.received) >= self.wanted


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
    """Sends each lane's requests one after the other over its own connection. Seconds until the last answer."""
    expected = str(status).encode()
    with selectors.DefaultSelector() as selector:
        for requests in lanes:
            connection = socket.create_connection(("127.0.0.1", port))
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            selector.register(connection, selectors.EVENT_READ, _Lane(connection, requests))
        begin = time.perf_counter()
        for key in list(selector.get_map().values()):
            key.data.send()
        while selector.get_map():
            for key, _ in selector.select(30):
                lane: _Lane = key.data
                if not lane.read(expected):
                    continue
                if lane.sent < len(lane.requests):
                    lane.send()
                else:
                    selector.unregister(lane.socket)
                    lane.socket.close()
        return time.perf_counter() - begin
