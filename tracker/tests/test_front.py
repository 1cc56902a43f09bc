"""A web process under a hall: slow bodies and readers of streams hold nobody up, nor does the end wait for them."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cached_property
from pathlib import Path
from threading import Event as Gate
from threading import Lock
from time import sleep
from types import SimpleNamespace
from uuid import UUID

import pytest
import yaml

from tracker import env
from tracker.bench.load import LAST
from tracker.bench.spectators import Hall
from tracker.tests import migrated
from tracker.tests.children import Child, Children
from tracker.tests.services import free_port
from tracker.tests.visitors import Client, soon
from tracker.web import front, serving

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGTERM to send")
THREADS, MANY = 2, 130
SLOW = "POST /api/v1/{path}/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000\r\n\r\n{{"
LIVE = "GET /api/v1/live/{stream}/ HTTP/1.1\r\nHost: localhost\r\n\r\n"
OPEN_ONE = """
from django.contrib.auth.models import User
from tracker import commands
from tracker.identity import Identity
user = User.objects.create_user("olga")
print("EVENT", commands.create_tournament(Identity(user), name="Hall cup"))
"""


class Web:
    """One web process of few threads on a database of its own."""

    def __init__(self, children: Children, data: Path) -> None:
        kept = {
            name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")
        }
        given = {"WARLEDGER_DATA": str(data), "WARLEDGER_VENV": "off", "WARLEDGER_THREADS": str(THREADS)}
        self.variables = kept | given | {"DJANGO_SETTINGS_MODULE": "tracker.settings"}
        if not migrated.laid(data):
            self.manage("migrate", "--verbosity", "0")
        self.event = self.manage("shell", "-c", OPEN_ONE).partition("EVENT ")[2].strip()
        self.port = free_port()
        self.client = Client(f"http://127.0.0.1:{self.port}")
        self.process = self.start(children)

    def manage(self, *arguments: str) -> str:
        command = [sys.executable, str(env.CHECKOUT / "manage.py"), *arguments]
        done = subprocess.run(command, env=self.variables, capture_output=True, text=True, timeout=600)
        assert done.returncode == 0, done.stderr
        return done.stdout

    @cached_property
    def token(self) -> str:
        """What a program of the organiser says who it is with."""
        return self.manage("token", "olga").split()[-1]

    def start(self, children: Children) -> Child:
        process = children.start(serving.command("127.0.0.1", self.port, 1), self.variables)
        soon(self._answers, "the first page")
        return process

    def _answers(self) -> bool:
        try:
            return self.client.send("/").status == 200
        except OSError:
            return False

    @contextmanager
    def held(self, request: str, count: int) -> Iterator[list[socket.socket]]:
        """Connections that have sent this much and wait."""
        with ExitStack() as stack:
            found = []
            for _ in range(count):
                one = stack.enter_context(socket.create_connection(("127.0.0.1", self.port), timeout=300))
                one.sendall(request.encode())
                found.append(one)
            yield found


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    children = Children()
    try:
        yield Web(children, tmp_path_factory.mktemp("web"))
    finally:
        children.end()


@pytest.mark.soak
def test_bodies_that_stand_still_hold_nobody_up_and_are_sent_away(web: Web) -> None:
    """A page that waited for any of them would be sent away before they are."""
    with web.held(SLOW.format(path="claim"), MANY) as slow:
        for _ in range(5):
            assert web.client.send("/").status == 200
        assert slow[0].recv(64).startswith(b"HTTP/1.1 408 ")
        assert web.client.send("/").status == 200


@pytest.mark.soak
def test_readers_of_a_live_stream_hold_nobody_up(web: Web) -> None:
    with Hall(web.port, UUID(web.event), MANY) as hall:
        for _ in range(5):
            assert web.client.send("/").status == 200
        soon(lambda: hall.following() > THREADS, "more readers than threads")


def test_a_request_arrives_as_it_was_sent(web: Web) -> None:
    """Names of other scripts, several headers of one name, a body longer than memory takes, a HEAD."""
    assert web.client.send("/claim/%D0%B0%20b/").status in (200, 404)
    assert web.client.send("/", method="HEAD").body == b""
    russian = web.client.send("/no/such/page/", None, None, Accept_Language="ru")
    assert russian.status == 404 and "Такой страницы нет" in russian.text
    long = b"{" + b" " * 1_500_000
    refused = web.client.send("/api/v1/claim/", long, "POST", Content_Type="application/json")
    assert refused.status == 413 and refused.json()["code"] == "too_large"
    page = web.client.send("/verify/", long, "POST", Content_Type="application/octet-stream")
    assert page.status == 403, "no CSRF token"


@pytest.mark.parametrize("path", ["/api/v1/players/?name=", "/?q="])
def test_a_query_may_hold_letters_as_they_are(web: Web, path: str) -> None:
    """As `curl` sends what somebody types; bytes that are no UTF-8 are refused."""
    for query, status in (("фёдор".encode(), 200), ("фёдор".encode("cp1251"), 400)):
        with socket.create_connection(("127.0.0.1", web.port), timeout=20) as one:
            one.sendall(b"GET " + path.encode() + query + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert one.recv(64).startswith(f"HTTP/1.1 {status} ".encode())


@pytest.mark.parametrize("token", ["wl_wrong", "wl_жук", "wl_\u00e9"])
def test_a_token_of_whatever_letters_is_a_wrong_one(web: Web, token: str) -> None:
    """The server under us hides a header that is not ASCII; nobody is a visitor for that."""
    told = web.client.send("/api/v1/systems/")
    assert told.status == 200, "visitors may read it"
    header = f"Authorization: Bearer {token}\r\n".encode()
    with socket.create_connection(("127.0.0.1", web.port), timeout=20) as one:
        one.sendall(b"GET /api/v1/systems/ HTTP/1.1\r\nHost: localhost\r\n" + header + b"\r\n")
        assert one.recv(64).startswith(b"HTTP/1.1 401 ")


@pytest.mark.parametrize("value", ["жук", "\u00e9"])
@pytest.mark.parametrize("name", ["Idempotency-Key", "If-Match"])
def test_a_key_and_a_version_of_whatever_letters_are_refused_and_named(
    web: Web, name: str, value: str
) -> None:
    """Dropped without a word, a form that is sent twice would be logged twice, and a late one would pass for early."""
    body = '{"players": [{"name": "Anna"}]}'
    head = (
        f"POST /api/v1/tournaments/{web.event}/players/ HTTP/1.1\r\nHost: localhost\r\n"
        f"Authorization: Bearer {web.token}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n{name}: {value}\r\n\r\n{body}"
    )
    with socket.create_connection(("127.0.0.1", web.port), timeout=20) as one:
        one.sendall(head.encode())
        answer = one.makefile("rb").read().decode()
    assert answer.startswith("HTTP/1.1 400 ") and f'"where":"{name}"' in answer.replace(" ", ""), answer


def test_what_is_longer_than_any_file_is_refused_unread(web: Web) -> None:
    with socket.create_connection(("127.0.0.1", web.port), timeout=120) as one:
        one.sendall(b"POST /verify/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99000000\r\n\r\nx")
        assert one.recv(64).startswith(b"HTTP/1.1 413 ")


@pytest.fixture
def threads() -> Iterator[tuple[front.Threads, asyncio.AbstractEventLoop]]:
    loop = asyncio.new_event_loop()
    found = front.Threads(count=front.AT_ONCE + 2, line=50, patience=20)
    found.start(loop)
    yield found, loop
    loop.close()


def test_few_are_answered_at_once_while_none_takes_long(
    threads: tuple[front.Threads, asyncio.AbstractEventLoop],
) -> None:
    """More threads than these take turns at one core, which costs more than it brings."""
    ours, loop = threads
    here, most, lock = 0, 0, Lock()

    def page() -> int:
        nonlocal here, most
        with lock:
            here, most = here + 1, max(most, here + 1)
        sleep(0.002)
        with lock:
            here -= 1
        return 1

    async def hall() -> int:
        return sum(await asyncio.gather(*(ours.run(page) for _ in range(40))))

    assert loop.run_until_complete(hall()) == 40 and 1 < most <= front.AT_ONCE


def test_what_takes_long_lets_others_in_and_never_more_than_there_are_threads(
    threads: tuple[front.Threads, asyncio.AbstractEventLoop],
) -> None:
    ours, loop = threads
    free = Gate()

    async def hall() -> None:
        slow = [asyncio.ensure_future(ours.run(lambda: free.wait(20))) for _ in range(front.AT_ONCE)]
        assert await asyncio.wait_for(ours.run(lambda: "a page"), 10) == "a page"
        more = [asyncio.ensure_future(ours.run(lambda: free.wait(20))) for _ in range(2)]
        last = asyncio.ensure_future(ours.run(lambda: "the last"))
        await asyncio.sleep(3 * front.LONG)
        assert not last.done(), "every thread has a long one"
        free.set()
        assert await asyncio.wait_for(last, 10) == "the last"
        assert all(await asyncio.gather(*slow, *more))

    loop.run_until_complete(hall())


def test_who_finds_no_room_in_the_line_is_sent_away_at_once() -> None:
    loop = asyncio.new_event_loop()
    ours, free = front.Threads(count=1, line=1, patience=20), Gate()
    ours.start(loop)

    async def hall() -> None:
        waiting = [asyncio.ensure_future(ours.run(lambda: free.wait(20))) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(front.Refused) as refused:
            await ours.run(lambda: None)
        assert refused.value.code == "busy"
        free.set()
        assert all(await asyncio.gather(*waiting))

    loop.run_until_complete(hall())
    loop.close()


def test_as_they_come_the_web_and_postgresql_fit_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL allows 100 connections, three of them to administrators alone, where nobody set another number."""
    for name in ("WARLEDGER_THREADS", "WARLEDGER_PROCESSES"):
        monkeypatch.delenv(name, raising=False)
    assert serving.connections(serving.processes()) + serving.OTHERS <= 97
    compose = yaml.safe_load((env.CHECKOUT / "docker-compose.yml").read_text(encoding="utf-8"))
    told = compose["x-app"]["environment"]
    assert told["WARLEDGER_THREADS"] == f"${{WARLEDGER_THREADS:-{serving.threads()}}}"
    assert told["WARLEDGER_PROCESSES"] == f"${{WARLEDGER_PROCESSES:-{serving.processes()}}}"


