"""A hall that watches: pages while two thousand people follow live, a burst of phones, and a stop with everybody there.

Registered through `figures`.
"""

from __future__ import annotations

import os
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from uuid import UUID

import psycopg
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY as BACKEND
from django.contrib.auth import HASH_SESSION_KEY as HASH
from django.contrib.auth import SESSION_KEY as SIGNED_IN
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.test import override_settings

from tracker import commands
from tracker.after import follow_up
from tracker.bench import load
from tracker.bench.harness import Pair, figure
from tracker.bench.load import front, request, send_all, started
from tracker.bench.matches import CASUAL
from tracker.bench.web import administrator, servers
from tracker.identity import SESSION_KEY, Identity
from tracker.models import Claim
from tracker.pages.core.kept import ALIKE
from tracker.tests.hall import opened, start_round

SPECTATORS = 2000
PAGES, READERS = 30, 4
AT_ONCE = 100
PHONES, EACH = 140, 2
"""The burst that once took every connection of the database: so many phones, so many pages each."""
FEW = 16
STOP_SECONDS = 3.0
HALL, HALL_SECONDS = 200, 1.0
RESULT = {"turns": 5, "strategy": {"serpent": 1, "alliance": 3}, "result": "alliance"}
STOPPED_READERS = 200


class Follower(load.Visitor):
    """Follows the live stream as a browser does: comes again when the stream ends, after the time that it names."""

    def __init__(self, port: int, stream: UUID, told: Callable[[], object]) -> None:
        super().__init__(port)
        self._asked = request("GET", f"/api/v1/live/{stream}/", headers={"Accept": "text/event-stream"})
        self._told, self._greeted = told, False
        self.following, self.news = False, 0

    def request(self) -> bytes:
        self._end, self.following = b"", False
        return self._asked

    def hear(self, chunk: bytes) -> bool:
        self._end = (self._end + chunk)[-len(load.LAST) :]
        if not self.following:
            self.received += chunk
            self._begin()
        elif b"event: alive" not in chunk:
            self.news += 1
        if not chunk or (self._end == load.LAST if self.following else load.whole(self.received)):
            self.following = False
            raise load.Later(self._pause(), f"the stream ended after {self.received[:2000]!r}")
        return False

    def lost(self, error: OSError) -> load.Later:
        self.following = False
        return load.Later(self._pause(), repr(error))

    def _begin(self) -> None:
        if load.begun(self.received, b"200") and b"event: alive" in self.received:
            self.following, self.again = True, 0
            if not self._greeted:
                self._greeted = True
                self._told()

    def _pause(self) -> float:
        found = re.search(rb"retry: (\d+)", self.received)
        return int(found[1]) / 1000 if found else 3.0


class Hall:
    """People who follow a live stream, in a thread of their own; never more than `AT_ONCE` wait at the door."""

    def __init__(self, port: int, stream: UUID, count: int) -> None:
        self.people = [Follower(port, stream, self._greeted) for _ in range(count)]
        self._told = 0
        self._over, self._full = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="hall", daemon=True)
        self._error: BaseException | None = None

    def __enter__(self) -> Hall:
        """Returns when everybody was told the beginning. Raises RuntimeError for one who was refused."""
        self._thread.start()
        self._full.wait()
        if self._error:
            raise self._error
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def following(self) -> int:
        """How many follow at this moment: who was sent away for a while does not."""
        return sum(one.following for one in self.people)

    def _greeted(self) -> None:
        self._told += 1

    def _run(self) -> None:
        entered = 0
        try:
            with load.Crowd() as crowd:
                while not self._over.is_set():
                    while entered < min(len(self.people), self._told + AT_ONCE):
                        crowd.enter(self.people[entered])
                        entered += 1
                    crowd.turn(0.1)
                    if self._told == len(self.people):
                        self._full.set()
        except BaseException as error:
            self._error = error
        finally:
            self._full.set()


