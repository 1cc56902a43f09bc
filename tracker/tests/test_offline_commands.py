"""replay, check-roster, simulate, schemas and verify-log on files: answers, exit codes, and no database at all."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
from django.core.management import CommandError, call_command

from games.last_battle.examples import EXAMPLES
from games.portable import log_of, write_log
from games.registry import MATCHES
from games.rulebook import sentence
from games.ruleset import RuleViolation, Setup
from tracker.management.commands.schemas import path_of, text_of
from tracker.management.tool import BAD_INPUT, REFUSED
from tracker.schemas import SYSTEMS, document
from tracker.verify import verify_file

ROOT = Path(__file__).parents[2]
RULES = MATCHES["last_battle"]


def run(capsys: pytest.CaptureFixture[str], name: str, *args: str, **options: Any) -> tuple[int, str]:
    """(exit code, what it printed)."""
    code = 0
    try:
        call_command(name, *args, **options)
    except SystemExit as exit_:
        code = int(exit_.code or 0)
    except CommandError as error:
        code = error.returncode
        capsys.readouterr()
        return code, str(error)
    return code, capsys.readouterr().out


def answer(capsys: pytest.CaptureFixture[str], name: str, *args: str, **options: Any) -> tuple[int, Any]:
    code, out = run(capsys, name, *args, json=True, **options)
    return code, json.loads(out)


@pytest.fixture
def files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> list[Path]:
    """Four simulated matches, two at each level."""
    code, out = run(capsys, "simulate", "last_battle", matches=4, seed=7, out=str(tmp_path))
    assert code == 0
    return [Path(line) for line in out.splitlines()]


def replaced(path: Path, old: str, new: str) -> Path:
    """A copy of a log with one text changed."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    changed = path.with_name("changed.jsonl")
    changed.write_text(text.replace(old, new, 1), encoding="utf-8")
    return changed


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
    monkeypatch.setattr("games.last_battle.simulate.LEVELS", ("summary", "turns"))
    code, message = run(capsys, "simulate", "last_battle", matches=1, seed=1, level="full")
    assert code == BAD_INPUT
    assert "--level full: last_battle knows summary, turns" in message


def test_an_unknown_system_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CommandError, match="invalid choice: 'chess'"):
        call_command("simulate", "chess")


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
    assert "there is no event 999" in told["message"]


def test_replay_shows_each_side_what_it_may_know(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from games.last_battle.simulate import simulate

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


def test_a_missing_file_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("replay", "check-roster", "verify-log"):
        code, message = run(capsys, name, "/no/such/file")
        assert (code, message) == (BAD_INPUT, "/no/such/file: No such file or directory")


def test_a_log_is_read_from_standard_input(
    files: list[Path], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(files[0].read_bytes())))
    assert answer(capsys, "replay", "-")[1]["ok"]


def test_every_changed_byte_of_a_log_is_found() -> None:
    """All bytes of a small log, and random bytes of larger ones."""
    from games.last_battle.simulate import simulate

    dice = random.Random(11)
    for seed, level, tries in ((1, "summary", None), (2, "turns", 300), (3, "turns", 300)):
        log = write_log(*log_of(RULES, "match", *simulate(seed, level)))
        assert verify_file(log) == []
        places = range(len(log)) if tries is None else dice.sample(range(len(log)), tries)
        for place in places:
            changed = log[:place] + bytes([log[place] ^ dice.choice((1, 2, 4, 32))]) + log[place + 1 :]
            problems = verify_file(changed)
            assert problems, f"byte {place}"
            assert all("line " in problem.what for problem in problems)