def test_more_threads_than_postgresql_allows_are_not_started(
    children: Children, tmp_path: Path, postgres_url: str
) -> None:
    kept = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
    given = {"DATABASE_URL": postgres_url, "SECRET_KEY": "Jq2mVb9TzR4wLk8NcE1sYd6HfGa3Pu5oKiWt"}
    given |= {"DJANGO_SETTINGS_MODULE": "tracker.settings", "WARLEDGER_DATA": str(tmp_path)}
    given |= {"WARLEDGER_VENV": "off", "WARLEDGER_THREADS": "512"}
    command = [sys.executable, str(env.CHECKOUT / "manage.py"), "web", "--port", str(free_port())]
    web = children.start(command, kept | given)
    assert web.ended(300) == 2, web.output
    assert "lower WARLEDGER_THREADS" in web.output and "Traceback" not in web.output


def refused_as(accepts: str) -> tuple[int, dict[str, str], bytes]:
    """What a server whose places are all taken answers to who would follow a match."""
    told: list[tuple[int, list[tuple[str, str]], bytes]] = []
    scope = SimpleNamespace(
        method="GET", path=f"/api/v1/live/{UUID(int=1)}/", headers={"accept": accepts}, query_string="",
        server="127.0.0.1:8000", client="127.0.0.1:5000", http_version="1.1", scheme="http", authority=None,
    )  # fmt: skip
    proto = SimpleNamespace(response_bytes=lambda *answer: told.append(answer))
    full = front.Front()
    full._threads = front.Threads(0, 0, 1)
    asyncio.run(full.__rsgi__(scope, proto))
    ((status, headers, body),) = told
    return status, {name.lower(): value for name, value in headers}, body


