"""simulate: legal matches, the same bytes for the same seed."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tracker.management.tool import BAD_INPUT
from tracker.tests.offline.helpers import answer, run


def test_simulated_matches_replay_and_verify(files: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert [path.name for path in files] == [f"last_battle-7-000{number}.jsonl" for number in range(1, 5)]
    for path in files:
        code, replayed = answer(capsys, "replay", str(path))
        assert (code, replayed["ok"]) == (0, True)
        assert set(replayed) == {"ok", "seq", "outcome", "state"}
        assert replayed["outcome"]["status"] == "finished"
        assert replayed["seq"] == len(path.read_text().splitlines()) - 1
        assert answer(capsys, "verify-log", str(path)) == (0, {"ok": True, "problems": []})


def test_the_same_seed_writes_the_same_bytes(files: list[Path], tmp_path: Path) -> None:
    again = tmp_path / "again"
    call_command("simulate", "last_battle", matches=4, seed=7, out=str(again), stdout=io.StringIO())
    assert [(again / path.name).read_bytes() for path in files] == [path.read_bytes() for path in files]
    call_command("simulate", "last_battle", matches=1, seed=8, out=str(again), stdout=io.StringIO())
    assert (again / "last_battle-8-0001.jsonl").read_bytes() != files[0].read_bytes()


def test_simulate_keeps_to_the_level_that_is_wanted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "simulate", "last_battle", matches=3, seed=1, level="summary", out=str(tmp_path))
    for path in tmp_path.iterdir():
        assert '"detail":"summary"' in path.read_text()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"matches": -1}, "--matches -1: the number of matches cannot be negative"),
        ({"out": "/dev/null/x"}, "/dev/null"),
    ],
)
def test_simulate_names_bad_input(
    options: dict[str, Any], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, message = run(capsys, "simulate", "last_battle", **{"matches": 1, "seed": 1, **options})
    assert code == BAD_INPUT
    assert told in message


def test_simulate_names_a_level_that_the_system_does_not_know(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("games.last_battle.play.simulate.LEVELS", ("summary", "turns"))
    code, message = run(capsys, "simulate", "last_battle", matches=1, seed=1, level="full")
    assert code == BAD_INPUT
    assert "--level full: last_battle knows summary, turns" in message


def test_an_unknown_system_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CommandError, match="invalid choice: 'chess'"):
        call_command("simulate", "chess")


@pytest.mark.parametrize(
    "command", [("simulate", "senjutsu", "--matches", "2"), ("simulate-day", "--days", "1")]
)
def test_paths_come_as_lines_or_as_one_list(
    command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = (*command, "--level", "summary", "--out", str(tmp_path))
    call_command(*options)
    lines = capsys.readouterr().out.split()
    call_command(*options, "--json")
    assert json.loads(capsys.readouterr().out) == lines
    assert len(lines) >= 2 and sorted(lines) == sorted(str(path) for path in tmp_path.iterdir())


@pytest.mark.parametrize("level", ["summary", "turns", "full"])
def test_one_scenario_is_asked_for(capsys, tmp_path, level):
    asked = {"matches": 1, "seed": 1, "level": level, "out": str(tmp_path)}
    run(capsys, "simulate", "bushido", scenario="osatsu", **asked)
    (path,) = tmp_path.iterdir()
    assert b'"scenario":"osatsu"' in path.read_bytes()
    code, message = run(capsys, "simulate", "bushido", scenario="nowhere", **asked)
    assert code and "osatsu" in message
    code, message = run(capsys, "simulate", "last_battle", scenario="nowhere", **asked)
    assert code and "chooses for itself" in message
