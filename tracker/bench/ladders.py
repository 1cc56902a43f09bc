"""Figure of scoring runs into ladders, against reading each run's events and writing one ready row for it.

Registered through `figures`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec
import psycopg

from games.registry import LADDERS, MATCHES, SYSTEMS, usual
from games.ruleset import SYSTEM, Event, Setup
from tracker import appended, log
from tracker.after import follow_up
from tracker.bench import scratch
from tracker.bench.harness import Pair, figure, timed
from tracker.handle import Command, handle
from tracker.models import Player, Stream
from tracker.rulesets import season
from tracker.rulesets.season.events import SeasonCreated
from tracker.systems import MATCH, SEASON

RUNS, PLAYERS = 200, 40
LADDERS_SYSTEM = usual(LADDERS)
BARE = "CREATE TABLE bare (stream uuid PRIMARY KEY, player uuid, score bigint, body text)"
READ = "SELECT type, data FROM tracker_event WHERE stream_id = %s ORDER BY seq"
WRITE = (
    "INSERT INTO bare (stream, player, score, body) VALUES (%s, %s, %s, %s) "
    "ON CONFLICT (stream) DO UPDATE SET score = excluded.score, body = excluded.body"
)


def stored_runs(count: int = RUNS) -> list[UUID]:
    """Simulated runs of a crowd, every third told turn by turn, in a season; nothing is scored yet."""
    simulation: Any = SYSTEMS[LADDERS_SYSTEM].simulation()
    crowd = Player.objects.bulk_create(Player(name=f"Player {number}") for number in range(PLAYERS))
    with appended.held():
        _season()
        return [
            _stored(
                simulation.simulate(seed, "turns" if seed % 3 == 0 else "summary", mode="horde"),
                str(crowd[seed % PLAYERS].id),
            )
            for seed in range(count)
        ]


def _season() -> None:
    stream = log.create_stream(SEASON, LADDERS_SYSTEM, season.RULES.version, Setup()).id
    began = datetime(2026, 1, 1, tzinfo=UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    created = SeasonCreated(name="Bench", system=LADDERS_SYSTEM, starts=began)
    handle(Command(stream=stream, actor=SYSTEM, events=(created,)))
    follow_up.update(stream)


def _stored(simulated: tuple[Any, Sequence[tuple[Event, Any]]], player: str) -> UUID:
    setup, steps = simulated
    stream = log.create_stream(MATCH, LADDERS_SYSTEM, MATCHES[LADDERS_SYSTEM].version, setup).id
    events = tuple(_of(event, player) for event, _ in steps)
    handle(Command(stream=stream, actor=SYSTEM, events=events))
    return stream


def _of(event: Event, player: str) -> Event:
    """The simulated player is somebody of this database."""
    text = msgspec.json.encode(event).replace(b"red-1", player.encode())
    return msgspec.json.decode(text, type=type(event))


def _score(streams: Sequence[UUID]) -> float:
    Stream.objects.filter(id__in=streams).update(projected_version=0)
    return timed(lambda: [follow_up.update(stream) for stream in streams])


def _bare(cursor: psycopg.Cursor, streams: Sequence[UUID]) -> None:
    for stream in streams:
        rows = cursor.execute(READ, (stream,), prepare=True).fetchall()
        body = "".join(str(data) for _, data in rows)
        cursor.execute(WRITE, (stream, stream, len(rows), body), prepare=True)


@figure(
    "score_runs",
    f"score {RUNS} horde runs into their ladders, PostgreSQL; limit: read the events, write one row for each run",
    "runs/s",
    0.02,
    rounds=3,
)
def _score_runs() -> Iterator[Pair]:
    with scratch.postgres() as url, scratch.broker():
        streams = stored_runs()
        with psycopg.connect(url, autocommit=True) as connection, connection.cursor() as cursor:
            cursor.execute(BARE)
            yield Pair(RUNS, lambda: _score(streams), lambda: timed(lambda: _bare(cursor, streams)))
