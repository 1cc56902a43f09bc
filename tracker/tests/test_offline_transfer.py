"""export, import and rebuild: logs and whole events travel between databases and stay what they were."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from games.last_battle import events as e
from games.last_battle.simulate import simulate
from games.portable import HIDDEN, log_of, read_log, verify, write_log
from games.registry import MATCHES
from games.ruleset import EVERYONE, Viewer
from tracker import archive, log, selectors, transfer, warm
from tracker.handle import Command, handle
from tracker.identity import Identity
from tracker.management.tool import BAD_INPUT, REFUSED
from tracker.models import (
    Event,
    MatchRow,
    Player,
    StandingRow,
    Stream,
    Warband,
    WarbandRevision,
    triggers,
)
from tracker.systems import find_rules
from tracker.tests.offline import played_event, settle
from tracker.verify import verify_database, verify_file

pytestmark = pytest.mark.usefixtures("database")
RULES = MATCHES["last_battle"]
SECRET_PHASE = (
    e.TableOpened,
    e.SchemesDealt,
    e.SchemeChosen,
    e.SerpentSchemesPreset,
    e.SquadHired,
    e.SchemeNoted,
)


@pytest.fixture(autouse=True)
def _cold() -> Iterator[None]:
    warm.forget()
    yield
    warm.forget()


@pytest.fixture
def event(database: str) -> UUID:
    return played_event(Identity(User.objects.create_user("olga")))


def simulated(seed: int = 5) -> bytes:
    return write_log(*log_of(RULES, "match", *simulate(seed, "turns")))


def imported(content: bytes) -> UUID:
    stream = transfer.import_log(content).stream
    settle()
    return stream


def wipe() -> None:
    """Another installation: the same tables, nothing in them."""
    from django.db import connection

    warm.forget()
    triggers.remove(connection)
    MatchRow.objects.all().delete()
    Event.objects.all().delete()
    for model in (WarbandRevision, Warband):
        model.objects.all().delete()
    Stream.objects.all().delete()
    Player.objects.all().delete()
    connection.check_constraints()
    triggers.install(connection)


def run(name: str, *args: str, **options: Any) -> int:
    try:
        call_command(name, *args, **options)
    except SystemExit as exit_:
        return int(exit_.code or 0)
    except CommandError as error:
        return error.returncode
    return 0


def test_an_exported_log_verifies_and_holds_the_secrets(event: UUID) -> None:
    for row in MatchRow.objects.all():
        content = transfer.export_stream(row.stream_id)
        assert verify_file(content) == []
        assert b"stream" in content.splitlines()[0]
    full = max((transfer.export_stream(row.stream_id) for row in MatchRow.objects.all()), key=len)
    assert b'"secret"' in full


def test_an_export_for_others_verifies_and_holds_no_secret(database: str) -> None:
    """Before the first turn, while nothing but a unique scheme is known to all."""
    setup, told = simulate(5, "turns")
    before_play = [one for one in told if isinstance(one[0], SECRET_PHASE)]
    stream = imported(write_log(*log_of(RULES, "match", setup, before_play)))
    assert b'"secret"' in transfer.export_stream(stream)
    for viewer in (EVERYONE, Viewer("player", "alliance-1", "alliance")):
        content = transfer.export_stream(stream, viewer)
        read = read_log(content, find_rules)
        assert verify(read) == []
        assert verify_file(content) == []
        assert not read.header.complete
        open_to = {
            line.data.get("player") for line in read.lines if line.secret and line.type != "scheme_chosen"
        }
        assert open_to <= {viewer.player}


def test_a_copy_with_hidden_events_verifies_and_is_not_imported(event: UUID) -> None:
    organiser = Identity(User.objects.get(username="olga"))
    from tracker import commands

    commands.draw_round(organiser, event)
    copy = transfer.export_stream(event, EVERYONE)
    assert HIDDEN in [line.type for line in read_log(copy, find_rules).lines]
    assert verify_file(copy) == []
    with pytest.raises(transfer.BadLog, match="import the whole log"):
        transfer.import_log(copy)


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


def nothing_stored() -> bool:
    return not Stream.objects.exists() and not Event.objects.exists()


def test_a_broken_chain_is_refused_and_nothing_stored(database: str, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(simulated().replace(b'"turn":1', b'"turn":2', 1))
    with pytest.raises(transfer.BrokenLog, match="the hash does not match"):
        transfer.import_log(path.read_bytes())
    assert run("import", str(path)) == REFUSED
    assert nothing_stored()


def test_an_illegal_log_is_refused_and_nothing_stored(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    setup, told = simulate(5, "turns")
    path = tmp_path / "log.jsonl"
    path.write_bytes(write_log(*log_of(RULES, "match", setup, [*told, told[-2]])))
    assert run("import", str(path), json=True) == REFUSED
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
        assert run("import", str(path)) == BAD_INPUT
    assert run("import", "/no/such/file") == BAD_INPUT
    assert run("export", str(uuid4())) == BAD_INPUT
    stream = imported(simulated())
    assert run("export", str(stream), viewer="mallory") == BAD_INPUT
    assert run("export", str(stream), out="/dev/null/x") == BAD_INPUT
    assert run("export", str(stream), out=str(path)) == 0
    assert path.read_bytes() == transfer.export_stream(stream)


def whole_event(event: UUID, path: Path) -> bytes:
    assert run("export", str(event), out=str(path)) == 0
    return path.read_bytes()


def standings(event: UUID) -> list[tuple[Any, ...]]:
    rows = StandingRow.objects.filter(tournament_id=event).order_by("round", "rank", "player_id")
    return list(rows.values_list("round", "rank", "player__name", "figures"))


def test_a_whole_event_moves_with_its_people_and_standings(event: UUID, tmp_path: Path) -> None:
    path = tmp_path / "event.zip"
    content = whole_event(event, path)
    assert verify_file(content) == []
    before, squads = standings(event), Warband.objects.count()
    assert before
    wipe()
    assert run("import", str(path)) == 0
    settle()
    assert standings(event) == before
    assert (Warband.objects.count(), MatchRow.objects.filter(tournament_id=event).count()) == (squads, 2)
    assert whole_event(event, path) == content
    assert run("import", str(path)) == 0
    assert whole_event(event, path) == content


def test_a_public_copy_of_an_event_names_nobody(event: UUID, tmp_path: Path) -> None:
    path = tmp_path / "event.zip"
    assert run("export", str(event), viewer="public", out=str(path)) == 0
    assert verify_file(path.read_bytes()) == []
    with zipfile.ZipFile(path) as files:
        manifest = json.loads(files.read(archive.MANIFEST))
        text = b"".join(files.read(name) for name in files.namelist())
    assert (manifest["players"], manifest["warbands"]) == ([], [])
    assert b"Player 1" not in text


def test_a_player_gets_the_own_secrets_of_the_own_table(event: UUID, tmp_path: Path) -> None:
    row = MatchRow.objects.order_by("table")[0]
    player = row.sides["alliance"][0]
    path = tmp_path / "event.zip"
    assert run("export", str(event), viewer=player, out=str(path)) == 0
    assert verify_file(path.read_bytes()) == []


def test_a_changed_event_is_refused_whole(event: UUID, tmp_path: Path) -> None:
    path = tmp_path / "event.zip"
    content = whole_event(event, path)
    changed = BytesIO()
    with zipfile.ZipFile(BytesIO(content)) as files, zipfile.ZipFile(changed, "w") as copy:
        for name in files.namelist():
            copy.writestr(name, files.read(name).replace(b'"winner":"serpent"', b'"winner":"alliance"'))
    path.write_bytes(changed.getvalue())
    assert verify_file(changed.getvalue()) != []
    wipe()
    assert run("import", str(path)) == REFUSED
    assert nothing_stored() and not Player.objects.exists()


def test_rebuild_makes_every_row_anew_and_reports_what_differed(
    event: UUID, capsys: pytest.CaptureFixture[str]
) -> None:
    before = standings(event)
    assert run("rebuild", json=True) == 0
    assert json.loads(capsys.readouterr().out) == {"streams": Stream.objects.count(), "changed": []}
    StandingRow.objects.filter(tournament_id=event, rank=1).update(rank=4)
    MatchRow.objects.all().delete()
    assert run("rebuild", only="standings", json=True) == 0
    changed = json.loads(capsys.readouterr().out)["changed"]
    assert [one["stream"] for one in changed] == [str(event)]
    assert all("rank is 4, the log says 1" in difference for difference in changed[0]["differences"])
    assert standings(event) == before
    assert not MatchRow.objects.exists()
    assert run("rebuild") == 0
    captured = capsys.readouterr()
    assert captured.out.count("MatchRow is missing") == 2
    assert "streams rebuilt, 2 of them differed" in captured.out
    assert captured.err.splitlines()[-1].endswith(f"{Stream.objects.count()} of {Stream.objects.count()}")
    assert list(verify_database()) == []


def test_rebuild_catches_up_what_was_behind(event: UUID, capsys: pytest.CaptureFixture[str]) -> None:
    Stream.objects.update(projected_version=0)
    MatchRow.objects.all().delete()
    assert run("rebuild", json=True) == 0
    changed = json.loads(capsys.readouterr().out)["changed"]
    assert [one["behind"] for one in changed] == [True, True]
    assert not Stream.objects.filter(projected_version=0, version__gt=0).exists()


def test_an_import_is_projected_by_the_jobs(database: str) -> None:
    stream = imported(simulated())
    row = MatchRow.objects.get(stream_id=stream)
    assert row.status == "finished"
    assert row.version == log.head_of(stream).version  # type: ignore[union-attr]


def test_a_copy_that_cannot_be_judged_says_so(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A scheme revealed out of a preset of several: the public copy cannot tell whether it was in it."""
    case = next(case for case in map(revealed_from_several, range(200)) if case)
    stream = imported(case)
    path = tmp_path / "copy.jsonl"
    path.write_bytes(transfer.export_stream(stream, EVERYONE))
    assert verify_file(path.read_bytes()) == []
    assert run("replay", str(path), json=True) == BAD_INPUT
    answer = json.loads(capsys.readouterr().out)
    assert (answer["ok"], answer["rule"]) == (False, None)
    assert "this copy leaves out" in answer["message"]


def revealed_from_several(seed: int) -> bytes | None:
    """A match up to such a reveal, if this seed has one."""
    setup, told = simulate(seed, "turns")
    presets = {event.squad: event.schemes for event, _ in told if isinstance(event, e.SerpentSchemesPreset)}
    for place, (event, _) in enumerate(told):
        if isinstance(event, e.SchemeRevealed) and len(presets.get(event.player) or ()) > 1:
            return write_log(*log_of(RULES, "match", setup, told[: place + 1]))
    return None
