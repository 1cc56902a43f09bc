"""Figures of REST through the web processes that users run: a POST of one event, and the standings of 512 players.

The limits are views of `bare`, served by granian alone. Registered through `figures`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from unittest import mock
from uuid import UUID

import msgspec
import psycopg
from django.contrib.auth.models import User

from tracker import commands, identity, selectors, warm
from tracker.after import follow_up
from tracker.bench import load, scratch
from tracker.bench.harness import Pair, figure
from tracker.bench.load import request, send_all, server
from tracker.bench.matches import CASUAL, Played, opened, play_out, simulated, told
from tracker.bench.store import bare_postgres
from tracker.commands import NewPlayer
from tracker.identity import Identity
from tracker.models import ApiToken

CONNECTIONS = 16
POSTS = 1200
GETS, UNCHANGED = 1000, 6000
PLAYERS = 512


@contextmanager
def servers() -> Iterator[tuple[int, int, str]]:
    """(port of ours, port of the bare one, address of the database), both on the same empty database."""
    free = {
        "WARLEDGER_API_RATE": "0",
        "SECRET_KEY": "a key for the benchmark, made up and long enough for it",
    }
    with (
        scratch.postgres() as url,
        scratch.broker(),
        bare_postgres(url),
        mock.patch.dict(os.environ, free),
        server(load.front) as ours,
        server(load.bare) as limit,
    ):
        yield ours, limit, url


def administrator() -> tuple[Identity, dict[str, str]]:
    """An administrator and the headers of the token that acts for them."""
    user = User.objects.create_superuser("bench", password=None)
    _, secret = identity.new_token("bench", list(ApiToken.SCOPES), user=user)
    return Identity(user), {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}


# --- POST ------------------------------------------------------------------------------------------------


def bodies_of(match: Played, count: int) -> list[bytes]:
    """The bodies of the first events that somebody logs of the match, which staff may for its players."""
    bodies = []
    for event, _ in told(match.number)[:count]:
        data = msgspec.to_builtins(event)
        bodies.append(msgspec.json.encode({"type": data.pop("type"), "data": data}))
    return bodies


def posts(headers: dict[str, str]) -> list[list[bytes]]:
    """A new match for each connection, as far as its share of the requests goes."""
    lanes = []
    for number in range(CONNECTIONS):
        match = simulated(number)
        path = f"/api/v1/matches/{opened(match).stream}/events/"
        bodies = bodies_of(match, POSTS // CONNECTIONS)
        lanes.append([request("POST", path, body, headers) for body in bodies])
    return lanes


@figure(
    "post",
    "POST one event, 16 connections; limit: a bare view with one insert on granian alone",
    "requests/s",
    0.35,
)
def _post() -> Iterator[Pair]:
    with servers() as (ours, bare, _):
        _, headers = administrator()
        plain = [[_as_bare(one) for one in lane] for lane in posts(headers)]
        n = sum(map(len, plain))
        yield Pair(n, lambda: send_all(ours, posts(headers), 201), lambda: send_all(bare, plain, 201))


def _as_bare(one: bytes) -> bytes:
    return request("POST", "/insert/", one.partition(b"\r\n\r\n")[2])


# --- GET -------------------------------------------------------------------------------------------------


def standings_of_512(organiser: Identity) -> UUID:
    """A tournament whose first round is played and confirmed at every table."""
    options = {"rounds": 3, "scenarios": ["sea"]}
    event = commands.create_tournament(organiser, name="Bench", preset=CASUAL, options=options)
    commands.register_players(organiser, event, [NewPlayer(f"Player {at}", "Club") for at in range(PLAYERS)])
    commands.draw_round(organiser, event, seed="bench", reason="the same draw in every run")
    commands.publish_round(organiser, event, round=1)
    commands.start_round(organiser, event, round=1)
    follow_up.catch_up()
    for row in selectors.matches_of(event, 1):
        reported = play_out(warm.current(row.stream_id).state.play, row.table or 0, "summary")[0][0]
        payload = {name: value for name, value in msgspec.to_builtins(reported).items() if name != "type"}
        commands.report_match(organiser, row.stream_id, payload)
    follow_up.catch_up()
    follow_up.catch_up()
    return event


def _gets(status: int, n: int, bare_path: str) -> Iterator[Pair]:
    with servers() as (ours, bare, url):
        organiser, _ = administrator()
        path = f"/api/v1/tournaments/{standings_of_512(organiser)}/standings/"
        body, etag = _first_answer(ours, path)
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("CREATE TABLE bare_page AS SELECT %s AS body", (body,))
        asked = request("GET", path, headers={"If-None-Match": etag} if status == 304 else {})
        yield Pair(n, _lanes(ours, asked, n, status), _lanes(bare, request("GET", bare_path), n, status))


def _lanes(port: int, one: bytes, n: int, status: int) -> Callable[[], float]:
    return lambda: send_all(port, [[one] * (n // CONNECTIONS)] * CONNECTIONS, status)


def _first_answer(port: int, path: str) -> tuple[str, str]:
    """(body, ETag) of the standings. Raises AssertionError when a player is missing."""
    from urllib.request import urlopen

    with urlopen(f"http://127.0.0.1:{port}{path}") as answer:
        body, etag = answer.read().decode(), answer.headers["ETag"]
    assert len(msgspec.json.decode(body)["rows"]) == PLAYERS
    return body, etag


@figure(
    "get",
    "GET the standings of 512 players; limit: a bare view with the same bytes in memory",
    "requests/s",
    0.45,
)
def _get() -> Iterator[Pair]:
    yield from _gets(200, GETS // CONNECTIONS * CONNECTIONS, "/page/")


@figure("get_304", "the same, unchanged by ETag; limit: an empty view on granian alone", "requests/s", 0.40)
def _get_304() -> Iterator[Pair]:
    yield from _gets(304, UNCHANGED // CONNECTIONS * CONNECTIONS, "/unchanged/")
