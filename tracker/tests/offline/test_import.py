"""import: judged, linked, stored once, or refused whole."""

from __future__ import annotations

import json
from pathlib import Path
from uuid import UUID, uuid4

import pytest

from games.last_battle.play.simulate import simulate
from games.portable import BadLog, log_of, read_log, write_log
from tracker import log, moments, selectors
from tracker.after import follow_up
from tracker.exchange import transfer
from tracker.handle import Command, handle
from tracker.management.tool import BAD_INPUT, REFUSED
from tracker.models import ConfirmedMatch, MatchRow
from tracker.proof.verify import verify_database, verify_file
from tracker.systems import find_rules
from tracker.tests.offline.helpers import (
    RULES,
    exit_code,
    imported,
    nothing_stored,
    settle,
    simulated,
    wipe,
)
from tracker.tests.offline.test_verify_bounds import loose

pytestmark = pytest.mark.usefixtures("database")


def test_a_moved_log_keeps_its_id_hashes_and_bytes(event: UUID) -> None:
    exports = {row.stream_id: transfer.export_stream(row.stream_id) for row in MatchRow.objects.all()}
    wipe()
    for stream, content in exports.items():
        assert transfer.import_log(content) == (stream, len(content.splitlines()) - 1)
        assert transfer.export_stream(stream) == content
    settle()
    assert [problem for problem in verify_database() if "seal" not in problem.what] == []


def test_an_import_twice_adds_nothing_and_a_longer_log_adds_its_tail(event: UUID) -> None:
    stream = MatchRow.objects.order_by("table").values_list("stream_id", flat=True)[0]
    whole = transfer.export_stream(stream)
    assert transfer.import_log(whole) == (stream, 0)
    read = read_log(whole, find_rules)
    lines = read.lines[:4]
    header = transfer.msgspec.structs.replace(read.header, events=4, head=lines[-1].hash)
    wipe()
    assert transfer.import_log(write_log(header, lines)) == (stream, 4)
    assert transfer.import_log(whole) == (stream, len(read.lines) - 4)
    assert transfer.import_log(write_log(header, lines)) == (stream, 0)
    assert transfer.export_stream(stream) == whole


def test_a_simulated_log_becomes_one_stream_however_often(database: str) -> None:
    content = simulated()
    first = transfer.import_log(content)
    assert first.appended == len(content.splitlines()) - 1
    assert transfer.import_log(content) == (first.stream, 0)
    assert verify_file(transfer.export_stream(first.stream)) == []
    settle()
    assert list(verify_database()) == []
    assert selectors.outcome(first.stream).status == "finished"


def test_a_hand_written_log_is_linked_here(database: str) -> None:
    content = (
        b'{"warledger":1,"kind":"match","system":"last_battle","ruleset":"1","setup":{"options":{}}}\n'
        b'{"seq":1,"type":"table_opened","data":{"battlefield":"sea","detail":"summary",'
        b'"sides":{"serpent":["a"],"alliance":["b"]}}}\n'
    )
    stream = imported(content)
    assert verify_file(transfer.export_stream(stream)) == []
    assert selectors.head(stream).version == 1


def test_an_imported_match_goes_on(database: str) -> None:
    setup, told = simulate(5, "turns")
    stream = imported(write_log(*log_of(RULES, "match", setup, told[:-1])))
    event, actor = told[-1]
    assert handle(Command(stream=stream, actor=actor, events=(event,))).version == len(told)


def test_an_import_is_projected_by_the_jobs(database: str) -> None:
    stream = imported(simulated())
    row = MatchRow.objects.get(stream_id=stream)
    assert row.status == "finished"
    assert row.version == log.head_of(stream).version  # type: ignore[union-attr]


