"""What the page `verify` and an import do for a file is bounded, whatever the file is."""

from __future__ import annotations

import io
import json
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.portable import BadLog
from tracker import backup, commands
from tracker.exchange import archive, transfer
from tracker.identity import Identity
from tracker.pages.rulebooks import verify
from tracker.proof.verify import verify_file
from tracker.tests.hall import opened, organiser

pytestmark = pytest.mark.django_db

HEADER = {"warledger": 1, "kind": "match", "system": "last_battle", "ruleset": "1", "setup": {}}


def log_of(events: int) -> bytes:
    """A log that leaves everything out, and counts wrong in every line."""
    lines = [{**HEADER, "complete": False}, *({"seq": 0, "type": "hidden"} for _ in range(events))]
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def zip_of(logs: dict[UUID, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        streams = [str(stream) for stream in logs]
        made.writestr(archive.MANIFEST, json.dumps({"warledger": 1, "streams": streams}))
        for stream, content in logs.items():
            made.writestr(f"{stream}.jsonl", content)
    return file.getvalue()


def checked(content: bytes, client: Client | None = None) -> Any:
    return (client or Client()).post("/verify/", {"file": SimpleUploadedFile("file", content)})


def test_a_zip_is_inflated_no_further_than_there_is_room() -> None:
    bomb = zip_of({uuid4(): b"\0" * (120 << 20)})
    assert len(bomb) < 1 << 20
    tracemalloc.start()
    answer = checked(bomb)
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert answer.status_code == 413 and b"verify-log" in answer.content
    assert most < 100 << 20
    with pytest.raises(archive.TooMuch, match="1 MB"):
        archive.logs_in(bomb, archive.Room(files=10, size=1 << 20))


def test_many_files_and_one_file_many_times_are_counted() -> None:
    many = zip_of({uuid4(): b"x" for _ in range(20)})
    with pytest.raises(archive.TooMuch, match="10 files"):
        archive.logs_in(many, archive.Room(files=10, size=1 << 20))
    stream = uuid4()
    again = io.BytesIO()
    with zipfile.ZipFile(again, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr(archive.MANIFEST, json.dumps({"warledger": 1, "streams": [str(stream)] * 5_000}))
        made.writestr(f"{stream}.jsonl", b"x" * 100_000)
    assert len(archive.logs_in(again.getvalue(), archive.Room(files=10, size=1 << 20))) == 1


@pytest.mark.parametrize("signed_in", [False, True])
def test_a_log_of_very_many_events_is_for_the_command_line(
    signed_in: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verify, "check_log", lambda *_: pytest.fail("it was judged before it was counted"))
    client = Client()
    if signed_in:
        client.force_login(User.objects.create_user("olga"))
    most = verify.MOST_EVENTS[signed_in]
    answer = checked(log_of(most + 1), client)
    assert answer.status_code == 413 and "manage.py verify-log" in answer.content.decode()


def test_a_page_shows_the_first_problems_and_how_many_there_are() -> None:
    page = checked(log_of(3_000)).content
    assert len(page) < 40_000 and b"The first 20 of" in page
    page = checked(zip_of({uuid4(): log_of(3) for _ in range(300)})).content
    assert len(page) < 60_000 and b"280 more logs" in page


@pytest.mark.parametrize("depth", [500, 930, 960, 5_000, 100_000])
def test_brackets_within_each_other_break_no_page(depth: int) -> None:
    nested = "[" * depth + "]" * depth
    line = '{"seq": 1, "type": "match_reported", "data": {"x": ' + nested + "}}\n"
    head = json.dumps({**HEADER, "events": 1, "head": "0" * 64}) + "\n"
    assert checked((head + line).encode()).status_code == 422
    who = Identity(User.objects.create_user("anna"))
    for form, text in (("toml", f"x = {nested}"), ("json", nested), ("json", '[{"id": ' + nested + "}]")):
        for system in ("last_battle", "senjutsu", "super_fantasy_brawl"):
            told = commands.import_edition(who, system=system, key="k", name="n", text=text, format=form)
            assert told.problems and told.edition is None, (form, system)


def test_a_complaint_repeats_no_more_of_a_file_than_fits_a_line() -> None:
    long = json.dumps({**HEADER, "system": "x" * 1_000_000}).encode() + b"\n"
    assert len(checked(long).content) < 20_000
    with pytest.raises(BadLog):
        archive.logs_in(b"PK\x03\x04 no zip")


def loose(stream: UUID) -> list[dict[str, Any]]:
    """The log of a stream as somebody would write it by hand, without hashes."""
    header, *lines = (json.loads(line) for line in transfer.export_stream(stream).splitlines())
    told = {key: value for key, value in header.items() if key not in ("head", "events", "stream")}
    return [told, *({key: value for key, value in line.items() if key != "hash"} for line in lines)]


def verified(lines: list[dict[str, Any]]) -> Any:
    return checked("\n".join(map(json.dumps, lines)).encode())


@pytest.mark.django_db(transaction=True)
def test_events_that_no_rules_let_pass_are_named_also_where_something_is_taken_back() -> None:
    """What stood before a voiding was folded as if it had been judged: somebody who is not registered checks in."""
    lines = loose(opened(organiser(), 2)[0])
    entered = next(line for line in lines if line.get("type") == "player_registered")
    entered["data"]["player"] = "nobody"
    voiding = {
        "type": "event_voided",
        "data": {"seqs": [len(lines) - 2], "reason": "x"},
        "actor": "organiser",
    }
    shown = verified([*lines, {**voiding, "seq": len(lines)}])
    assert shown.status_code == 422 and "TRN-REG-02" in shown.content.decode()


def test_a_day_of_a_game_that_has_none_is_refused() -> None:
    header = {**HEADER, "kind": "campaign"}
    fields = [{"key": "sea", "role": "source"}]
    told = {"name": "Day", "system": "chess", "options": {"sides": ["a", "b"], "battlefields": fields}}
    shown = verified([header, {"seq": 1, "type": "campaign_created", "data": told}])
    assert shown.status_code == 422 and "has no event days" in shown.content.decode()


VERSION_NEEDED, FLAGS, NAME = 6, 9, 46
"""Bytes of the entry of a file in the directory at an archive's end. Flag 8 says that the name is UTF-8."""


@pytest.mark.parametrize("changed", [{VERSION_NEEDED: 237}, {FLAGS: 8, NAME: 0xF0}])
def test_an_archive_that_no_program_opens_is_said_to_be_one(changed: dict[int, int], tmp_path: Path) -> None:
    made = bytearray(zip_of({uuid4(): b""}))
    entry = made.index(b"PK\x01\x02")
    for at, byte in changed.items():
        made[entry + at] = byte
    assert checked(bytes(made)).status_code == 422
    (problem,) = verify_file(bytes(made))
    assert "archive" in problem.what
    (tmp_path / "copy.zip").write_bytes(made)
    with pytest.raises(backup.Unfit):
        backup.read(tmp_path / "copy.zip")