def test_who_follows_a_stream_is_asked_to_come_again_in_words_that_a_browser_follows() -> None:
    """A browser's `EventSource` gives up for good at a 503."""
    status, headers, body = refused_as("text/event-stream")
    assert (status, body) == (200, b"retry: 5000\n\n") and headers["content-type"] == "text/event-stream"
    assert "retry-after" not in headers and headers["access-control-allow-origin"] == "*"
    status, headers, body = refused_as("application/json")
    assert status == 503 and headers["retry-after"] == "5" and b'"busy"' in body


LOST = """
import asyncio, os, signal, time
from tracker.web import front

loop = asyncio.new_event_loop()
told = []
loop.add_signal_handler(signal.SIGTERM, told.append, "server")  # as granian does
front._before_the_end(loop, lambda: told.append("streams"))

async def busy():
    for _ in range(100_000):  # more news than the pipe by which a loop is woken has room for
        loop.call_soon_threadsafe(int)
    os.kill(os.getpid(), signal.SIGTERM)
    limit = time.monotonic() + 20
    while len(told) < 2 and time.monotonic() < limit:
        await asyncio.sleep(0.01)

loop.run_until_complete(busy())
print("TOLD", *told)
"""


@pytest.mark.soak
def test_the_end_is_heard_by_a_process_that_is_behind(children: Children) -> None:
    """A loop hears of signals by a pipe. Once that was full the signal was lost, and the process had to be killed."""
    kept = {**os.environ, "WARLEDGER_VENV": "off"}
    child = children.start([sys.executable, "-c", LOST], kept)
    assert child.ended(120) == 0, child.output
    assert "TOLD streams server\n" in child.output and "Traceback" not in child.output, child.output


def test_zz_the_end_does_not_wait_for_readers(web: Web) -> None:
    with web.held(LIVE.format(stream=web.event), 3) as readers:
        for reader in readers:
            assert b"retry: " in _until(reader, b"retry: ")
        web.process.asked_to_end(120)
        for reader in readers:
            assert _until(reader, LAST).endswith(LAST), "the stream was ended, not cut"


def _until(reader: socket.socket, mark: bytes) -> bytes:
    read = b""
    while mark not in read:
        chunk = reader.recv(4096)
        assert chunk, read
        read += chunk
    return read


@pytest.mark.soak
def test_a_process_has_loaded_every_page_before_its_first_reader() -> None:
    """The first page of each web process took over half a second more, in the middle of a hall that waited for it."""
    loaded = (
        "import gc, sys; import tracker.wsgi; "
        "print('tracker.pages.event.public' in sys.modules, 'api.urls' in sys.modules, gc.get_freeze_count() > 100_000)"
    )
    told = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["True", "True", "True"], (
        "and no collection of garbage goes through them again"
    )