def pages_while_watched(port: int, stream: UUID, lanes: Sequence[Sequence[bytes]], count: int) -> float:
    """Seconds for the pages while the readers wait; how long one page took is told aside."""
    with Hall(port, stream, count) as hall:
        seconds = send_all(port, lanes, 200)
        one = time.perf_counter()
        send_all(port, [lanes[0][:1]], 200)
        took = (time.perf_counter() - one) * 1000
        sys.stderr.write(f"a page beside {hall.following():,} readers: {took:.0f} ms\n")
    return seconds


@figure(
    "spectators",
    f"GET the page of an event while {SPECTATORS:,} people follow it live; limit: the same with nobody watching",
    "pages/s",
    0.5,
    rounds=2,
)
def _spectators() -> Iterator[Pair]:
    with servers() as (ours, _, _):
        who, _headers = administrator()
        event = commands.create_tournament(who, name="Bench", preset=CASUAL)
        lanes = [[request("GET", f"/events/{event}/")] * PAGES for _ in range(READERS)]
        yield Pair(
            PAGES * READERS,
            lambda: pages_while_watched(ours, event, lanes, SPECTATORS),
            lambda: send_all(ours, lanes, 200),
        )


def burst(port: int, url: str, path: str) -> float:
    """Seconds until all phones have all their pages, while somebody else reaches the database all the time.

    Who is asked to come again does so; any other answer raises RuntimeError. How many were asked is told aside.
    """
    with ThreadPoolExecutor(PHONES) as pool:
        begin = time.perf_counter()
        phones = [pool.submit(phone, port, path) for _ in range(PHONES)]
        while not all(one.done() for one in phones):
            psycopg.connect(url, connect_timeout=60).close()
            time.sleep(0.05)
        seconds = time.perf_counter() - begin
    asked_again = sum(one.result() for one in phones)
    sys.stderr.write(f"{PHONES * EACH} pages of {PHONES} phones; asked to come again: {asked_again} times\n")
    return seconds


def phone(port: int, path: str) -> int:
    """Gets the page `EACH` times; how often it was asked to come again."""
    again = got = 0
    while got < EACH:
        link = HTTPConnection("127.0.0.1", port, timeout=60)
        link.request("GET", path)
        answer = link.getresponse()
        body = answer.read()
        if answer.status == 503 and answer.headers["Retry-After"]:
            again += 1
            time.sleep(1)
        elif answer.status != 200:
            raise RuntimeError(f"a phone got {answer.status}: {body[:2000].decode(errors='replace')}")
        else:
            got += 1
        link.close()
    return again


