"""One message to one address: signed as Standard Webhooks say, within a fixed time, whatever the receiver does."""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import socket
import ssl
import time
from contextlib import suppress
from threading import Timer
from typing import NamedTuple

from tracker.inputs import BadInput
from tracker.webhooks import targets

SECONDS = 10.0
"""From the connection to the status of the answer; a receiver does its work afterwards."""
CONNECT_SECONDS = 4.0
PRIVATE, UNKNOWN, TIMEOUT, CONNECTION, TLS, STATUS = (
    "private",
    "unknown",
    "timeout",
    "connection",
    "tls",
    "status",
)
"""Why a message did not arrive: the address is of the server's network, the host is not known, no answer in time, no
connection, no trusted certificate, an answer that is none of 200 to 299."""


class Sent(NamedTuple):
    """What came of it: the status of the answer, why it counts as failed ("": it does not), and how long it took."""

    status: int | None
    what: str
    ms: int


def signature(secret: str, message: str, timestamp: int, body: bytes) -> str:
    """`v1,` and the HMAC-SHA256 over id, moment and body."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = b".".join((message.encode(), str(timestamp).encode(), body))
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


def send(url: str, secret: str, message: str, body: bytes) -> Sent:
    """Posts the body. Follows no redirect and reads no more of the answer than its status."""
    began = time.monotonic()
    status, what = _tried(url, _headers(secret, message, body), body)
    return Sent(status, what, round((time.monotonic() - began) * 1000))


def _headers(secret: str, message: str, body: bytes) -> dict[str, str]:
    timestamp = int(time.time())
    return {
        "Content-Type": "application/json",
        "User-Agent": "Warledger",
        "webhook-id": message,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": signature(secret, message, timestamp, body),
        "Connection": "close",
    }


def _tried(url: str, headers: dict[str, str], body: bytes) -> tuple[int | None, str]:
    try:
        target = targets.resolved(url)
    except targets.Refused as refused:
        return None, refused.what
    except BadInput:
        return None, PRIVATE
    late = _Late()
    try:
        status = _posted(target, headers, body, late)
    except ssl.SSLError:
        return None, TIMEOUT if late.passed else TLS
    except TimeoutError:
        return None, TIMEOUT
    except (OSError, http.client.HTTPException, ValueError):
        return None, TIMEOUT if late.passed else CONNECTION
    finally:
        late.cancel()
    return status, "" if 200 <= status < 300 else STATUS


def _posted(target: targets.Target, headers: dict[str, str], body: bytes, late: _Late) -> int:
    raw = socket.create_connection((target.ip, target.port), CONNECT_SECONDS)
    late.watch(raw)
    try:
        raw.settimeout(SECONDS)
        connection = http.client.HTTPConnection(target.host, target.port)
        connection.sock = _wrapped(raw, target.host) if target.tls else raw
        late.watch(connection.sock)
        connection.request("POST", target.path, body, {"Host": target.named, **headers})
        return connection.getresponse().status
    finally:
        raw.close()


def _wrapped(raw: socket.socket, host: str) -> socket.socket:
    return ssl.create_default_context().wrap_socket(raw, server_hostname=host)


class _Late:
    """Ends the connection when the time is over: a receiver that sends one byte a second is never quiet for long."""

    def __init__(self) -> None:
        self.passed = False
        self._sockets: list[socket.socket] = []
        self._timer = Timer(SECONDS, self._end)
        self._timer.daemon = True
        self._timer.start()

    def watch(self, connection: socket.socket) -> None:
        self._sockets.append(connection)
        if self.passed:
            self._end()

    def cancel(self) -> None:
        self._timer.cancel()
        for connection in self._sockets:
            connection.close()

    def _end(self) -> None:
        self.passed = True
        for connection in self._sockets:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
