"""The bench harness: what it measures, what it prints, and that every figure is named and has a goal."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import UUID

import numpy as np
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from tracker import env
from tracker.bench import load, scratch, spectators
from tracker.bench.figures import FIGURES
from tracker.bench.harness import Figure, Pair, measure
from tracker.tests.services import Unavailable
from tracker.web import serving


class Work:
    """Takes the seconds that it is given, round by round, and counts how often it was asked."""

    def __init__(self, *seconds: float) -> None:
        self.seconds, self.rounds = list(seconds), 0

    def __call__(self) -> float:
        self.rounds += 1
        return self.seconds[(self.rounds - 1) % len(self.seconds)]


def made(ours: Work, limit: Work, unit: str, goal: float) -> Figure:
    @contextmanager
    def prepare() -> Iterator[Pair]:
        yield Pair(100, ours, limit)

    return Figure("made", "made up", unit, goal, prepare, rounds=3)


@pytest.mark.soak
def test_a_speed_is_the_fastest_round_of_each_side_and_one_more_to_warm_up() -> None:
    ours, limit = Work(9.0, 4.0, 2.0, 5.0), Work(9.0, 3.0, 1.0, 2.0)
    result = measure(made(ours, limit, "events/s", 0.5))
    assert (result.ours, result.limit, result.ratio) == (50.0, 100.0, 0.5)
    assert result.met and (ours.rounds, limit.rounds) == (4, 4)


@pytest.mark.soak
def test_a_duration_is_met_from_below() -> None:
    assert measure(made(Work(3.0), Work(1.0), "s", 3)).met
    assert not measure(made(Work(3.1), Work(1.0), "s", 3)).met
    assert not measure(made(Work(3.0), Work(1.0), "events/s", 0.5)).met


@pytest.mark.soak
def test_the_keys_of_the_json_form_are_the_contract() -> None:
    shown = measure(made(Work(2.0), Work(1.0), "events/s", 0.5)).as_json()
    assert shown == {"name": "made", "ratio": 0.5, "unit": "events/s", "ours": 50.0, "limit": 100.0, "n": 100}


@pytest.mark.soak
def test_the_command_prints_one_object_for_each_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FIGURES, "zz_made", made(Work(1.0), Work(1.0), "s", 1))
    out = StringIO()
    call_command("bench", "zz_", json=True, stdout=out)
    assert [one["name"] for one in json.loads(out.getvalue())] == ["made"]
    table = StringIO()
    call_command("bench", "zz_", stdout=table)
    assert "goal <= 1" in table.getvalue() and " ok " in table.getvalue()


def test_an_unknown_figure_is_bad_input_and_the_known_ones_are_named() -> None:
    with pytest.raises(CommandError, match="append_postgres") as refused:
        call_command("bench", "nothing")
    assert refused.value.returncode == 2


def test_a_missing_server_is_said_and_no_figure_is_made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> float:
        raise Unavailable("no postgres here")

    broken: Any = missing
    monkeypatch.setitem(FIGURES, "zz_made", made(broken, Work(1.0), "s", 1))
    with pytest.raises(CommandError, match="no postgres here") as refused:
        call_command("bench", "zz_")
    assert refused.value.returncode == 2


def test_there_is_a_figure_for_every_goal_of_speed() -> None:
    families = {name.partition("_")[0] for name in FIGURES}
    assert families == {
        "append",
        "rebuild",
        "judge",
        "pairing",
        "standings",
        "post",
        "get",
        "score",
        "spectators",
        "burst",
        "stop",
        "hall",
        "league",
        "catch",
    }
    assert all(figure.goal > 0 and figure.title for figure in FIGURES.values())


@pytest.mark.soak
@pytest.mark.django_db(transaction=True)
def test_a_lent_database_is_empty_migrated_and_gone_afterwards() -> None:
    before, seals_file = connection.settings_dict["NAME"], settings.SEALS_FILE
    with scratch.sqlite() as path:
        assert settings.SEALS_FILE == os.environ["WARLEDGER_SEALS"] != seals_file, (
            "no witness against our own"
        )
        tables = {row[0] for row in sqlite3.connect(path).execute("select name from sqlite_master")}
        assert {"tracker_event", "tracker_stream"} <= tables
        assert str(connection.settings_dict["NAME"]) == path
    assert connection.settings_dict["NAME"] == before and seals_file == settings.SEALS_FILE


@pytest.mark.parametrize("name", ["judge", "judge_senjutsu", "judge_super_fantasy_brawl"])
def test_figures_of_the_judge_run_on_real_matches(name: str) -> None:
    with FIGURES[name].prepare() as pair:
        assert pair.n >= 1000
        assert pair.ours() > 0 and pair.limit() > 0


@pytest.mark.parametrize("name", ["standings_512", "standings_2000"])
def test_the_limit_of_standings_counts_with_numbers_that_fit(name: str) -> None:
    with np.errstate(all="raise"), FIGURES[name].prepare() as pair:
        assert pair.limit() > 0 and pair.ours() > 0


@pytest.mark.parametrize(
    ("head", "length"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Length: 12", 12),
        (b"HTTP/1.1 304 Not Modified\r\nETag: x", 0),
        (b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked", None),
    ],
)
def test_the_load_knows_where_an_answer_ends(head: bytes, length: int | None) -> None:
    assert load._length(head) == length


def test_rest_is_measured_through_the_processes_that_users_run() -> None:
    assert load.front(8000) == serving.command("127.0.0.1", 8000, load.WORKERS)
    assert "tracker.web.front:application" in load.front(
        8000
    ) and "tracker.web.front:application" not in load.bare(8000)


class Busy(BaseHTTPRequestHandler):
    """Asks everybody to come again until `patience` of them were asked; then it has pages and streams."""

    protocol_version = "HTTP/1.1"
    patience, refusal, asked = 0, 503, 0

    def do_GET(self) -> None:
        type(self).asked += 1
        if self.asked <= self.patience:
            return self._told(self.refusal, b"every place is taken", {"Retry-After": "0"})
        live = self.path.startswith("/api/v1/live/")
        return self._told(200, b"retry: 0\n\nevent: alive\ndata: {}\n\n" if live else b"page", {})

    def _told(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.flush()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        return


@contextmanager
def busy(patience: int, refusal: int = 503) -> Iterator[tuple[int, type[Busy]]]:
    made = type("Made", (Busy,), {"patience": patience, "refusal": refusal})
    server = ThreadingHTTPServer(("127.0.0.1", 0), made)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_port, made
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.soak
def test_whoever_is_asked_to_come_again_does_so_and_any_other_refusal_is_told() -> None:
    with busy(5) as (port, server):
        assert load.send_all(port, [[load.request("GET", "/")] * 3] * 2, 200) > 0
        assert server.asked == 5 + 6
    with busy(5) as (port, server), spectators.Hall(port, UUID(int=1), 8):
        assert server.asked >= 5 + 8
    with busy(1, 500) as (port, _), pytest.raises(RuntimeError, match="every place is taken"):
        load.send_all(port, [[load.request("GET", "/")]], 200)
    with (
        busy(1, 500) as (port, _),
        pytest.raises(RuntimeError, match="500"),
        spectators.Hall(port, UUID(int=1), 1),
    ):
        pass


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_every_figure_can_be_measured(tmp_path: Path) -> None:
    """What comes out says nothing on a machine that runs tests."""
    names = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "SECRET_KEY")
    kept = {name: value for name, value in os.environ.items() if name not in names}
    command = [sys.executable, str(env.CHECKOUT / "manage.py"), "bench", "--once", "--json"]
    surroundings = kept | {"WARLEDGER_DATA": str(tmp_path), "WARLEDGER_VENV": "off", "LOG_LEVEL": "ERROR"}
    surroundings |= {"WARLEDGER_LEAGUE": "1", "WARLEDGER_RUNS": "20"}
    done = subprocess.run(command, env=surroundings, capture_output=True, text=True, timeout=3500)
    assert done.returncode == 0, done.stderr[-4000:]
    found = {one["name"]: one["ratio"] for one in json.loads(done.stdout)}
    assert found.keys() == FIGURES.keys() and all(ratio > 0 for ratio in found.values())
