"""PostgreSQL stopped and started again under a running server: who asks meanwhile is asked to come again, nothing is
half done, and everything goes on by itself.

Two web processes, a worker and a beat, as the documents have them. A crowd reads, writes and follows the event all the
time; once the database ends in order, once it is killed.
"""

from __future__ import annotations

import os
import re
import time
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from http.client import HTTPException
from threading import Event
from typing import NamedTuple
from urllib.parse import urlencode

import psycopg
import pytest

from tracker.outages import RETRY_AFTER
from tracker.tests.children import Children
from tracker.tests.deployed import Deployment
from tracker.tests.services import Server, Unavailable, postgres_server
from tracker.tests.test_deployment import PASSWORD, played
from tracker.tests.visitors import Answer, Browser, Client, Program, soon

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(os.name == "nt", reason="servers run on POSIX systems"),
]
BEFORE, AWAY, AFTER = 3.0, 8.0, 20.0
"""Seconds of asking before the database ends, while it is away, and after it is back."""
BACK_SECONDS = 10.0
"""Within these seconds after its return nobody is sent away any more."""
LONGEST = 45.0
"""Seconds that an answer takes at most, whatever it says: two tries to connect, on a busy machine."""
READERS, WRITERS = 2, 2
BEHIND = "SELECT count(*) FROM tracker_stream WHERE projected_version < version"
PLAYERS = "SELECT p.name FROM tracker_player p WHERE p.made_at_id = %s"


class Asked(NamedTuple):
    """What one of the crowd asked and got; no answer when the connection broke."""

    at: float
    end: float
    what: str
    answer: Answer | None

    @property
    def status(self) -> int:
        return self.answer.status if self.answer else 0