def test_a_broken_chain_is_refused_and_nothing_stored(database: str, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(simulated().replace(b'"turn":1', b'"turn":2', 1))
    with pytest.raises(transfer.BrokenLog, match="the hash does not match"):
        transfer.import_log(path.read_bytes())
    assert exit_code("import", str(path)) == REFUSED
    assert nothing_stored()


def test_an_illegal_log_is_refused_and_nothing_stored(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    setup, told = simulate(5, "turns")
    path = tmp_path / "log.jsonl"
    path.write_bytes(write_log(*log_of(RULES, "match", setup, [*told, told[-2]])))
    assert exit_code("import", str(path), json=True) == REFUSED
    answer = json.loads(capsys.readouterr().out)
    assert (answer["ok"], answer["problems"][0]["line"]) == (False, len(told) + 2)
    assert answer["problems"][0]["rule"].startswith("LB-")
    assert nothing_stored()


def test_another_history_of_the_same_stream_is_refused(database: str) -> None:
    setup, told = simulate(5, "turns")
    stream = imported(write_log(*log_of(RULES, "match", setup, told[:2])))
    ours = transfer.export_stream(stream)
    for event, actor in told[2:4]:
        handle(Command(stream=stream, actor=actor, events=(event,)))
    theirs = transfer.export_stream(stream)
    wipe()
    imported(ours)
    for event, actor in told[2:4]:
        handle(Command(stream=stream, actor=actor, events=(event,), at="2026-11-21T10:00:00Z"))
    before = transfer.export_stream(stream)
    with pytest.raises(transfer.OtherHistory):
        transfer.import_log(theirs)
    assert transfer.export_stream(stream) == before


def test_bad_files_and_unknown_streams_are_bad_input(database: str, tmp_path: Path) -> None:
    path = tmp_path / "bad"
    for content in (b"", b"{", b"PK\x03\x04 and nothing more"):
        path.write_bytes(content)
        assert exit_code("import", str(path)) == BAD_INPUT
    assert exit_code("import", "/no/such/file") == BAD_INPUT
    assert exit_code("export", str(uuid4())) == BAD_INPUT
    stream = imported(simulated())
    assert exit_code("export", str(stream), viewer="mallory") == BAD_INPUT
    assert exit_code("export", str(stream), out="/dev/null/x") == BAD_INPUT
    assert exit_code("export", str(stream), out=str(path)) == 0
    assert path.read_bytes() == transfer.export_stream(stream)


@pytest.mark.parametrize(
    ("name", "text"), [("recorded", "2" * 33), ("actor", "system:\0"), ("side", "x" * 65)]
)
def test_what_no_column_holds_is_refused_by_its_line(database: str, name: str, text: str) -> None:
    lines = [json.loads(line) for line in simulated().splitlines()]
    for line in lines:
        line.pop("hash", None)
    header = {key: value for key, value in lines[0].items() if key not in ("head", "events")}
    told = [header, *lines[1:]]
    told[2][name] = text
    with pytest.raises(BadLog, match=f"line 3: {name}: at most"):
        transfer.import_log("\n".join(map(json.dumps, told)).encode())
    assert nothing_stored()


def test_a_confirmation_without_a_moment_stops_nothing(event: UUID) -> None:
    """Who wrote the log by hand has put something into `recorded`; the rows take the nearest moment."""
    stream = MatchRow.objects.order_by("table").values_list("stream_id", flat=True)[0]
    lines = [json.loads(line) for line in transfer.export_stream(stream).splitlines()]
    for line in lines:
        line.pop("hash", None)
        if "seq" in line:
            line["recorded"] = "VIII"
    header = {key: value for key, value in lines[0].items() if key not in ("head", "events", "stream")}
    made = transfer.import_log("\n".join(map(json.dumps, [header, *lines[1:]])).encode())
    assert follow_up.update(made.stream) == made.appended
    assert ConfirmedMatch.objects.get(stream=made.stream).confirmed == moments.FIRST


@pytest.mark.parametrize(
    "place", [{"table": -1}, {"table": 1 << 70}, {"round": 0}, {"round": True, "table": "x"}]
)
def test_a_match_at_a_table_that_cannot_be_is_one_of_no_event(event: UUID, place: dict[str, object]) -> None:
    stream = MatchRow.objects.order_by("table").values_list("stream_id", flat=True)[0]
    header, *lines = loose(stream)
    header["setup"]["options"].update(place)
    made = transfer.import_log("\n".join(map(json.dumps, [header, *lines])).encode())
    assert follow_up.update(made.stream) == made.appended
    assert MatchRow.objects.get(stream=made.stream).tournament_id in (None, event)


def test_an_event_of_another_game_than_its_header_says_is_refused(event: UUID) -> None:
    header, *lines = loose(event)
    lines[0]["data"]["system"] = "bushido"
    with pytest.raises(BadLog, match="line 2: the game is 'bushido' here, and last_battle"):
        transfer.import_log("\n".join(map(json.dumps, [header, *lines])).encode())
