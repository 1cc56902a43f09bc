"""replay: the outcome, the first refusal, what each side may know, and no database at all."""

from __future__ import annotations

import io
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from games.portable import log_of, write_log
from games.rulebook import sentence
from games.ruleset import RuleViolation
from tracker.management.tool import BAD_INPUT, REFUSED
from tracker.tests.offline.helpers import RULES, answer, replaced, roster, run

ROOT = Path(__file__).parents[3]


def test_replay_names_the_first_refusal(files: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    wrong = replaced(files[1], '"turn":2', '"turn":3')
    code, refused = answer(capsys, "replay", str(wrong))
    assert (code, refused["ok"], refused["rule"]) == (REFUSED, False, "LB-TLOG-01")
    assert set(refused) == {"ok", "line", "seq", "rule", "message", "violations"}
    assert refused["line"] == refused["seq"] + 1
    assert refused["violations"][0] == {
        "rule": "LB-TLOG-01",
        "message": refused["message"],
        "params": {"turn": 3, "expected": 2},
    }
    code, text = run(capsys, "replay", str(wrong), lang="ru")
    assert code == REFUSED
    violation = RuleViolation("LB-TLOG-01", {"turn": 3, "expected": 2})
    where = f"line {refused['line']}, event {refused['seq']}"
    assert text.splitlines()[0] == f"{where}: LB-TLOG-01: {sentence(violation, 'ru')}"


def test_replay_refuses_gaps_by_both_names(files: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    lines = files[1].read_text().splitlines(keepends=True)
    gap = files[1].with_name("gap.jsonl")
    gap.write_text("".join(lines[:3] + lines[4:]))
    code, refused = answer(capsys, "replay", str(gap))
    assert (code, refused["line"], refused["seq"]) == (REFUSED, 4, 4)
    assert [one["rule"] for one in refused["violations"]] == ["LB-LOG-04", "WL-LOG-01"]


def test_replay_prints_the_score_in_both_languages(
    files: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    outcome = answer(capsys, "replay", str(files[1]))[1]["outcome"]
    english = run(capsys, "replay", str(files[1]))[1]
    assert f"serpent: {outcome['vp']['serpent']}" in english
    assert english.count("strategy (") == sum(line["source"] == "strategy" for line in outcome["lines"])
    assert "победитель: " in run(capsys, "replay", str(files[1]), lang="ru")[1]


def test_replay_stops_where_it_is_told(files: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, "replay", str(files[1]), at=0)[1]["state"]["play"] == {}
    replayed = answer(capsys, "replay", str(files[1]), at=1)[1]
    assert (replayed["seq"], replayed["outcome"]["status"]) == (1, "open")
    code, told = answer(capsys, "replay", str(files[1]), at=999)
    assert (code, told["ok"], told["rule"]) == (BAD_INPUT, False, None)
    assert "there is no entry 999" in told["message"]


def test_replay_shows_each_side_what_it_may_know(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from games.last_battle.play.simulate import simulate

    setup, told = simulate(5, "turns")
    cut = next(place for place, (event, _) in enumerate(told) if type(event).__name__ == "TurnReported")
    path = tmp_path / "log.jsonl"
    path.write_bytes(write_log(*log_of(RULES, "match", setup, told)))
    seen = {
        name: answer(capsys, "replay", str(path), at=cut, viewer=name)[1]["state"]["play"]["squads"]
        for name in ("staff", "public", "serpent", "serpent-1", "alliance-1")
    }
    whole = seen["staff"]
    assert whole["serpent-1"]["schemes"]
    assert seen["serpent-1"]["serpent-1"] == whole["serpent-1"]
    assert seen["alliance-1"]["alliance-1"] == whole["alliance-1"]
    assert seen["alliance-1"]["serpent-1"] == seen["public"]["serpent-1"]
    assert [held for held in seen["public"]["serpent-1"].get("schemes", []) if not held.get("public")] == []
    code, message = run(capsys, "replay", str(path), viewer="mallory")
    assert code == BAD_INPUT
    assert message == (
        "--as mallory: no such side or player; known: public, staff, serpent, alliance, serpent-1, alliance-1"
    )


@pytest.mark.parametrize(
    ("content", "line", "message"),
    [
        (b"", 1, "the file is empty"),
        (b"{", 1, "truncated"),
        (b'{"warledger":1,"kind":"match","system":"chess","ruleset":"1"}', 1, "unknown system 'chess'"),
        (
            b'{"warledger":1,"kind":"match","system":"last_battle","ruleset":"1","setup":{"options":'
            b'{"dead_figures":7}}}',
            1,
            "setup: Expected `array`, got `int`",
        ),
        (
            b'{"warledger":1,"kind":"match","system":"last_battle","ruleset":"1"}\n{"seq":1,"type":"castled"}',
            2,
            "unknown event type 'castled'",
        ),
    ],
)
def test_replay_of_what_is_no_log_is_bad_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, line: int, message: str
) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(content)
    code, told = answer(capsys, "replay", str(path))
    assert (code, told["ok"], told["line"], told["rule"], told["violations"]) == (
        BAD_INPUT,
        False,
        line,
        None,
        [],
    )
    assert message in told["message"]


def test_a_zip_of_an_event_is_told_from_a_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "event.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("event.json", "{}")
    code, message = run(capsys, "replay", str(path))
    assert code == BAD_INPUT and "a zip of several logs" in message and ".jsonl" in message


def test_a_missing_file_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("replay", "check-roster", "verify-log"):
        code, message = run(capsys, name, "/no/such/file")
        assert (code, message) == (BAD_INPUT, "/no/such/file: No such file or directory")


def test_a_log_is_read_from_standard_input(
    files: list[Path], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(files[0].read_bytes())))
    assert answer(capsys, "replay", "-")[1]["ok"]


@pytest.mark.soak
def test_the_command_line_gives_the_exit_codes_without_any_database(
    files: list[Path], tmp_path: Path
) -> None:
    """In a process of its own: the database's address leads nowhere, and its driver would say so."""
    environment = {
        "DATABASE_URL": "postgres://nobody@127.0.0.1:1/nowhere",
        "SECRET_KEY": "a key for one test, long enough for every check",
        "WARLEDGER_DATA": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "tracker.settings",
    }
    wrong = str(replaced(files[1], '"turn":2', '"turn":3'))
    cases = [
        (["replay", str(files[0])], 0),
        (["replay", wrong], REFUSED),
        (["replay", "--as", "mallory", str(files[0])], BAD_INPUT),
        (["verify-log", wrong], REFUSED),
        (["check-roster", roster(tmp_path)], 0),
        (["rules", "last_battle", "--json"], 0),
    ]
    for arguments, code in cases:
        done = subprocess.run(
            [sys.executable, "-m", "django", *arguments],
            env=environment,
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == code, (arguments, done.stderr)
        assert "Traceback" not in done.stderr
