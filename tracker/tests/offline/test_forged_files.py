"""Forged exports: a log that was changed and chained anew is intact and legal by itself; its witnesses give it away."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from uuid import UUID

import msgspec
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.portable import Line, chained, read_log, write_log
from tracker import projections
from tracker.after import follow_up
from tracker.exchange import archive, transfer
from tracker.management.tool import REFUSED
from tracker.models import MatchRow, Seal, SealedHead, triggers
from tracker.proof import seals
from tracker.proof.verify import verify_database, verify_file
from tracker.systems import find_rules
from tracker.tests.offline.helpers import exit_code, nothing_stored, settle, whole_event, wipe

pytestmark = pytest.mark.usefixtures("database")


@pytest.fixture
def match(event: UUID) -> UUID:
    """The match of which only its result is told."""
    return MatchRow.objects.get(tournament_id=event, table=2).stream_id


def turned(line: Line) -> Line:
    """The same event with the sides' points, and the winner, exchanged."""
    other = {"serpent": "alliance", "alliance": "serpent"}
    data = dict(line.data)
    for name in ("vp", "strategy"):
        if name in data:
            data[name] = {other[side]: points for side, points in data[name].items()}
    for name in ("winner", "result"):
        if name in data:
            data[name] = other.get(data[name], data[name])
    return msgspec.structs.replace(line, data=data)


def forged(content: bytes) -> bytes:
    """The log with its report and confirmations turned round, chained anew."""
    results = ("match_reported", "result_confirmed")
    return changed(content, lambda line: turned(line) if line.type in results else line)


def changed(content: bytes, change: Callable[[Line], Line | None]) -> bytes:
    """The log with its lines changed or (None) left out, numbered and chained anew."""
    log = read_log(content, find_rules)
    left = [line for line in map(change, log.lines) if line is not None]
    lines = [msgspec.structs.replace(line, seq=seq) for seq, line in enumerate(left, start=1)]
    assert lines != log.lines
    return write_log(*chained(log.header, lines))


def with_member(content: bytes, stream: UUID, text: bytes) -> bytes:
    changed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as files, zipfile.ZipFile(changed, "w") as copy:
        for name in files.namelist():
            copy.writestr(name, text if name == f"{stream}.jsonl" else files.read(name))
    return changed.getvalue()


def without_seals() -> None:
    """Another installation has not sealed what it never saw."""
    from django.db import connection

    triggers.remove(connection)
    Seal.objects.all().delete()
    SealedHead.objects.all().delete()
    triggers.install(connection)
    seals._forget()


def test_a_match_turned_round_in_a_whole_event_is_refused_everywhere(
    event: UUID, match: UUID, tmp_path: Path
) -> None:
    content = whole_event(event, tmp_path / "event.zip")
    wrong = forged(transfer.export_stream(match))
    assert verify_file(wrong) == [], "by itself it is intact and legal"
    path = tmp_path / "forged.zip"
    path.write_bytes(with_member(content, match, wrong))
    (problem,) = verify_file(path.read_bytes())
    assert (problem.stream, "round 1, table 2" in problem.what) == (str(match), True)
    page = Client().post("/verify/", {"file": SimpleUploadedFile("forged.zip", path.read_bytes())})
    assert page.status_code == 422
    assert "the tournament recorded another result of this match" in page.content.decode()
    assert Client().post("/verify/", {"file": SimpleUploadedFile("event.zip", content)}).status_code == 200
    wipe()
    assert exit_code("import", str(path)) == REFUSED and nothing_stored()


def test_a_log_that_cannot_even_be_counted_is_refused_with_its_event(
    event: UUID, match: UUID, tmp_path: Path
) -> None:
    """Who presets schemes sits at no table: no state of the match can be made of that."""
    content = whole_event(event, tmp_path / "event.zip")

    def stranger(line: Line) -> Line:
        told = {**line.data, "squad": "nobody"}
        return msgspec.structs.replace(line, data=told) if line.type == "serpent_schemes_preset" else line

    wrong = changed(transfer.export_stream(match), stranger)
    path = tmp_path / "forged.zip"
    path.write_bytes(with_member(content, match, wrong))
    wipe()
    assert exit_code("import", str(path)) == REFUSED and nothing_stored()
    assert exit_code("verify-log", str(path)) == REFUSED


def test_a_forged_log_is_refused_where_it_was_sealed_even_when_it_is_gone_here(
    event: UUID, match: UUID, tmp_path: Path
) -> None:
    assert seals.seal_heads()
    (tmp_path / "forged.jsonl").write_bytes(forged(transfer.export_stream(match)))
    (problem,) = verify_file((tmp_path / "forged.jsonl").read_bytes(), here=True)
    assert "seal 1 of this site knows another fingerprint" in problem.what
    file = SimpleUploadedFile("forged.jsonl", (tmp_path / "forged.jsonl").read_bytes())
    page = Client().post("/verify/", {"file": file})
    assert page.status_code == 422 and "seal 1 of this site" in page.content.decode()
    assert verify_file(transfer.export_stream(match), here=True) == []
    assert exit_code("verify-log", str(tmp_path / "forged.jsonl")) == 0
    assert exit_code("verify-log", str(tmp_path / "forged.jsonl"), "--here") == REFUSED
    wipe()
    assert exit_code("import", str(tmp_path / "forged.jsonl")) == REFUSED and nothing_stored()


def test_a_file_with_a_seal_that_is_gone_says_so(event: UUID, match: UUID) -> None:
    seals.seal_heads()
    content = transfer.export_stream(match)
    log = read_log(content, find_rules)
    assert log.header.seal is not None
    for number, words in ((9, "its history was cut"), (1, "its history was made anew")):
        mark = msgspec.structs.replace(log.header.seal, number=number, hash="0" * 64)
        copy = write_log(msgspec.structs.replace(log.header, seal=mark), log.lines)
        (problem,) = verify_file(copy, here=True)
        assert words in problem.what


def test_after_the_import_of_a_forged_log_catching_up_comes_to_rest_and_the_contradiction_is_told(
    event: UUID, match: UUID, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """File by file nothing contradicts anything; afterwards the database does."""
    content = whole_event(event, tmp_path / "event.zip")
    wrong = forged(transfer.export_stream(match))
    wipe()
    without_seals()
    for name, text in archive.logs_in(content):
        transfer.import_log(wrong if name == f"{match}.jsonl" else text)
    settle()
    assert not list(projections.behind()) and follow_up.catch_up() == 0
    assert not [record for record in caplog.records if "could not be projected" in record.getMessage()]
    assert {problem.stream for problem in verify_database()} <= {str(event)}


def test_a_correction_that_has_yet_to_reach_the_tournament_is_late_and_no_forgery(
    event: UUID, tmp_path: Path
) -> None:
    assert verify_file(whole_event(event, tmp_path / "event.zip")) == []