class Crowd:
    """Asks until it is told to stop. `stored`: players of whom the server said that they are registered."""

    def __init__(self, server: Deployment) -> None:
        self.server, self.browser = server, Browser(server.address)
        self.browser.sign_in("admin", PASSWORD)
        self.desk = Program(server.address, self.browser.token())
        made = self.desk.done("tournaments/", {"name": "Hall cup", "options": {"list_required": False}})
        self.event = made["tournament"]["id"]
        self.asked: list[Asked] = []
        self.stored: list[str] = []
        self.followed: list[int] = []
        self._over = Event()

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Meanwhile they ask; whoever was sent away with something to store comes again until it is stored."""
        works = [*[self._read_pages, self._read_programs] * READERS, self._follow]
        works += [lambda way=way, name=f"{way.__name__} {n}": self._write(way, name)  # type: ignore[misc]
                  for way in (self._by_rest, self._by_page) for n in range(WRITERS)]  # fmt: skip
        with ThreadPoolExecutor(len(works)) as threads:
            done = [threads.submit(work) for work in works]
            try:
                yield
            finally:
                self._over.set()
        for one in done:
            one.result()

    def ask(self, what: str, way: Callable[[], Answer]) -> Answer | None:
        began, answer = time.monotonic(), None
        with suppress(OSError, HTTPException):
            answer = way()
        self.asked.append(Asked(began, time.monotonic(), what, answer))
        time.sleep(0.05)
        return answer

    def _read_pages(self) -> None:
        at, visitor = f"/events/{self.event}/", Client(self.server.address)
        while not self._over.is_set():
            for path in ("/", at, f"{at}standings/", f"{at}pairings/", "/sign-in/"):
                self.ask(path, lambda path=path: visitor.send(path))  # type: ignore[misc]
            self.ask(f"{at}console/", lambda: self.browser.send(f"{at}console/"))

    def _read_programs(self) -> None:
        at = f"tournaments/{self.event}/"
        while not self._over.is_set():
            for path in ("tournaments/", at, f"{at}state/", f"{at}players/", f"{at}events/", "tokens/"):
                self.ask(path, lambda path=path: self.desk.get(path))  # type: ignore[misc]

    def _write(self, way: Callable[[str], Answer | None], whose: str) -> None:
        """One player after the other, sent with the same key until the server says that this one is stored."""
        number = 0
        while not self._over.is_set():
            name, until = f"{whose} {number}", time.monotonic() + 300
            while (answer := way(name)) is None or answer.status not in (200, 201):
                assert time.monotonic() < until, f"{name} is not stored: {answer}"
            self.stored.append(name)
            number += 1

    def _by_rest(self, name: str) -> Answer | None:
        path, body = f"tournaments/{self.event}/players/", {"players": [{"name": name}]}
        key = name.replace(" ", "-")
        return self.ask("REST, a player", lambda: self.desk.post(path, body, Idempotency_Key=key))

    def _by_page(self, name: str) -> Answer | None:
        page = f"/events/{self.event}/console/players/"
        csrf = next(cookie.value for cookie in self.browser.jar if cookie.name == "csrftoken")
        form = urlencode({"text": name, "key": name, "csrfmiddlewaretoken": csrf}).encode()
        send = self.browser.send
        return self.ask(
            "page, a player", lambda: send(f"{page}add/", form, Referer=self.server.address + page)
        )

    def _follow(self) -> None:
        """A live stream, opened again from the last event seen whenever it ends, as browsers do."""
        while not self._over.is_set():
            last = self.followed[-1] if self.followed else 0
            path = f"{self.server.address}/api/v1/live/{self.event}/"
            request = urllib.request.Request(path, headers={"Last-Event-ID": str(last)})
            with suppress(OSError, HTTPException), urllib.request.urlopen(request, timeout=20) as stream:
                while not self._over.is_set():
                    line = stream.readline()
                    if not line:
                        break
                    if (found := re.fullmatch(rb"id: (\d+)\n", line)) and int(found[1]) > last:
                        self.followed.append(last := int(found[1]))
            time.sleep(0.2)


@pytest.fixture(scope="module")
def postgres() -> Iterator[Server]:
    """A server of our own, which may be stopped; it keeps what it has acknowledged, as those of users do."""
    try:
        found = postgres_server(durable=True)
    except Unavailable as error:
        pytest.skip(str(error))
    if not found.command:
        pytest.skip("the server of TEST_DATABASE_URL is not ours to stop")
    yield found.start()
    found.stop()


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, postgres: Server, redis_url: str
) -> Iterator[Deployment]:
    children = Children()
    deployment = Deployment(children, tmp_path_factory.mktemp("restart"), postgres.url, redis_url)
    try:
        deployment.install()
        deployment.administrator(PASSWORD)
        deployment.start("worker", "beat", "web")
        yield deployment
    finally:
        children.end()


def killed(postgres: Server) -> None:
    """Without a word to anybody, as when the power fails."""
    assert postgres.process is not None
    postgres.process.kill()
    postgres.halt()


@pytest.mark.parametrize("end", [Server.halt, killed])
def test_who_asks_meanwhile_is_asked_to_come_again_and_then_all_goes_on(
    server: Deployment, postgres: Server, end: Callable[[Server], None]
) -> None:
    crowd = Crowd(server)
    with crowd.asking():
        time.sleep(BEFORE)
        gone = time.monotonic()
        end(postgres)
        time.sleep(AWAY)
        postgres.start()
        back = time.monotonic()
        time.sleep(AFTER)
    asked_to_come_again(crowd, gone, back)
    nothing_is_half_done(crowd)
    jobs_are_done(server)
    played(crowd.desk)
    assert server.manage("verify-log").strip() == "ok"
    for name, child in server.running.items():
        assert child.running(), f"{name} ended: {child.output}"
        assert "Traceback" not in child.output, f"{name}: {child.output}"


def asked_to_come_again(crowd: Crowd, gone: float, back: float) -> None:
    """Nobody met a fault or a broken connection: an answer, or the word when to ask again, in words."""
    refused = [one for one in crowd.asked if one.status not in (200, 201)]
    for one in refused:
        assert one.answer and one.status == 503, f"{one.at - gone:.1f} s after the end: {one}"
        assert one.answer.headers["Retry-After"] == str(RETRY_AFTER)
        if one.answer.headers["Content-Type"] == "application/problem+json":
            assert one.answer.json()["code"] == "unavailable"
        else:
            assert "Away for a moment" in one.answer.text
        assert gone < one.end and one.at < back + BACK_SECONDS, "there was no reason to send anybody away"
    assert max(one.end - one.at for one in crowd.asked) < LONGEST
    needs = {one.what for one in crowd.asked} - {"/sign-in/"}
    assert needs <= {one.what for one in refused}, (
        "everything that needs the database was asked while it was away"
    )
    again = {one.what for one in crowd.asked if one.at > back + BACK_SECONDS and one.status in (200, 201)}
    assert again >= needs


def nothing_is_half_done(crowd: Crowd) -> None:
    """Every player once, in the log as among the players, and the live stream told each event once."""
    with psycopg.connect(crowd.server.variables["DATABASE_URL"]) as database:
        made = [row[0] for row in database.execute(PLAYERS, [crowd.event])]
    registered = [one["name"] for one in crowd.desk.read(f"tournaments/{crowd.event}/players/")["results"]]
    assert sorted(made) == sorted(registered) == sorted(crowd.stored)
    version = crowd.desk.read(f"tournaments/{crowd.event}/")["tournament"]["version"]
    assert crowd.followed == sorted(set(crowd.followed)) and len(crowd.followed) > version // 2


def jobs_are_done(server: Deployment) -> None:
    """By the worker and the beat: nobody looks at a page."""

    def behind() -> bool:
        with psycopg.connect(server.variables["DATABASE_URL"]) as database:
            return database.execute(BEHIND).fetchone() != (0,)

    soon(lambda: not behind(), "the rows of every stream", 60)
