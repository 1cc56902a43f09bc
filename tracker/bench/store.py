"""Figures of appending: through `handle`, judged, hashed and announced, against a bare insert of the same payloads.

Registered through `figures`. The jobs are offered to a real broker as on a server, but nobody takes them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID

import msgspec
import psycopg

from games.codec import codec_for
from games.registry import MATCHES
from games.ruleset import SYSTEM, Setup
from tracker import log, warm
from tracker.bench import parallel, scratch
from tracker.bench.harness import SHORT_ROUNDS, Pair, figure, timed
from tracker.bench.matches import SYSTEM_KEY, Played, opened, played, told
from tracker.commands.presets import PRESETS
from tracker.handle import Command, handle
from tracker.ids import uuid7
from tracker.rulesets import tournament
from tracker.rulesets.tournament.events import PlayerRegistered, TournamentCreated
from tracker.systems import TOURNAMENT

EVENTS = 300
BATCH, BATCHES = 100, 10
BARE_TABLE = "CREATE TABLE bare (id {serial} PRIMARY KEY, stream text, seq integer, type text, data text)"
POSTGRES_INSERT = "INSERT INTO bare (stream, seq, type, data) VALUES (%s, %s, %s, %s)"
SQLITE_INSERT = "INSERT INTO bare (stream, seq, type, data) VALUES (?, ?, ?, ?)"
BareRow = tuple[str, int, str, str]


# --- The work --------------------------------------------------------------------------------------------


def commands(matches: tuple[Played, ...]) -> list[Command]:
    """One command for each event that somebody logs, on new warm streams: the preparation of a round."""
    made = []
    for match in matches:
        stream = opened(match).stream
        made += [Command(stream=stream, actor=actor, events=(event,)) for event, actor in told(match.number)]
    return made


def append_all(made: list[Command]) -> None:
    for command in made:
        handle(command)


def bare_rows(matches: tuple[Played, ...]) -> list[BareRow]:
    """All payloads of these matches, encoded beforehand; the commands make as many rows."""
    codec = codec_for(MATCHES[SYSTEM_KEY])
    stored = [codec.to_row(event) for match in matches for event, _ in match.steps]
    return [(str(uuid7()), seq, row[0], row[1].decode()) for seq, row in enumerate(stored)]


def insert_each(connection: psycopg.Connection, rows: list[BareRow]) -> None:
    cursor = connection.cursor()
    for row in rows:
        cursor.execute(POSTGRES_INSERT, row, prepare=True)


def in_turn(prepare: Callable[[], list[Command]]) -> Callable[[], float]:
    """Prepares a round untimed, then appends it."""

    def side() -> float:
        made = prepare()
        return timed(lambda: append_all(made))

    return side


@contextmanager
def bare_postgres(url: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DROP TABLE IF EXISTS bare")
        connection.execute(BARE_TABLE.format(serial="bigserial"))
        yield connection


# --- One connection --------------------------------------------------------------------------------------


@figure(
    "append_postgres",
    "append one judged event, PostgreSQL, 1 connection; limit: bare insert",
    "events/s",
    0.55,
    SHORT_ROUNDS // 2,
)
def _append_postgres() -> Iterator[Pair]:
    matches = played(EVENTS)
    rows = bare_rows(matches)
    with scratch.postgres() as url, scratch.broker(), bare_postgres(url) as bare:
        ours = in_turn(lambda: commands(matches))
        yield Pair(len(rows), ours, lambda: timed(lambda: insert_each(bare, rows)))


@figure("append_sqlite", "the same on SQLite, WAL, synchronous FULL", "events/s", 0.45, SHORT_ROUNDS // 2)
def _append_sqlite() -> Iterator[Pair]:
    matches = played(EVENTS)
    rows = bare_rows(matches)
    with scratch.sqlite() as path, scratch.broker():
        bare = sqlite3.connect(Path(path).with_name("bare.sqlite3"), isolation_level=None)
        bare.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;")
        bare.execute(BARE_TABLE.format(serial="integer"))

        def insert() -> None:
            for row in rows:
                bare.execute(SQLITE_INSERT, row)

        yield Pair(len(rows), in_turn(lambda: commands(matches)), lambda: timed(insert))
        bare.close()


# --- A hundred at once -----------------------------------------------------------------------------------


def new_tournament() -> UUID:
    preset, start = next(iter(PRESETS.items()))
    data = {"name": "Bench", "system": start["system"], "preset": preset, "options": start["options"]}
    created = msgspec.convert({**data, "type": "tournament_created"}, TournamentCreated)
    stream = log.create_stream(TOURNAMENT, created.system, tournament.RULES.version, Setup())
    handle(Command(stream=stream.id, actor=SYSTEM, events=(created,)))
    warm.get(stream.id)
    return stream.id


def registrations() -> list[Command]:
    """One command for each new tournament: a hundred players on a pasted list."""
    made = []
    for _ in range(BATCHES):
        events = tuple(PlayerRegistered(player=str(uuid7())) for _ in range(BATCH))
        made.append(Command(stream=new_tournament(), actor=SYSTEM, events=events))
    return made


@figure("append_batch", "append 100 events in one command; limit: bare executemany of 100", "events/s", 0.35)
def _append_batch() -> Iterator[Pair]:
    with scratch.postgres() as url, scratch.broker(), bare_postgres(url) as bare:
        data = [f'{{"player":"{uuid7()}"}}' for _ in range(BATCH)]
        rows = [(str(uuid7()), seq, "player_registered", text) for seq, text in enumerate(data)]

        def insert() -> None:
            for _ in range(BATCHES):
                with bare.transaction():
                    bare.cursor().executemany(POSTGRES_INSERT, rows)

        yield Pair(BATCH * BATCHES, in_turn(registrations), lambda: timed(insert))


# --- Four connections ------------------------------------------------------------------------------------

CONNECTIONS = 4


def prepare_ours(seed: int) -> Callable[[], None]:
    """In a process of its own: a round on streams that no other process uses."""
    made = commands(played(EVENTS, seed=seed))
    return lambda: append_all(made)


def prepare_bare(seed: int) -> Callable[[], None]:
    rows = bare_rows(played(EVENTS, seed=seed))
    connection = psycopg.connect(scratch.current_url(), autocommit=True)

    def insert() -> None:
        with connection:
            insert_each(connection, rows)

    return insert


@figure(
    "append_4",
    "append, PostgreSQL, 4 connections on different streams; limit: bare insert",
    "events/s",
    0.40,
    SHORT_ROUNDS // 2,
)
def _append_4() -> Iterator[Pair]:
    n = sum(len(match.steps) for seed in range(CONNECTIONS) for match in played(EVENTS, seed=seed))
    with scratch.postgres() as url, scratch.broker(), bare_postgres(url), parallel.team(CONNECTIONS) as team:
        yield Pair(n, lambda: team.run(prepare_ours), lambda: team.run(prepare_bare))