def test_verify_names_the_place_and_fails(files: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    wrong = replaced(files[1], '"turn":2', '"turn":3')
    line = next(n for n, text in enumerate(wrong.read_text().splitlines(), 1) if '"turn":3' in text)
    code, told = answer(capsys, "verify-log", str(wrong))
    assert (code, told["ok"]) == (REFUSED, False)
    assert told["problems"][0] == {
        "stream": None,
        "seq": line - 1,
        "what": f"line {line}: the hash does not match the event and all before it",
    }
    assert any("LB-TLOG-01" in problem["what"] for problem in told["problems"])


def test_verify_of_a_file_that_is_broken_in_form_fails_too(
    files: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    code, told = answer(capsys, "verify-log", str(replaced(files[0], ',"seq":1', '"seq":1')))
    assert (code, told["ok"]) == (REFUSED, False)
    assert told["problems"][0]["what"].startswith("line 2: JSON is malformed")


GOOD = {
    "system": "last_battle",
    "kind": "warband",
    "name": "Ravens",
    "body": {
        "leader": "raven-king",
        "figures": [
            {"figure_id": "raven-king", "cost": 0, "size": 2, "unique": True, "traits": ["Leader"]},
            {"figure_id": "raven", "cost": 12, "size": 2, "unique": False, "traits": []},
        ],
    },
}


def roster(tmp_path: Path, **body: Any) -> str:
    path = tmp_path / "roster.json"
    path.write_text(json.dumps({**GOOD, "body": {**GOOD["body"], **body}}))  # type: ignore[dict-item]
    return str(path)


def test_a_legal_roster_is_ok(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = answer(capsys, "check-roster", roster(tmp_path))
    assert (code, told["ok"], told["violations"]) == (0, True, [])
    assert run(capsys, "check-roster", roster(tmp_path))[1].splitlines()[-1] == "ok"


def test_all_violations_of_a_roster_are_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    costly = [{"figure_id": f"f{n}", "cost": 9, "size": 2, "unique": True, "traits": []} for n in (1, 1, 2)]
    path = roster(tmp_path, leader="nobody", figures=costly)
    code, told = answer(capsys, "check-roster", path)
    assert (code, told["ok"]) == (REFUSED, False)
    rules = {one["rule"] for one in told["violations"]}
    assert {"LB-ROSTER-03"} < rules
    assert all(set(one) == {"rule", "message", "params"} and one["message"] for one in told["violations"])
    code, text = run(capsys, "check-roster", path, lang="ru")
    assert code == REFUSED
    assert {line.partition(":")[0] for line in text.splitlines() if not line.startswith("(")} == rules


def test_unknown_facts_are_warnings_and_cards_fill_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = roster(tmp_path, leader="raven-king", figures=["raven"])
    told = answer(capsys, "check-roster", path)[1]
    assert told["ok"]
    assert {warning["rule"] for warning in told["warnings"]} >= {"LB-ROSTER-03"}
    cards = tmp_path / "cards.json"
    facts = {"size": 2, "unique": False, "is_leader_trait": False}
    cards.write_text(
        json.dumps(
            {"raven": {**facts, "cost": 26}, "raven-king": {**facts, "cost": 0, "is_leader_trait": True}}
        )
    )
    code, told = answer(capsys, "check-roster", path, cards=str(cards))
    assert (code, told["warnings"]) == (REFUSED, [])
    assert [one["rule"] for one in told["violations"]] == ["LB-ROSTER-03"]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("{", "truncated"),
        ("[]", "Expected `object`, got `array`"),
        ('{"system":"last_battle","kind":"warband"}', "missing required field `name`"),
        ('{"system":"chess","kind":"warband","name":"x"}', "unknown system 'chess'; known: last_battle"),
        ('{"system":"last_battle","kind":"warband","name":"x","colour":"red"}', "unknown field `colour`"),
    ],
)
def test_a_roster_that_cannot_be_read_is_bad_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, told: str
) -> None:
    path = tmp_path / "roster.json"
    path.write_text(content)
    code, message = run(capsys, "check-roster", str(path))
    assert code == BAD_INPUT
    assert message.startswith(f"{path}: ")
    assert told in message


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
        )
        assert done.returncode == code, (arguments, done.stderr)
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_kept_schema_is_current(system: str) -> None:
    assert path_of(system).read_text(encoding="utf-8") == text_of(system), "run: manage.py schemas --write"


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_schema_is_a_schema(system: str) -> None:
    jsonschema.Draft202012Validator.check_schema(document(system))


def problems_of(part: str, value: Any) -> list[str]:
    schema = {**document("last_battle"), "$ref": f"#/$defs/{part}"}
    return [error.message for error in jsonschema.Draft202012Validator(schema).iter_errors(value)]


def test_examples_logs_and_rosters_fit_the_schema(files: list[Path]) -> None:
    for example in EXAMPLES:
        data = msgspec.json.decode(msgspec.json.encode(example))
        assert problems_of("event", {"type": data.pop("type"), "data": data}) == []
    for path in files:
        header, *lines = [json.loads(line) for line in path.read_text().splitlines()]
        assert problems_of("Header", header) == []
        for line in lines:
            assert problems_of("line", line) == []
    assert problems_of("Roster", GOOD) == []
    assert problems_of("Setup", msgspec.to_builtins(Setup())) == []


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("event", {"type": "castled", "data": {}}),
        ("event", {"type": "table_opened"}),
        ("event", {"type": "table_opened", "data": {"battlefield": "moon", "sides": {}}}),
        ("event", {"type": "table_opened", "data": {"battlefield": "sea", "sides": {}, "weather": "rain"}}),
        ("line", {"type": "schemes_dealt", "data": {"player": "p"}}),
        ("Roster", {"system": "last_battle", "kind": "warband", "name": "x", "body": {"leader": 7}}),
    ],
)
def test_the_schema_refuses_what_the_decoder_refuses(part: str, value: Any) -> None:
    assert problems_of(part, value) != []
