"""A hall that watches: pages while two thousand people follow live, a burst of phones, and a stop with everybody there.

Registered through `figures`.
"""

from __future__ import annotations

import os
import socket
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
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

from tracker import commands, follow_up
from tracker.bench.harness import Pair, figure
from tracker.bench.load import front, request, send_all, started
from tracker.bench.web import administrator, servers
from tracker.identity import SESSION_KEY, Identity
from tracker.management.commands.web import more_files
from tracker.models import Claim
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


@contextmanager
def watched(port: int, stream: UUID, count: int) -> Iterator[list[socket.socket]]:
    """So many readers of the live stream who were told its beginning and wait. Raises RuntimeError for one refused."""
    more_files()
    asked = request("GET", f"/api/v1/live/{stream}/")
    with ExitStack() as stack:
        readers: list[socket.socket] = []
        while len(readers) < count:
            fresh = [
                stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=30))
                for _ in range(min(AT_ONCE, count - len(readers)))
            ]
            for one in fresh:
                one.sendall(asked)
            for one in fresh:
                if b"text/event-stream" not in one.recv(4096):
                    raise RuntimeError("a reader was refused")
            readers += fresh
        yield readers


def pages_while_watched(port: int, stream: UUID, lanes: Sequence[Sequence[bytes]], count: int) -> float:
    """Seconds for the pages while the readers wait; how long one page took is told aside."""
    with watched(port, stream, count):
        seconds = send_all(port, lanes, 200)
        one = time.perf_counter()
        send_all(port, [lanes[0][:1]], 200)
        sys.stderr.write(f"a page beside {count} readers: {(time.perf_counter() - one) * 1000:.0f} ms\n")
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
        event = commands.create_tournament(who, name="Bench", preset="last_battle_casual")
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
            psycopg.connect(url, connect_timeout=5).close()
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
        answer.read()
        if answer.status == 503 and answer.headers["Retry-After"]:
            again += 1
            time.sleep(1)
        elif answer.status != 200:
            raise RuntimeError(f"a phone got {answer.status}")
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
        path = f"/events/{commands.create_tournament(who, name='Bench', preset='last_battle_casual')}/"
        n = PHONES * EACH
        few = [[request("GET", path)] * (n // FEW)] * FEW
        yield Pair(n, lambda: burst(ours, url, path), lambda: send_all(ours, few, 200) * n / (n // FEW * FEW))


def stopped(stream: UUID) -> float:
    """Seconds from the signal to the end of a server that so many people watch."""
    with started(front) as (port, process), watched(port, stream, STOPPED_READERS):
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
        event = commands.create_tournament(who, name="Bench", preset="last_battle_casual")
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


def told_and_read(
    port: int, who: Identity, match: UUID, event: UUID, phones: Sequence[Sequence[bytes]]
) -> float:
    """Seconds from a typed result until every phone, which followed the event live, has the page that shows it."""
    with watched(port, event, len(phones)) as readers:
        begin = time.perf_counter()
        commands.report_match(who, match, RESULT)
        follow_up.catch_up()
        for reader in readers:
            reader.recv(4096)
        told = time.perf_counter() - begin
        seconds = told + send_all(port, phones, 200)
        sys.stderr.write(f"typed and told to {len(phones)} phones: {told * 1000:.0f} ms\n")
        return seconds


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
        yield Pair(1, lambda: told_and_read(port, who, next(left), event, phones), lambda: HALL_SECONDS)
