"""The programs of `docs/examples` do what they say against a running server, in as few requests as promised."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from api import gate
from api.tests.hall import Rest
from api.tests.test_few_requests import REPORTED, _event
from tracker.env import CHECKOUT

EXAMPLES = CHECKOUT / "docs" / "examples"
PAPER = """1,Anna,Борис,3,1
1,Clara,Дина,0,2
1,Egon,Fay,1,1
1,Гоша,Hal,1,2
2,Дина,Anna,2,0
2,Hal,Egon,1,3
2,Борис,Гоша,0,0
2,Fay,Clara,2,1
3,Anna,Hal,1,0
3,Egon,Дина,2,2
3,Гоша,Fay,0,1
3,Clara,Борис,3,0
"""
"""An event of eight: round, serpent, alliance, their victory points."""

Run = Callable[..., str]
pytestmark = pytest.mark.soak


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Every request that reaches the API, as its method and address."""
    found: list[str] = []
    enter = gate.enter

    def counted(request: Any, parts: dict[str, Any]) -> Any:
        found.append(f"{request.method} {request.path}")
        return enter(request, parts)

    monkeypatch.setattr(gate, "enter", counted)
    yield found


@pytest.fixture
def run(live_server: Any) -> Run:
    """Runs an example as a program of its own; returns what it printed."""

    def program(name: str, *arguments: str, told: str = "") -> str:
        command = [sys.executable, EXAMPLES / name, live_server.url, *arguments]
        done = subprocess.run(
            command, input=told, capture_output=True, text=True, timeout=120, encoding="utf-8"
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return program


@pytest.mark.parametrize("page", sorted(EXAMPLES.iterdir()), ids=lambda page: page.name)
def test_an_example_has_fewer_than_forty_lines(page: Path) -> None:
    assert len(page.read_text(encoding="utf-8").splitlines()) < 40


def _token(who: Rest) -> str:
    return str(who.headers["Authorization"].removeprefix("Bearer "))


def test_an_event_on_paper_is_imported_in_five_requests_and_never_twice(
    organiser: Rest, visitor: Rest, run: Run, asked: list[str]
) -> None:
    for _ in range(2):
        asked.clear()
        run("importer.py", _token(organiser), told=PAPER)
        assert len(asked) == 5 and all(one.startswith("POST ") for one in asked)
    found = visitor.get("tournaments/?expand=rounds").json()["results"]
    assert [one["status"] for one in found] == ["finished"]
    rounds = found[0]["expanded"]["rounds"]
    told = [
        ",".join(
            [
                str(table["round"]),
                *(table["sides"][side][0]["name"] for side in ("serpent", "alliance")),
                *(str(table["result"]["vp"][side]) for side in ("serpent", "alliance")),
            ]
        )
        for round_ in rounds
        for table in round_["pairings"]
    ]
    assert told == PAPER.splitlines()


def test_a_league_of_two_events_is_one_request(
    organiser: Rest, visitor: Rest, run: Run, asked: list[str]
) -> None:
    run("importer.py", _token(organiser), told=PAPER)
    first = visitor.get("tournaments/").json()["results"][0]["id"]
    known = [one["player"] for one in visitor.get(f"tournaments/{first}/players/").json()["results"]]
    again = _event(organiser, players=[{"player": one} for one in known[:6]])["tournament"]
    organiser.post(again["url"] + "rounds/", {"until": "started"})
    results = [{"table": table, "events": REPORTED} for table in (1, 2, 3)]
    organiser.post(again["url"] + "rounds/1/results/", {"results": results, "then": "close"})
    events = [first, again["id"]]
    asked.clear()
    printed = run("league.py", *events).splitlines()
    assert asked == ["GET /api/v1/tournaments/"]
    assert len(printed) == 8 and sum("in 2 events" in line for line in printed) == 6
    totals: dict[str, float] = {}
    for event in events:
        for row in visitor.get(f"tournaments/{event}/standings/").json()["rows"]:
            figure = row["figures"][0]
            totals[row["name"]] = totals.get(row["name"], 0) + figure["top"] / figure["bottom"]
    assert {
        line.split(": ")[0].split(". ")[1]: float(line.split(": ")[1].split()[0]) for line in printed
    } == totals


def test_a_bot_tells_of_an_event_by_one_stream(
    organiser: Rest, live_server: Any, asked: list[str], tmp_path: Path
) -> None:
    at = _event(organiser)["tournament"]
    command = [sys.executable, EXAMPLES / "bot.py", live_server.url, at["id"]]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8") as bot:
        assert bot.stdout is not None
        try:
            organiser.post(at["url"] + "rounds/", {"until": "started"})
            assert bot.stdout.readline() == "Round 1 is drawn: 4 tables\n"
            results = [{"table": table, "events": REPORTED} for table in range(1, 5)]
            organiser.post(at["url"] + "rounds/1/results/", {"results": results[:1]})
            assert bot.stdout.readline().startswith("Round 1, table 1: ")
            organiser.post(at["url"] + "rounds/1/results/", {"results": results[1:], "then": "draw"})
            more = {bot.stdout.readline().partition(": ")[0] for _ in range(4)}
            assert more == {*(f"Round 1, table {n}" for n in (2, 3, 4)), "Round 2 is drawn"}
            organiser.post(at["url"] + "rounds/2/results/", {"results": results, "then": "finish"})
            assert len(bot.stdout.read().splitlines()) == 4
            assert bot.wait(30) == 0
        finally:
            bot.kill()
    assert [one for one in asked if one.startswith("GET ")] == [f"GET /api/v1/live/{at['id']}/"]