@figure(
    "burst",
    f"{PHONES} phones ask for {EACH} pages each at the same moment, and all get them; limit: {FEW} connections",
    "pages/s",
    0.5,
    rounds=3,
)
def _burst() -> Iterator[Pair]:
    with servers() as (ours, _, url):
        who, _headers = administrator()
        path = f"/events/{commands.create_tournament(who, name='Bench', preset=CASUAL)}/"
        n = PHONES * EACH
        few = [[request("GET", path)] * (n // FEW)] * FEW
        yield Pair(n, lambda: burst(ours, url, path), lambda: send_all(ours, few, 200) * n / (n // FEW * FEW))


def stopped(stream: UUID) -> float:
    """Seconds from the signal to the end of a server that so many people watch."""
    with started(front) as (port, process), Hall(port, stream, STOPPED_READERS):
        begin = time.perf_counter()
        process.terminate()
        process.wait(60)
        return time.perf_counter() - begin


@figure(
    "stop",
    f"stop a server that {STOPPED_READERS} people follow live; limit: {STOP_SECONDS:g} s",
    "s",
    1,
    rounds=2,
)
def _stop() -> Iterator[Pair]:
    with servers() as (_ours, _bare, _url):
        who, _headers = administrator()
        event = commands.create_tournament(who, name="Bench", preset=CASUAL)
        yield Pair(1, lambda: stopped(event), lambda: STOP_SECONDS)


@contextmanager
def full_hall() -> Iterator[tuple[int, Identity, list[UUID], UUID, list[Sequence[bytes]]]]:
    """A round that is being played: (port, its organiser, its matches, the event, a request of each phone).

    Half of the phones act for players, half are signed in with an account.
    """
    with servers() as (ours, _, _url):
        who, _headers = administrator()
        event, players = opened(who, HALL // 2)
        matches = [row.stream_id for row in start_round(who, event, 1)]
        accounts = User.objects.bulk_create(User(username=f"phone {number}") for number in range(HALL // 2))
        claims = Claim.objects.bulk_create(Claim(player=player) for player in players)
        with override_settings(SECRET_KEY=os.environ["SECRET_KEY"]):  # the servers' own
            sessions = [*map(session, accounts), *map(claimed, claims)]
        headers = [
            {"Cookie": f"{settings.SESSION_COOKIE_NAME}={key}", "Accept-Encoding": "gzip"} for key in sessions
        ]
        yield ours, who, matches, event, [[request("GET", f"/events/{event}/", b"", one)] for one in headers]


def session(account: User) -> str:
    """A browser that has signed in."""
    store = SessionStore()
    store[SIGNED_IN], store[BACKEND] = str(account.pk), settings.AUTHENTICATION_BACKENDS[0]
    store[HASH] = account.get_session_auth_hash()
    store.create()
    return str(store.session_key)


def claimed(claim: Claim) -> str:
    """A phone that acts for a player."""
    store = SessionStore()
    store[SESSION_KEY] = [str(claim.pk)]
    store.create()
    return str(store.session_key)


@figure(
    "hall",
    f"{HALL} phones, half of them signed in, open the page of an event at the same moment; limit: 1 s",
    "s",
    1,
    rounds=5,
)
def _hall() -> Iterator[Pair]:
    with full_hall() as (port, _who, _matches, _event, phones):
        yield Pair(1, lambda: send_all(port, phones, 200), lambda: HALL_SECONDS)


def told(port: int, who: Identity, match: UUID, event: UUID, phones: int) -> float:
    """Seconds from a typed result until every phone that follows the event live has heard of it."""
    with Hall(port, event, phones) as hall:
        return _told(hall, who, match)


def _told(hall: Hall, who: Identity, match: UUID) -> float:
    before = [one.news for one in hall.people]
    begin = time.perf_counter()
    commands.report_match(who, match, RESULT)
    while follow_up.catch_up():  # the worker's part: the match, then the event that it was carried into
        pass
    while any(one.news == heard for one, heard in zip(hall.people, before, strict=True)):
        time.sleep(0.005)
    return time.perf_counter() - begin


def told_and_read(port: int, who: Identity, match: UUID, event: UUID, phones: int) -> float:
    """Seconds from a typed result until every phone, which followed the event live, has the page that shows it.

    The page is asked for as the script does that follows it: as nobody (`tracker.pages.core.kept`).
    """
    asked = request("GET", f"/events/{event}/", b"", {ALIKE: "1", "Accept-Encoding": "gzip"})
    with Hall(port, event, phones) as hall:
        return _told(hall, who, match) + send_all(port, [[asked]] * phones, 200)


@figure(
    "hall_told",
    f"a result is typed, {HALL} open phones hear of it; limit: 1 s",
    "s",
    1,
    rounds=5,
)
def _hall_told() -> Iterator[Pair]:
    with full_hall() as (port, who, matches, event, phones):
        left = iter(matches)
        yield Pair(1, lambda: told(port, who, next(left), event, len(phones)), lambda: HALL_SECONDS)


@figure(
    "hall_result",
    f"a result is typed, {HALL} open phones hear of it and read the page again; limit: 1 s",
    "s",
    1,
    rounds=5,
)
def _hall_result() -> Iterator[Pair]:
    with full_hall() as (port, who, matches, event, phones):
        left = iter(matches)
        yield Pair(1, lambda: told_and_read(port, who, next(left), event, len(phones)), lambda: HALL_SECONDS)
